"""Whole games through the whole chain: rendered pictures, eye, referee, game; and faults of every kind in pictures.

Run it from the project's folder: ``python -m benchmarks.campaign_table --games 3 --faults 2 --seed 5000``. ``--modes``,
``--styles`` and ``--kinds`` choose some of them, ``--part 1/2`` half of the work, so that two can share it or a piece can be
run again: a game is told by its mode, its number and the seed, a fault by its kind, its number and the seed.

- Games: random legal games of every mode over all looks, played by hands that pause, lift, set aside, slip and correct
  themselves, under a lamp that is dimmed, turned and changed. The eye learnt each box from one picture. Every alert is a
  false alarm. In the end the game must be the one that was played, to the last point.
- Faults: every kind at random moments of such games. Told means: the right kind, the right space first, within 3 seconds
  of stillness.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, cycle
from time import process_time

# Before NumPy is loaded: on a machine that has more to do, waiting threads would count as work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2

from companion.table.referee import RefereeSettings, Show
from companion.tiwanaku.game import Mode, Record, State, scores
from tests.table.referee.faults import FAULTS, FITTING
from tests.table.referee.players import AutomaticPlayers, simulated
from tests.table.referee.verdicts import Verdict, try_fault
from tests.table.watching.pictures import PictureRig
from vision.sim import style_names

SEATS = {Mode.COMPETITIVE: (2, 3, 4), Mode.SOLO: (1,), Mode.COOPERATIVE: (2, 3, 4)}
KINDS = {fault.__name__: fault for fault in FAULTS}
MOST_TRIES = 20  # for each fault that is wanted: not every moment has room for every fault


@dataclass(frozen=True)
class Choice:
    """What to run."""

    first: int
    games: int
    faults: int
    seed: int
    modes: tuple[Mode, ...]
    styles: tuple[str, ...]
    kinds: tuple[str, ...]
    part: int
    parts: int

    def mine(self, things: Iterable) -> list:
        """This part's share."""
        return [thing for place, thing in enumerate(things) if place % self.parts == self.part]


def play_games(choice: Choice) -> Counter[str]:
    """Game after game, each mode in its turn, so that a run that is cut short tells of all of them."""
    tallies = {mode: Counter[str]() for mode in choice.modes}
    for number in choice.mine(range(choice.first, choice.first + choice.games)):
        for mode in choice.modes:
            tallies[mode] += play_game(mode, number, choice.styles[number % len(choice.styles)], choice.seed)
    whole = sum(tallies.values(), Counter[str]())
    for name, tally in (*((mode.value, tally) for mode, tally in tallies.items()), ("all modes", whole)):
        print(
            f"{name}: {tally['same']} of {tally['games']} games equal the truth; false alarms in {tally['alarmed']} games,"
            f" {tally['alarms']} in all; {tally['taken']} walks taken from pictures, {tally['not taken']} not;"
            f" {tally['misread']} differences on display that were none; {tally['pictures']} pictures",
            flush=True,
        )
    return whole


def play_game(mode: Mode, number: int, style: str, seed: int) -> Counter[str]:
    began, seats = process_time(), SEATS[mode]
    scenario, setup, record = simulated.__wrapped__(mode, seats[number % len(seats)], seed + number)
    rig = PictureRig(scenario, setup, seed + number, RefereeSettings(automatic=True), style)
    players = AutomaticPlayers(rig, seed + number, unsure=0, blots=0)
    players.perfect_eye = False
    wrong = ""
    try:
        players.play([entry.command for entry in record.entries[1:]])
    except AssertionError as error:
        wrong = f" {error}"
    same = _end(rig.record) == _end(record)
    said = [
        f"{at:.0f} {each.alert.kind.value} {each.alert.spaces[0]}"
        for at, each in rig.effects
        if isinstance(each, Show)
    ]
    print(
        f"  {mode.value} {number} {style}: {'same' if same else 'DIFFERENT' + wrong}, alarms {said},"
        f" {rig.number} pictures, {process_time() - began:.0f} s",
        flush=True,
    )
    tally = Counter(players.counts)
    tally.update(games=1, same=same, alarmed=bool(said), alarms=len(said), pictures=rig.number)
    return tally


def _end(record: Record) -> tuple[State, list[int]]:
    """How a game ended; not which spaces were seen before a deed was taken back and done again."""
    return replace(record.state, seen=frozenset()), scores(record.events, len(record.state.sides))


def make_faults(choice: Choice) -> Counter[str]:
    whole: Counter[str] = Counter()
    for kind in choice.mine(choice.kinds):
        tally: Counter[str] = Counter()
        for name, verdict in faults_of(kind, choice):
            tally.update(tried=1, told=verdict.told, extra=bool(verdict.others), withdrawn=verdict.withdrawn)
            if not (verdict.told and verdict.withdrawn) or verdict.others:
                print(f"    {name}: {'told' if verdict.told else 'MISSED'} {verdict.said}", flush=True)
        print(
            f"{kind:23} {tally['told']}/{tally['tried']} told, {tally['extra']} extra, {tally['withdrawn']} withdrawn",
            flush=True,
        )
        whole += tally
    print(
        f"faults: {whole['told']} of {whole['tried']} told with the right kind and space in time;"
        f" beside {whole['extra']} of them something else was told; {whole['withdrawn']} withdrawn when put right",
        flush=True,
    )
    return whole


def faults_of(kind: str, choice: Choice) -> Iterator[tuple[str, Verdict]]:
    """As many faults of a kind as are wanted, each in another game, mode and look."""
    fault, made = KINDS[kind], 0
    modes = cycle([mode for mode in choice.modes if fault in FITTING[mode]] or [None])
    for number, mode, style in zip(count(choice.seed), modes, cycle(choice.styles)):
        if mode is None or made == choice.faults or number > choice.seed + MOST_TRIES * choice.faults:
            return

        def rig(scenario, setup, seed, style=style):
            return PictureRig(scenario, setup, seed, style=style)

        verdict = try_fault(fault, mode, SEATS[mode][number % len(SEATS[mode])], number, rig)
        if verdict is not None:
            made += 1
            yield f"{kind} {mode.value} {style} {number}", verdict


def chosen(words: list[str] | None = None) -> Choice:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=3, help="how many of each mode")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--faults", type=int, default=2, help="how many of each kind")
    parser.add_argument("--seed", type=int, default=5000)
    parser.add_argument("--modes", nargs="+", choices=[mode.value for mode in SEATS], metavar="MODE")
    parser.add_argument("--styles", nargs="+", choices=style_names(), metavar="LOOK")
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), metavar="FAULT")
    parser.add_argument("--part", default="1/1", metavar="N/PARTS", help="a share of the work, such as 1/2")
    options = parser.parse_args(words)
    part, parts = (int(word) for word in options.part.split("/"))
    return Choice(
        options.first,
        options.games,
        options.faults,
        options.seed,
        tuple(Mode(mode) for mode in options.modes or [mode.value for mode in SEATS]),
        tuple(options.styles or style_names()),
        tuple(options.kinds or KINDS),
        part - 1,
        parts,
    )


def main() -> None:
    choice = chosen()
    cv2.setNumThreads(1)
    if choice.games:
        play_games(choice)
    if choice.faults:
        make_faults(choice)


if __name__ == "__main__":
    main()
