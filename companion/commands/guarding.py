"""What keeps the solution out of what a failure leaves behind: no core dump, and no value in a traceback.

A traceback tells where something failed and what kind of error it was. The error's own words are left out: they may be a
value that was worked with, and that may be what lies on a hidden space. ``python -X dev`` shows them.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from types import TracebackType

_WORDY = "asyncio"
"""This logger's messages repeat the error on their later lines."""
ExcInfo = tuple[type[BaseException] | None, BaseException | None, TracebackType | None]


@contextmanager
def guarded() -> Iterator[None]:
    """A process that may hold a solution: whatever fails in it, nothing hidden is written anywhere."""
    forbid_core_dumps()
    if sys.flags.dev_mode:
        yield
        return
    hook, last_resort = threading.excepthook, logging.lastResort
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(WithoutValues())
    # Both stand in for Python's own only: who set up others wants to hear of everything.
    logging.lastResort = handler
    if hook is threading.__excepthook__:
        threading.excepthook = _thread_failed
    try:
        yield
    finally:
        threading.excepthook, logging.lastResort = hook, last_resort


def forbid_core_dumps() -> None:
    """Have the system write no image of this process, nor of those that it starts, when it crashes."""
    # Not every system has it.
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, most))


class WithoutValues(logging.Formatter):
    """Writes log lines with tracebacks that tell places and kinds of errors."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, whatever another formatter has left in the record."""
        record = copy(record)
        record.exc_text = None
        if record.name == _WORDY:
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
        return super().format(record)

    def formatException(self, ei: ExcInfo | tuple[None, None, None]) -> str:
        """A traceback."""
        return told(ei[1]) if ei[1] is not None else ""


def told(error: BaseException) -> str:
    """Where an error came from and of what kind it is, and the same of those that led to it.

    >>> try:
    ...     {}["sand"]
    ... except KeyError as error:
    ...     print("sand" in told(error).splitlines()[-1], told(error).splitlines()[-1])
    False KeyError
    """
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [told(before), "which led to:"] if before is not None else []
    lines += [
        f"  {frame.filename}, line {frame.lineno}, in {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    lines.append(type(error).__name__ + _number(error))
    return "\n".join(lines)


def _number(error: BaseException) -> str:
    """The system's own number of an error: no value of ours."""
    return f" {error.errno}" if isinstance(error, OSError) and error.errno is not None else ""


def _thread_failed(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None and not isinstance(failure.exc_value, SystemExit):
        name = failure.thread.name if failure.thread is not None else "?"
        sys.stderr.write(f"{name} failed:\n{told(failure.exc_value)}\n")
