"""Nodes for offerings, for the arrow of a tile, for the settings, and the page to join by phone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.table.screens.descriptions import ArrowEntry, Description, Join, Offering, SettingsMenu
from companion.table.wheel.news import KeepSettings
from companion.table.wheel.settings import NAMES, changed, listed
from companion.table.wheel.state import Goal, Node, Seek, Step, WheelState
from companion.table.wheel.talking import give, refuse
from companion.tiwanaku.board import Direction
from companion.tiwanaku.game import ArrowSeen, Offer, why_not, worth
from companion.tiwanaku.pieces import Colour, Crop

WAYS = tuple(Direction)
COLOURS = tuple(Colour)


@dataclass(frozen=True)
class Giving(Node):
    """Which tokens are offered? Behind the last one is the button that gives them."""

    calm: ClassVar[bool] = True
    tokens: tuple[Crop, ...]
    given: frozenset[Crop]
    cursor: int = 0

    def screen(self, state: WheelState, now: float) -> Description:
        """The tokens, those chosen, and what they are worth."""
        return Offering(self.tokens, self.given, worth(len(self.given)), self.cursor)

    def turned(self, state: WheelState, steps: int) -> Step:
        """The next token, or the button."""
        return state.to(replace(self, cursor=(self.cursor + steps) % (len(self.tokens) + 1)))

    def pushed(self, state: WheelState) -> Step:
        """Choose the token, or leave it; or give."""
        if self.cursor < len(self.tokens):
            return state.to(replace(self, given=self.given ^ {self.tokens[self.cursor]}))
        command = Offer(self.given)
        reason = why_not(state.play, command)
        return give(state, command, self) if reason is None else refuse(state, reason.text, self)


@dataclass(frozen=True)
class TellArrow(Node):
    """Solo: the arrow on the tile under the meeple, first its colour, then its direction."""

    calm: ClassVar[bool] = True
    colour: Colour = COLOURS[0]
    direction: Direction = Direction.NORTH
    choosing_direction: bool = False

    def screen(self, state: WheelState, now: float) -> Description:
        """The arrow as told so far."""
        return ArrowEntry(self.colour, self.direction, self.choosing_direction)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Another colour, or another direction."""
        if self.choosing_direction:
            way = WAYS[(WAYS.index(self.direction) + steps) % len(WAYS)]
            return state.to(replace(self, direction=way))
        colour = COLOURS[(COLOURS.index(self.colour) + steps) % len(COLOURS)]
        return state.to(replace(self, colour=colour))

    def pushed(self, state: WheelState) -> Step:
        """First the colour, then the direction, then it is told."""
        if not self.choosing_direction:
            return state.to(replace(self, choosing_direction=True))
        return give(state, ArrowSeen(self.direction, self.colour), self)

    def back(self, state: WheelState) -> Step:
        """To the colour, then to the menu."""
        if self.choosing_direction:
            return state.to(replace(self, choosing_direction=False))
        return state.to(Seek(Goal.MENU))


@dataclass(frozen=True)
class Setting(Node):
    """The settings. A push takes one in hand, another lets it go; it holds at once and is kept then."""

    lasting: ClassVar[bool] = True
    chosen: int = 0
    editing: bool = False

    def screen(self, state: WheelState, now: float) -> Description:
        """The settings and their values."""
        return SettingsMenu(listed(state.settings), self.chosen, self.editing)

    def turned(self, state: WheelState, steps: int) -> Step:
        """The next setting, or the next value."""
        if self.editing:
            settings = changed(state.settings, NAMES[self.chosen], steps)
            return Step(replace(state, settings=settings))
        return state.to(replace(self, chosen=(self.chosen + steps) % len(NAMES)))

    def pushed(self, state: WheelState) -> Step:
        """Take it in hand, or let it go."""
        effects = (KeepSettings(state.settings),) if self.editing else ()
        return state.to(replace(self, editing=not self.editing), *effects)

    def back(self, state: WheelState) -> Step:
        """Let it go, then to the menu."""
        return self.pushed(state) if self.editing else state.to(Seek(Goal.MENU))


@dataclass(frozen=True)
class Joining(Node):
    """The address of the table's page, until somebody turns or pushes."""

    lasting: ClassVar[bool] = True

    def screen(self, state: WheelState, now: float) -> Description:
        """The QR code."""
        return Join(state.address, state.code)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Seen."""
        return state.to(Seek(Goal.MENU))

    def pushed(self, state: WheelState) -> Step:
        """Seen."""
        return state.to(Seek(Goal.MENU))
