"""Many games are kept: listed, gone on with, taken along, forgotten; the solution stays in its place."""

from __future__ import annotations

import json
import sqlite3
import stat
from contextlib import closing

import pytest

from companion.errors import Unreadable
from companion.table.journal import Journal
from companion.tiwanaku.game import Phase
from companion.tiwanaku.scenario import write_scenario
from tests.table.journal.games import first, history, keep, played
from tests.tiwanaku.game.table import scenario


class Clock:
    """A wall clock that somebody sets."""

    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now


def begun(journal, *records, seed=1):
    """A game kept in a journal; its id."""
    keeper = journal.begin(scenario(seed))
    assert set(keep(keeper, *records)) == {True}
    assert keeper.close() is None
    return keeper.id


def test_a_game_stands_where_it_stood_and_goes_on(tmp_path):
    whole = played()
    journal = Journal(tmp_path)
    game = begun(journal, first(1), first(30))
    resumed = journal.resume(game)
    assert resumed.record == first(30)
    further = resumed.record.do(whole.entries[30].command, resumed.wheel)
    keep(resumed.keeper, further)
    assert resumed.keeper.close() is None
    assert journal.game(game).record == first(31) == further


def test_corrections_are_kept_as_they_were_made(tmp_path):
    records = history("solo-hard", 3)
    journal = Journal(tmp_path)
    game = begun(journal, *records, seed=3)
    assert journal.game(game).record == records[-1]


def test_games_are_listed_by_when_people_last_sat_down_whatever_the_clock_says(tmp_path):
    clock = Clock(2_000_000_000.0)
    journal = Journal(tmp_path, now=clock)
    one = begun(journal, first(3))
    clock.now = 1_000.0
    two = begun(journal, first(3, seed=2), seed=2)
    assert [game.id for game in journal.games()] == [two, one]
    clock.now = 0.0
    journal.resume(one).keeper.close()
    assert [game.id for game in journal.games()] == [one, two]
    assert journal.unfinished().id == one


def test_a_clock_that_jumps_back_disorders_nothing_in_a_game(tmp_path):
    clock = Clock(2_000_000_000.0)
    journal = Journal(tmp_path, now=clock)
    keeper = journal.begin(scenario(1))
    for count in range(1, 12):
        keep(keeper, first(count))
        clock.now -= 86_400
    keeper.close()
    assert journal.game(keeper.id).record == first(11)


def test_a_finished_game_is_not_offered(tmp_path):
    journal = Journal(tmp_path)
    whole = played()
    assert whole.state.phase is Phase.OVER
    game = begun(journal, first(1), whole)
    assert journal.unfinished() is None
    listed = journal.games()[0]
    assert (listed.id, listed.progress.over) == (game, True)
    assert listed.progress.scores == tuple(side.score for side in whole.state.sides)


def test_only_the_owner_may_read_the_files_that_hold_solutions(tmp_path):
    journal = Journal(tmp_path / "new" / "folder")
    keeper = journal.begin(scenario(1))
    keep(keeper, first(2))
    files = sorted(journal.path.parent.iterdir())
    assert len(files) == 3, "the journal itself, and what SQLite puts beside it while it is open"
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    keeper.close()


