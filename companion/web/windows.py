"""Windows held open on a phone: press, hold, look, let go. One at a time, as on the wheel.

    closed ──press──► FILLING ──held for the hold time──► OPENING ──answer, still held──► OPEN ──release──► closed
      ▲                  │ release, another game, no socket     │ let go: nobody looks      │ no socket
      └──────────────────┴──────────────────────────────────────┴───────────────────────────┘

Nothing is asked before OPENING. The answer goes to the sockets of the device that held, and lives nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from companion.errors import PachamamaError
from companion.table.screens.descriptions import Window
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Oracle, Record
from companion.tiwanaku.pieces import Crop, Terrain
from companion.web.errors import Declined, error_data
from companion.web.showing import Data
from companion.words import Language, T

Deed = Callable[[Record, Oracle], Record]
"""A command that asks the wheel, at the end of a game or somewhere within it."""


class Stage(Enum):
    """How far a window is."""

    FILLING = "filling"
    OPENING = "opening"
    OPEN = "open"


@dataclass(frozen=True)
class Held:
    """A window in somebody's hand. In a game a ``deed`` opens it, in the game of that ``record`` only."""

    number: int
    device: str
    window: Window
    space: Space
    opens_at: float
    deed: Deed | None
    record: Record | None
    stage: Stage = Stage.FILLING


class Opener(Protocol):
    """Asks the table what is behind a window, once it was held long enough."""

    def __call__(
        self,
        held: Held,
        told: Callable[[Terrain | Crop | None], None],
        refused: Callable[[PachamamaError], None],
    ) -> None:
        """Ask; the answer comes on the server's loop."""
        ...


Tell = Callable[[str, Callable[[Language], Data]], None]
"""Tells one device alone."""


class Windows:
    """The one window that may be held. Used on the server's loop only; :meth:`look_at_the_clock` opens it."""

    def __init__(self, clock: Callable[[], float], opener: Opener, tell: Tell) -> None:
        self._clock = clock
        self._opener = opener
        self._tell = tell
        self._held: Held | None = None
        self._count = 0

    @property
    def held(self) -> Held | None:
        """The window in somebody's hand."""
        return self._held

    def press(
        self,
        device: str,
        window: Window,
        space: Space,
        seconds: float,
        deed: Deed | None,
        record: Record | None,
    ) -> Data:
        """Begin to hold; the window of the same device before that is let go."""
        if self._held is not None and self._held.device != device:
            raise Declined(409, "taken", T("Another phone holds a window."))
        self.release(device)
        self._count += 1
        opens_at = self._clock() + seconds
        self._held = Held(self._count, device, window, space, opens_at, deed, record)
        data = {
            "state": "filling",
            "window": window.value,
            "space": str(space),
            "seconds": seconds,
        }
        self._tell(device, lambda words: {"type": "window", **data})
        return data

    def release(self, device: str, why: str = "released") -> None:
        """Let go; in a game what was opened stays known, on the bare wheel nobody has seen it."""
        if self._held is None or self._held.device != device:
            return
        self._held = None
        self._tell(device, lambda words: {"type": "window", "state": "closed", "why": why})

    def game_changed(self, record: Record | None) -> None:
        """The game went on under the hands: nothing is opened for a game that is another one by now."""
        if self._held is not None and self._held.stage is Stage.FILLING and self._held.record is not record:
            self.release(self._held.device, "changed")

    def next_tick(self) -> float | None:
        """In how many seconds to look at the clock; ``None``: nothing fills."""
        if self._held is None or self._held.stage is not Stage.FILLING:
            return None
        return max(0.0, self._held.opens_at - self._clock())

    def look_at_the_clock(self) -> None:
        """Open what was held long enough."""
        held = self._held
        if held is None or held.stage is not Stage.FILLING or self._clock() < held.opens_at:
            return
        self._held = replace(held, stage=Stage.OPENING)
        self._opener(
            held,
            lambda value: self._opened(held, value),
            lambda error: self._refused(held, error),
        )

    def _opened(self, held: Held, value: Terrain | Crop | None) -> None:
        if self._held is None or self._held.number != held.number:
            return
        if value is None:
            self.release(held.device)
            return
        self._held = replace(self._held, stage=Stage.OPEN)
        shown: Data = {"terrain": value.value} if isinstance(value, Terrain) else {"crop": int(value)}
        self._tell(
            held.device,
            lambda words: {
                "type": "window",
                "state": "open",
                "window": held.window.value,
                "space": str(held.space),
                **shown,
            },
        )

    def _refused(self, held: Held, error: PachamamaError) -> None:
        if self._held is not None and self._held.number == held.number:
            self._held = None
        self._tell(
            held.device,
            lambda words: {"type": "window", "state": "refused", "error": error_data(error, words)},
        )
