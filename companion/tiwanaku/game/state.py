"""The state of a game: all that lies on the table, and nothing that is hidden.

A state is made from the public back of a disc and from events; it never meets the solution. So whatever prints,
sends or reasons about a state cannot give away a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.tiwanaku.board import Board, Direction, Space
from companion.tiwanaku.game.events import Phase
from companion.tiwanaku.game.setup import TERRAINS, Counts, Setup
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.scenario import Back

NO_TILES: Counts = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Side:
    """Those who share a score: a player, the group, or the Otoma."""

    score: int = 0
    diversity: Counts = NO_TILES
    tokens: frozenset[Crop] = frozenset()


@dataclass(frozen=True, slots=True)
class Arrow:
    """The arrow printed on a terrain tile."""

    direction: Direction
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. What lies on spaces is listed by the spaces' index.

    ``waiting`` is the space to be discovered, ``revealed`` its terrain while somebody has to give the tile,
    ``explorer`` where this turn's meeple stopped, ``movers`` the Otoma still to move.
    """

    back: Back = field(repr=False)
    agreed: Setup | None
    phase: Phase
    seat: int
    terrains: tuple[Terrain | None, ...] = field(repr=False)
    crops: tuple[Crop | None, ...] = field(repr=False)
    meeples: tuple[Colour | None, ...] = field(repr=False)
    arrows: tuple[Arrow | None, ...] = field(repr=False)
    sides: tuple[Side, ...] = ()
    turns: int = 0
    spent: Counts = NO_TILES
    stacks: tuple[Counts, ...] = ()
    spent_arrow: Arrow | None = None
    waiting: Space | None = None
    revealed: Terrain | None = None
    explorer: Space | None = None
    movers: tuple[tuple[Space, Direction], ...] = ()
    passed: frozenset[int] = frozenset()
    seen: frozenset[Space] = frozenset()
    winners: tuple[int, ...] | None = None

    @property
    def board(self) -> Board:
        """The board of the scenario."""
        return self.back.board

    @property
    def setup(self) -> Setup:
        """What the table agreed on; asked for after the set-up only."""
        if self.agreed is None:
            raise LookupError("the game has not been set up")
        return self.agreed

    @property
    def colour(self) -> Colour:
        """The colour of the meeples of the seat whose turn it is."""
        return self.setup.colours[self.seat]

    @property
    def side(self) -> Side:
        """The side of the seat whose turn it is."""
        return self.sides[self.side_number]

    @property
    def side_number(self) -> int:
        """The number of the side whose turn it is."""
        return self.setup.side_of(self.seat)

    @property
    def is_full(self) -> bool:
        """Whether every space has its terrain."""
        return None not in self.terrains

    def supply(self, colour: Colour) -> int:
        """How many meeples of a player's colour are not on the board."""
        return self.setup.meeples_each - self.meeples.count(colour)

    def is_otoma(self, space: Space) -> bool:
        """Whether an Otoma stands there."""
        colour = self.meeples[space.index]
        return colour is not None and colour not in self.setup.colours

    def otoma(self) -> list[Space]:
        """Where the Otoma stand, in reading order."""
        return [space for space in self.board.spaces if self.is_otoma(space)]

    def own(self) -> list[Space]:
        """Where the meeples of the seat whose turn it is stand, in reading order."""
        colour, spaces = self.colour, self.board.spaces
        return [spaces[index] for index, other in enumerate(self.meeples) if other is colour]

    def able_to_divine(self, seat: int | None = None) -> list[Space]:
        """Where a seat's meeples stand on terrain without a crop; of the seat whose turn it is by default."""
        colour = self.setup.colours[self.seat if seat is None else seat]
        crops, terrains, spaces = self.crops, self.terrains, self.board.spaces
        return [
            spaces[index]
            for index, other in enumerate(self.meeples)
            if other is colour and crops[index] is None and terrains[index] is not None
        ]

    def position(self) -> Position:
        """The board as everybody sees it, for whoever checks laws or reasons."""
        standing = {
            space: colour
            for space, colour in zip(self.board.spaces, self.meeples, strict=True)
            if colour is not None
        }
        return Position(self.board, self.terrains, self.crops, self.back.tiles, MappingProxyType(standing))

    def tiles_left(self) -> Mapping[Terrain, int]:
        """How many tiles of each terrain do not lie on the board yet."""
        return {terrain: self.back.tiles[terrain] - self.terrains.count(terrain) for terrain in TERRAINS}


def before_set_up(back: Back) -> State:
    """The state in which every game begins: a disc has been chosen, nothing lies on the board."""
    count = len(back.board.spaces)
    return State(
        back=back,
        agreed=None,
        phase=Phase.SET_UP,
        seat=0,
        terrains=(None,) * count,
        crops=(None,) * count,
        meeples=(None,) * count,
        arrows=(None,) * count,
    )
