"""Whatever goes wrong without anybody noticing: errors in a log, exceptions that end a thread or are thrown away.

>>> with Overheard() as overheard:
...     logging.getLogger("companion.table").error("the table failed")
>>> overheard.failures
['companion.table: the table failed']
"""

from __future__ import annotations

import gc
import logging
import sys
import threading
import warnings
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Any

MOST = 100
"""Failures that are kept; more are only counted."""


class Overheard(logging.Handler):
    """Listens to everything for as long as it is open.

    ``failures`` are records at ERROR or with an exception, exceptions that ended a thread, that nobody could catch, or that a
    loop had to handle, and warnings of Python about something that was left open. ``warned`` counts all other warnings.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.failures: list[str] = []
        self.count = 0
        self.warned: Counter[str] = Counter()
        self._restore: list[Callable[[], object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Hear one record of any log."""
        said = f"{record.name}: {record.getMessage()}"
        if record.exc_info is not None and record.exc_info[1] is not None:
            self.fail(f"{said} ({record.exc_info[1]!r})")
        elif record.levelno >= logging.ERROR:
            self.fail(said)
        else:
            self.warned[said] += 1

    def fail(self, what: str) -> None:
        """Something went wrong."""
        self.count += 1
        if len(self.failures) < MOST:
            self.failures.append(what)

    def loop_failed(self, loop: object, context: dict[str, Any]) -> None:
        """What a loop could not handle: set as its exception handler."""
        self.fail(f"a loop: {context.get('message')} ({context.get('exception')!r})")

    def __enter__(self) -> Overheard:
        root = logging.getLogger()
        root.addHandler(self)
        thread, unraisable = threading.excepthook, sys.unraisablehook
        self._restore = [
            lambda: root.removeHandler(self),
            lambda: setattr(threading, "excepthook", thread),
            lambda: setattr(sys, "unraisablehook", unraisable),
        ]
        threading.excepthook = self._thread_failed
        sys.unraisablehook = self._thrown_away
        caught = warnings.catch_warnings()
        caught.__enter__()
        warnings.simplefilter("error", ResourceWarning)
        self._restore.append(lambda: caught.__exit__(None, None, None))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        gc.collect()  # what was left open speaks up when it is thrown away
        for restore in reversed(self._restore):
            restore()

    def _thread_failed(self, ended: threading.ExceptHookArgs) -> None:
        name = ended.thread.name if ended.thread is not None else "a thread"
        self.fail(f"{name} ended by {ended.exc_value!r}")

    def _thrown_away(self, thrown: sys.UnraisableHookArgs) -> None:
        self.fail(f"thrown away: {thrown.exc_value!r} in {thrown.object!r}")
