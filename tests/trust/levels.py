"""Whether what a process takes levels off: memory, threads, open files, the journal. One sample after each game.

A line is laid through the second half of the samples, so that what is loaded and kept once (catalogues, fonts, styles, the
eye's tables) is not taken for growth. A curve that rises by more than its tolerance over that half grows.

>>> grows(THREADS, [9, 12, 12, 12, 12, 12])
>>> grows(THREADS, [float(number) for number in range(20)])
'threads: 9.0 more over the last 10 games, at most 1.5 are borne'
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 1024.0 * 1024.0
FEWEST = 4
"""Samples without which nothing can be said."""


@dataclass(frozen=True)
class Curve:
    """What is measured, and by how much it may rise over the second half: so much, and so large a share of its mean."""

    name: str
    unit: str
    tolerance: float
    share: float = 0.0


MEMORY = Curve("memory", "MB", 8.0, 0.04)
COACH = Curve("the coach's memory", "MB", 8.0, 0.04)
THREADS = Curve("threads", "", 1.5)
HANDLES = Curve("open handles", "", 2.0)
JOURNAL = Curve("journal, for each game", "KB", 4.0, 0.05)
WAL = Curve("what waits beside the journal", "KB", 512.0)
SECONDS = Curve("seconds for each command", "s", 0.1, 0.25)
CURVES = (MEMORY, COACH, THREADS, HANDLES, JOURNAL, WAL, SECONDS)


def slope(values: Sequence[float]) -> float:
    """By how much values rise from one to the next, by least squares."""
    middle, mean = (len(values) - 1) / 2, sum(values) / len(values)
    spread = sum((place - middle) ** 2 for place in range(len(values)))
    return sum((place - middle) * (value - mean) for place, value in enumerate(values)) / spread


def grows(curve: Curve, values: Sequence[float]) -> str | None:
    """A sentence about a curve that does not level off; nothing about one that does."""
    half = values[len(values) // 2 :]
    if len(half) < FEWEST:
        return None
    rise = slope(half) * (len(half) - 1)
    borne = curve.tolerance + curve.share * sum(half) / len(half)
    if rise <= borne:
        return None
    unit = f" {curve.unit}" if curve.unit else ""
    return (
        f"{curve.name}: {rise:.1f}{unit} more over the last {len(half)} games, at most {borne:.1f} are borne"
    )


def memory(process: int | str = "self") -> float:
    """The memory of a process that is not swapped out, in MB; 0 if there is no such process."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * PAGE / MEGABYTE


def open_handles() -> int:
    """How many files, sockets and pipes this process has open."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 (a path for each would open more)


def thread_count() -> int:
    """How many threads Python knows of."""
    return threading.active_count()


def size_of(*files: Path) -> float:
    """The size of files that are there, in KB."""
    return sum(file.stat().st_size for file in files if file.exists()) / 1024
