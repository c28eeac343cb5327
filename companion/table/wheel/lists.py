"""Nodes in which one thing of several is chosen: from a list, or among spaces."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.table.screens.descriptions import (
    Coordinates,
    Description,
    Kind,
    Menu,
    Message,
    Ring,
    ScenarioMenu,
)
from companion.table.wheel.news import Load
from companion.table.wheel.state import Goal, Node, Seek, Step, WheelState
from companion.table.wheel.talking import Waiting, give, refuse
from companion.table.wheel.windows import Announcing, other_ring, turn_ring
from companion.tiwanaku.board import Board, Direction, Space
from companion.tiwanaku.game import (
    ArrowSeen,
    ChooseOtoma,
    Enter,
    GiveTile,
    Move,
    Retrieve,
    SpendTile,
    reach,
    why_not,
)
from companion.tiwanaku.pieces import Colour, Terrain
from companion.words import T, Text


@dataclass(frozen=True)
class Choosing(Node):
    """One of several; turning goes round."""

    calm: ClassVar[bool] = True
    chosen: int = 0

    def count(self) -> int:
        """How many there are."""
        raise NotImplementedError

    def turned(self, state: WheelState, steps: int) -> Step:
        """The next one."""
        return state.to(replace(self, chosen=(self.chosen + steps) % self.count()))


# Lists -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PickScenario(Choosing):
    """Which scenario goes into the bare wheel?"""

    names: tuple[str, ...] = ()

    def count(self) -> int:
        """How many there are."""
        return len(self.names)

    def screen(self, state: WheelState, now: float) -> Description:
        """Their names."""
        return ScenarioMenu(self.names, self.chosen)

    def pushed(self, state: WheelState) -> Step:
        """This one."""
        shown = self.screen(state, 0)
        return state.ask(
            lambda number: Load(number, self.chosen), lambda number: Waiting(number, shown, self)
        )


@dataclass(frozen=True)
class PickMeeple(Choosing):
    """Which meeple explores? ``None`` is a new one."""

    starts: tuple[Space | None, ...] = ()

    def count(self) -> int:
        """How many there are."""
        return len(self.starts)

    def screen(self, state: WheelState, now: float) -> Description:
        """Where they stand."""
        entries = tuple(T("A new one") if start is None else start.text for start in self.starts)
        return Menu(T("Which meeple?"), entries, self.chosen)

    def pushed(self, state: WheelState) -> Step:
        """This one."""
        return with_meeple(state, self.starts[self.chosen])


def with_meeple(state: WheelState, start: Space | None) -> Step:
    """What shall it do? Asked only where there is a choice."""
    if start is not None and why_not(state.play, Retrieve(start)) is None:
        return state.to(PickDeed(start=start))
    return where_to(state, start)


@dataclass(frozen=True)
class PickDeed(Choosing):
    """Move the meeple, or take it back?"""

    start: Space | None = None

    def count(self) -> int:
        """Two deeds."""
        return 2

    def screen(self, state: WheelState, now: float) -> Description:
        """The two deeds."""
        title = T("This meeple?") if self.start is None else self.start.text
        return Menu(title, (T("Move it"), T("Take it back")), self.chosen)

    def pushed(self, state: WheelState) -> Step:
        """So be it."""
        if self.chosen == 0 or self.start is None:
            return where_to(state, self.start)
        return give(state, Retrieve(self.start), self)


@dataclass(frozen=True)
class PickTile(Choosing):
    """Co-operative: which stack is a tile spent from?"""

    terrains: tuple[tuple[Terrain, int], ...] = ()

    def count(self) -> int:
        """How many stacks."""
        return len(self.terrains)

    def screen(self, state: WheelState, now: float) -> Description:
        """The stacks, and how many tiles are left in each."""
        title = T("{player}: spend a tile", player=state.play.colour)
        entries = tuple(
            T("{terrain} ({count})", terrain=terrain, count=count) for terrain, count in self.terrains
        )
        return Menu(title, entries, self.chosen)

    def pushed(self, state: WheelState) -> Step:
        """This one; now its arrow."""
        return state.to(PickDirection(terrain=self.terrains[self.chosen][0]))


@dataclass(frozen=True)
class PickDirection(Choosing):
    """Co-operative: where does the arrow of the spent tile point? With a terrain, the tile is spent along with it."""

    terrain: Terrain | None = None

    def count(self) -> int:
        """Four ways; when spending, it can be told later."""
        return len(Direction) + (self.terrain is not None)

    def screen(self, state: WheelState, now: float) -> Description:
        """The ways."""
        ways = [way.text for way in Direction]
        if self.terrain is not None:
            ways.append(T("Later: I divine"))
        return Menu(T("Arrow of the tile"), tuple(ways), self.chosen)

    def pushed(self, state: WheelState) -> Step:
        """That way."""
        ways = list(Direction)
        way = ways[self.chosen] if self.chosen < len(ways) else None
        if self.terrain is not None:
            return give(state, SpendTile(self.terrain, way), Seek(Goal.OVERVIEW))
        return give(state, ArrowSeen(way or Direction.NORTH), self)


@dataclass(frozen=True)
class PickGiver(Choosing):
    """Co-operative: who gives the missing tile?"""

    seats: tuple[int, ...] = ()

    def count(self) -> int:
        """How many can."""
        return len(self.seats)

    def screen(self, state: WheelState, now: float) -> Description:
        """The players who have such a tile."""
        colours = state.play.setup.colours
        terrain = state.play.revealed
        title = T("Who gives a tile?") if terrain is None else T("Who gives {terrain}?", terrain=terrain)
        entries = tuple(T("{number}: {colour}", number=seat + 1, colour=colours[seat]) for seat in self.seats)
        return Menu(title, entries, self.chosen)

    def pushed(self, state: WheelState) -> Step:
        """This one."""
        return give(state, GiveTile(self.seats[self.chosen]), self)


# Spaces ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PickDestination(Choosing):
    """Where to? Among the legal spaces; behind the last one, any space."""

    start: Space | None = None
    spaces: tuple[Space, ...] = ()

    def count(self) -> int:
        """The legal spaces, and the way to all others."""
        return len(self.spaces) + 1

    def screen(self, state: WheelState, now: float) -> Description:
        """The space, and that it is one of those allowed."""
        if self.chosen == len(self.spaces):
            text = T("None of these?") if self.spaces else T("This meeple cannot move.")
            return Message(Kind.QUESTION, text, (T("Another space"),))
        place = f"{self.chosen + 1}/{len(self.spaces)}"
        return _shown(state, self.spaces[self.chosen], T("Go here {place}", place=place))

    def pushed(self, state: WheelState) -> Step:
        """There."""
        if self.chosen < len(self.spaces):
            return walk(state, self.start, self.spaces[self.chosen], self)
        board = state.play.board
        return state.to(AnyDestination(board, self.start, self.start or state.cursor or board.spaces[0]))


def where_to(state: WheelState, start: Space | None) -> Step:
    """Choose the destination of a meeple."""
    return state.to(PickDestination(start=start, spaces=reach(state.play, start).destinations))


@dataclass(frozen=True)
class AnyDestination(Node):
    """Where to, by the rings; a space that is not allowed is refused with the reason."""

    board: Board
    start: Space | None
    space: Space
    ring: Ring = Ring.ELEMENT

    def screen(self, state: WheelState, now: float) -> Description:
        """Both signs, and whether the meeple may go there."""
        allowed = why_not(state.play, _walk(self.start, self.space)) is None
        note = T("Go here") if allowed else T("Not allowed")
        return Coordinates.on(self.board, self.space, self.ring, note=note)

    def turned(self, state: WheelState, steps: int) -> Step:
        """The next sign."""
        return state.to(replace(self, space=turn_ring(self.board, self.space, self.ring, steps)))

    def pushed(self, state: WheelState) -> Step:
        """First the element, then the animal, then there."""
        if self.ring is Ring.ELEMENT:
            return state.to(replace(self, ring=other_ring(self.ring)))
        return walk(state, self.start, self.space, replace(self, ring=Ring.ELEMENT))

    def back(self, state: WheelState) -> Step:
        """To the legal ones."""
        return where_to(state, self.start)


def _walk(start: Space | None, to: Space) -> Move | Enter:
    return Enter(to) if start is None else Move(start, to)


def walk(state: WheelState, start: Space | None, to: Space, origin: Node) -> Step:
    """Give the move, or say why not."""
    command = _walk(start, to)
    reason = why_not(state.play, command)
    if reason is not None:
        return refuse(state, reason.text, origin)
    return give(state, command, origin)


@dataclass(frozen=True)
class PickDiviner(Choosing):
    """With which meeple is divined?"""

    spaces: tuple[Space, ...] = ()

    def count(self) -> int:
        """How many can."""
        return len(self.spaces)

    def screen(self, state: WheelState, now: float) -> Description:
        """Its space."""
        return _shown(state, self.spaces[self.chosen], T("Divine here"))

    def pushed(self, state: WheelState) -> Step:
        """This one; now the crop."""
        space = self.spaces[self.chosen]
        return replace(state, cursor=space).to(Announcing(space))


@dataclass(frozen=True)
class PickOtoma(Choosing):
    """Which Otoma moves?"""

    spaces: tuple[Space, ...] = ()

    def count(self) -> int:
        """How many could."""
        return len(self.spaces)

    def screen(self, state: WheelState, now: float) -> Description:
        """Its space and colour."""
        space = self.spaces[self.chosen]
        colour = state.play.meeples[space.index] or Colour.PURPLE
        return _shown(state, space, T("Otoma: {colour}", colour=colour))

    def pushed(self, state: WheelState) -> Step:
        """This one."""
        return give(state, ChooseOtoma(self.spaces[self.chosen]), self)


def _shown(state: WheelState, space: Space, note: Text) -> Coordinates:
    return Coordinates.on(state.play.board, space, Ring.ELEMENT, note=note)
