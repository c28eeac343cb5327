"""What takes longer than a moment: run aside, with progress, and cancelled when nobody wants it any more."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import PachamamaError, Unreadable
from companion.web.errors import Declined, error_data
from companion.words import Language, T

log = logging.getLogger(__name__)
MOST_RUNNING = 4
MOST_KEPT = 32
Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]
Result = Callable[[Language], dict[str, Any]]
"""The result of a job, said in a language."""
Work = Callable[[Progress, Cancelled], Result]


@dataclass(frozen=True)
class Job:
    """Something that runs for a device, or what came of it."""

    id: str
    device: str
    state: str = "running"
    done: int = 0
    of: int = 0
    result: Result | None = None
    error: PachamamaError | None = None

    def data(self, words: Language) -> dict[str, Any]:
        """As it is told to the device."""
        data: dict[str, Any] = {"type": "job", "job": self.id, "state": self.state}
        if self.state == "running":
            data |= {"done": self.done, "of": self.of}
        if self.result is not None:
            data["result"] = self.result(words)
        if self.error is not None:
            data["error"] = error_data(self.error, words)
        return data


class Jobs:
    """The jobs of a table. Used on the server's loop; ``post`` brings calls from elsewhere onto it."""

    def __init__(self, post: Callable[[Callable[[], None]], None], tell: Callable[[Job], None]) -> None:
        self._post = post
        self._tell = tell
        self._numbers = itertools.count(1)
        self._jobs: dict[str, Job] = {}
        self._stops: dict[str, threading.Event] = {}

    def begin(self, device: str, work: Work, name: str) -> Job:
        """Begin; one job a device, and few in all, so that a Pi has time for the game."""
        for job in self._jobs.values():
            if job.state == "running" and job.device == device:
                self.cancel(job)
        if len(self._stops) >= MOST_RUNNING:
            raise Declined(
                429, "too-many", T("Several phones are waiting already; try again soon."), retry_after=5
            )
        job = Job(f"j{next(self._numbers)}", device)
        stop = threading.Event()
        self._note(job)
        self._stops[job.id] = stop
        threading.Thread(target=self._run, args=(job, work, stop), name=name, daemon=True).start()
        return job

    def find(self, identity: str, device: str) -> Job | None:
        """A job of that device."""
        job = self._jobs.get(identity)
        return job if job is not None and job.device == device else None

    def cancel(self, job: Job) -> None:
        """Nobody wants it any more."""
        if job.id in self._stops:
            self._stops[job.id].set()
            self._note(replace(job, state="cancelled"))
            self._tell(self._jobs[job.id])

    def end(self) -> None:
        """Cancel everything."""
        for stop in self._stops.values():
            stop.set()

    def _run(self, job: Job, work: Work, stop: threading.Event) -> None:
        def progress(done: int, of: int) -> None:
            self._post(lambda: self._went_on(job.id, done, of))

        try:
            ended = replace(job, state="done", result=work(progress, stop.is_set))
        except PachamamaError as error:
            ended = replace(job, state="failed", error=error)
        except Exception:
            log.exception("a job failed: %s", threading.current_thread().name)
            ended = replace(
                job, state="failed", error=Unreadable(T("Something went wrong in here; look at the log."))
            )
        self._post(lambda: self._ended(ended))

    def _went_on(self, identity: str, done: int, of: int) -> None:
        job = self._jobs.get(identity)
        if job is not None and job.state == "running":
            self._note(replace(job, done=done, of=of))
            self._tell(self._jobs[identity])

    def _ended(self, ended: Job) -> None:
        del self._stops[ended.id]
        job = self._jobs.get(ended.id)
        if job is not None and job.state == "running":
            self._note(ended)
            self._tell(ended)

    def _note(self, job: Job) -> None:
        self._jobs[job.id] = job
        for identity in [each for each in self._jobs if each not in self._stops][:-MOST_KEPT]:
            del self._jobs[identity]
