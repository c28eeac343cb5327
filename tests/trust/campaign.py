"""What every campaign of trust has in common: a limit of time, progress, and a result that can be written down.

A campaign is a function ``run(size, limit, tell) -> Result``. ``size`` says how much to try (``SHORT`` in ``./check``, ``LONG``
in ``./check trust``); ``limit`` says when to stop trying all the same. A result that stopped early says so: it is never
taken for a whole one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

Tell = Callable[[str], None]
"""Hears of the progress, a line each."""


class Limit:
    """A time after which nothing new is begun."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds

    @property
    def is_over(self) -> bool:
        return self._clock() >= self._end

    @property
    def left(self) -> float:
        return max(0.0, self._end - self._clock())


@dataclass
class Row:
    """One kind of trial, and how it went.

    ``lost`` counts confirmed events that were gone afterwards, ``doubled`` those that were there twice. Everything that was
    not as it should be is in ``failures``, one plain sentence each, with the seed that repeats it.
    """

    name: str
    tried: int = 0
    survived: int = 0
    lost: int = 0
    doubled: int = 0
    false_alarms: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return self.survived == self.tried and not (self.lost or self.doubled or self.failures)


@dataclass
class Result:
    """How a campaign went. ``curves`` are drawn in the report: a name, and a value for every game or moment."""

    campaign: str
    wanted: int
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    curves: dict[str, list[float]] = field(default_factory=dict)
    seconds: float = 0.0
    repeat: str = ""

    @property
    def tried(self) -> int:
        return sum(row.tried for row in self.rows)

    @property
    def is_whole(self) -> bool:
        """Whether as much was tried as was wanted."""
        return self.tried >= self.wanted

    @property
    def is_clean(self) -> bool:
        return bool(self.rows) and all(row.is_clean for row in self.rows)

    @property
    def failures(self) -> list[str]:
        return [f"{row.name}: {each}" for row in self.rows for each in row.failures]

    def write(self, folder: Path) -> None:
        """Keep it for the report."""
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(self), indent=1, ensure_ascii=False)
        (folder / f"{self.campaign}.json").write_text(text + "\n", encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> Result:
        """What was written down."""
        data = json.loads(file.read_text(encoding="utf-8"))
        rows = [Row(**row) for row in data.pop("rows")]
        return cls(rows=rows, **data)
