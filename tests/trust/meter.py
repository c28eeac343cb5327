"""Reads what a table in this process takes, after each game: one value a curve."""

from __future__ import annotations

import gc
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.trust import levels
from tests.trust.whole_table import WholeTable


class Meter:
    """The curves of a soak."""

    def __init__(self) -> None:
        self.curves: dict[levels.Curve, list[float]] = {curve: [] for curve in levels.CURVES}
        self._journal = self._coach = 0.0

    def look_at_coach(self, table: WholeTable) -> None:
        """Note the memory of the coach's process, if one is at work: it goes home before the game is over."""
        process = getattr(table.at_play.coach._worker, "process", None)
        if process is not None:
            self._coach = max(self._coach, levels.memory(process.pid))

    def read(self, table: WholeTable, commands: int, seconds: float) -> None:
        """A game of so many commands is over, and took so much work."""
        file = table.at_play.games.journal.path
        journal, before = _in_use(file), self.curves[levels.COACH]
        gc.collect()
        for curve, value in (
            (levels.MEMORY, levels.memory()),
            (levels.COACH, self._coach or (before or [0.0])[-1]),
            (levels.THREADS, float(levels.thread_count())),
            (levels.HANDLES, float(levels.open_handles())),
            (levels.JOURNAL, (journal - self._journal) / commands),
            (levels.WAL, levels.size_of(file.with_name(file.name + "-wal"))),
            (levels.WORK, 1000 * seconds / commands),
        ):
            self.curves[curve].append(round(value, 3))
        self._journal, self._coach = journal, 0.0


def _in_use(journal: Path) -> float:
    """How many bytes of the journal are in use, what waits beside it included."""
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
        (count,), (size,) = (
            connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
        )
    return float(count * size)
