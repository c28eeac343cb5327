"""What people tell the game: every command is a plain value, checked only when it is given.

Nobody is named in a command: it is always the one whose turn it is (:attr:`State.seat`) who does it. A meeple is
named by the space where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game.setup import Setup
from companion.tiwanaku.pieces import Colour, Crop, Terrain


@dataclass(frozen=True, slots=True)
class SetUp:
    """Lay out the scenario for these players."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class SpendTile:
    """Put the top tile of one's stack on the diversity board (co-operative), perhaps with its arrow."""

    terrain: Terrain
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class ArrowSeen:
    """Tell the arrow of a tile: of the one under the meeple (solo), or of the one just spent."""

    direction: Direction
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Explore: move an own meeple on the board."""

    start: Space
    to: Space


@dataclass(frozen=True, slots=True)
class Enter:
    """Explore: bring in a new meeple over the edge, and move it as far as that space."""

    to: Space


@dataclass(frozen=True, slots=True)
class Retrieve:
    """Explore: take an own meeple back to one's supply."""

    space: Space


@dataclass(frozen=True, slots=True)
class Discover:
    """Open the Discovery window for the space where a meeple waits; for an Otoma both windows."""

    space: Space


@dataclass(frozen=True, slots=True)
class GiveTile:
    """Give the tile that the diversity board lacks from the top of a player's stack (co-operative)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseOtoma:
    """Say which Otoma moves now."""

    space: Space


@dataclass(frozen=True, slots=True)
class Divine:
    """Announce a crop for the space of an own meeple, and open the Divination window there."""

    space: Space
    announced: Crop


@dataclass(frozen=True, slots=True)
class Offer:
    """Give back offering tokens for points."""

    tokens: frozenset[Crop]


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Do nothing more this turn."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing where nothing can be done, or where one does not want to (end of the game)."""


Command = (
    SetUp
    | SpendTile
    | ArrowSeen
    | Move
    | Enter
    | Retrieve
    | Discover
    | GiveTile
    | ChooseOtoma
    | Divine
    | Offer
    | EndTurn
    | Pass
)
