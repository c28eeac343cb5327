"""Readers that are wrong on purpose: what finds defects has to find these."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from companion.errors import Unreadable
from companion.words import T
from tests.trust.bad_input.reader import Bench, Read, Reader

SLOW = 0.03
"""Seconds that the slow one takes."""
_LATE = 80
_SEEDS = (b"one 1", b"two 2", b"three 3")


def _ready(read: Read) -> AbstractContextManager[Bench]:
    @contextmanager
    def bench() -> Iterator[Bench]:
        yield Bench(_SEEDS, read)

    return bench()


def _escape(data: bytes) -> None:
    if data not in _SEEDS:
        raise KeyError(data[:3])


def _refuse(data: bytes) -> None:
    raise Unreadable(T("This cannot be read."))


def _refuse_badly(data: bytes) -> None:
    raise Unreadable(T("This {what} cannot be read.", that="word"))


def _hang(data: bytes) -> None:
    if data not in _SEEDS:
        threading.Event().wait()


def _die(data: bytes) -> None:
    if data not in _SEEDS:
        os.abort()


def _dawdle(data: bytes) -> None:
    end = time.monotonic() + SLOW
    while time.monotonic() < end:
        pass


def _devour(data: bytes) -> None:
    if data not in _SEEDS:
        bytearray(400 * 1024 * 1024)[::4096] = b"x" * (100 * 1024)


def _grow(folder: Path) -> AbstractContextManager[Bench]:
    kept: list[bytearray] = []
    return _ready(lambda data: kept.append(bytearray(b"x" * 1_000_000)))


def _grow_late(folder: Path, *, once: bool) -> AbstractContextManager[Bench]:
    """One input far in the second half makes it larger; each time it comes again, too, or only the first time."""
    kept: list[bytearray] = []
    seen: list[bytes] = []

    def read(data: bytes) -> None:
        seen.append(data)
        if len(seen) > _LATE and data == seen[_LATE] and not (once and kept):
            kept.append(bytearray(b"x" * 40_000_000))

    return _ready(read)


def _leave_open(folder: Path) -> AbstractContextManager[Bench]:
    kept: list[object] = []
    return _ready(lambda data: kept.append((folder / "file").open("ab")))


READERS = (
    Reader("escapes", lambda folder: _ready(_escape), 0),
    Reader("refuses", lambda folder: _ready(_refuse), 0),
    Reader("refuses badly", lambda folder: _ready(_refuse_badly), 0),
    Reader("hangs", lambda folder: _ready(_hang), 0),
    Reader("dies", lambda folder: _ready(_die), 0),
    Reader("dawdles", lambda folder: _ready(_dawdle), 0),
    Reader("devours", lambda folder: _ready(_devour), 0),
    Reader("grows", _grow, 0),
    Reader("leaks late", lambda folder: _grow_late(folder, once=False), 0),
    Reader("keeps late", lambda folder: _grow_late(folder, once=True), 0),
    Reader("leaves open", _leave_open, 0),
)
