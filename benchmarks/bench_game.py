"""How fast the game is: ``python -m benchmarks.bench_game [games]``.

Whole games between random bots (2 players, long board), and the legal destinations of all meeples in the
positions of such games.
"""

from __future__ import annotations

import sys
from functools import partial
from statistics import median
from time import process_time

from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import Phase, Wheel, before_set_up, fold, reaches
from tests.tiwanaku.game.table import SETUPS, scenario


def timed(run):
    """What a call gives, and its processor time in milliseconds."""
    start = process_time()
    result = run()
    return result, (process_time() - start) * 1000


def report(what: str, times: list[float], limit: float) -> None:
    ordered = sorted(times)
    high = ordered[int(len(ordered) * 0.99)]
    print(f"{what}: median {median(times):.3f} ms, 99% under {high:.3f} ms (limit {limit} ms)")


def whole_games(name: str, wheels: list[Wheel], games: int) -> None:
    setup = SETUPS[name]
    times, lengths = [], []
    for seed in range(games):
        wheel = wheels[seed % len(wheels)]
        bots = [RandomBot(seed * 10 + seat) for seat in range(setup.seats)]
        record, time = timed(partial(simulate, wheel, setup, bots, seed))
        times.append(time)
        lengths.append(len(record.entries))
    report(f"whole game {name} ({median(lengths):.0f} commands)", times, 20)


def destinations(wheels: list[Wheel]) -> None:
    times = []
    for seed, wheel in enumerate(wheels):
        record = simulate(wheel, SETUPS["competitive-2"], [RandomBot(seed), RandomBot(seed + 1)], seed)
        state = before_set_up(record.back)
        for entry in record.entries:
            state = fold(state, entry.events)
            if state.phase is Phase.ACT:
                times.append(timed(partial(reaches, state))[1])
    report("legal destinations of all meeples", times, 0.3)


def main(games: int) -> None:
    wheels = [Wheel(scenario(seed)) for seed in range(20)]
    for name in SETUPS:
        whole_games(name, wheels, games)
    destinations(wheels)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
