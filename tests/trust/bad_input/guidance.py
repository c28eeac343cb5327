"""Which lines of the product an input reaches: inputs that reach new ones are worth going on from.

Our own light guidance by ``sys.settrace``, for some of the inputs only, since tracing slows a reader down several times.
It is the same on every supported Python, and with it the inputs of a seed are; a function all of whose lines were
reached is traced no more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

PACKAGES = ("companion", "vision", "hardware", "firmware")


@contextmanager
def unwatched() -> Iterator[None]:
    """What is done inside is not traced, and takes the time that it takes at a table."""
    former = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(former)


class Lines:
    """The lines reached so far."""

    def __init__(self, root: Path, packages: tuple[str, ...] = PACKAGES) -> None:
        self._folders = tuple(f"{root / package}/" for package in packages)
        self._missing: dict[CodeType, set[int]] = {}
        self.reached = 0

    def new_in(self, call: Callable[[], object]) -> bool:
        """Do something; whether it reached a line that nothing before had reached."""
        before = self.reached
        former = sys.gettrace()
        sys.settrace(self._entered)
        try:
            call()
        finally:
            sys.settrace(former)
        return self.reached > before

    def _entered(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        missing = self._missing.get(code)
        if missing is None:
            ours = code.co_filename.startswith(self._folders)
            missing = {line for _, _, line in code.co_lines() if line} if ours else set()
            self._missing[code] = missing
        if not missing:
            return None

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            if frame.f_lineno in missing:
                missing.discard(frame.f_lineno)
                self.reached += 1
            return step

        return step
