"""Whole games through the whole chain: rendered pictures, eye, referee, game; and faults of every kind in pictures.

Run it from the project's folder: ``python -m benchmarks.campaign_table [games a mode] [faults a kind] [seed]``; with a fourth
word, the number of this part and of all parts, such as ``1/2``, two can share the work.

- Games: random legal games of every mode over all looks, played by hands that pause, lift, set aside, slip and correct
  themselves, under a lamp that is dimmed, turned and changed. The eye learnt each box from one picture. Every alert is a
  false alarm. In the end the game must be the one that was played, to the last point.
- Faults: every kind at random moments of such games. Told means: the right kind, the right space first, within 3 seconds
  of stillness. Two meeples on one space cannot be rendered yet and are left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from itertools import count, cycle
from time import process_time

from companion.table.referee import RefereeSettings, Show
from companion.tiwanaku.game import Mode, Record, State, scores
from tests.table.referee.faults import FAULTS, FITTING
from tests.table.referee.players import AutomaticPlayers, simulated
from tests.table.referee.verdicts import try_fault
from tests.table.watching.pictures import PictureRig
from vision.sim import style_names

SEATS = {Mode.COMPETITIVE: (2, 3, 4), Mode.SOLO: (1,), Mode.COOPERATIVE: (2, 3, 4)}
NOT_RENDERED = ("two_on_one",)


def play_games(games: int, seed: int, part: int, parts: int) -> None:
    """Game after game, each mode in its turn, so that a run that is cut short tells of all of them."""
    styles = style_names()
    tallies = {mode: Counter[str]() for mode in SEATS}
    for number in range(part, games, parts):
        for mode, seats in SEATS.items():
            style, tally, began = styles[number % len(styles)], tallies[mode], process_time()
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
            tally.update(players.counts)
            tally.update(games=1, same=same, alarms=len(said), pictures=rig.number)
            print(
                f"  {mode.value} {number} {style}: {'same' if same else 'DIFFERENT' + wrong}, alarms {said},"
                f" {rig.number} pictures, {process_time() - began:.0f} s; {tally['same']} of {tally['games']} so far",
                flush=True,
            )
    for mode, tally in tallies.items():
        print(
            f"{mode.value}: {tally['same']} of {tally['games']} games equal the truth, {tally['alarms']} false alarms,"
            f" {tally['taken']} walks taken from pictures, {tally['not taken']} not; {tally['misread']} differences on"
            f" display that were none; {tally['pictures']} pictures",
            flush=True,
        )


def _end(record: Record) -> tuple[State, list[int]]:
    """How a game ended; not which spaces were seen before a deed was taken back and done again."""
    return replace(record.state, seen=frozenset()), scores(record.events, len(record.state.sides))


def make_faults(wanted: int, seed: int, part: int, parts: int) -> None:
    told_in_all = tried_in_all = 0
    for place, fault in enumerate(FAULTS):
        if place % parts != part or fault.__name__ in NOT_RENDERED:
            continue
        tried = told = extra = withdrawn = 0
        modes = cycle([mode for mode in SEATS if fault in FITTING[mode]])
        styles = cycle(style_names())
        for number, mode, style in zip(count(seed), modes, styles):

            def rig(scenario, setup, its_seed, style=style):
                return PictureRig(scenario, setup, its_seed, style=style)

            verdict = try_fault(fault, mode, SEATS[mode][number % len(SEATS[mode])], number, rig)
            if verdict is not None:
                tried += 1
                told += verdict.told
                extra += bool(verdict.others)
                withdrawn += verdict.withdrawn
                if not (verdict.told and verdict.withdrawn) or verdict.others:
                    print(f"    {fault.__name__} {mode.value} {style} {number}: {verdict.said}", flush=True)
            if tried == wanted or number > seed + 20 * wanted:
                break
        told_in_all, tried_in_all = told_in_all + told, tried_in_all + tried
        print(f"{fault.__name__:23} {told}/{tried} told, {extra} extra, {withdrawn} withdrawn", flush=True)
    print(f"faults: {told_in_all} of {tried_in_all} told")


def main(games: int, faults: int, seed: int, share: str = "1/1") -> None:
    part, parts = (int(word) for word in share.split("/"))
    play_games(games, seed, part - 1, parts)
    make_faults(faults, seed, part - 1, parts)


if __name__ == "__main__":
    words = sys.argv[1:] + ["3", "2", "5000", "1/1"][len(sys.argv) - 1 :]
    main(int(words[0]), int(words[1]), int(words[2]), words[3])
