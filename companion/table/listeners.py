"""Whoever hears of the game: told of each record that is on disk, and of what is new in it.

A listener is called on the desk's thread and must be quick; what takes time it does elsewhere. One that fails is
logged and harms nobody.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from companion.tiwanaku.game import Event, Record

log = logging.getLogger(__name__)

Told = Callable[[Record, tuple[Event, ...]], None]
"""Hears of a record and its fresh events. Without any, the record is to be taken as a whole: somebody corrected
it, or another game is gone on with."""


def fresh_events(before: Record | None, record: Record) -> tuple[Event, ...]:
    """What happened since: the events of the one command that was added, or that a new game began with."""
    known = before.entries if before is not None else ()
    # Unchanged entries are the same objects, so this compares addresses.
    if record.entries and (len(record.entries) == 1 or record.entries[:-1] == known):
        return record.entries[-1].events
    return ()


def tell_all(listeners: Iterable[Told], record: Record, events: tuple[Event, ...]) -> None:
    """Tell every listener, whatever becomes of the others."""
    for told in listeners:
        try:
            told(record, events)
        except Exception:
            # Without the values of variables, as everywhere at the table.
            log.exception("somebody who hears of the game failed")
