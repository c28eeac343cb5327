"""Deduction beside the straightforward method: the same positions of simulated games, in one run and one thread.

Run it from the project's folder: ``python -m benchmarks.bench_deduction [--full] [--seed N]``. Both answers are compared,
too. Times are those of the processor, so that other work on the machine changes little. A short run takes about two minutes, a full one about twenty. The limits of the issue are named beside the
figures; missing them does not fail the run, because they hold for a quiet machine.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import deduction_baseline
from benchmarks.deduction_games import Game, games, stage_positions
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.deduction import LawSolver, Possibilities, Reasoner
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.position import Position

# Tiles known at least and at most, and how many times faster than the baseline the median should be.
STAGES = ((5, 9, 10), (10, 14, 8), (15, 22, 4), (23, 44, 2))


def values(known: Possibilities) -> deduction_baseline.Values:
    spaces = known.board.spaces
    return {
        (space.index, value) for space in spaces for value in (*known.terrains(space), *known.crops(space))
    }


def compare(position: Position, laws: LawSolver) -> tuple[float, float]:
    """Seconds of the baseline and of the engine; they must agree."""
    began = process_time()
    expected = deduction_baseline.deduce(position)
    middle = process_time()
    reasoner = Reasoner(position, laws)
    known = reasoner.work()
    end = process_time()
    reasoner.close()
    if not known.complete or values(known) != expected:
        raise AssertionError(f"engine and baseline differ: {position}")
    return middle - began, end - middle


def live(game: Game, laws: LawSolver) -> tuple[float, list[float]]:
    """Seconds of the opening and of each turn of a game."""
    reasoner = Reasoner(game.position(game.start), laws)
    began = process_time()
    reasoner.work()
    opening, turns = process_time() - began, list[float]()
    for space, thing in game.facts[game.start :]:
        began = process_time()
        if isinstance(thing, Crop):
            reasoner.reveal_crop(space, thing)
        else:
            reasoner.reveal_terrain(space, thing)
        if not reasoner.work().complete:
            raise AssertionError("a live turn ended undecided")
        turns.append(process_time() - began)
    reasoner.close()
    return opening, turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--full", action="store_true", help="more positions, and more patience with the baseline"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    count, patience, live_games = (40, 150.0, 6) if options.full else (12, 12.0, 1)
    print(
        "board tiles known   n   baseline median   engine median     ratio (wanted)   engine max   baseline max"
    )
    for name in ("short", "long"):
        board = official_board(name)
        laws = LawSolver(board.rows, board.columns)
        for least, most, wanted in STAGES:
            if least >= len(board.spaces):
                continue
            times = list[tuple[float, float]]()
            for position in stage_positions(
                name, least, min(most, len(board.spaces) - 1), count, options.seed
            ):
                if sum(baseline for baseline, _ in times) < patience:
                    times.append(compare(position, laws))
            baseline, engine = (sorted(column) for column in zip(*times, strict=True))
            print(
                f"{name:5} {least:>5}-{most:<5} {len(times):>3} {1e3 * median(baseline):>14.1f} ms"
                f" {1e3 * median(engine):>12.1f} ms {median(baseline) / median(engine):>9.1f} ({wanted:>2})"
                f" {1e3 * engine[-1]:>14.1f} ms {1e3 * baseline[-1]:>11.1f} ms",
                flush=True,
            )
        openings, turns = list[float](), list[float]()
        for game in islice(games(name, options.seed + 1), live_games):
            opening, each = live(game, laws)
            openings.append(opening)
            turns += each
        turns.sort()
        print(
            f"{name:5} live, {live_games} games: opening at most {max(openings):.2f} s; turn median"
            f" {1e3 * median(turns):.1f} ms (50), nine of ten {1e3 * turns[len(turns) * 9 // 10]:.1f} ms,"
            f" longest {1e3 * turns[-1]:.0f} ms",
            flush=True,
        )
        laws.close()


if __name__ == "__main__":
    main()
