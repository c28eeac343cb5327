"""The wheel proper: two rings that name a space, and two windows that open by holding their button.

Rings ──press──► Holding ──tick, held long enough──► Opening ──answer, still held──► Open ──release──► Telling
  ▲ ▲               │                                   └────answer, let go────────────────────────────► │
  │ └─release, turn,┘                                                                                    ▼
  │   any other press                                                                                  home
  └─press Divination─► Announcing ──push──► Closed ──press──► Holding ...
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.table.screens.descriptions import (
    AnnounceCrop,
    Coordinates,
    Description,
    DiscoveryOpen,
    DivinationOpen,
    Ring,
    Window,
    WindowClosed,
    WindowFilling,
)
from companion.table.wheel.news import Announced, Answer, Done, Give, OpenWindow, Question, Shown
from companion.table.wheel.state import Goal, Node, Seek, Step, WheelState
from companion.table.wheel.talking import Waiting, refuse, tell_and_go_on
from companion.table.wheel.telling import tell
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.game import Discover, Divine, Event, why_not
from companion.tiwanaku.game import State as GameState
from companion.tiwanaku.game.events import CropRevealed, TerrainRevealed
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import T, Text

FILL_STEPS = 40
"""How many pictures the filling of a window has: more cannot be told apart on the display."""
ANY_CROP = Crop.SWEET_POTATO


def turn_ring(board: Board, space: Space, ring: Ring, steps: int) -> Space:
    """The space after a ring was turned; the rings have no end."""
    if ring is Ring.ELEMENT:
        return board.at(space.row, (space.column + steps) % board.columns)
    return board.at((space.row + steps) % board.rows, space.column)


def other_ring(ring: Ring) -> Ring:
    """The ring that a push switches to."""
    return Ring.ANIMAL if ring is Ring.ELEMENT else Ring.ELEMENT


@dataclass(frozen=True)
class Rings(Node):
    """Name a space: turning turns one ring, a push switches to the other."""

    calm: ClassVar[bool] = True
    board: Board
    space: Space
    ring: Ring = Ring.ELEMENT

    def screen(self, state: WheelState, now: float) -> Description:
        """Both signs, and the windows that may be opened there; else what lies there."""
        windows = may_open(state, self.space)
        note = "" if windows or state.game is None else lies_there(state.play, self.space)
        return Coordinates.on(self.board, self.space, self.ring, windows, note)

    def turned(self, state: WheelState, steps: int) -> Step:
        """The next sign."""
        space = turn_ring(self.board, self.space, self.ring, steps)
        return replace(state, cursor=space).to(replace(self, space=space))

    def pushed(self, state: WheelState) -> Step:
        """The other ring."""
        return state.to(replace(self, ring=other_ring(self.ring)))

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """Hold a window's button, if the game allows it here; Divination asks for the crop first."""
        return press(state, window, self.space, at)


def press(state: WheelState, window: Window, space: Space, at: float) -> Step:
    """The button of a window went down, with the wheel at that space."""
    origin = state.node
    if state.game is None:
        return state.to(Holding(window, space, at, origin))
    if window is Window.DISCOVERY:
        reason = why_not(state.play, Discover(space))
        following: Node = Holding(window, space, at, origin)
    else:
        reason = why_not(state.play, Divine(space, ANY_CROP))
        following = Announcing(space)
    return state.to(following) if reason is None else refuse(state, reason.text, origin)


def may_open(state: WheelState, space: Space) -> frozenset[Window]:
    """The windows that may be opened for a space now."""
    if state.game is None:
        return frozenset(Window)
    discover = why_not(state.play, Discover(space)) is None
    divine = why_not(state.play, Divine(space, ANY_CROP)) is None
    return frozenset(
        window for window, may in ((Window.DISCOVERY, discover), (Window.DIVINATION, divine)) if may
    )


def lies_there(game: GameState, space: Space) -> Text | str:
    """What everybody can see on a space."""
    terrain, crop = game.terrains[space.index], game.crops[space.index]
    if terrain is None:
        return ""
    return terrain.text if crop is None else T("{terrain}, {crop}", terrain=terrain, crop=crop)


@dataclass(frozen=True)
class Announcing(Node):
    """Which crop does the player announce?"""

    space: Space
    crop: Crop = ANY_CROP

    def screen(self, state: WheelState, now: float) -> Description:
        """The five crops."""
        return AnnounceCrop(self.space, self.crop)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Another crop."""
        return state.to(replace(self, crop=Crop((self.crop - 1 + steps) % len(Crop) + 1)))

    def pushed(self, state: WheelState) -> Step:
        """Announced: now the window."""
        effects = (Announced(self.space, self.crop),) if state.has_coach and state.settings.warned else ()
        return state.to(Closed(self.space, self.crop), *effects)

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """Announced and held in one go; the other window is refused."""
        if window is Window.DIVINATION and state.settings.warned:
            # The coach is heard first; the button opens the window the next time.
            return self.pushed(state)
        return hold_announced(state, self.space, self.crop, window, at)


@dataclass(frozen=True)
class Closed(Node):
    """A crop is announced; the Divination window waits to be held."""

    space: Space
    announced: Crop

    def screen(self, state: WheelState, now: float) -> Description:
        """The closed window."""
        return WindowClosed(Window.DIVINATION, self.space, self.announced)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Another crop after all."""
        return Announcing(self.space, self.announced).turned(state, steps)

    def pushed(self, state: WheelState) -> Step:
        """Choose again."""
        return state.to(Announcing(self.space, self.announced))

    def back(self, state: WheelState) -> Step:
        """Choose again."""
        return self.pushed(state)

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """Hold."""
        return hold_announced(state, self.space, self.announced, window, at)


