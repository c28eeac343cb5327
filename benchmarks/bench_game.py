"""How fast the game is: ``python -m benchmarks.bench_game [games]``.

Whole games between random bots (2 players, long board), and the legal destinations of all meeples in the
positions of such games.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import Phase, Wheel, before_set_up, fold, reaches
from tests.tiwanaku.game.table import SETUPS, scenario


def milliseconds(run) -> float:
    start = perf_counter()
    run()
    return (perf_counter() - start) * 1000


def report(what: str, times: list[float], limit: float) -> None:
    ordered = sorted(times)
    high = ordered[int(len(ordered) * 0.99)]
    print(
        f"{what}: median {median(times):.3f} ms, 99% under {high:.3f} ms, longest {ordered[-1]:.3f} ms (limit {limit} ms)"
    )


def main(games: int) -> None:
    wheels = [Wheel(scenario(seed)) for seed in range(20)]
    for name, setup in SETUPS.items():
        times, lengths = [], []
        for seed in range(games):
            bots = [RandomBot(seed * 10 + seat) for seat in range(setup.seats)]
            records = []
            wheel = wheels[seed % len(wheels)]
            times.append(
                milliseconds(lambda w=wheel, b=bots, s=seed, r=records: r.append(simulate(w, setup, b, s)))
            )
            lengths.append(len(records[0].entries))
        report(f"whole game {name} ({median(lengths):.0f} commands)", times, 20)
    times = []
    for seed in range(20):
        record = simulate(wheels[seed], SETUPS["competitive-2"], [RandomBot(seed), RandomBot(seed + 1)], seed)
        state = before_set_up(record.back)
        for entry in record.entries:
            state = fold(state, entry.events)
            if state.phase is Phase.ACT:
                times.append(milliseconds(lambda s=state: reaches(s)))
    report("legal destinations of all meeples", times, 0.3)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
