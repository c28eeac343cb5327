"""What comes into the wheel's machine, and what goes out of it.

In: what hands do (:mod:`hardware.inputs`), the time, and what the table says. Out: effects. An effect that asks
for something carries a number, and the table answers it exactly once, with the same number.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.screens.descriptions import Kind, Window
from companion.table.wheel.settings import WheelSettings
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Command, Event, Record, Setup, State
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.scenario import Back
from companion.words import Text
from hardware.inputs import Button, InputEvent, Pressed, Released, Turned

DISCOVERY_BUTTON, DIVINATION_BUTTON = Button.LEFT, Button.RIGHT
WINDOW_OF = {DISCOVERY_BUTTON: Window.DISCOVERY, DIVINATION_BUTTON: Window.DIVINATION}
BUTTON_OF = {window: button for button, window in WINDOW_OF.items()}


@dataclass(frozen=True, slots=True)
class Playable:
    """A scenario that a new game can be played with: its name, and whether it has places for the Otoma."""

    name: str
    has_otoma: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """Time goes on. Nothing but a tick ever opens a window."""

    at: float


# Answers ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Done:
    """The game took the command: its new record; what happened, and to what, if that is to be told."""

    at: float
    number: int
    record: Record
    events: tuple[Event, ...] = ()
    before: State | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """It could not be done, and why."""

    at: float
    number: int
    text: Text


@dataclass(frozen=True, slots=True)
class Shown:
    """What a window of the bare wheel shows."""

    at: float
    number: int
    value: Terrain | Crop


@dataclass(frozen=True, slots=True)
class Loaded:
    """The scenario lies in the wheel: the back of its disc."""

    at: float
    number: int
    back: Back


@dataclass(frozen=True, slots=True)
class Hinted:
    """A hint, and the space it is about."""

    at: float
    number: int
    text: Text
    space: Space | None = None


@dataclass(frozen=True, slots=True)
class Delayed:
    """No answer yet: it takes longer than usual, and this is what to show meanwhile."""

    at: float
    number: int
    text: Text


# News ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameChanged:
    """Somebody else acted: the page on a phone, or a correction. No record: the game was put away."""

    at: float
    record: Record | None
    events: tuple[Event, ...] = ()
    before: State | None = None


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """Somebody else changed the settings."""

    at: float
    settings: WheelSettings


@dataclass(frozen=True, slots=True)
class Proposed:
    """The camera saw something: only a person's yes gives the command.

    Without a command a yes turns the wheel to the space. A window is never opened by a proposal. With a text the
    question is that sentence, else a picture of what was seen.
    """

    at: float
    space: Space | None
    seen: Terrain | Crop | Colour | None
    command: Command | None = None
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class ProposalOver:
    """What the camera saw is no longer a question."""

    at: float


@dataclass(frozen=True, slots=True)
class Alerted:
    """Something on the table needs a look, or the coach has something to say; ``more`` is for who asks for it.

    One with a ``key`` can be settled: ``settle`` is what the second choice says then. A ``lasting`` one is also kept by
    :mod:`companion.table.notices`, under its key, until it is over.
    """

    at: float
    text: Text
    kind: Kind = Kind.WARNING
    more: Text | None = None
    key: str = ""
    settle: Text | None = None
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class AlertOver:
    """What was alerted with this key is no more: nobody needs to look."""

    at: float
    key: str


@dataclass(frozen=True, slots=True)
class Warned:
    """The coach knows that an announced crop is wrong there; said only while the window is still closed."""

    at: float
    space: Space
    crop: Crop
    text: Text


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody elsewhere wants something that only hands on the wheel may allow; answered by :class:`Replied`."""

    at: float
    number: int
    text: Text


Answer = Done | Declined | Shown | Loaded | Hinted
News = (
    GameChanged | SettingsChanged | Proposed | ProposalOver | Alerted | AlertOver | Warned | Delayed | Asked
)
Input = InputEvent | Tick | Answer | News


# Out -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Give:
    """Give the game a command; answered by :class:`Done` or :class:`Declined`."""

    number: int
    command: Command


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the command of that index; answered by :class:`Done` or :class:`Declined`."""

    number: int
    index: int


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """Ask the bare wheel; answered by :class:`Shown` or :class:`Declined`."""

    number: int
    window: Window
    space: Space


@dataclass(frozen=True, slots=True)
class Load:
    """Put a scenario into the bare wheel; answered by :class:`Loaded` or :class:`Declined`."""

    number: int
    index: int


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin as one of the offers says: go on with a game, or a new one; answered by :class:`Done` or :class:`Declined`."""

    number: int
    index: int


@dataclass(frozen=True, slots=True)
class BeginNew:
    """Begin a new game with a scenario of that name, or one by chance; answered by :class:`Done` or :class:`Declined`."""

    number: int
    setup: Setup
    scenario: str


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask the coach; answered by :class:`Hinted` or :class:`Declined`."""

    number: int
    strength: int


@dataclass(frozen=True, slots=True)
class Announced:
    """A crop was announced for a space, and the window is closed yet; not answered, but perhaps by :class:`Warned`."""

    space: Space
    crop: Crop


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """These settings hold from now on; not answered."""

    settings: WheelSettings


@dataclass(frozen=True, slots=True)
class NotSo:
    """Somebody said no to what the camera saw; not answered."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Somebody settled the alert of this key, as its second choice says; not answered."""

    key: str


@dataclass(frozen=True, slots=True)
class Replied:
    """Hands said yes or no to what was :class:`Asked` under that number; not answered."""

    number: int
    yes: bool


Question = Give | TakeBack | OpenWindow | Load | Begin | BeginNew | AskHint
Effect = Question | KeepSettings | Announced | NotSo | Settle | Replied

__all__ = [
    "BUTTON_OF",
    "DISCOVERY_BUTTON",
    "DIVINATION_BUTTON",
    "WINDOW_OF",
    "AlertOver",
    "Alerted",
    "Announced",
    "Answer",
    "AskHint",
    "Asked",
    "Begin",
    "BeginNew",
    "Button",
    "Declined",
    "Delayed",
    "Done",
    "Effect",
    "GameChanged",
    "Give",
    "Hinted",
    "Input",
    "KeepSettings",
    "Load",
    "Loaded",
    "News",
    "NotSo",
    "OpenWindow",
    "Playable",
    "Pressed",
    "ProposalOver",
    "Proposed",
    "Question",
    "Released",
    "Replied",
    "SettingsChanged",
    "Settle",
    "Shown",
    "TakeBack",
    "Tick",
    "Turned",
    "Warned",
]
