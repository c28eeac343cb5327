"""Disks that are full, read-only or worn out; files that are damaged, older or newer: said, and play goes on."""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
import struct
from contextlib import closing
from random import Random
from threading import Event

import pytest

from companion.errors import Unreadable, Unwritable
from companion.table.journal import Journal, NewerJournal
from companion.table.journal.backs import back_data
from companion.table.journal.connection import connect
from companion.table.journal.keeper import Keeper
from companion.table.journal.rescue import finish_rescue, rescue
from companion.table.journal.schema import MIGRATIONS, migrate
from companion.table.journal.scribe import Scribe
from companion.table.journal.store import GameRow
from companion.tiwanaku.scenario import write_scenario
from tests.table.journal.failing import KINDS, FailingDisk
from tests.table.journal.games import first, history, keep
from tests.table.journal.test_journal import begun
from tests.tiwanaku.game.table import scenario


class Table:
    """A scribe without a thread, and what it told."""

    def __init__(self, folder, disk):
        self.journal = Journal(folder, connect=disk.connect)
        self.told = []
        back = json.dumps(back_data(scenario(1).back()))
        row = GameRow("game1", back, 0.0, write_scenario(scenario(1)))
        self.scribe = Scribe(
            self.journal.path, row, connect=disk.connect, tell=self.told.append, now=lambda: 0.0
        )

    def keep(self, record):
        self.scribe.note(record)
        self.scribe.write()

    @property
    def kept(self):
        self.scribe.close()
        return Journal(self.journal.path.parent).game("game1").record


@pytest.mark.parametrize("message", KINDS)
@pytest.mark.parametrize("where", ["open", "PRAGMA", "BEGIN", "INSERT", "COMMIT"])
def test_play_goes_on_in_memory_and_everything_is_written_when_the_disk_is_back(tmp_path, message, where):
    disk = FailingDisk(where)
    table = Table(tmp_path, disk)
    table.keep(first(1))
    table.scribe.close()
    disk.fail(message)
    for count in (2, 3, 4):
        table.keep(first(count))
        assert table.scribe.trouble is not None
    assert [notice.good for notice in table.told] == [False], "said once, not with every event"
    assert "Not saved!" in str(table.told[0].text)
    disk.heal()
    table.scribe.write()
    assert table.scribe.trouble is None
    assert [notice.good for notice in table.told] == [False, True]
    assert table.kept == first(4)