def hold_announced(state: WheelState, space: Space, crop: Crop, window: Window, at: float) -> Step:
    """The button of a window went down after a crop was announced."""
    if window is Window.DIVINATION:
        return state.to(Holding(window, space, at, Closed(space, crop), crop))
    reason = why_not(state.play, Discover(space))
    return Step(state) if reason is None else refuse(state, reason.text, state.node)


@dataclass(frozen=True)
class Holding(Node):
    """A window's button is down, and the window fills. Whatever else happens closes it again."""

    window: Window
    space: Space
    since: float
    origin: Node
    announced: Crop | None = None

    def screen(self, state: WheelState, now: float) -> Description:
        """The filling window: in steps, so that equal pictures are equal."""
        share = max(0.0, min((now - self.since) / state.settings.hold_time, 1.0))
        return self._filled(int(share * FILL_STEPS) / FILL_STEPS)

    def _filled(self, fill: float) -> WindowFilling:
        return WindowFilling(self.window, self.space, fill, self.announced)

    def opens_at(self, state: WheelState) -> float:
        """When it will have been held long enough."""
        return self.since + state.settings.hold_time

    def _cancel(self, state: WheelState) -> Step:
        return state.to(self.origin)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Cancelled; the turn itself is not meant."""
        return self._cancel(state)

    def knob_down(self, state: WheelState, at: float) -> Step:
        """Cancelled."""
        return self._cancel(state)

    def back(self, state: WheelState) -> Step:
        """Cancelled."""
        return self._cancel(state)

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """The other button cancels. The same one again: it was let go unheard, so it starts anew."""
        if window is self.window:
            return state.to(replace(self, since=at))
        return self._cancel(state)

    def released(self, state: WheelState, window: Window) -> Step:
        """Too short."""
        return self._cancel(state) if window is self.window else Step(state)

    def unsettled(self, state: WheelState) -> Step:
        """Nothing is opened for a game that changed meanwhile."""
        return state.to(Seek(Goal.HOME))

    def ticked(self, state: WheelState, now: float) -> Step:
        """Long enough: the window opens, and only now somebody asks what is behind it."""
        if now < self.opens_at(state):
            return Step(state)
        return state.ask(
            lambda number: self._question(state, number),
            lambda number: Opening(number, self._filled(1.0), self.origin, self.window, self.space),
        )

    def _question(self, state: WheelState, number: int) -> Question:
        if state.game is None:
            return OpenWindow(number, self.window, self.space)
        if self.announced is not None:
            return Give(number, Divine(self.space, self.announced))
        return Give(number, Discover(self.space))


@dataclass(frozen=True)
class Opening(Waiting):
    """The window is about to open, if its button is still held when the answer comes."""

    window: Window
    space: Space
    held: bool = True

    def _let_go(self, state: WheelState) -> Step:
        return state.to(replace(self, held=False))

    def turned(self, state: WheelState, steps: int) -> Step:
        """Look away."""
        return self._let_go(state)

    def knob_down(self, state: WheelState, at: float) -> Step:
        """Look away."""
        return self._let_go(state)

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """Look away."""
        return self._let_go(state)

    def released(self, state: WheelState, window: Window) -> Step:
        """Let go before it was open."""
        return self._let_go(state) if window is self.window else Step(state)

    def answered(self, state: WheelState, answer: Answer) -> Step:
        """The bare wheel's answer is forgotten at once if nobody looks."""
        if isinstance(answer, Shown):
            if not self.held:
                return state.to(self.origin)
            return state.to(Open(self.window, self.space, answer.value, self.origin))
        return super().answered(state, answer)

    def done(self, state: WheelState, answer: Done) -> Step:
        """The game's answer is a public fact from now on: looked at, or told."""
        told = tell(answer.before, answer.events)
        after = replace(state, game=answer.record)
        value = _revealed(self.window, self.space, answer.events)
        if not self.held or value is None:
            return tell_and_go_on(after, told)
        return after.to(Open(self.window, self.space, value, Seek(Goal.HOME), told))


def _revealed(window: Window, space: Space, events: tuple[Event, ...]) -> Terrain | Crop | None:
    for event in events:
        if isinstance(event, TerrainRevealed) and window is Window.DISCOVERY and event.space == space:
            return event.terrain
        if isinstance(event, CropRevealed) and window is Window.DIVINATION and event.space == space:
            return event.crop
    return None


@dataclass(frozen=True)
class Open(Node):
    """An open window. The value lives here alone and goes with the release."""

    lasting: ClassVar[bool] = True
    window: Window
    space: Space
    value: Terrain | Crop
    origin: Node
    told: tuple[Description, ...] = ()

    def screen(self, state: WheelState, now: float) -> Description:
        """What is behind the window."""
        if isinstance(self.value, Terrain):
            return DiscoveryOpen(self.space, self.value)
        return DivinationOpen(self.space, self.value)

    def _close(self, state: WheelState) -> Step:
        return tell_and_go_on(state, self.told) if self.told else state.to(self.origin)

    def released(self, state: WheelState, window: Window) -> Step:
        """Closed at once."""
        return self._close(state) if window is self.window else Step(state)

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """Another hand on the wheel, or a release unheard: better closed."""
        return self._close(state)

    def knob_down(self, state: WheelState, at: float) -> Step:
        """Better closed."""
        return self._close(state)

    def back(self, state: WheelState) -> Step:
        """Better closed."""
        return self._close(state)
