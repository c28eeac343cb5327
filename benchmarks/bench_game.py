"""How fast the game is: ``python benchmarks/bench_game.py [games]``.

Whole games between random bots, and the legal destinations of all meeples in the positions of such games.
Times are processor times, so that other work on the machine disturbs them less.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import Phase, Wheel, before_set_up, fold, reaches
from tests.tiwanaku.game.table import SETUPS, scenario

GAME_LIMIT = 20.0
DESTINATIONS_LIMIT = 0.3
MEASURED = "competitive-2"


def timed(run):
    """What a call gives, and its processor time in milliseconds."""
    start = process_time()
    result = run()
    return result, (process_time() - start) * 1000


def report(what, times, limit=None):
    """Print the figures; whether the limit is kept by the median."""
    high = sorted(times)[int(len(times) * 0.99)]
    named = f" (limit {limit} ms)" if limit else ""
    print(f"{what}: median {median(times):.3f} ms, 99% under {high:.3f} ms{named}")
    return limit is None or median(times) < limit


def whole_games(name, wheels, games):
    setup = SETUPS[name]
    times, lengths = [], []
    for seed in range(games):
        bots = [RandomBot(seed * 10 + seat) for seat in range(setup.seats)]
        record, time = timed(partial(simulate, wheels[seed % len(wheels)], setup, bots, seed))
        times.append(time)
        lengths.append(len(record.entries))
    limit = GAME_LIMIT if name == MEASURED else None
    return report(f"whole game {name}, {median(lengths):.0f} commands", times, limit)


def destinations(wheels):
    times = []
    for seed, wheel in enumerate(wheels):
        record = simulate(wheel, SETUPS[MEASURED], [RandomBot(seed), RandomBot(seed + 1)], seed)
        state = before_set_up(record.back)
        for entry in record.entries:
            state = fold(state, entry.events)
            if state.phase is Phase.ACT:
                times.append(timed(partial(reaches, state))[1])
    return report("legal destinations of all meeples", times, DESTINATIONS_LIMIT)


def main(games):
    wheels = [Wheel(scenario(seed)) for seed in range(10)]
    kept = [whole_games(name, wheels, games) for name in SETUPS]
    kept.append(destinations(wheels))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