@pytest.mark.parametrize("message", KINDS)
def test_a_commit_whose_answer_was_lost_doubles_nothing(tmp_path, message):
    disk = FailingDisk()
    table = Table(tmp_path, disk)
    table.keep(first(1))
    disk.fail(message, after=True)
    for count in (2, 3):
        table.keep(first(count))
    disk.heal()
    table.keep(first(4))
    assert table.kept == first(4)
    with closing(sqlite3.connect(table.journal.path)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM changes").fetchone() == (4,)


def test_a_disk_that_is_full_from_the_beginning_still_gets_the_whole_game_later(tmp_path):
    disk = FailingDisk("open")
    disk.fail("database or disk is full")
    table = Table(tmp_path, disk)
    for count in range(1, 9):
        table.keep(first(count))
    disk.heal()
    table.scribe.write()
    assert table.kept == first(8)


def test_a_really_full_file_is_told_as_such(tmp_path):
    """No fake: SQLite is allowed so many pages and no more."""
    limit = [12]

    def narrow(path):
        connection = connect(path)
        connection.execute(f"PRAGMA max_page_count = {limit[0]}")
        return connection

    told = []
    journal = Journal(tmp_path, tell=told.append, connect=narrow)
    keeper = journal.begin(scenario(1))
    answers = keep(keeper, *(first(count) for count in range(1, 60)))
    assert answers[0] is True
    assert answers[-1] is False
    assert "full" in str(told[0].text)
    limit[0] = 10_000
    assert keep(keeper, first(60)) == [True]
    assert keeper.close() is None
    assert Journal(tmp_path).game(keeper.id).record == first(60)


def test_a_really_read_only_file_is_told_as_such(tmp_path):
    def guarded(path):
        connection = connect(path)
        connection.execute("PRAGMA query_only = ON")
        return connection

    journal = Journal(tmp_path)
    game = begun(journal, first(5))
    told = []
    resumed = Journal(tmp_path, tell=told.append, connect=guarded).resume(game)
    assert keep(resumed.keeper, first(6)) == [False]
    assert "read-only" in str(resumed.keeper.close())
    assert "read-only" in str(told[0].text)


def test_a_folder_that_cannot_be_made_keeps_nobody_from_playing(tmp_path):
    (tmp_path / "file").write_text("")
    told = []
    journal = Journal(tmp_path / "file" / "folder", tell=told.append)
    keeper = journal.begin(scenario(1))
    assert keep(keeper, first(1), first(2)) == [False, False]
    assert keeper.close() is not None
    assert len(told) == 1


def test_games_can_be_read_where_nothing_can_be_written(tmp_path):
    journal = Journal(tmp_path)
    game = begun(journal, first(5))

    def refuses(path):
        raise sqlite3.OperationalError("unable to open database file")

    elsewhere = Journal(tmp_path, connect=refuses)
    assert [listed.id for listed in elsewhere.games()] == [game]
    assert elsewhere.game(game).record == first(5)
    with pytest.raises(Unwritable, match="cannot be written"):
        elsewhere.delete(game)


def test_what_is_tried_again_needs_no_new_event(tmp_path):
    disk = FailingDisk()
    disk.fail("disk I/O error")
    told, saved = [], Event()

    def tell(notice):
        told.append(notice)
        if notice.good:
            saved.set()

    table = Table(tmp_path, disk)
    table.scribe._tell = tell
    keeper = Keeper(table.scribe, retry=0.01)
    assert keep(keeper, first(3)) == [False]
    disk.heal()
    assert saved.wait(30)
    assert keeper.close() is None
    assert table.kept == first(3)


def test_a_game_that_was_let_go_is_written_when_the_disk_is_back(tmp_path):
    disk = FailingDisk()
    disk.fail("database or disk is full")
    table = Table(tmp_path, disk)
    keeper = Keeper(table.scribe, retry=0.01)
    assert keep(keeper, first(3)) == [False]
    keeper.let_go()
    assert not keeper.ended
    disk.heal()
    keeper._thread.join(30)
    assert keeper.ended
    assert keeper.trouble is None
    assert table.kept == first(3)


def test_a_stalled_disk_keeps_nobody_waiting_for_ever(tmp_path):
    disk, stalled, goes_on = FailingDisk(), Event(), Event()
    time = [0.0]

    def stall():
        stalled.set()
        assert goes_on.wait(30)

    table = Table(tmp_path, disk)
    keeper = Keeper(table.scribe, patience=8.0, clock=lambda: time[0])
    assert keep(keeper, first(1)) == [True]
    disk.before_commit = stall
    answers = []
    assert keeper.keep(first(2), answers.append) is False
    assert stalled.wait(30)
    assert keeper.keep(first(3), answers.append) is False
    time[0] = 9.0
    assert keeper.keep(first(4), answers.append) is True, "the disk has not answered for too long"
    goes_on.set()
    assert keeper.close() is None
    assert answers == [True] * 3
    assert table.kept == first(4)


def test_logs_tell_nothing_hidden(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    disk = FailingDisk()
    table = Table(tmp_path, disk)
    disk.fail("disk I/O error")
    table.keep(first(10))
    disk.error = RuntimeError("a mistake in here")
    table.keep(first(11))
    assert "not saved" in caplog.text
    grid = write_scenario(scenario(1)).split('"""')[1].split("\n")
    for text in (caplog.text, repr(table.scribe), repr(table.scribe._row), str(table.told)):
        assert not any(line in text for line in grid if line.strip())


# Power --------------------------------------------------------------------------------------------


def test_whatever_is_torn_off_behind_the_last_confirmed_event_nothing_confirmed_is_lost(tmp_path):
    """As after a power cut: of what was written after the last commit, any part may be missing or wrong."""
    random = Random(3)
    journal = Journal(tmp_path / "table")
    log = journal.path.with_name("games.sqlite-wal")
    keeper = journal.begin(scenario(1))
    sizes = [0]
    for count in range(1, 25):
        keep(keeper, first(count))
        sizes.append(log.stat().st_size)
    whole = log.read_bytes()
    for trial in range(60):
        confirmed = random.randrange(1, 24)
        cut = random.randrange(sizes[confirmed], sizes[-1] + 1)
        rest = random.randbytes(len(whole) - cut) if trial % 2 else b""
        fallen = tmp_path / f"fallen{trial}"
        fallen.mkdir()
        shutil.copy(journal.path, fallen)
        (fallen / log.name).write_bytes(whole[:cut] + rest)
        record = Journal(fallen).game(keeper.id).record
        assert len(record.entries) >= confirmed
        assert record == first(len(record.entries))
    keeper.close()


# Damage -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def three_games(tmp_path_factory):
    """The file of a journal of three games, and the games."""
    journal = Journal(tmp_path_factory.mktemp("three"))
    games = {}
    for seed in (1, 2, 3):
        records = history(seed=seed, most=40)
        keeper = journal.begin(scenario(seed))
        for record in records:
            keeper.keep(record, lambda saved: None)
        assert keeper.close() is None
        games[keeper.id] = records[-1]
    return journal.path.read_bytes(), games


def damaged_journal(folder, three_games, page):
    """Put a journal there with one page overwritten; its content, and the games that were in it."""
    content, games = bytearray(three_games[0]), three_games[1]
    assert page * 4096 < len(content)
    content[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    folder.mkdir(exist_ok=True)
    Journal(folder).path.write_bytes(content)
    return bytes(content), games


def test_a_damaged_file_is_set_aside_and_what_can_be_read_is_kept(tmp_path, three_games):
    saved = []
    for page in [*range(8), 12, 16]:
        folder = tmp_path / str(page)
        damaged, games = damaged_journal(folder, three_games, page)
        told = []
        journal = Journal(folder, tell=told.append)
        found = journal.unfinished()
        aside = [file for file in folder.iterdir() if "damaged-" in file.name]
        assert [file.read_bytes() for file in aside] == [damaged]
        assert len(told) == 1
        assert aside[0].name in str(told[0].text)
        kept = {game.id: journal.game(game.id).record for game in journal.games()}
        for identity, record in kept.items():
            if identity in games:
                whole = games[identity]
                assert record == whole or len(record.entries) <= len(whole.entries)
        saved.append(len(kept))
        assert found is None or found.id in kept
        assert begun(journal, first(4)), "the next game is kept as if nothing had happened"
    assert set(saved[:6]) == {3}, "pages that lead to the changes but hold none lose no game"
    assert min(saved) >= 2, saved


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"name"', b'{"na\xffe"'),
        (b'{"name"', b'}"name"'),
        (b'"turns":', b'"turns";'),
        (b"CREATE TABLE sittings", b"CREATE TAB\xe6E sittings"),
        (b"key INTEGER PRIMARY KEY", b"kez INTEGER PRIMARY KEY"),
        (b"remark TEXT NOT NULL", b"renark TEXT NOT NULL"),
    ],
    ids=["no text", "no back", "no progress", "no words for it", "another key", "another name"],
)
def test_damage_to_what_can_be_had_again_hides_no_game(tmp_path, three_games, old, new):
    content, games = three_games
    journal = Journal(tmp_path)
    journal.path.write_bytes(content.replace(old, new))
    assert journal.unfinished() is not None
    assert {game.id: journal.game(game.id).record for game in journal.games()} == games
    assert all(game.progress.mode for game in journal.games())
    assert len([file for file in tmp_path.iterdir() if "damaged-" in file.name]) == 1


def test_a_lost_first_page_loses_no_game(tmp_path, three_games):
    _, games = damaged_journal(tmp_path, three_games, page=0)
    journal = Journal(tmp_path)
    assert {listed.id: journal.game(listed.id).record for listed in journal.games()} == games


@pytest.mark.parametrize("content", [b"not a journal at all" * 400, b"\0" * 9000])
def test_a_file_that_is_something_else_is_set_aside(tmp_path, content):
    path = Journal(tmp_path).path
    path.write_bytes(content)
    told = []
    journal = Journal(tmp_path, tell=told.append)
    assert journal.unfinished() is None
    assert begun(journal, first(2))
    assert content in [file.read_bytes() for file in tmp_path.iterdir()]
    assert told


def test_damage_during_play_sets_the_file_aside_and_the_whole_game_is_in_the_new_one(tmp_path):
    told = []
    journal = Journal(tmp_path, tell=told.append)
    keeper = journal.begin(scenario(1))
    keep(keeper, first(5))
    keeper.close()
    journal.path.write_bytes(b"scratched" * 2000)
    (tmp_path / "games.sqlite-wal").unlink(missing_ok=True)
    scribe_of = keeper._scribe
    scribe_of.note(first(6))
    scribe_of.write()
    scribe_of.close()
    assert scribe_of.trouble is None
    assert journal.game(keeper.id).record == first(6)
    assert "damaged" in str(told[0].text)


def test_a_game_whose_end_is_damaged_goes_on_from_before_and_the_damaged_one_stays(tmp_path):
    journal = Journal(tmp_path)
    game = begun(journal, *(first(count) for count in range(1, 9)))
    with closing(sqlite3.connect(journal.path)) as connection, connection:
        connection.execute("UPDATE changes SET entries = replace(entries, 'seat', 'sxat') WHERE number = 5")
    told = []
    resumed = Journal(tmp_path, tell=told.append).resume(game)
    assert resumed.record == first(5)
    keep(resumed.keeper, first(6))
    resumed.keeper.close()
    assert "damaged" in str(told[0].text)
    assert journal.game(resumed.keeper.id).record == first(6)
    assert journal.game(game).damaged


def test_a_damaged_solution_is_said_without_telling_of_it(tmp_path):
    journal = Journal(tmp_path)
    game = begun(journal, first(3))
    for wrong in ("replace(scenario, 'R', 'X')", "replace(scenario, 'S', 'D')"):
        with closing(sqlite3.connect(journal.path)) as connection, connection:
            connection.execute(f"UPDATE discs SET scenario = {wrong}")  # noqa: S608
        with pytest.raises(Unreadable, match=f"solution of the game {game} is damaged") as raised:
            journal.resume(game)
        assert "X" not in str(raised.value)
        assert raised.value.__cause__ is raised.value.__context__ is None
    assert journal.game(game).record == first(3)


def test_power_that_goes_during_a_rescue_loses_nothing(tmp_path, three_games):
    _, games = damaged_journal(tmp_path, three_games, page=8)
    path = Journal(tmp_path).path
    rescue(path)
    # As if it had gone between the two names.
    path.rename(path.with_name("games.sqlite.new"))
    finish_rescue(path)
    assert len(Journal(tmp_path).games()) >= len(games) - 1


def test_two_damaged_files_of_one_day_are_both_kept(tmp_path):
    for _ in range(2):
        Journal(tmp_path).path.write_bytes(b"nothing" * 1000)
        rescue(Journal(tmp_path).path, today="2026-11-18")
    names = {file.name for file in tmp_path.iterdir() if "damaged" in file.name}
    assert names == {"games.sqlite.damaged-2026-11-18", "games.sqlite.damaged-2026-11-18-2"}


# Versions -----------------------------------------------------------------------------------------


def add_a_column(connection):
    connection.execute("ALTER TABLE games ADD COLUMN table_name TEXT NOT NULL DEFAULT ''")


def test_an_older_journal_is_brought_up_to_date_and_a_copy_of_it_is_kept(tmp_path):
    journal = Journal(tmp_path)
    game = begun(journal, first(5))
    with closing(connect(journal.path)) as connection:
        migrate(connection, journal.path, (*MIGRATIONS, add_a_column))
        assert connection.execute("SELECT id, table_name FROM games").fetchall() == [(game, "")]
    copy = tmp_path / f"games.sqlite.version-{len(MIGRATIONS)}"
    assert copy.stat().st_mode & 0o777 == 0o600
    shutil.copy(copy, journal.path)
    assert journal.game(game).record == first(5)


def test_a_migration_that_fails_leaves_the_journal_as_it_was(tmp_path):
    journal = Journal(tmp_path)
    game = begun(journal, first(5))

    def breaks(connection):
        connection.execute("DROP TABLE changes")
        raise sqlite3.OperationalError("disk I/O error")

    with closing(connect(journal.path)) as connection, pytest.raises(sqlite3.OperationalError):
        migrate(connection, journal.path, (*MIGRATIONS, breaks))
    assert journal.game(game).record == first(5)


def test_a_newer_journal_is_left_alone_and_play_goes_on_unsaved(tmp_path):
    told = []
    journal = Journal(tmp_path, tell=told.append)
    begun(journal, first(5))
    with closing(sqlite3.connect(journal.path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = journal.path.read_bytes()
    with pytest.raises(NewerJournal, match="newer"):
        journal.games()
    keeper = journal.begin(scenario(1))
    assert keep(keeper, first(1), first(2)) == [False, False]
    assert "newer" in str(keeper.close())
    assert "newer" in str(told[0].text)
    assert journal.path.read_bytes() == before


@pytest.mark.parametrize(("place", "number"), [(60, -5), (60, 0), (60, 2**24 + 1), (44, 5)])
def test_a_version_from_nowhere_hides_no_game(tmp_path, place, number):
    journal = Journal(tmp_path)
    begun(journal, first(2))
    content = bytearray(journal.path.read_bytes())
    content[place : place + 4] = struct.pack(">i", number)
    journal.path.write_bytes(content)
    (game,) = journal.games()
    assert journal.game(game.id).record == first(2)
