"""Where everything waits that the desk has to hear of: hands, answers, news, and what others want done."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import PachamamaError
from companion.table import wheel
from companion.table.beginnings import Disc, Opened
from companion.table.screens.descriptions import Window
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Oracle, Record
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.scenario import Back
from companion.words import Text


@dataclass(frozen=True, slots=True)
class Stop:
    """The loop shall end."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """Somebody asks whether the loop still goes round; it answers, on its own thread."""

    answer: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Kept:
    """The record of that number is on disk, or cannot be for now, which people have been told."""

    number: int
    saved: bool


@dataclass(frozen=True, slots=True)
class Order:
    """Somebody besides the wheel acts: the page, the referee, a correction.

    The deed makes the new record, as ``lambda record, oracle: record.do(command, oracle)`` does. It is told, on the
    desk's thread, once the record is on disk and the wheel knows of it; or refused, with the reason.
    """

    deed: Callable[[Record, Oracle], Record]
    told: Callable[[Record], None] = lambda record: None
    refused: Callable[[PachamamaError], None] = lambda error: None


@dataclass(frozen=True, slots=True)
class Opening:
    """Somebody begins a game, or goes on with one; ``open`` is called on the desk's thread. The game before stays saved."""

    open: Callable[[], Opened]
    told: Callable[[Record], None] = lambda record: None
    refused: Callable[[PachamamaError], None] = lambda error: None


@dataclass(frozen=True, slots=True)
class LayIn:
    """Somebody puts a disc into the bare wheel; refused while a game is played."""

    load: Callable[[], Disc]
    told: Callable[[Back], None] = lambda back: None
    refused: Callable[[PachamamaError], None] = lambda error: None


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody held a window of the bare wheel open for long enough elsewhere; in a game a command does that."""

    window: Window
    space: Space
    told: Callable[[Terrain | Crop], None]
    refused: Callable[[PachamamaError], None] = lambda error: None


@dataclass(frozen=True, slots=True)
class Ask:
    """Something only hands on the wheel may allow; the reply comes on the desk's thread."""

    text: Text
    replied: Callable[[bool], None]


FromOthers = Order | Opening | LayIn | Look
Waiting = wheel.Input | FromOthers | Ask | Kept | Pulse | Stop


class Inbox:
    """Where everything waits. ``put`` never blocks, from any thread."""

    def __init__(self) -> None:
        self._events: queue.SimpleQueue[Waiting] = queue.SimpleQueue()

    def put(self, event: Waiting) -> None:
        """Take note of an event."""
        self._events.put(event)

    def wait(self, timeout: float | None) -> list[Waiting]:
        """All events that wait, after at most so many seconds for the first (``None``: for ever)."""
        events = []
        try:
            events.append(self._events.get(timeout=timeout))
            while True:
                events.append(self._events.get_nowait())
        except queue.Empty:
            return events
