"""Counting boards by a sweep over the spaces, column by column.

The sweep keeps for every *frontier* that can be reached (the last spaces laid, the regions still open there, the
tiles left) the number of ways to reach it; the sum over all ways is exact. Where frontiers become too many, a random
part of them can stand for all, weighted so that the expected counts stay right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from companion.tiwanaku.deduction.laying import State, finished, lay
from companion.tiwanaku.deduction.possibilities import Possibilities
from companion.tiwanaku.deduction.reasoner import limits_of
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.position import Position

# From frontier, to frontier, terrain, level.
Edge = tuple[int, int, int, int]
# By the index of a space: the share of all boards that have a terrain or a level there.
Shares = tuple[dict[int, float], ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """What one sweep found: how many boards, and their shares by value, which are empty if there are none."""

    boards: float
    terrains: Shares
    crops: Shares


@dataclass(frozen=True, slots=True)
class _Layer:
    """The ways to one more space: those to the frontiers before it, the edges, and how frontiers were thinned."""

    ways: list[float]
    edges: list[Edge]
    factors: list[float]


def sweep(
    position: Position,
    known: Possibilities,
    most_frontiers: int,
    random: Random | None,
    stop: Callable[[], bool],
) -> Sweep | None:
    """One pass forward that keeps the edges, one backward that sums over them; None if stopped.

    Above so many frontiers it thins them out at random; without ``random`` it gives up (None), so that every result
    is exact, in whole numbers.
    """
    board = position.board
    order = [board.at(row, column) for column in range(board.columns) for row in range(board.rows)]
    tiles, stock = limits_of(position)
    scarce = _levels_that_could_run_out(position, known, stock)
    frontiers: dict[State, int] = {((), (), tiles, tuple(stock[level - 1] for level in scarce)): 0}
    ways: list[float] = [1]
    layers: list[_Layer] = []
    for step, space in enumerate(order):
        if stop():
            return None
        values = list(known.values_left(space))
        frontiers, edges, reached = _advance(frontiers, ways, values, step, board.rows, scarce)
        factors: list[float] = [1] * len(frontiers)
        if len(frontiers) > most_frontiers:
            if random is None:
                return None
            factors = _thinned(reached, most_frontiers, random)
        layers.append(_Layer(ways, edges, factors))
        ways = [way * factor for way, factor in zip(reached, factors, strict=True)]
        frontiers = {frontier: number for frontier, number in frontiers.items() if factors[number]}
    ahead: list[float] = [0] * len(ways)
    for frontier, number in frontiers.items():
        ahead[number] = int(finished(frontier))
    return _sum_back([space.index for space in order], layers, ahead)


def _sum_back(order: list[int], layers: list[_Layer], ahead: list[float]) -> Sweep:
    terrains: list[dict[int, float]] = [{} for _ in order]
    crops: list[dict[int, float]] = [{} for _ in order]
    boards: float = 0
    for cell, layer in zip(reversed(order), reversed(layers), strict=True):
        ahead = [count * factor for count, factor in zip(ahead, layer.factors, strict=True)]
        behind: list[float] = [0] * len(layer.ways)
        boards = 0
        for source, target, terrain, crop in layer.edges:
            if ahead[target]:
                behind[source] += ahead[target]
                share = layer.ways[source] * ahead[target]
                boards += share
                terrains[cell][terrain] = terrains[cell].get(terrain, 0) + share
                crops[cell][crop] = crops[cell].get(crop, 0) + share
        ahead = behind
    return Sweep(boards, _shares(terrains, boards), _shares(crops, boards))


def _shares(counts: list[dict[int, float]], boards: float) -> Shares:
    return tuple({value: row[value] / boards for value in sorted(row)} for row in counts)


def _levels_that_could_run_out(
    position: Position, known: Possibilities, stock: tuple[int, ...]
) -> tuple[int, ...]:
    """Levels whose stock might not suffice: only those need counting."""
    found = []
    for crop in Crop:
        places = sum(
            crop in known.crops(space) | known.undecided_crops(space) for space in position.board.spaces
        )
        if places > stock[crop.level - 1]:
            found.append(crop.level)
    return tuple(found)


def _thinned(ways: list[float], keep: int, random: Random) -> list[float]:
    """Factors, 0 for most: systematic sampling by weight, so that no sum is expected to change."""
    step = sum(ways) / keep
    factors: list[float] = [0] * len(ways)
    mark = random.random() * step
    passed: float = 0
    for number, weight in enumerate(ways):
        passed += weight
        hits = 0
        while mark < passed:
            hits += 1
            mark += step
        if hits:
            factors[number] = hits * step / weight
    return factors


def _advance(
    frontiers: dict[State, int],
    ways: list[float],
    values: list[tuple[int, int]],
    step: int,
    rows: int,
    scarce: tuple[int, ...],
) -> tuple[dict[State, int], list[Edge], list[float]]:
    """Lay the next space in every way the laws allow."""
    after: dict[State, int] = {}
    edges: list[Edge] = []
    reached: list[float] = []
    for frontier, source in frontiers.items():
        for terrain, crop in values:
            new = lay(frontier, terrain, crop, step, rows, scarce)
            if new is None:
                continue
            target = after.setdefault(new, len(after))
            if target == len(reached):
                reached.append(0)
            reached[target] += ways[source]
            edges.append((source, target, terrain, crop))
    return after, edges, reached
