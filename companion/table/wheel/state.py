"""The state of the wheel: where in its flow it is, and what the table has told it. Public facts only.

A node is one kind of state: frozen data, and what each input does there. By default an input does nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import ClassVar, NamedTuple

from companion.table.screens.descriptions import Description, Message, Window
from companion.table.screens.descriptions import Kind as MessageKind
from companion.table.wheel.news import Alerted, Answer, Asked, Button, Effect, Playable, Proposed, Question
from companion.table.wheel.settings import WheelSettings
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.game import Record
from companion.tiwanaku.game import State as GameState
from companion.tiwanaku.scenario import Back
from companion.words import T


class Node:
    """A kind of state. ``calm`` ones may be interrupted by an alert; ``lasting`` ones outlive a change of the game."""

    calm: ClassVar[bool] = False
    lasting: ClassVar[bool] = False

    def screen(self, state: WheelState, now: float) -> Description:
        """What the display shows."""
        raise NotImplementedError

    def turned(self, state: WheelState, steps: int) -> Step:
        """The knob was turned by so many steps."""
        return Step(state)

    def pushed(self, state: WheelState) -> Step:
        """The knob was pushed and let go."""
        return Step(state)

    def back(self, state: WheelState) -> Step:
        """The knob was pushed and kept down: the way back."""
        return state.to(Seek(Goal.MENU))

    def knob_down(self, state: WheelState, at: float) -> Step:
        """The knob went down; what that means shows when it comes up, or does not."""
        return Step(replace(state, push_since=at))

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """The button of a window went down."""
        return Step(state)

    def released(self, state: WheelState, window: Window) -> Step:
        """The button of a window came up."""
        return Step(state)

    def ticked(self, state: WheelState, now: float) -> Step:
        """Time went on."""
        return Step(state)

    def answered(self, state: WheelState, answer: Answer) -> Step:
        """The table answered a question."""
        return Step(state)

    def unsettled(self, state: WheelState) -> Step:
        """The game or the settings changed under our hands."""
        return Step(state) if self.lasting else state.to(Seek(Goal.HOME))


@dataclass(frozen=True)
class WheelState:
    """Everything the wheel knows: its node, and public facts. It never meets a solution.

    ``asked`` counts the questions put so far; ``down`` are the buttons that are down; ``push_since`` is when the
    knob went down, unless something else happened since.
    """

    node: Node
    settings: WheelSettings = field(default_factory=WheelSettings)
    game: Record | None = None
    back: Back | None = None
    scenarios: tuple[str, ...] = ()
    playable: tuple[Playable, ...] = ()
    cursor: Space | None = None
    address: str = ""
    code: str = ""
    has_coach: bool = False
    down: frozenset[Button] = frozenset()
    push_since: float | None = None
    asked: int = 0
    alerts: tuple[Alerted, ...] = ()
    proposal: Proposed | None = None
    requests: tuple[Asked, ...] = ()

    def to(self, node: Node, *effects: Effect) -> Step:
        """Go on to another node."""
        return Step(replace(self, node=node), effects)

    def ask(self, question: Callable[[int], Question], waiting: Callable[[int], Node]) -> Step:
        """Put a question to the table, and wait for its answer."""
        number = self.asked + 1
        return Step(replace(self, asked=number, node=waiting(number)), (question(number),))

    @property
    def play(self) -> GameState:
        """The state of the game; asked for by nodes of a game only."""
        if self.game is None:
            raise LookupError("no game on this wheel")
        return self.game.state

    @property
    def is_set_up(self) -> bool:
        """Whether there is a game and it has begun."""
        return self.game is not None and self.game.state.agreed is not None

    @property
    def board(self) -> Board | None:
        """The board that the rings are for."""
        if self.game is not None:
            return self.game.back.board
        return self.back.board if self.back is not None else None


class Step(NamedTuple):
    """What came of an input: the new state, and what the table is to do."""

    state: WheelState
    effects: tuple[Effect, ...] = ()


class Goal(Enum):
    """Where a node wants to lead when it is done; the machine knows what that is at present."""

    HOME = "home"
    MENU = "menu"
    OVERVIEW = "overview"
    RINGS = "rings"


@dataclass(frozen=True)
class Seek(Node):
    """On the way to a goal: replaced before anybody sees it."""

    goal: Goal

    def screen(self, state: WheelState, now: float) -> Description:
        """Never drawn, but no reason to fail either."""
        return Message(MessageKind.WAIT, T("One moment …"))
