"""The referee in many games: false alarms, recognised deeds, faults of every kind, and how long a step takes.

Run it from the project's folder: ``python -m benchmarks.campaign_referee [games a table] [faults a kind and mode] [seed]``.

- Games: random legal games of every mode, played by hands that pause, lift, set aside, slip and correct themselves, seen by
  an eye that is unsure of 3 % of all things in every reading, surely wrong about one thing in every fifteenth look, and blind
  for one of them in every tenth moment. Every alert is a false alarm; every proposal that calls itself sure must be what was done.
- Faults: every kind at random moments of such games. Told means: the right kind, the right space first, within 3 seconds of
  stillness. Extra: anything else that was told. Withdrawn: when it was put right, within 3 seconds.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count

from companion.table.referee import Show
from companion.tiwanaku.game import Mode
from tests.table.referee.faults import FAULTS, FITTING
from tests.table.referee.players import Players, simulated
from tests.table.referee.rig import Rig
from tests.table.referee.verdicts import try_fault
from tests.tiwanaku.game.table import TABLES

SEATS = {Mode.COMPETITIVE: (2, 3, 4), Mode.SOLO: (1,), Mode.COOPERATIVE: (2, 3, 4)}


def play_games(games: int, seed: int) -> list[float]:
    times: list[float] = []
    for mode, seats in TABLES:
        counts: Counter[str] = Counter()
        alarms: list[str] = []
        for number in range(seed, seed + games):
            scenario, setup, record = simulated.__wrapped__(mode, seats, number)
            rig = Rig(scenario, setup, number)
            players = Players(rig, number)
            players.play([entry.command for entry in record.entries[1:]])
            alarms += [f"{number}: {effect.alert.kind.value}" for effect in rig.said(Show)]
            counts += players.counts
            times += rig.times
        deeds = counts["proposed"] + counts["asked"] + counts["not proposed"]
        print(
            f"{mode.value:11} {seats}: {games} games, {len(alarms)} false alarms {alarms}, {counts['proposed']} of "
            f"{deeds} walks proposed and right, {counts['at once']} of them in one look, "
            f"{counts['asked']} put to choice, {counts['taken back']} commands taken back and done again",
            flush=True,
        )
    return times


def make_faults(wanted: int, seed: int) -> None:
    for fault in FAULTS:
        line = f"{fault.__name__:23}"
        for mode, seats in SEATS.items():
            if fault not in FITTING[mode]:
                continue
            tried = told = extra = withdrawn = 0
            for number in count(seed):
                verdict = try_fault(fault, mode, seats[number % len(seats)], number)
                if verdict is not None:
                    tried += 1
                    told += verdict.told
                    extra += bool(verdict.others)
                    withdrawn += verdict.withdrawn
                    if not (verdict.told and verdict.withdrawn) or verdict.others:
                        print(f"    {fault.__name__} {mode.value} {number}: {verdict.said}")
                if tried == wanted or number > seed + 20 * wanted:
                    break
            line += f"  {mode.value}: {told}/{tried} told, {extra} extra, {withdrawn} withdrawn;"
        print(line, flush=True)


def main(games: int, faults: int, seed: int) -> None:
    times = sorted(play_games(games, seed))
    if times:
        p99 = times[len(times) * 99 // 100]
        print(
            f"{len(times)} steps: median {1000 * times[len(times) // 2]:.2f} ms, p99 {1000 * p99:.2f} ms, "
            f"longest {1000 * times[-1]:.1f} ms"
        )
    make_faults(faults, seed)


if __name__ == "__main__":
    main(*(int(word) for word in (sys.argv[1:] + ["5", "20", "1000"][len(sys.argv) - 1 :])))
