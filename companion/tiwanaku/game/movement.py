"""Where meeples can go: Quechua step by step, Otoma straight on and along the trails.

    a Quechua enters a space ...     it
    with another player's meeple     may not
    with an own meeple               must go on
    with a crop and no meeple        may stop or go on (co-operative: must go on)
    with neither                     must stop

Otoma are another player's meeples to a Quechua.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game.setup import EntryRule
from companion.tiwanaku.game.state import State

Path = tuple[Space, ...]
_UNREACHED = -2
_FIRST_STEP = -1


@dataclass(frozen=True, slots=True)
class Reach:
    """Everywhere one meeple can get to; it came in from the supply if it has no start."""

    start: Space | None
    destinations: tuple[Space, ...]
    _came_from: tuple[int, ...] = field(repr=False)
    _spaces: tuple[Space, ...] = field(repr=False)

    def path(self, to: Space) -> Path:
        """A shortest path to a destination: the spaces entered, the destination last."""
        path = []
        index = to.index
        while index != _FIRST_STEP:
            path.append(self._spaces[index])
            index = self._came_from[index]
        return tuple(reversed(path))

    def entered(self, space: Space) -> bool:
        """Whether the meeple can step on a space, be it only to cross it."""
        return self._came_from[space.index] != _UNREACHED


def reach(state: State, start: Space | None) -> Reach:
    """Where a meeple of the active player can go from a space, or from the supply.

    It is not asked whether the player has a meeple there; an arrow that should lead it must be known.
    """
    board, colour = state.board, state.colour
    meeples, crops, spaces = state.meeples, state.crops, board.spaces
    came_from = [_UNREACHED] * len(spaces)
    border: list[Space] = []
    for space in _first_steps(state, start):
        if meeples[space.index] is None or meeples[space.index] is colour:
            came_from[space.index] = _FIRST_STEP
            border.append(space)
    barred = -1 if start is None else start.index
    stops: list[Space] = []
    may_stop_on_crop = state.setup.traits.may_stop_on_crop
    beside = board.beside
    for space in border:  # grows while it is walked through, nearest spaces first
        index = space.index
        bare = crops[index] is None
        if meeples[index] is None:
            if bare or may_stop_on_crop:
                stops.append(space)
            if bare:
                continue
        for near in beside(space):
            other = near.index
            if came_from[other] == _UNREACHED and other != barred:
                standing = meeples[other]
                if standing is None or standing is colour:
                    came_from[other] = index
                    border.append(near)
    return Reach(start, tuple(stops), tuple(came_from), spaces)


def reaches(state: State) -> list[Reach]:
    """Where every meeple of the active player can go, a new one from the supply included.

    Empty where an arrow has to be told first.
    """
    if needs_arrow(state):
        return []
    found = [reach(state, start) for start in state.own()]
    if state.supply(state.colour) > 0:
        found.append(reach(state, None))
    return found


def needs_arrow(state: State) -> bool:
    """Whether the arrow of the spent tile must be told before anybody moves."""
    return state.setup.traits.tiles_are_spent and state.spent_arrow is None


def _first_steps(state: State, start: Space | None) -> Iterable[Space]:
    board = state.board
    if state.spent_arrow is None:
        return board.edge if start is None else board.beside(start)
    direction = state.spent_arrow.direction
    if start is not None:
        step = board.step(start, direction)
        return () if step is None else (step,)
    if state.setup.house.cooperative_entry is EntryRule.ANY_EDGE:
        return board.edge
    return [space for space in board.edge if board.step(space, direction.opposite) is None]


def otoma_path(state: State, start: Space, direction: Direction) -> Path | None:
    """The way of an Otoma to the first empty space; None if the way closes without one."""
    board, terrains = state.board, state.terrains
    path: list[Space] = []
    here, way = start, direction
    while True:
        step = board.step(here, way)
        if step is None:
            here, way = board.follow_trail(here, way)
        else:
            here = step
        path.append(here)
        if terrains[here.index] is None:
            return tuple(path)
        if here is start and way is direction:
            return None


def fleeing(state: State, explorer: Space) -> tuple[tuple[Space, Direction], ...]:
    """The Otoma in the row and the column of a space, nearest first, each with its way from there."""
    found = []
    for space in state.otoma():
        if space.row == explorer.row:
            found.append((space, Direction.EAST if space.column > explorer.column else Direction.WEST))
        elif space.column == explorer.column:
            found.append((space, Direction.SOUTH if space.row > explorer.row else Direction.NORTH))
    return tuple(sorted(found, key=lambda mover: distance(mover[0], explorer)))


def distance(one: Space, other: Space) -> int:
    """How many steps apart two spaces are."""
    return abs(one.row - other.row) + abs(one.column - other.column)
