"""How well and how fast a transcription's slips are found: seeded discs of both boards with 1, 2 and 3 wrong spaces."""

import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.tiwanaku.slips.report import report
from tests.discs import disc, looked_at_again, with_slips

DISCS = 40
CASES = 200
SLOWEST_SECONDS = 5.0


def main() -> int:
    slowest = 0.0
    for board in ("short", "long"):
        for slips in (1, 2, 3):
            slowest = max(slowest, measure(board, slips))
    return 1 if slowest > SLOWEST_SECONDS else 0


def measure(board: str, slips: int) -> float:
    exact = partly = unseen = looked = mended = 0
    times = []
    for case in range(CASES):
        scenario = disc(case % DISCS, board)
        transcription, wrong = with_slips(scenario, slips, Random(f"{board} {slips} {case}"))
        start = time.perf_counter()
        found = first = report(transcription)
        times.append(time.perf_counter() - start)
        exact += set(first.look_again) == wrong and not first.counts
        partly += bool(set(first.look_again) & wrong)
        unseen += first.fits
        while not found.fits:
            looked += len(found.look_again)
            transcription = looked_at_again(transcription, scenario, found)
            found = report(transcription)
        mended += transcription.scenario().solution() == scenario.solution()
    times.sort()
    print(
        f"{board:5} {slips} slips: the set named first is exactly the slips {exact / CASES:6.1%}, has one of them "
        f"{partly / CASES:6.1%}; unnoticed {unseen / CASES:5.1%}; {looked / CASES:.2f} spaces looked at, then right "
        f"{mended / CASES:6.1%}; median {times[CASES // 2] * 1000:.1f} ms, slowest {times[-1] * 1000:.0f} ms"
    )
    return times[-1]


if __name__ == "__main__":
    sys.exit(main())
