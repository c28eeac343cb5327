"""``python -m tests.trust.faults``: the campaign of faults, or one kind of it."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

from tests.trust.campaign import Limit
from tests.trust.faults.run import KINDS, LONG, run


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main() -> int:
    """Run it; 1 if something was not as it should be, or not everything was tried."""
    names = [kind.name for kind in KINDS]
    parser = argparse.ArgumentParser(prog="python -m tests.trust.faults", description=__doc__)
    parser.add_argument("--kind", choices=names, action="append", help="only this kind; may be said again")
    parser.add_argument("--times", type=int, default=LONG, help="how often each kind is tried")
    parser.add_argument("--seconds", type=float, default=3600.0, help="after which nothing new is begun")
    parser.add_argument("--seed", type=int, default=0)
    wishes = parser.parse_args()
    # What a fault makes the product say in its log is expected here; what it must not say is overheard.
    logging.basicConfig(level=logging.CRITICAL + 1)
    kinds = [kind for kind in KINDS if wishes.kind is None or kind.name in wishes.kind]
    result = run(
        wishes.times,
        Limit(wishes.seconds),
        _tell,
        kinds=kinds,
        seed=wishes.seed,
    )
    result.write(Path("build/trust"))
    for row in result.rows:
        sys.stdout.write(
            f"{row.name:26} tried {row.tried:4}  survived {row.survived:4}  lost {row.lost}  "
            f"doubled {row.doubled}  false alarms {row.false_alarms}  {row.seconds:6.1f} s\n"
        )
    sys.stdout.writelines(f"{failure}\n" for failure in result.failures)
    return 0 if result.is_clean and result.is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
