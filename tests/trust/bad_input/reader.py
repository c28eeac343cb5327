"""What is put to the test: something that reads what comes from outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from tests.trust.bad_input.mutations import Sealed
from tests.trust.bad_input.trees import Form

Read = Callable[[bytes], object]
"""Reads an input. It may raise what its reader promises, and nothing else."""


@dataclass(frozen=True)
class Bench:
    """A reader made ready: valid inputs, as the project's own writers make them, and the reading itself."""

    seeds: Sequence[bytes]
    read: Read
    sealed: Sealed | None = None


@dataclass(frozen=True)
class Reader:
    """A reader of the product, and how much it is to be given.

    ``ready`` makes its bench, with a folder of its own; it runs in the process that does the reading. ``inputs`` is its part of
    the long run. One input in ``guided`` is watched for new lines. ``refusals`` are errors that it promises besides ours.
    """

    name: str
    ready: Callable[[Path], AbstractContextManager[Bench]]
    inputs: int
    form: Form = Form.BYTES
    tokens: tuple[bytes, ...] = ()
    largest: int = 100_000
    guided: int = 20
    refusals: tuple[type[Exception], ...] = field(default=())
