"""What is surely seen of a table, and what a game says should be seen: both as one list of things by spot.

A spot is a number: of a board with n spaces the spots 0..n-1 are the terrains, n..2n-1 the crops, 2n..3n-1 the
meeples. So two tables are compared in one pass.

>>> from companion.tiwanaku.game.examples import morning_valley_game
>>> sight = table_of(morning_valley_game())
>>> sight.size, sight.what(50), sight.index(50)
(25, <What.MEEPLE: 'meeple'>, 0)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.game import State
from companion.tiwanaku.pieces import Colour, Crop, Terrain

Thing = Terrain | Crop | Colour
Spot = int


class What(Enum):
    """Which of the three things of a space is meant."""

    TERRAIN = "terrain"
    CROP = "crop"
    MEEPLE = "meeple"


class Doubt(Enum):
    """What stands in for a thing that is not surely seen."""

    UNSEEN = "unseen"  # covered, or not sure
    UNKNOWN = "unknown"  # something lies there that was never learnt


Seen = Thing | Doubt | None
Tolerated = Mapping[Spot, frozenset[Seen]]
"""What may lie on a spot besides what the game says."""

_KINDS = tuple(What)


@dataclass(frozen=True, slots=True)
class Sight:
    """A table: what lies and stands on it, spot by spot."""

    things: tuple[Seen, ...]

    @property
    def size(self) -> int:
        """How many spaces there are."""
        return len(self.things) // len(_KINDS)

    def what(self, spot: Spot) -> What:
        """Which thing of its space a spot is about."""
        return _KINDS[spot // self.size]

    def index(self, spot: Spot) -> int:
        """The index of the space of a spot."""
        return spot % self.size

    def terrain(self, index: int) -> Seen:
        """The terrain of a space."""
        return self.things[index]

    def crop(self, index: int) -> Seen:
        """The crop of a space."""
        return self.things[self.size + index]

    def meeple(self, index: int) -> Seen:
        """The meeple on a space."""
        return self.things[2 * self.size + index]

    def unlike(self, other: Sight) -> Iterator[Spot]:
        """The spots where this sight surely shows something else than another table."""
        for spot, (seen, right) in enumerate(zip(self.things, other.things, strict=True)):
            if seen is not right and seen is not Doubt.UNSEEN:
                yield spot


def spot_of(board: Board, what: What, space: Space) -> Spot:
    """The spot of one thing of a space."""
    return _KINDS.index(what) * len(board.spaces) + space.index


def unseen(board: Board) -> Sight:
    """A table of which nothing has been seen."""
    return Sight((Doubt.UNSEEN,) * (len(_KINDS) * len(board.spaces)))


def table_of(state: State) -> Sight:
    """The table as the game has it."""
    return Sight((*state.terrains, *state.crops, *state.meeples))
