"""What happened: every event is a plain fact, and the state is nothing but the sum of them.

Points are events of their own (:class:`Scored`), each with its reason, so a score can be explained line by line.
Sides are numbers: see :attr:`companion.tiwanaku.game.setup.Setup.names`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game.setup import Setup
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import TN, T, Text


class Phase(Enum):
    """What the game waits for; how one follows the other is drawn in ``turn.py``."""

    SET_UP = "set-up"
    SPEND = "spend"
    ACT = "act"
    DISCOVER = "discover"
    GIVE = "give"
    ARROW = "arrow"
    CHOOSE = "choose"
    DIVINE_ON = "divine-on"
    OFFER = "offer"
    LAST_DIVINE = "last-divine"
    LAST_OFFER = "last-offer"
    OVER = "over"


class Reason(Enum):
    """What points are given or taken for."""

    START = "start"
    DIVERSITY = "diversity"
    LAST_LEVEL = "last-level"
    DIVINED = "divined"
    MISSED = "missed"
    OFFERING = "offering"
    OTOMA_CROP = "otoma-crop"
    BARE_BOARD = "bare-board"


@dataclass(frozen=True, slots=True)
class GameSetUp:
    """The scenario is laid out for these players."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class OtomaPlaced:
    """An Otoma meeple stands on its place of the disc."""

    colour: Colour
    space: Space


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this seat's turn, and this is waited for."""

    seat: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The same turn goes on, and this is waited for."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class TileSpent:
    """A tile went from behind a screen to the diversity board."""

    seat: int
    terrain: Terrain


@dataclass(frozen=True, slots=True)
class ArrowRead:
    """The arrow of the tile on a space, or of the tile just spent, was told."""

    direction: Direction
    colour: Colour | None
    space: Space | None


@dataclass(frozen=True, slots=True)
class MeepleMoved:
    """A Quechua moved; without a start it came in from the supply. The path ends where it stands now."""

    colour: Colour
    start: Space | None
    path: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class MeepleRetrieved:
    """A Quechua went back to the supply."""

    colour: Colour
    space: Space


@dataclass(frozen=True, slots=True)
class TerrainRevealed:
    """The wheel showed the terrain of a space."""

    space: Space
    terrain: Terrain


@dataclass(frozen=True, slots=True)
class TileLaid:
    """A terrain tile lies on the board; ``giver`` is the seat whose stack it came from, if any."""

    space: Space
    terrain: Terrain
    giver: int | None = None


@dataclass(frozen=True, slots=True)
class CropRevealed:
    """The wheel showed the crop of a space, and it lies there; the Otoma announce nothing."""

    space: Space
    crop: Crop
    announced: Crop | None = None


@dataclass(frozen=True, slots=True)
class PawnAdvanced:
    """A side's diversity pawn reached a level."""

    side: int
    terrain: Terrain
    level: int


@dataclass(frozen=True, slots=True)
class TokenTaken:
    """A side took an offering token."""

    side: int
    crop: Crop


@dataclass(frozen=True, slots=True)
class TokensOffered:
    """A side gave offering tokens back."""

    side: int
    tokens: frozenset[Crop]


@dataclass(frozen=True, slots=True)
class Scored:
    """Points for a side: what its score really changed by, which is less where it would fall below 0."""

    side: int
    points: int
    reason: Reason
    count: int = 0
    space: Space | None = None
    terrain: Terrain | None = None
    crop: Crop | None = None

    @property
    def text(self) -> Text:
        """Why, in words."""
        return _REASONS[self.reason](self)


@dataclass(frozen=True, slots=True)
class OtomaStirred:
    """These Otoma have to move, each in its direction; in solo games one of them, chosen by the player."""

    movers: tuple[tuple[Space, Direction], ...]


@dataclass(frozen=True, slots=True)
class OtomaMoved:
    """An Otoma walked to an empty space; the path ends there."""

    colour: Colour
    start: Space
    path: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class OtomaStayed:
    """An Otoma found no empty space on its way and stays where it was."""

    space: Space


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat is out of what goes round the table, or has nothing it can do this turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; the sides that won."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpaceSeen:
    """A reveal was taken back by a correction. The table has seen the space all the same."""

    space: Space
    terrain: Terrain | None
    crop: Crop | None


Event = (
    GameSetUp
    | OtomaPlaced
    | TurnBegan
    | PhaseBegan
    | TileSpent
    | ArrowRead
    | MeepleMoved
    | MeepleRetrieved
    | TerrainRevealed
    | TileLaid
    | CropRevealed
    | PawnAdvanced
    | TokenTaken
    | TokensOffered
    | Scored
    | OtomaStirred
    | OtomaMoved
    | OtomaStayed
    | Passed
    | GameEnded
    | SpaceSeen
)


def _missed(scored: Scored) -> Text:
    if scored.crop is not None and scored.points > -scored.crop.level:
        return T(
            "wrong divination, {space}: {crop}; a score stops at 0", space=scored.space, crop=scored.crop
        )
    return T("wrong divination, {space}: {crop}", space=scored.space, crop=scored.crop)


_REASONS: dict[Reason, Callable[[Scored], Text]] = {
    Reason.START: lambda scored: T("start of the game"),
    Reason.DIVERSITY: lambda scored: TN(
        "{space}: {terrain}; {count} pawn on the level reached",
        "{space}: {terrain}; {count} pawns on the level reached",
        scored.count,
        space=scored.space,
        terrain=scored.terrain,
    ),
    Reason.LAST_LEVEL: lambda scored: T(
        "{space}: {terrain}; the pawn is on the last level already",
        space=scored.space,
        terrain=scored.terrain,
    ),
    Reason.DIVINED: lambda scored: T(
        "right divination, {space}: {crop}", space=scored.space, crop=scored.crop
    ),
    Reason.MISSED: _missed,
    Reason.OFFERING: lambda scored: TN("{count} token offered", "{count} tokens offered", scored.count),
    Reason.OTOMA_CROP: lambda scored: T(
        "crop of the Otoma, {space}: {crop}", space=scored.space, crop=scored.crop
    ),
    Reason.BARE_BOARD: lambda scored: TN(
        "{count} space without terrain", "{count} spaces without terrain", scored.count
    ),
}
