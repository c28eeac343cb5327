"""Long work that a person can watch and stop: Ctrl-C asks it to end, and what it has found so far is kept."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

from rich.console import Console

Result = TypeVar("Result")
# Seconds before anything is shown, and between two looks.
_QUIET = 0.5
_LOOK = 0.1


class Work(Generic[Result]):
    """Work in a thread of its own, so that no signal can reach a solver in the middle of a step."""

    def __init__(self, run: Callable[[Callable[[], bool]], Result]) -> None:
        self._run = run
        self._stop = Event()
        self._done = Event()
        self._result: list[Result] = []
        self._failure: BaseException | None = None
        self.stopped = False

    def result(self, status: Callable[[], str], console: Console) -> Result:
        """Wait for the end; after half a second, on a terminal, with a line that says how far it is."""
        Thread(target=self._work, daemon=True).start()
        try:
            if not self._done.wait(_QUIET) and console.is_terminal:
                with console.status(status()) as line:
                    while not self._done.wait(_LOOK):
                        line.update(status())
            self._done.wait()
        except KeyboardInterrupt:
            self.stopped = True
            self._stop.set()
            self._done.wait()
        if self._failure is not None:
            raise self._failure
        return self._result[0]

    def _work(self) -> None:
        try:
            self._result.append(self._run(self._stop.is_set))
        except BaseException as failure:
            self._failure = failure
        finally:
            self._done.set()
