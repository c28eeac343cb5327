"""The thin line to SQLite: how a journal's file is opened, and what its errors mean to people.

Nothing else here knows SQLite's settings, and tests put a connection in its place that fails on purpose.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import copyfile
from typing import Any, Protocol

from companion.errors import PachamamaError, Unreadable, Unwritable
from companion.files import PRIVATE_FILE, make_private_folder
from companion.words import T, Text

BUSY_TIME = 5.0
"""Seconds to wait for another program that writes to the same file."""
BESIDE = ("", "-wal", "-shm")
"""What SQLite adds to a file's name for the files that belong to it."""


class Cursor(Protocol):
    """The answer to a statement."""

    def fetchone(self) -> Any:
        """The next row, if there is one."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows."""
        ...


class Connection(Protocol):
    """What we use of an SQLite connection. It belongs to the thread that opened it."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Cursor:
        """Carry out one statement."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


Connect = Callable[[Path], Connection]


def connect(path: Path) -> Connection:
    """The journal's file, made if there is none, for its owner's eyes only: it holds solutions.

    Every commit is on the disk when it returns (WAL, synchronous=FULL).
    """
    _make_private(path)
    connection = sqlite3.connect(path, timeout=BUSY_TIME, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # A deleted game's solution is overwritten, not only forgotten.
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of the journal's files, for reading where the folder cannot be written, or may not be touched."""
    with tempfile.TemporaryDirectory(prefix="pachamama-") as folder:
        copy = Path(folder) / path.name
        for ending in BESIDE[:2]:
            beside = path.with_name(path.name + ending)
            if beside.exists():
                copyfile(beside, copy.with_name(copy.name + ending))
        yield copy


@contextmanager
def connected_to_copy(path: Path) -> Iterator[Connection]:
    """A connection to a copy, closed and gone afterwards."""
    with copied(path) as copy, closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        yield connection


def sync_folder(folder: Path) -> None:
    """Have the names of a folder's files on disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """All of what is done inside, or nothing of it; on disk when this ends."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back by itself after some errors, and says so.
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def is_damage(error: Exception) -> bool:
    """Whether an error says that the file's content is broken, rather than that it cannot be reached."""
    return isinstance(error, sqlite3.DatabaseError) and _matches(error, "malformed", "not a database")


def trouble(error: Exception, path: Path) -> Text:
    """What is wrong with the journal, and what to do about it."""
    file = str(path)
    if isinstance(error, PachamamaError):
        return error.text
    if _matches(error, "full"):
        return T("The disk is full: {file} cannot grow. Delete something on it.", file=file)
    if _matches(error, "readonly", "read-only", "unable to open"):
        return T("{file} cannot be written: check the rights of its folder and whether the disk is read-only.", file=file)  # fmt: skip
    if _matches(error, "locked", "busy"):
        return T("Another program keeps {file} for itself; close it.", file=file)
    if is_damage(error):
        return T("{file} is damaged.", file=file)
    return T("{file} cannot be written ({reason}); the disk may be worn out.", file=file, reason=str(error))


def as_ours(error: Exception, path: Path) -> PachamamaError:
    """An SQLite error as one of ours, for commands that cannot go on without the journal."""
    if isinstance(error, PachamamaError):
        return error
    return (Unreadable if is_damage(error) else Unwritable)(trouble(error, path))


def _matches(error: Exception, *parts: str) -> bool:
    return any(part in str(error).lower() for part in parts)


def _make_private(path: Path) -> None:
    try:
        make_private_folder(path.parent)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    except FileExistsError:
        with suppress(OSError):
            path.chmod(PRIVATE_FILE)
        return
    except OSError as error:
        raise _unwritable(path, error) from None
    os.close(file)
    sync_folder(path.parent)


def _unwritable(path: Path, error: OSError) -> Unwritable:
    reason = error.strerror or str(error)
    return Unwritable(T("{file}: cannot be written ({reason}).", file=str(path), reason=reason))
