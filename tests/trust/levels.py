"""Whether what a process takes levels off: memory, threads, open files, the journal. One sample after each game.

A line is laid through the second half of the samples, so that what is loaded and kept once (catalogues, fonts, styles, the
eye's tables) is not taken for growth. A curve that rises by more than its tolerance over that half grows.

>>> grows(THREADS, [9, 12, 12, 12, 12, 12])
>>> grows(THREADS, [float(number) for number in range(20)])
'threads: 9.0 more over the last 10 games, at most 4.0 are borne'
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Curve:
    """What is measured, and by how much it may rise over the second half: so much, and so large a share of its mean."""

    name: str
    unit: str
    tolerance: float
    share: float = 0.0
    fewest: int = 4
    """Samples without which nothing can be said: more where games differ."""


MEMORY = Curve("memory", "MB", 8.0, 0.04, fewest=20)
COACH = Curve("the coach's memory", "MB", 8.0, 0.04, fewest=50)
# Some threads, and what they hold open, come and go with what a phone asks.
THREADS = Curve("threads", "", 4.0)
HANDLES = Curve("open handles", "", 4.0)
JOURNAL = Curve("journal, for each command", "bytes", 60.0, 0.1, fewest=20)
WAL = Curve("what waits beside the journal", "KB", 512.0)
WORK = Curve("work, for each command", "ms", 20.0, 0.35, fewest=20)
CURVES = (MEMORY, COACH, THREADS, HANDLES, JOURNAL, WAL, WORK)


def slope(values: Sequence[float]) -> float:
    """By how much values rise from one to the next, by least squares."""
    middle, mean = (len(values) - 1) / 2, sum(values) / len(values)
    spread = sum((place - middle) ** 2 for place in range(len(values)))
    return sum((place - middle) * (value - mean) for place, value in enumerate(values)) / spread


def can_be_judged(curve: Curve, values: Sequence[float]) -> bool:
    """Whether there are samples enough to say anything."""
    return len(values) - len(values) // 2 >= curve.fewest


def grows(curve: Curve, values: Sequence[float]) -> str | None:
    """A sentence about a curve that does not level off; nothing about one that does."""
    half = values[len(values) // 2 :]
    if not can_be_judged(curve, values):
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
    """The memory of a process's own, swapped out or not, in MB; 0 if there is no such process.

    What it has read from files is not counted: the system takes that back when it likes.
    """
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith(("RssAnon:", "VmSwap:"))) / 1024


def open_handles() -> int:
    """How many files, sockets and pipes this process has open."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 (a path for each would open more)


def thread_count() -> int:
    """How many threads this process has, those of libraries included."""
    return len(os.listdir("/proc/self/task"))  # noqa: PTH208


def size_of(*files: Path) -> float:
    """The size of files that are there, in KB."""
    return sum(file.stat().st_size for file in files if file.exists()) / 1024
