"""Writes one game into the journal, and remembers what could not be written until it can.

            note, write: on disk
    SAVED ────────────────────────► SAVED
      │ any error                     ▲
      ▼                               │ write: everything since the last success goes to disk at once
   UNSAVED ───────────────────────────┘
      note, write: kept in memory; the file is opened anew each time

A damaged file is set aside, and the whole game written into the new one. If somebody else went on with the same game
in the same journal, this one is kept as a game of its own: nothing is overwritten, nothing is lost.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.errors import PachamamaError
from companion.table.journal.changes import Change, change_between
from companion.table.journal.connection import FAILURES, Connect, Connection, is_damage, trouble
from companion.table.journal.rescue import rescue
from companion.table.journal.schema import migrate
from companion.table.journal.store import GameRow, Store, WrittenElsewhere
from companion.tiwanaku.game import Entry, Record
from companion.words import T, Text

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people must know about their saved games; ``lasting``: until a good one says that it is over."""

    text: Text
    good: bool = False
    lasting: bool = False


Tell = Callable[[Notice], None]


def new_id() -> str:
    """A name for a game, short enough to be typed."""
    return secrets.token_hex(4)


class Scribe:
    """One game and its file. All methods but the constructor are called on one thread."""

    def __init__(
        self,
        path: Path,
        row: GameRow,
        *,
        changes: Sequence[Change] = (),
        entries: Sequence[Entry] = (),
        remarks: Sequence[str] = (),
        connect: Connect,
        tell: Tell,
        now: Callable[[], float],
    ) -> None:
        self._path = path
        self._row = row
        self._changes = list(changes)
        self._entries = tuple(entries)
        self._remarks = list(remarks)
        self._noted: list[Record] = []
        self._connect = connect
        self._tell = tell
        self._now = now
        self._connection: Connection | None = None
        self._sit_down = True
        self.trouble: Text | None = None
        """Why the game is not on disk; nothing if it is."""

    @property
    def id(self) -> str:
        """The game's name in the journal."""
        return self._row.id

    def note(self, record: Record) -> None:
        """The game stands like this now."""
        self._noted.append(record)

    def remark(self, remark: str) -> None:
        """The table decided something beside the game."""
        self._remarks.append(remark)

    def write(self) -> None:
        """Have everything on disk, or know why not; people are told when one becomes the other."""
        try:
            self._work_out_changes()
            if self._changes:
                self._write()
        except (*FAILURES, PachamamaError) as error:
            self._failed(trouble(error, self._path))
        except Exception:
            # Not with the values of variables: one of them is the solution.
            log.exception("the journal failed")
            self._failed(T("Something went wrong in here; look at the log."))
        else:
            if self.trouble is not None:
                self.trouble = None
                log.warning("the game is saved again, with everything since")
                self._tell(
                    Notice(T("The game is saved again, with everything that happened since."), good=True)
                )

    def close(self) -> None:
        """Let go of the file."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def _work_out_changes(self) -> None:
        while self._noted:
            last = self._changes[-1] if self._changes else None
            change = change_between(last, self._entries, self._noted[0], at=self._now())
            if change is not None:
                self._changes.append(change)
                self._entries = self._noted[0].entries
            del self._noted[0]

    def _write(self) -> None:
        try:
            self._store_everything()
        except WrittenElsewhere:
            self._row = replace(self._row, id=new_id())
            self._sit_down = True
            self._store_everything()
            text = T("This game is played elsewhere, too. It goes on here as a game of its own: {id}.", id=self.id)  # fmt: skip
            self._tell(Notice(text))
        except FAILURES as error:
            if not is_damage(error):
                raise
            self.close()
            rescued = rescue(self._path, connect=self._connect)
            log.warning("%s", rescued.text)
            self._sit_down = True
            self._store_everything()
            self._tell(Notice(rescued.text))

    def _store_everything(self) -> None:
        if self._connection is None:
            self._connection = self._connect(self._path)
            migrate(self._connection, self._path)
        Store(self._connection).write(self._row, self._changes, self._remarks, sit_down=self._sit_down)
        self._sit_down = False

    def _failed(self, why: Text) -> None:
        self.close()
        if self.trouble is None:
            log.warning("not saved: %s", why)
            text = T("Not saved! {why} Play on; it is tried again all the time.", why=why)
            self._tell(Notice(text, lasting=True))
        self.trouble = why
