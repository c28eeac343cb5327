"""How likely every value is, if each board that agrees with the position is equally likely.

Three ways, tried in this order within the time given:

1. the exact sweep, best late, when much is known and parts do not depend on each other;
2. naming every board by the solver, best when few are left (a short board with ten tiles known has some hundred);
3. random sweeps: an estimate with its standard error, or nothing where too few of them came to an end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from time import monotonic

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.deduction.frontier import Sweep, sweep
Shares=tuple
from companion.tiwanaku.deduction.possibilities import Possibilities
from companion.tiwanaku.deduction.reasoner import Cancelled, Clock, deduce, limits_of
from companion.tiwanaku.deduction.solving import Inquiry
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.values import CROPS, FIRST_CROP, TERRAINS, facts_of, literal_of

# A sweep this wide takes about a second.
EXACT_FRONTIERS = 3000
SAMPLED_FRONTIERS = 1500
# Conflicts of the solver between two looks at the clock.
_SLICE = 3000
# Fewer random sweeps than this are no basis for an error.
LEAST_SWEEPS = 5


@dataclass(frozen=True, slots=True)
class Odds:
    """Probabilities of the values on every space, by the space's index.

    ``boards`` counts the boards that agree with the position. Where ``exact`` is false everything is an estimate, and
    ``error`` is the largest standard error of any probability.
    """

    board: Board
    boards: float
    terrains: tuple[Mapping[Terrain, float], ...]
    crops: tuple[Mapping[Crop, float], ...]
    exact: bool = True
    error: float = 0.0

    def terrain(self, space: Space, terrain: Terrain) -> float:
        """How likely a terrain is on a space."""
        return self.terrains[space.index].get(terrain, 0.0)

    def crop(self, space: Space, crop: Crop) -> float:
        """How likely a crop is on a space."""
        return self.crops[space.index].get(crop, 0.0)


def odds(
    position: Position,
    known: Possibilities | None = None,
    *,
    seconds: float = 5.0,
    seed: int = 0,
    cancelled: Cancelled | None = None,
    clock: Clock = monotonic,
) -> Odds | None:
    """Exact odds where that is feasible, else an estimate; None if the time allows no honest answer.

    ``known`` is what :func:`deduce` said of the position, if it was asked before. None for an inconsistent position.
    """
    began = clock()

    def after(share: float) -> Callable[[], bool]:
        return lambda: clock() - began >= share * seconds or (cancelled is not None and cancelled())

    if known is None:
        known = deduce(position, seconds=seconds / 2, cancelled=cancelled, clock=clock)
    if known.consistent is False:
        return None
    swept = sweep(position, known, EXACT_FRONTIERS, None, after(0.6))
    if swept is not None:
        return _of_shares(position.board, swept) if swept.boards else None
    return name_all(position, after(0.8)) or _estimate(position, known, Random(seed), after(1.0))  # noqa: S311


def name_all(position: Position, stop: Callable[[], bool]) -> Odds | None:
    """Exact odds from a list of all boards; None if they are too many for the time, or none."""
    inquiry = Inquiry(position.board.rows, position.board.columns)
    try:
        counts = inquiry.encoding.counts(*limits_of(position))
        if counts is None:
            return None
        facts = {literal_of(*fact) for fact in facts_of(position)}
        inquiry.learn([*counts, *facts])
        seen: Counter[int] = Counter()
        boards = 0
        while not stop():
            answer = inquiry.ask([], _SLICE)
            if answer is False:
                return _of_counts(position.board, seen, boards) if boards else None
            if answer:
                literals = inquiry.board_literals()
                seen.update(literals)
                boards += 1
                inquiry.forbid(literal for literal in literals if literal not in facts)
        return None
    finally:
        inquiry.close()


def _of_counts(board: Board, seen: Counter[int], boards: int) -> Odds:
    shares = [
        {value: seen[literal_of(cell, value)] / boards for value in range(FIRST_CROP + len(CROPS))}
        for cell in range(len(board.spaces))
    ]
    terrains = tuple({t: row[v] for v, t in enumerate(TERRAINS) if row[v]} for row in shares)
    crops = tuple({c: row[v] for v, c in enumerate(CROPS, FIRST_CROP) if row[v]} for row in shares)
    return Odds(board, boards, terrains, crops)


def _of_shares(board: Board, found: Sweep, error: float | None = None) -> Odds:
    terrains = tuple({TERRAINS[value]: share for value, share in row.items()} for row in found.terrains)
    crops = tuple({Crop(level): share for level, share in row.items()} for row in found.crops)
    return Odds(board, found.boards, terrains, crops, exact=error is None, error=error or 0.0)


def _estimate(
    position: Position, known: Possibilities, random: Random, stop: Callable[[], bool]
) -> Odds | None:
    """Random sweeps until time is up."""
    found: list[Sweep] = []
    runs = 0
    while not stop():
        one = sweep(position, known, SAMPLED_FRONTIERS, random, stop)
        if one is not None:
            runs += 1
            found += [one] if one.boards else []
    return _combined(position.board, found, runs) if len(found) >= LEAST_SWEEPS else None


def _combined(board: Board, sweeps: list[Sweep], runs: int) -> Odds:
    """The weighted mean of several sweeps; one that met more boards weighs more."""
    total = sum(one.boards for one in sweeps)
    weights = [one.boards / total for one in sweeps]
    terrains, terrain_error = _mean([one.terrains for one in sweeps], weights)
    crops, crop_error = _mean([one.crops for one in sweeps], weights)
    return _of_shares(board, Sweep(total / runs, terrains, crops), max(terrain_error, crop_error))


def _mean(tables: list[Shares], weights: list[float]) -> tuple[Shares, float]:
    """Mean shares, and the largest standard error among them."""
    result, worst, number = [], 0.0, len(tables)
    for cell in range(len(tables[0])):
        row = {}
        for value in sorted({value for table in tables for value in table[cell]}):
            each = [table[cell].get(value, 0.0) for table in tables]
            row[value] = sum(weight * share for weight, share in zip(weights, each, strict=True))
            spread = sum((w * (share - row[value])) ** 2 for w, share in zip(weights, each, strict=True))
            worst = max(worst, (spread * number / (number - 1)) ** 0.5)
        result.append(row)
    return tuple(result), worst
