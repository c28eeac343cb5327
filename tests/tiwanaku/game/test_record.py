"""Corrections: nothing is lost, nothing is asked twice, and what no longer fits is reported."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.errors import Unreadable
from companion.tiwanaku.board import Space
from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import (
    Discover,
    Divine,
    EndTurn,
    Enter,
    Mode,
    Move,
    Phase,
    Record,
    Refused,
    Rule,
    SetUp,
    Setup,
    Standing,
    Wheel,
    before_set_up,
    entry_data,
    fold,
    legal_commands,
    read_entry,
    scores,
)
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Crop, Terrain
from tests.tiwanaku.game.invariants import check_pieces
from tests.tiwanaku.game.table import BLUE, GREEN, TABLES, random_scenario, random_setup


class CountingWheel(Wheel):
    """A wheel that notes what it was asked."""

    __slots__ = ("asked",)

    def __init__(self, scenario) -> None:
        super().__init__(scenario)
        self.asked: list[Space] = []

    def terrain(self, space: Space) -> Terrain:
        self.asked.append(space)
        return super().terrain(space)

    def crop(self, space: Space) -> Crop:
        self.asked.append(space)
        return super().crop(space)


@pytest.fixture
def wheel() -> CountingWheel:
    return CountingWheel(morning_valley())


@pytest.fixture
def record(wheel) -> Record:
    """0 set-up, 1-2 blue comes in at sun/condor, 3-4 green at river/condor, 5 blue divines wrongly."""
    place = wheel.back.board.space
    record = Record.begin(wheel.back)
    for command in (
        SetUp(Setup(Mode.COMPETITIVE, (BLUE, GREEN))),
        Enter(place("sun/condor")),
        Discover(place("sun/condor")),
        Enter(place("river/condor")),
        Discover(place("river/condor")),
        Divine(place("sun/condor"), Crop.CORN),
    ):
        record = record.do(command, wheel)
    wheel.asked.clear()
    return record


def place(record: Record, name: str) -> Space:
    return record.back.board.space(name)


def consistent(record: Record) -> None:
    assert fold(before_set_up(record.back), record.events) == record.state
    assert Record.restore(record.back, record.entries) == record
    if record.state.agreed:
        assert scores(record.events, len(record.state.sides)) == [side.score for side in record.state.sides]


def test_a_changed_announcement_changes_the_score_without_the_wheel(record, wheel):
    assert record.state.sides[0].score == 11 - 2
    correction = record.change(5, Divine(place(record, "sun/condor"), Crop.COCA_LEAF))
    assert correction.misfits == ()
    assert correction.record.state.sides[0].score == 11 + 2
    assert correction.record.state.phase is Phase.OFFER
    assert wheel.asked == []
    consistent(correction.record)


def test_undoing_a_reveal_marks_the_space_as_seen(record):
    correction = record.undo(5)
    assert correction.misfits == ()
    after = correction.record
    assert after.state.seen == {place(record, "sun/condor")}
    assert after.state.crops[4] is None
    assert after.state.seat == 0
    assert after.entries[5].standing is Standing.UNDONE
    consistent(after)


def test_the_mark_stays_when_the_reveal_is_taken_up_again(record):
    after = record.undo(5).record.redo(5).record
    assert after.state.seen == {place(record, "sun/condor")}
    assert after.state.crops[4] is Crop.COCA_LEAF
    assert after.state.sides == record.state.sides
    consistent(after)


def test_what_no_longer_fits_is_reported_and_kept(record, wheel):
    correction = record.change(1, Enter(place(record, "sun/turtle")))
    assert [(misfit.index, misfit.error.code) for misfit in correction.misfits] == [
        (2, Rule.WRONG_SPACE),
        (3, Rule.OTHER_PLAYER),
        (4, Rule.OTHER_PLAYER),
        (5, Rule.DISCOVER_FIRST),
    ]
    after = correction.record
    assert after.state.waiting == place(record, "sun/turtle")
    assert [entry.standing for entry in after.entries[2:]] == [Standing.MISFIT] * 4
    assert [str(space) for space in sorted(after.state.seen, key=str)] == ["river/condor", "sun/condor"]
    consistent(after)
    # The table looks at the right space now; everything that still can falls into place again.
    correction = after.change(2, Discover(place(record, "sun/turtle")), wheel)
    assert wheel.asked == [place(record, "sun/turtle")]
    assert [(misfit.index, misfit.error.code) for misfit in correction.misfits] == [(5, Rule.NOT_YOUR_MEEPLE)]
    assert correction.record.state.terrains[0] is Terrain.DIRT
    consistent(correction.record)


def test_a_correction_never_asks_the_wheel_by_itself(record):
    correction = record.change(1, Enter(place(record, "sun/turtle")))
    correction = correction.record.change(2, Discover(place(record, "sun/turtle")))
    assert correction.misfits[0].error.code is Rule.NOT_RECORDED


def test_a_correction_and_its_opposite_lead_back(record):
    there = record.change(1, Enter(place(record, "sun/turtle"))).record
    back = there.change(1, record.entries[1].command)
    assert back.misfits == ()
    assert back.record.state.sides == record.state.sides
    assert back.record.state.crops == record.state.crops
    assert [entry.command for entry in back.record.entries] == [entry.command for entry in record.entries]


def test_a_forgotten_command_is_put_in(record, wheel):
    shorter = record.undo(3).record.undo(4).record
    assert shorter.entries[5].standing is Standing.MISFIT
    board = record.back.board
    correction = shorter.insert(3, Enter(board.space("leaf/condor")))
    correction = correction.record.insert(4, Discover(board.space("leaf/condor")), wheel)
    assert correction.misfits == ()
    assert correction.record.state.meeples[1] is GREEN
    assert correction.record.state.crops[4] is Crop.COCA_LEAF
    consistent(correction.record)


@pytest.mark.parametrize("index", [-1, 6, 99])
def test_a_step_that_is_not_there(record, index):
    for correct in (record.undo, record.redo):
        with pytest.raises(Unreadable):
            correct(index)
    for correct in (record.change, record.insert):
        with pytest.raises(Unreadable):
            correct(index, EndTurn())


def test_play_goes_on_after_a_correction(record, wheel):
    after = record.undo(5).record
    after = after.do(Move(place(after, "sun/condor"), place(after, "sun/lizard")), wheel)
    after = after.do(Discover(place(after, "sun/lizard")), wheel)
    assert after.state.seat == 1
    with pytest.raises(Refused):
        after.do(EndTurn(), wheel)
    consistent(after)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_any_correction_leaves_a_consistent_game(mode, seats):
    for seed in range(4):
        random = Random(f"corrections {mode} {seats} {seed}")
        scenario = random_scenario(random, mode, 4)
        wheel = Wheel(scenario)
        bots = [RandomBot(random.random()) for _ in range(seats)]
        whole = simulate(wheel, random_setup(random, mode, seats), bots, seed)
        record = Record.restore(wheel.back, whole.entries[: random.randint(5, len(whole.entries))])
        for _ in range(6):
            record = random_correction(random, record, wheel)
            consistent(record)
            if record.state.agreed:
                check_pieces(record.state, scenario)
        journal = json.loads(json.dumps([entry_data(entry) for entry in record.entries]))
        entries = [read_entry(data, record.back.board) for data in journal]
        assert Record.restore(record.back, entries) == record
        undone = [n for n, entry in enumerate(record.entries) if entry.standing is Standing.UNDONE]
        for number in undone:
            record = record.redo(number).record
        consistent(record)


def random_correction(random: Random, record: Record, wheel: Wheel) -> Record:
    index = random.randrange(1, len(record.entries))
    before = fold(
        before_set_up(record.back), (event for entry in record.entries[:index] for event in entry.events)
    )
    others = list(legal_commands(before))
    match random.randrange(4):
        case 0:
            correction = record.undo(index)
        case 1:
            correction = record.redo(index)
        case 2 if others:
            correction = record.change(index, random.choice(others), random.choice([wheel, None]))
        case _ if others:
            correction = record.insert(index, random.choice(others), random.choice([wheel, None]))
        case _:
            correction = record.undo(index)
    after = correction.record
    misfits = [n for n, entry in enumerate(after.entries) if entry.standing is Standing.MISFIT]
    assert misfits == [misfit.index for misfit in correction.misfits]
    assert after.state.seen >= record.state.seen
    return after


@pytest.mark.parametrize(
    "damage",
    [
        {"standing": "lost"},
        {"standing": ["done"]},
        {"seat": -1},
        {"seat": "0"},
        {"events": None},
        {"events": [{}]},
        {"command": None},
        {"more": 1},
    ],
)
def test_damaged_entries_are_refused(record, damage):
    data = entry_data(record.entries[1])
    board = record.back.board
    assert read_entry(data, board) == record.entries[1]
    with pytest.raises(Unreadable):
        read_entry({**data, **damage}, board)
    with pytest.raises(Unreadable):
        read_entry({key: value for key, value in data.items() if key != "seat"}, board)
