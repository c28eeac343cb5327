"""A damaged journal: what can be read of it goes into a new one, and it is set aside, never overwritten.

    games.sqlite, damaged ─read a copy─► games.sqlite.new ─► the damaged one gets its date ─► the new one gets its name

If the power goes at any point in between, the next start finds the damaged file and begins again, or finds the new
one complete and only has to name it.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.errors import PachamamaError
from companion.table.journal.backs import back_data, read_back
from companion.table.journal.changes import Change, Progress, replay, sound
from companion.table.journal.connection import (
    BESIDE,
    Connect,
    Connection,
    connect,
    copied,
    sync_folder,
)
from companion.table.journal.pages import scattered_changes
from companion.table.journal.schema import MOST_CHANGES, migrate
from companion.table.journal.store import GameRow, Store, StoredGame
from companion.tiwanaku.game import Record
from companion.tiwanaku.scenario import parse_scenario
from companion.words import TN, Text

_HEAD = 4096
"""Bytes of the first page, which says what tables there are."""
_NAMELESS = "rescued-"
"""How the id of a game begins whose own is lost."""
_LAST_TIME = 1e12
_SIZE_PLACE = slice(28, 32)
"""Where the first page tells how many pages there are."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """What became of a damaged journal."""

    aside: Path
    games: int

    @property
    def text(self) -> Text:
        """To be told to people."""
        return TN(
            "The saved games were damaged. {count} game could be saved; the damaged file is kept as {file}.",
            "The saved games were damaged. {count} games could be saved; the damaged file is kept as {file}.",
            self.games,
            file=self.aside.name,
        )


def rescue(path: Path, *, connect: Connect = connect, today: str = "") -> Rescue:
    """Set a damaged journal aside and put another in its place, with all that could be read."""
    fresh = _fresh(path)
    for ending in BESIDE:
        _beside(fresh, ending).unlink(missing_ok=True)
    with copied(path) as copy:
        games = _readable_games(copy)
        if not games or any(game.row.id.startswith(_NAMELESS) for game in games):
            # What the first page says of the tables may be wrong.
            games = max(games, _readable_games(_with_new_head(copy, connect)), key=_worth)
    with closing(connect(fresh)) as connection:
        migrate(connection, fresh)
        for game in games:
            Store(connection).write(game.row, game.changes, game.remarks, sit_down=True)
    aside = _free_name(path, today or time.strftime("%Y-%m-%d"))
    # The file itself goes last: until then it is found damaged again.
    for ending in reversed(BESIDE):
        with suppress(FileNotFoundError):
            _beside(path, ending).rename(_beside(aside, ending))
    fresh.replace(path)
    sync_folder(path.parent)
    return Rescue(aside, len(games))


def finish_rescue(path: Path) -> None:
    """Name the new file, if the power went just before that."""
    fresh = _fresh(path)
    if not path.exists() and fresh.exists():
        fresh.replace(path)


def _fresh(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _free_name(path: Path, date: str) -> Path:
    name, number = f"{path.name}.damaged-{date}", 1
    while path.with_name(name).exists():
        number += 1
        name = f"{path.name}.damaged-{date}-{number}"
    return path.with_name(name)


def _with_new_head(copy: Path, connect: Connect) -> Path:
    """A copy whose first page is that of an empty journal: its tables begin on the same pages."""
    empty = copy.with_name("empty.sqlite")
    with closing(connect(empty)) as connection:
        migrate(connection, empty)
    content = bytearray(copy.read_bytes())
    head = bytearray(empty.read_bytes()[:_HEAD])
    head[_SIZE_PLACE] = (len(content) // _HEAD).to_bytes(4, "big")
    content[:_HEAD] = head
    patched = copy.with_name("patched.sqlite")
    patched.write_bytes(content)
    return patched


def _readable_games(path: Path) -> list[StoredGame]:
    # SQLite may put what waits beside the file into it first.
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        _keys(connection)
    scattered = scattered_changes(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # One letter that is none hides no more than itself.
        connection.text_factory = lambda content: content.decode(errors="replace")
        games = [_readable_game(connection, key, scattered.get(key, [])) for key in _keys(connection)]
    return [game for game in games if game is not None]


def _keys(connection: Connection) -> range:
    """Every number that a game may have: each is looked for by itself, so that a broken page hides few."""
    highest = 0
    for sql in (
        "SELECT MAX(key) FROM games",
        "SELECT MAX(game) FROM discs",
        f"SELECT MAX(place) / {MOST_CHANGES} FROM changes",  # noqa: S608
        "SELECT key FROM games",
    ):
        highest = max([highest, *(row[0] for row in _rows(connection, sql) if isinstance(row[0], int))])
    return range(1, min(highest, 100_000) + 1)


def _worth(games: list[StoredGame]) -> tuple[int, int, int]:
    """What tells one try from a better one: games, names, changes."""
    named = sum(not game.row.id.startswith(_NAMELESS) for game in games)
    return len(games), named, sum(len(game.changes) for game in games)


def _readable_game(connection: Connection, key: int, scattered: list[Change]) -> StoredGame | None:
    readable = sound(_changes(connection, key))
    changes = tuple(readable if len(readable) >= len(scattered) else scattered)
    disc = next(_rows(connection, "SELECT scenario FROM discs WHERE game = ?1", key), (None,))[0]
    found = next(_rows(connection, "SELECT id, back, begun FROM games WHERE key = ?1", key), None)
    if not changes:
        return None
    try:
        row, record = _row_and_record(key, found, disc if isinstance(disc, str) else None, changes)
    except (PachamamaError, ValueError, TypeError, RecursionError):
        return None
    # No id tells whether these two are as they were: they are what a list shows, and can be had again.
    last = replace(changes[-1], at=_time(changes[-1].at), progress=Progress.of(record).write())
    remarks = (
        found[0]
        for found in _rows(connection, "SELECT remark FROM remarks WHERE game = ?1 ORDER BY place", key)
    )
    return StoredGame(
        row,
        (*(replace(each, at=_time(each.at)) for each in changes[:-1]), last),
        tuple(text for text in remarks if isinstance(text, str)),
    )


def _row_and_record(
    key: int, found: tuple[Any, ...] | None, disc: str | None, changes: tuple[Change, ...]
) -> tuple[GameRow, Record]:
    """What is known of a game before it began, and how it went; the disc knows its back, too."""
    identity, public, begun = found if found is not None else (None, None, None)
    try:
        back = read_back(json.loads(public))
    except (PachamamaError, ValueError, TypeError, RecursionError):
        back = parse_scenario(disc or "", "disc").back()
        public = json.dumps(back_data(back))
    if not isinstance(identity, str) or not identity:
        identity = f"{_NAMELESS}{key}"
    row = GameRow(identity, public, _time(begun, changes[0].at), disc)
    return row, replay(back, changes)


def _time(value: object, otherwise: object = 0.0) -> float:
    for each in (value, otherwise):
        if isinstance(each, int | float) and abs(each) < _LAST_TIME:
            return float(each)
    return 0.0


def _changes(connection: Connection, key: int) -> Iterator[Change]:
    number = 0
    sql = "SELECT number, id, at, start, removed, entries, progress FROM changes WHERE place = ?1"
    while (row := next(_rows(connection, sql, key * MOST_CHANGES + number), None)) is not None:
        yield Change(*row)
        number += 1


def _rows(connection: Connection, sql: str, *values: Any) -> Iterator[Any]:
    """The rows until the first that cannot be read."""
    try:
        cursor = connection.execute(sql, values)
        while (row := cursor.fetchone()) is not None:
            yield row
    except (sqlite3.Error, OverflowError, UnicodeError):
        return
