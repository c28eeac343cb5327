"""How long the referee takes for one look at a long board in a game of every mode: under 10 ms for 99 of 100.

Run it from the project's folder: ``python benchmarks/bench_referee.py``. The first look after something changed is the dear
one: what was done is searched for, and the laws are held against the board.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.tiwanaku.game import Mode
from tests.table.referee.players import Players, simulated
from tests.table.referee.rig import Rig

LIMIT = 0.010
COMMANDS = 60


def main() -> int:
    late = False
    for mode, seats in ((Mode.COMPETITIVE, 4), (Mode.SOLO, 1), (Mode.COOPERATIVE, 3)):
        scenario, setup, record = simulated(mode, seats, 8)
        rig = Rig(scenario, setup, 8)
        Players(rig, 8).play([entry.command for entry in record.entries[1:]], COMMANDS)
        times = sorted(rig.times)
        p99 = times[len(times) * 99 // 100]
        print(
            f"referee, {mode.value}: {len(times)} steps, median {1000 * times[len(times) // 2]:.2f} ms, "
            f"p99 {1000 * p99:.2f} ms, longest {1000 * times[-1]:.1f} ms (limit {1000 * LIMIT:.0f} ms at p99)"
        )
        late = late or p99 > LIMIT
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
