"""The tables of a journal, and how an older one becomes today's.

    games       what is public before the game: the back of the disc     sittings  in which order people sat down
    changes     what happened, public as well                            discs     the solutions, here and nowhere else
    remarks     what the table decided beside the game: public, too

The version of a file is the number of migrations it has seen. One is added at the end of the list when the tables
change; those that were released stay as they are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.errors import Unreadable
from companion.files import PRIVATE_FILE
from companion.table.journal.connection import Connection, transaction
from companion.words import T

Migration = Callable[[Connection], None]


MOST_CHANGES = 1_000_000
"""So many changes a game can have; the place of a change is the game's key times this, plus its number."""


def _first_tables(connection: Connection) -> None:
    """Changes of a game lie together and grow at their end, so one costs one page, seldom more.

    Rows of such a table lie in leaf pages alone: a broken page higher up loses none of them.
    """
    connection.execute(
        "CREATE TABLE games (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
        " back TEXT NOT NULL, begun REAL NOT NULL) STRICT"
    )
    connection.execute(
        "CREATE TABLE discs (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,"
        " scenario TEXT NOT NULL) STRICT"
    )
    connection.execute(
        "CREATE TABLE changes (place INTEGER PRIMARY KEY,"
        " game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,"
        f" number INTEGER NOT NULL CHECK (number < {MOST_CHANGES}), id TEXT NOT NULL, at REAL NOT NULL,"
        " start INTEGER NOT NULL, removed INTEGER NOT NULL, entries TEXT NOT NULL, progress TEXT NOT NULL,"
        f" CHECK (place = game * {MOST_CHANGES} + number)) STRICT"
    )
    connection.execute(
        "CREATE TABLE remarks (place INTEGER PRIMARY KEY,"
        " game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, remark TEXT NOT NULL) STRICT"
    )
    connection.execute(
        "CREATE TABLE sittings (number INTEGER PRIMARY KEY,"
        " game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE) STRICT"
    )


MIGRATIONS: tuple[Migration, ...] = (_first_tables,)


class NewerJournal(Unreadable):
    """A journal written by a later version of Pachamama: to be left alone."""


def migrate(connection: Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring a journal up to date, all at once or not at all; a copy of an older one is kept beside it."""
    version = _version(connection)
    if version == len(migrations):
        return
    _check_not_newer(version, path, migrations)
    if version:
        _keep_copy(connection, path, version)
    with transaction(connection):
        for migration in migrations[_version(connection) :]:
            migration(connection)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def check_version(connection: Connection, path: Path) -> None:
    """For those who only read: refuse a journal of another version."""
    version = _version(connection)
    _check_not_newer(version, path, MIGRATIONS)
    if version < len(MIGRATIONS):
        raise Unreadable(
            T("The journal {file} is of an older version and cannot be brought up to date here.", file=str(path))
        )  # fmt: skip


def _version(connection: Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _check_not_newer(version: int, path: Path, migrations: Sequence[Migration]) -> None:
    if version > len(migrations):
        raise NewerJournal(
            T("The journal {file} was written by a newer Pachamama; update this one to use it.", file=str(path))
        )  # fmt: skip


def _keep_copy(connection: Connection, path: Path, version: int) -> None:
    copy = path.with_name(f"{path.name}.version-{version}")
    if copy.exists():
        return
    # An empty file that only its owner may read; SQLite fills it.
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
    connection.execute("VACUUM INTO ?", (str(copy),))
