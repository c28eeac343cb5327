"""Odds at all stages of simulated games: how often exact, estimated or missing, how fast, and how far off.

Run it from the project's folder: ``python -m benchmarks.bench_odds [--full] [--seed N] [--seconds S]``. Times are those
of the processor, so that other work on the machine changes little; the deduction is done before and not counted. The
second part estimates where the truth is known, with few frontiers a sweep, as on a slow machine, and says how often the
truth lies within twice the standard error. A short run takes about three minutes. It ends with 1 if a position is left
without an answer, or if estimates hold less often than nine times in ten.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

from benchmarks.deduction_games import stage_positions
from companion.tiwanaku.deduction import deduce, odds
from companion.tiwanaku.deduction.course import courses
from companion.tiwanaku.deduction.racing import Race
from companion.tiwanaku.deduction.sampling import Sampler
from companion.tiwanaku.position import Position

# Tiles known at least and at most.
STAGES = {
    "short": ((3, 4), (5, 9), (10, 14), (15, 19), (20, 24)),
    "long": ((6, 8), (9, 14), (15, 22), (23, 33), (34, 44)),
}
# Estimates for the second part: seconds, and frontiers that a sweep keeps.
SLOW = (1.5, 2000)
PATIENCE = 30.0
WANTED = 0.9


def measure(name: str, least: int, most: int, count: int, seed: int, seconds: float) -> int:
    """One stage; how many positions got no answer."""
    times, errors, exact, boards = [], [], 0, []
    for position in stage_positions(name, least, most, count, seed):
        known = deduce(position)
        began = process_time()
        found = odds(position, known, seconds=seconds, clock=process_time)
        times.append(process_time() - began)
        if found is not None:
            boards.append(found.boards)
            exact += found.exact
            errors += [] if found.exact else [found.error]
    times.sort()
    error = f"{100 * median(errors):8.2f} % {100 * max(errors):7.2f} %" if errors else f"{'-':>10} {'-':>9}"
    none = count - exact - len(errors)
    print(
        f"{name:5} {least:>3}-{most:<3} {count:>4} {exact / count:>7.0%} {len(errors) / count:>9.0%} {none / count:>5.0%}"
        f" {median(boards):>10.2g} {median(times):>8.2f} s {times[len(times) * 9 // 10]:>6.2f} s {times[-1]:>6.2f} s {error}",
        flush=True,
    )
    return none


def held(position: Position, seeds: int) -> tuple[int, int]:
    """Of how many values the truth was within twice the error, and of how many it is known."""
    ways = courses(position, deduce(position))
    began = process_time()
    exact = Race(ways).run(3_000_000, lambda: process_time() - began > PATIENCE)
    if exact is None:
        return 0, 0
    truth = exact.by_space / exact.boards
    unsure = (truth > 0) & (truth < 1)
    good = values = 0
    for seed in range(seeds):
        seconds, most = SLOW
        deadline = process_time() + seconds
        sampler = Sampler(Race(ways), seed, first=(250, 500), learning=(1000,), fewest=most, most=most)
        sampler.scout(lambda: False)
        found = sampler.estimate(process_time, deadline, lambda late=deadline: process_time() > late)
        if found is not None:
            good += int((np.abs(found.shares - truth) <= 2 * found.errors)[unsure].sum())
            values += int(unsure.sum())
    return good, values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="more positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    count, positions = (40, 20) if options.full else (8, 6)
    print(
        "board tiles    n   exact estimated  none    boards    median    9/10    most  error median, largest"
    )
    missing = 0
    for name, stages in STAGES.items():
        for least, most in stages:
            missing += measure(name, least, most, count, options.seed, options.seconds)
    good = values = 0
    for name, (least, most) in (("short", (3, 4)), ("long", (9, 12))):
        for position in stage_positions(name, least, most, positions, options.seed + 1):
            one = held(position, 2)
            good, values = good + one[0], values + one[1]
    print(
        f"estimates: {good / values:.1%} of {values} true values within twice the error ({WANTED:.0%} wanted)"
    )
    if missing or good < WANTED * values:
        sys.exit(1)


if __name__ == "__main__":
    main()