def test_the_solution_lies_in_one_table_and_in_no_other(tmp_path):
    journal = Journal(tmp_path)
    begun(journal, first(12))
    grid = write_scenario(scenario(1)).split('"""')[1]
    with closing(sqlite3.connect(journal.path)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        holding = {
            table
            for table in tables
            for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608
            for line in grid.split("\n")
            if line.strip() and line in str(row)
        }
    assert holding == {"discs"}


def test_an_export_is_public_unless_the_solution_is_asked_for(tmp_path):
    journal = Journal(tmp_path)
    game = begun(journal, first(12))
    hidden = write_scenario(scenario(1))
    exported = journal.export(game)
    assert "solution" not in exported
    shown = {str(event.space) for event in first(12).events if hasattr(event, "space") and event.space}
    named = {name for name in json.dumps(exported["changes"]).split('"') if "/" in name}
    told = named | set(exported["back"]["start"])
    assert shown <= named
    assert len(told) < len(scenario(1).board.spaces), "spaces that nobody has seen are not told of"
    assert journal.export(game, with_solution=True)["solution"] == hidden


@pytest.mark.parametrize("with_solution", [True, False])
def test_an_exported_game_can_be_taken_in_elsewhere(tmp_path, with_solution):
    here, there = Journal(tmp_path / "here"), Journal(tmp_path / "there")
    records = history("together-2-easy", 2)
    game = begun(here, *records, seed=2)
    text = json.dumps(here.export(game, with_solution=with_solution))
    assert there.take_in(text, "game.json") == (game, True)
    assert there.take_in(text, "game.json") == (game, False)
    assert len(there.games()) == 1
    assert there.game(game).record == records[-1]
    assert there.games()[0].progress == here.games()[0].progress
    if with_solution:
        resumed = there.resume(game)
        assert resumed.record == records[-1]
        resumed.keeper.close()
    else:
        with pytest.raises(Unreadable, match="without its solution"):
            there.resume(game)


def test_another_game_of_the_same_name_is_not_overwritten(tmp_path):
    journal = Journal(tmp_path)
    game = begun(journal, first(12))
    data = journal.export(game)
    shorter = dict(data, changes=json.loads(json.dumps(journal.export(begun(journal, first(4)))["changes"])))
    taken, fresh = journal.take_in(json.dumps(shorter), "game.json")
    assert fresh
    assert taken != game
    assert journal.game(game).record == first(12)
    assert journal.game(taken).record == first(4)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.pop("back"),
        lambda data: data.update(format=7),
        lambda data: data.update(game="../../etc"),
        lambda data: data.update(extra=1),
        lambda data: data["changes"].clear(),
        lambda data: data["changes"][0].update(start=5),
        lambda data: data["changes"][0].update(start=True),
        lambda data: data["changes"][0]["entries"][0].update(seat="first"),
        lambda data: data["changes"][0]["entries"][0]["events"].reverse(),
        lambda data: data["changes"][0].update(at=float("inf")),
        lambda data: data["back"]["board"].update(elements=["river", "river"]),
        lambda data: data["back"].update(otoma={"pink": "sun/llama"}),
        lambda data: data.update(solution=write_scenario(scenario(2))),
        lambda data: data.update(solution="format = 1"),
    ],
)
def test_what_is_no_game_is_refused_and_nothing_is_kept(tmp_path, spoil):
    journal = Journal(tmp_path)
    data = journal.export(begun(journal, first(3)))
    spoil(data)
    other = Journal(tmp_path / "other")
    with pytest.raises(Unreadable, match="no saved game"):
        other.take_in(json.dumps(data), "game.json")
    assert other.games() == []


@pytest.mark.parametrize("content", ["", "[]", "7", '{"a": NaN}', "[" * 20000, b"\xff\xfe"])
def test_files_of_another_kind_are_refused(tmp_path, content):
    with pytest.raises(Unreadable, match="no saved game"):
        Journal(tmp_path).take_in(content, "game.json")


def test_a_deleted_game_is_gone_with_its_solution_and_others_stay(tmp_path):
    journal = Journal(tmp_path)
    one = begun(journal, first(3))
    two = begun(journal, first(3, seed=2), seed=2)
    journal.delete(one)
    assert [game.id for game in journal.games()] == [two]
    with closing(sqlite3.connect(journal.path)) as connection:
        for table in ("discs", "changes", "sittings"):
            assert connection.execute(f"SELECT COUNT(DISTINCT game) FROM {table}").fetchone() == (1,)  # noqa: S608


def test_a_game_is_found_by_the_beginning_of_its_id(tmp_path):
    journal = Journal(tmp_path)
    game = begun(journal, first(3))
    assert journal.game(game[:6]).id == game
    for wish in ("", "nothing"):
        with pytest.raises(Unreadable, match="no game"):
            journal.game(wish)


def test_two_tables_that_go_on_with_the_same_game_keep_both(tmp_path):
    told = []
    journal = Journal(tmp_path, tell=told.append)
    game = begun(journal, first(5))
    one, two = journal.resume(game), journal.resume(game)
    keep(one.keeper, first(6))
    keep(two.keeper, first(5).undo(4).record)
    assert one.keeper.close() is two.keeper.close() is None
    assert journal.game(game).record == first(6)
    assert journal.game(two.keeper.id).record == first(5).undo(4).record
    assert two.keeper.id != game
    assert len(told) == 1


def test_what_the_table_decided_beside_the_game_is_there_again(tmp_path):
    journal = Journal(tmp_path)
    keeper = journal.begin(scenario(1))
    keep(keeper, first(5))
    keeper.remark({"kind": "law-accepted", "law": "crop-repeated", "spaces": []})
    assert keeper.close() is None
    resumed = journal.resume(keeper.id)
    assert [remark["law"] for remark in resumed.remarks] == ["crop-repeated"]
    resumed.keeper.remark({"kind": "another"})
    assert resumed.keeper.close() is None
    assert [remark["kind"] for remark in journal.resume(keeper.id).remarks] == ["law-accepted", "another"]
