"""Runs the campaign by itself, or a part of it, and writes its result down; the exit code tells whether it was clean."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.trust.bad_input.run import FAMILIES, FOLDER, LONG, SEED, run
from tests.trust.campaign import Limit


def main() -> int:
    """Run what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.bad_input", description=__doc__)
    parser.add_argument("--family", action="append", choices=FAMILIES, default=[], help="only these readers")
    parser.add_argument("--inputs", type=int, help="inputs for each reader, instead of its share")
    parser.add_argument("--size", type=int, default=LONG, help="inputs in total")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=3600.0, help="when to stop all the same")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the result is written")
    wanted = parser.parse_args()

    def tell(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    result = run(
        wanted.size,
        Limit(wanted.seconds),
        tell,
        families=tuple(wanted.family),
        inputs=wanted.inputs,
        seed=wanted.seed,
        found=wanted.folder / "found",
    )
    result.write(wanted.folder)
    state = "clean" if result.is_clean else f"{len(result.failures)} defects"
    tell(f"{result.tried:,} of {result.wanted:,} inputs in {result.seconds:.0f} s: {state}")
    return 0 if result.is_clean and result.is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
