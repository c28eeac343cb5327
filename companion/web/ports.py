"""What the page needs of the table, as small Protocols: whoever runs a table plugs in what it has."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from companion.shelf import Shelf
from companion.table.beginnings import Opened
from companion.table.desk import Coach
from companion.table.inbox import Inbox
from companion.table.journal import Journal
from companion.table.wheel import WheelSettings
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Command, Record, Setup, State
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.scenario import Back, Scenario
from companion.web.jobs import Cancelled, Progress
from companion.words import Language, Text


class SavedGames(Protocol):
    """The saved games of a table; see ``companion.commands.saved``."""

    @property
    def journal(self) -> Journal:
        """Where they are kept."""
        ...

    @property
    def present(self) -> str | None:
        """The id of the game in play."""
        ...

    def new(self, scenario: Scenario, setup: Setup) -> Callable[[], Opened]:
        """How to begin a new game."""
        ...

    def go_on(self, wish: str) -> Opened:
        """A saved game."""
        ...


@dataclass(frozen=True)
class AlertShown:
    """A fault on the table: what, where, what to do about it; ``acceptable``: may be said to be on purpose."""

    id: str
    kind: str
    spaces: tuple[Space, ...]
    text: Text
    remedy: Text
    acceptable: bool = True


@dataclass(frozen=True)
class ProposalShown:
    """A deed that was seen; a yes gives its command, unless that would open a window (``asks_wheel``)."""

    id: str
    text: Text
    command: Command
    space: Space | None = None
    asks_wheel: bool = False


@dataclass(frozen=True)
class DifferenceShown:
    """Where table and game differ."""

    space: Space
    what: str
    sort: str
    text: Text


@dataclass(frozen=True)
class LookedAt:
    """What the camera and the referee say of the table now."""

    watching: bool = False
    blind: bool = False
    alerts: tuple[AlertShown, ...] = ()
    proposals: tuple[ProposalShown, ...] = ()
    differences: tuple[DifferenceShown, ...] = ()


class Referee(Protocol):
    """Whoever watches the table. It tells :meth:`companion.web.page.Page.looked` what it sees; these return at once."""

    def accept(self, alert: str) -> None:
        """We did it on purpose."""
        ...

    def done(self, alert: str) -> None:
        """It was put right: look again."""
        ...

    def decline(self) -> None:
        """That is not what was done."""
        ...


Point = tuple[float, float]


@dataclass(frozen=True)
class CameraReading:
    """The grid that was found in the picture, and what was read there."""

    size: tuple[int, int]
    corners: tuple[Point, ...] | None = None
    grid: Sequence[Sequence[str]] | None = None
    meeples: dict[str, str] = field(default_factory=dict)
    unsure: tuple[str, ...] = ()


class CameraView(Protocol):
    """The picture above the table. All methods may take a moment: they are called aside."""

    def frame(self) -> bytes | None:
        """The latest picture as a JPEG."""
        ...

    def reading(self) -> CameraReading:
        """What is seen in it."""
        ...

    def set_corners(self, corners: tuple[Point, ...] | None) -> None:
        """Where the board's corners are; ``None``: find them anew."""
        ...

    def check(self, progress: Progress, cancelled: Cancelled) -> Sequence[tuple[Space | None, Text]]:
        """The set-up check: what is still to be done, and where."""
        ...


Recapped = Callable[[Language], str]
"""The finished page of a recap, in a language."""
Recap = Callable[[Record, Progress, Cancelled], Recapped]
"""Looks back on a game."""


class Lessons(Protocol):
    """The lessons, as data in a language."""

    def titles(self, words: Language) -> Sequence[dict[str, Any]]:
        """Name and title of each."""
        ...

    def lesson(self, name: str, words: Language) -> dict[str, Any] | None:
        """A lesson whole."""
        ...


Warner = Callable[[State, Space, Crop], Text | None]
"""The coach's word before a divination that is certainly wrong; waits for it."""


@dataclass(frozen=True)
class Ports:
    """A table as the page meets it. ``bare`` may be asked from any thread, and says what lies in the bare wheel now."""

    inbox: Inbox
    shelf: Shelf
    settings: WheelSettings
    bare: Callable[[], Back | None]
    keep_settings: Callable[[WheelSettings], None]
    scenario_by_chance: Callable[[Setup], Scenario]
    games: SavedGames | None = None
    coach: Coach | None = None
    warner: Warner | None = None
    referee: Referee | None = None
    camera: CameraView | None = None
    recap: Recap | None = None
    lessons: Lessons | None = None
    folder: Path | None = None
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time
