"""What each screen of the wheel shows, as plain data: the wheel's state machine makes these, ``draw`` draws them.

Frozen and comparable, so a test can walk every state and look. A description carries only what everybody at the
table knows, or what an opened window shows: a closed or filling window has no field that could hold its answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.tiwanaku.board import Board, Direction, Space
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import Text

Words = Text | str
"""A text of ours, said in the table's language; or a name that a person gave, shown as it is."""


class Window(Enum):
    """One of the two windows of the wheel, each with its own button."""

    DISCOVERY = "discovery"
    DIVINATION = "divination"


class Ring(Enum):
    """One of the two rings of the wheel."""

    ELEMENT = "element"
    ANIMAL = "animal"


class Action(Enum):
    """What a player can choose to do; the value is the sign that stands for it."""

    EXPLORE = "explore"
    DIVINE = "divine"
    OFFER = "offer"
    PASS = "skip"  # noqa: S105 (a turn, not a word to keep)
    END_TURN = "end_turn"
    UNDO = "undo"
    HINT = "bulb"
    SETTINGS = "gear"
    SCORES = "crown"
    POINTS = "info"
    JOIN = "phone"
    WHEEL = "wheel"
    OTOMA = "otoma"
    NEW_GAME = "meeple"


class Kind(Enum):
    """What a message is about; the value is the sign that stands for it."""

    INFO = "info"
    WARNING = "warning"
    QUESTION = "question"
    REFUSED = "lock"
    CAMERA = "camera"
    WAIT = "hourglass"
    DONE = "check"
    FAILED = "cross"


class Side(Enum):
    """Whose score a line tells."""

    PLAYER = "player"
    GROUP = "group"
    OTOMA = "otoma"


class Token(Enum):
    """What became of the offering token after a right divination."""

    TAKEN = "taken"
    OWNED_ALREADY = "owned"
    NONE_LEFT = "none"


# Where to begin ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first screen."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Choose one of a few entries: a language, a number of players, which Otoma moves."""

    title: Words
    entries: tuple[Words, ...]
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class ScenarioMenu:
    """Choose a scenario by its name."""

    names: tuple[Words, ...]
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class ActionMenu:
    """Choose what to do; only what is allowed now is offered."""

    actions: tuple[Action, ...]
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting and what it stands at."""

    name: Words
    value: Words


@dataclass(frozen=True, slots=True)
class SettingsMenu:
    """Choose a setting; while ``editing``, turning changes its value."""

    settings: tuple[Setting, ...]
    chosen: int = 0
    editing: bool = False


@dataclass(frozen=True, slots=True)
class Join:
    """The address of the table's page, as a QR code and in words, and the code that phones need to act.

    At most 53 bytes (or 77 capitals, digits and ``$%*+-./:``) can be drawn large enough for a phone to read.
    """

    address: str
    code: str = ""


# Places and windows -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Coordinates:
    """Choose a space: both signs are shown, the ring that turns now stands out.

    Below stands the note, else the windows that may be opened there.
    """

    space: Space
    ring: Ring
    elements: tuple[str, ...]
    animals: tuple[str, ...]
    windows: frozenset[Window] = frozenset()
    note: Words = ""

    @classmethod
    def on(
        cls,
        board: Board,
        space: Space,
        ring: Ring,
        windows: frozenset[Window] = frozenset(),
        note: Words = "",
    ) -> Coordinates:
        """The rings of that board, at that space."""
        return cls(space, ring, board.elements, board.animals, windows, note)


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """A window is chosen and waits to be held; before a divination, with the crop that was announced."""

    window: Window
    space: Space
    announced: Crop | None = None


@dataclass(frozen=True, slots=True)
class WindowFilling:
    """The button of a window is held: ``fill`` grows from 0 to 1, then the window opens."""

    window: Window
    space: Space
    fill: float
    announced: Crop | None = None


@dataclass(frozen=True, slots=True)
class DiscoveryOpen:
    """The Discovery window, open: the terrain of the space."""

    space: Space
    terrain: Terrain


@dataclass(frozen=True, slots=True)
class DivinationOpen:
    """The Divination window, open: the crop of the space."""

    space: Space
    crop: Crop


@dataclass(frozen=True, slots=True)
class AnnounceCrop:
    """Choose the crop to announce for a space."""

    space: Space
    chosen: Crop


@dataclass(frozen=True, slots=True)
class ArrowEntry:
    """Tell the arrow printed on a terrain tile: its colour and its direction, one after the other."""

    colour: Colour
    direction: Direction
    choosing_direction: bool = False


@dataclass(frozen=True, slots=True)
class CameraProposal:
    """What the camera saw, to be confirmed; chosen 0 is yes, 1 is no."""

    space: Space
    seen: Terrain | Crop | Colour
    chosen: int = 0


# What came of it --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Discovered:
    """A discovery: the diversity pawn now stands on ``level`` of ``levels``."""

    space: Space
    terrain: Terrain
    level: int
    levels: int
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class Divined:
    """A right divination."""

    space: Space
    crop: Crop
    points: int
    score: int
    token: Token = Token.TAKEN


@dataclass(frozen=True, slots=True)
class WrongDivination:
    """A wrong divination: what was said, what it is, what it cost."""

    space: Space
    announced: Crop
    crop: Crop
    lost: int
    score: int


@dataclass(frozen=True, slots=True)
class Offering:
    """Choose tokens to give. The cursor is on a token, or behind the last one, on the button that gives them."""

    tokens: tuple[Crop, ...]
    given: frozenset[Crop]
    worth: int
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class OtomaStep:
    """One step of an Otoma meeple: number ``number`` of ``steps``."""

    colour: Colour
    direction: Direction
    start: Space
    end: Space
    number: int
    steps: int
    by_trail: bool = False
    stops: bool = False


@dataclass(frozen=True, slots=True)
class OtomaFound:
    """Where an Otoma meeple stopped: terrain and crop are laid, both score."""

    colour: Colour
    space: Space
    terrain: Terrain
    crop: Crop
    terrain_points: int
    crop_points: int
    score: int


# The players ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """A score and whose it is."""

    colour: Colour
    score: int
    side: Side = Side.PLAYER


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, and all scores. In a co-operative game ``player`` acts for the group's seat."""

    seats: tuple[Seat, ...]
    active: int
    player: Colour | None = None


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The final scores, best first, and the places of the winners among them."""

    seats: tuple[Seat, ...]
    winners: frozenset[int]


# Words ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence and up to two choices. A long one has several pages, see ``pages``."""

    kind: Kind
    text: Words
    choices: tuple[Words, ...] = ()
    chosen: int = 0
    page: int = 0


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in one of three strengths: where to look, what applies there, what follows."""

    strength: int
    text: Words
    space: Space | None = None
    page: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page of a lesson."""

    title: Words
    text: Words
    page: int = 0


Description = (
    Welcome
    | Menu
    | ScenarioMenu
    | ActionMenu
    | SettingsMenu
    | Join
    | Coordinates
    | WindowClosed
    | WindowFilling
    | DiscoveryOpen
    | DivinationOpen
    | AnnounceCrop
    | ArrowEntry
    | CameraProposal
    | Discovered
    | Divined
    | WrongDivination
    | Offering
    | OtomaStep
    | OtomaFound
    | Turn
    | GameEnd
    | Message
    | Hint
    | Lesson
)
