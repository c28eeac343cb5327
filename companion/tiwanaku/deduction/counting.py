"""How likely every value is, if each board that agrees with the position is equally likely.

Boards are counted exactly by passes from opposite sides that meet (:mod:`racing`), from the first turn of a short
board and from about a third of the tiles of a long one. Where they are too many, random sweeps estimate
(:mod:`sampling`), with a standard error for every value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.deduction.naming import name_all
from companion.tiwanaku.deduction.possibilities import Possibilities
from companion.tiwanaku.deduction.reasoner import Cancelled, Clock, deduce
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.values import (
    ALL_BITS,
    CROP_BITS,
    CROPS,
    FIRST_CROP,
    TERRAIN_BITS,
    TERRAINS,
    WIDTH,
)

if TYPE_CHECKING:
    from companion.tiwanaku.deduction.sampling import Estimate

# A pass this wide costs little; wider ones are tried only where boards seem few enough to be counted in time.
_QUICK_WIDTH = 20_000
_WIDEST = 1_500_000
_COUNTED_A_SECOND = 3e5
# Shares of the time: for the deduction, if there was none, and up to when exact counting is tried.
_FOR_DEDUCTION = 0.4
_FOR_EXACTNESS = 0.6
# The largest board whose numbers fit the tables of a sweep.
_MOST_SPACES = 50


@dataclass(frozen=True, slots=True)
class Odds:
    """Probabilities of the values on every space, by the space's index.

    ``boards`` counts the boards that agree with the position. Where ``exact`` is false everything is an estimate:
    ``error`` is the largest standard error of any probability, and each has its own beside it. An estimate can be 0 for
    what is possible, but rare.
    """

    board: Board
    boards: float
    terrains: tuple[Mapping[Terrain, float], ...]
    crops: tuple[Mapping[Crop, float], ...]
    exact: bool = True
    error: float = 0.0
    terrain_errors: tuple[Mapping[Terrain, float], ...] = ()
    crop_errors: tuple[Mapping[Crop, float], ...] = ()

    def terrain(self, space: Space, terrain: Terrain) -> float:
        """How likely a terrain is on a space."""
        return self.terrains[space.index].get(terrain, 0.0)

    def crop(self, space: Space, crop: Crop) -> float:
        """How likely a crop is on a space."""
        return self.crops[space.index].get(crop, 0.0)

    def terrain_error(self, space: Space, terrain: Terrain) -> float:
        """The standard error of that probability; 0 where it is exact."""
        return self.terrain_errors[space.index].get(terrain, 0.0) if self.terrain_errors else 0.0

    def crop_error(self, space: Space, crop: Crop) -> float:
        """The standard error of that probability; 0 where it is exact."""
        return self.crop_errors[space.index].get(crop, 0.0) if self.crop_errors else 0.0


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
    # Numpy takes a moment to load, and most commands never count.
    from companion.tiwanaku.deduction.course import courses
    from companion.tiwanaku.deduction.racing import Race
    from companion.tiwanaku.deduction.sampling import Sampler

    began = clock()

    def after(share: float) -> Callable[[], bool]:
        return lambda: clock() - began >= share * seconds or (cancelled is not None and cancelled())

    if known is None:
        known = deduce(position, seconds=_FOR_DEDUCTION * seconds, cancelled=cancelled, clock=clock)
    if known.consistent is False or after(1.0)():
        return None
    ways = courses(position, known)
    if not ways or len(position.board.spaces) > _MOST_SPACES:
        return _named(position, after(1.0))
    race = Race(ways)
    counts = race.run(_QUICK_WIDTH, after(_FOR_EXACTNESS))
    if counts is not None:
        return _counted(position.board, counts.boards, counts.by_space.tolist())
    sampler = Sampler(race, seed)
    boards = sampler.scout(after(1.0))
    if boards is None:
        return None
    if boards < _COUNTED_A_SECOND * seconds:
        counts = race.run(_WIDEST, after(_FOR_EXACTNESS), [race.best_pair()])
        if counts is not None:
            return _counted(position.board, counts.boards, counts.by_space.tolist())
    found = sampler.estimate(clock, began + seconds, after(1.0))
    return None if found is None else _estimated(position.board, known, found)


def _named(position: Position, stop: Callable[[], bool]) -> Odds | None:
    found = name_all(position, stop)
    return None if found is None else _counted(position.board, *found)


def _counted(board: Board, boards: float, counts: Sequence[Sequence[float]]) -> Odds | None:
    if not boards:
        return None
    shares = [{value: count / boards for value, count in enumerate(row) if count} for row in counts]
    return Odds(board, int(boards), *_by_kind(shares))


def _estimated(board: Board, known: Possibilities, found: Estimate) -> Odds:
    """Only what is neither certain nor ruled out has an error."""
    left = known.possible | known.undecided
    shares, errors = list[dict[int, float]](), list[dict[int, float]]()
    for cell, (row, row_errors) in enumerate(zip(found.shares.tolist(), found.errors.tolist(), strict=True)):
        values = left >> WIDTH * cell & ALL_BITS
        shares.append({value: share for value, share in enumerate(row) if values >> value & 1})
        errors.append(
            {
                value: error
                for value, error in enumerate(row_errors)
                if values >> value & 1
                and values & (TERRAIN_BITS if value < FIRST_CROP else CROP_BITS) != 1 << value
            }
        )
    terrains, crops = _by_kind(shares)
    terrain_errors, crop_errors = _by_kind(errors)
    return Odds(
        board,
        found.boards,
        terrains,
        crops,
        exact=False,
        error=max((error for row in errors for error in row.values()), default=0.0),
        terrain_errors=terrain_errors,
        crop_errors=crop_errors,
    )


def _by_kind(
    rows: Sequence[Mapping[int, float]],
) -> tuple[tuple[Mapping[Terrain, float], ...], tuple[Mapping[Crop, float], ...]]:
    """Numbers of values, terrains first, as terrains and crops."""
    return (
        tuple({TERRAINS[value]: share for value, share in row.items() if value < FIRST_CROP} for row in rows),
        tuple(
            {CROPS[value - FIRST_CROP]: share for value, share in row.items() if value >= FIRST_CROP}
            for row in rows
        ),
    )
