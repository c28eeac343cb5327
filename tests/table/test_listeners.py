"""Whoever hears of the game hears of all of it, in order, and never before it is on disk."""

from __future__ import annotations

from companion.table.desk import PATIENCE, Offer, Opened, Order
from companion.table.listeners import fresh_events
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Discover, Enter, Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.game.events import GameSetUp, TerrainRevealed
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from companion.words import T
from tests.table.journal.games import first, history, played
from tests.table.test_saving import SlowDisk
from tests.table.wheel.hands import Hands

TWO = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
THERE = official_board("short").space("river/turtle")


class Ear:
    """Notes what it is told."""

    def __init__(self):
        self.heard = []

    def __call__(self, record, events):
        self.heard.append((record, events))

    @property
    def events(self):
        return [event for _, events in self.heard for event in events]


def deaf(record, events):
    raise RuntimeError("no ear today")


def order(command):
    return Order(lambda record, oracle: record.do(command, oracle))


def test_everybody_hears_the_beginning_and_each_command_even_if_another_one_fails():
    ears = Ear(), Ear()
    hands = Hands(morning_valley(), TWO, told=(ears[0], deaf, ears[1]))
    for command in (Enter(THERE), Discover(THERE)):
        hands.desk.inbox.put(order(command))
        hands.desk.work(0)
    assert ears[0].heard == ears[1].heard
    assert [len(record.entries) for record, _ in ears[0].heard] == [1, 2, 3]
    assert tuple(ears[0].events) == hands.desk.game.events


def test_nobody_hears_of_what_is_not_on_disk():
    ear, disk = Ear(), SlowDisk()
    hands = Hands(morning_valley(), TWO, (Enter(THERE),), told=(ear,), keep=disk.keep)
    heard = len(ear.heard)
    hands.desk.inbox.put(order(Discover(THERE)))
    hands.desk.work(0)
    assert disk.records
    assert len(ear.heard) == heard
    disk.answer()
    hands.desk.work(0)
    assert len(ear.heard) == heard + 1
    assert any(isinstance(event, TerrainRevealed) for event in ear.heard[-1][1])


def test_a_disk_that_never_answers_keeps_nobody_from_hearing():
    ear, disk = Ear(), SlowDisk()
    hands = Hands(morning_valley(), TWO, told=(ear,), keep=disk.keep)
    hands.desk.inbox.put(order(Enter(THERE)))
    hands.desk.work(0)
    hands.clock.advance(PATIENCE)
    hands.desk.work(0)
    assert len(ear.heard[-1][0].entries) == 2


def test_a_correction_is_a_record_without_events():
    ear = Ear()
    hands = Hands(morning_valley(), TWO, (Enter(THERE), Discover(THERE)), told=(ear,))
    hands.desk.inbox.put(Order(lambda record, oracle: record.undo(2).record))
    hands.desk.work(0)
    record, events = ear.heard[-1]
    assert (record, events) == (hands.desk.game, ())
    assert record.state.seen


def test_a_game_that_somebody_else_changed_and_kept_is_heard_of_as_well():
    ear = Ear()
    hands = Hands(morning_valley(), TWO, told=(ear,))
    record = hands.desk.game.do(Enter(THERE), hands.oracle)
    hands.desk.game_changed(record)
    assert ear.heard[-1] == (record, record.entries[-1].events)
    hands.desk.game_changed(None)
    assert ear.heard[-1][0] is record


def test_a_new_game_is_heard_with_its_set_up_and_one_gone_on_with_as_a_whole():
    for commands, kinds in (((), {GameSetUp}), ((Enter(THERE),), set())):
        ear, wheel = Ear(), Wheel(morning_valley())
        record = Record.begin(wheel.back).do(SetUp(TWO), wheel)
        for command in commands:
            record = record.do(command, wheel)
        opened = Opened(wheel, record, lambda record, done: True)
        offers = [Offer(T("Go on"), lambda opened=opened: opened)]
        hands = Hands(morning_valley(), oracle=None, question=T("Go on?"), offers=offers, told=(ear,))
        assert ear.heard == []
        hands.push()
        assert [each for each, _ in ear.heard] == [record]
        assert kinds <= {type(event) for event in ear.events}
        assert bool(ear.events) == bool(kinds)


def test_the_fresh_events_of_a_whole_game_are_all_its_events():
    whole, before, told = played("solo-hard"), None, []
    for count in range(1, len(whole.entries) + 1):
        record = first(count, "solo-hard")
        told += fresh_events(before, record)
        before = record
    assert tuple(told) == whole.events
    records = history()
    assert all(fresh_events(one, other) == () for one, other in zip(records[-6:], records[-5:], strict=False))
