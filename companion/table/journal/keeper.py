"""Keeps the game in play on disk, on a thread of its own: a memory card may stall for seconds."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from companion.table.beginnings import PATIENCE
from companion.table.journal.scribe import Scribe
from companion.tiwanaku.game import Record
from companion.tiwanaku.game.codec import Data
from companion.words import T, Text

RETRY = 3.0
"""Seconds between two tries to write what could not be written."""
STUCK = 120.0
"""Seconds after which no disk is only slow."""

Done = Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class _Job:
    """Something to have on disk: a record, or a remark."""

    what: Record | str
    done: Done


class _End(Enum):
    """When to end: once everything is on disk, or after one more try."""

    SAVED = auto()
    NOW = auto()


class Keeper:
    """Hands records to a scribe. ``keep`` never blocks; everything may be called from any thread."""

    def __init__(
        self,
        scribe: Scribe,
        *,
        retry: float = RETRY,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._scribe = scribe
        self._retry = retry
        self._patience = patience
        self._clock = clock
        self._busy_since: float | None = None
        self._jobs: queue.SimpleQueue[_Job | _End] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def id(self) -> str:
        """The game's name in the journal."""
        return self._scribe.id

    @property
    def alive(self) -> bool:
        """Whether the thread is there and not stuck; a disk that is full or slow is no reason to start anew."""
        since = self._busy_since
        return self._thread.is_alive() and (since is None or self._clock() - since < STUCK)

    def keep(self, record: Record, done: Done) -> bool:
        """Have a record on disk, then call ``done`` on another thread.

        ``done`` is called with False when the disk cannot be written: then people have been told, and it is tried
        again. True: do not wait, the disk has not answered for so long that people know already.
        """
        self._jobs.put(_Job(record, done))
        since = self._busy_since
        return since is not None and self._clock() - since > self._patience

    def remark(self, data: Data) -> None:
        """Have on disk what the table decided beside the game; nobody waits for it."""
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        self._jobs.put(_Job(text, lambda saved: None))

    @property
    def trouble(self) -> Text | None:
        """Why the game is not on disk; nothing if it is, as far as is known."""
        return self._scribe.trouble

    @property
    def ended(self) -> bool:
        """Whether it has nothing more to do, for good."""
        return not self._thread.is_alive()

    def let_go(self) -> None:
        """Nothing more comes: end once everything is on disk, however long that takes. Nobody waits for it."""
        self._jobs.put(_End.SAVED)

    def close(self, timeout: float = PATIENCE) -> Text | None:
        """Write what is left and end; why the game is not saved, if it is not."""
        self._jobs.put(_End.NOW)
        self._thread.join(timeout)
        if self._thread.is_alive():
            return T("The disk does not answer.")
        return self._scribe.trouble

    def _run(self) -> None:
        ends: set[_End] = set()
        self._write()
        while not (_End.NOW in ends or (_End.SAVED in ends and self._scribe.trouble is None)):
            found = self._waiting_jobs()
            ends.update(each for each in found if isinstance(each, _End))
            jobs = [each for each in found if isinstance(each, _Job)]
            for job in jobs:
                if isinstance(job.what, str):
                    self._scribe.remark(job.what)
                else:
                    self._scribe.note(job.what)
            self._write()
            for job in jobs:
                job.done(self._scribe.trouble is None)
        self._scribe.close()

    def _write(self) -> None:
        self._busy_since = self._clock()
        self._scribe.write()
        self._busy_since = None

    def _waiting_jobs(self) -> list[_Job | _End]:
        """All that waits; nothing after a while, if something is still to be written."""
        jobs: list[_Job | _End] = []
        try:
            jobs.append(self._jobs.get(timeout=self._retry if self._scribe.trouble is not None else None))
            while True:
                jobs.append(self._jobs.get_nowait())
        except queue.Empty:
            return jobs
