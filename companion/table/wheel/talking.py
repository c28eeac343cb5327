"""Nodes that say something: what happened, why not, are you sure; and the one that waits for an answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.table.screens import pages
from companion.table.screens.descriptions import CameraProposal, Description, Hint, Kind, Message
from companion.table.wheel.news import (
    Answer,
    Asked,
    AskHint,
    Declined,
    Done,
    Give,
    Hinted,
    Loaded,
    Proposed,
    Replied,
    TakeBack,
)
from companion.table.wheel.state import Goal, Node, Seek, Step, WheelState
from companion.table.wheel.telling import tell
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Command
from companion.words import T, Text, language

STRONGEST_HINT = 3


@dataclass(frozen=True)
class Telling(Node):
    """What happened, page after page; each is confirmed by a push."""

    lasting: ClassVar[bool] = True
    pages: tuple[Description, ...]
    page: int = 0

    def screen(self, state: WheelState, now: float) -> Description:
        """The present page."""
        return self.pages[self.page]

    def turned(self, state: WheelState, steps: int) -> Step:
        """Back and forth, not beyond the ends."""
        return state.to(replace(self, page=max(0, min(self.page + steps, len(self.pages) - 1))))

    def pushed(self, state: WheelState) -> Step:
        """Understood: the next page, or what the game waits for."""
        if self.page + 1 < len(self.pages):
            return state.to(replace(self, page=self.page + 1))
        return state.to(Seek(Goal.HOME))

    def back(self, state: WheelState) -> Step:
        """Skip the rest."""
        return state.to(Seek(Goal.HOME))


def tell_and_go_on(state: WheelState, told: tuple[Description, ...]) -> Step:
    """Show pages, if there are any, then what the game waits for."""
    return state.to(Telling(told) if told else Seek(Goal.HOME))


@dataclass(frozen=True)
class Note(Node):
    """A sentence; a push leads back to where it came up."""

    lasting: ClassVar[bool] = True
    kind: Kind
    text: Text
    origin: Node
    page: int = 0

    def screen(self, state: WheelState, now: float) -> Description:
        """The sentence."""
        return Message(self.kind, self.text, (T("OK"),), page=self.page)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Turn the pages of a long one."""
        last = pages(self.screen(state, 0), language(state.settings.language)) - 1
        return state.to(replace(self, page=max(0, min(self.page + steps, last))))

    def pushed(self, state: WheelState) -> Step:
        """Read."""
        return state.to(self.origin)

    def back(self, state: WheelState) -> Step:
        """Read, too."""
        return state.to(self.origin)

    def unsettled(self, state: WheelState) -> Step:
        """The sentence stays; where it came up may no longer make sense."""
        if self.origin.lasting:
            return Step(state)
        return state.to(replace(self, origin=Seek(Goal.HOME)))


def refuse(state: WheelState, text: Text, origin: Node) -> Step:
    """Say why not."""
    return state.to(Note(Kind.REFUSED, text, origin))


@dataclass(frozen=True)
class Waiting(Node):
    """A question was put to the table. Hands change nothing until it is answered."""

    lasting: ClassVar[bool] = True
    number: int
    shown: Description
    origin: Node

    def screen(self, state: WheelState, now: float) -> Description:
        """What was there before."""
        return self.shown

    def knob_down(self, state: WheelState, at: float) -> Step:
        """Not now."""
        return Step(state)

    def back(self, state: WheelState) -> Step:
        """Not now."""
        return Step(state)

    def answered(self, state: WheelState, answer: Answer) -> Step:
        """Done, or why not."""
        match answer:
            case Done():
                return self.done(state, answer)
            case Declined():
                return refuse(state, answer.text, self.origin)
            case Loaded():
                loaded = replace(state, back=answer.back, game=None, cursor=None)
                return loaded.to(Seek(Goal.HOME))
            case _:
                return state.to(self.origin)

    def delayed(self, state: WheelState, text: Text) -> Step:
        """It takes longer: say so."""
        return state.to(replace(self, shown=Message(Kind.WAIT, text)))

    def done(self, state: WheelState, answer: Done) -> Step:
        """The game went on: tell how."""
        return tell_and_go_on(replace(state, game=answer.record), tell(answer.before, answer.events))


def give(state: WheelState, command: Command, origin: Node) -> Step:
    """Give the game a command."""
    shown = state.node.screen(state, 0)
    return state.ask(lambda number: Give(number, command), lambda number: Waiting(number, shown, origin))


@dataclass(frozen=True)
class TakingBack(Node):
    """Really undo? No, unless somebody says yes."""

    index: int
    what: Text
    chosen: int = 1

    def screen(self, state: WheelState, now: float) -> Description:
        """The question."""
        text = T("Take back: {what}?", what=self.what)
        return Message(Kind.QUESTION, text, (T("Yes"), T("No")), self.chosen)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Yes or no."""
        return state.to(replace(self, chosen=(self.chosen + steps) % 2))

    def pushed(self, state: WheelState) -> Step:
        """So be it."""
        if self.chosen:
            return state.to(Seek(Goal.MENU))
        shown = self.screen(state, 0)
        return state.ask(
            lambda number: TakeBack(number, self.index),
            lambda number: Waiting(number, shown, Seek(Goal.MENU)),
        )


@dataclass(frozen=True)
class Proposal(Node):
    """The camera saw something; is it right?"""

    proposed: Proposed
    chosen: int = 0

    def screen(self, state: WheelState, now: float) -> Description:
        """What it saw."""
        return CameraProposal(self.proposed.space, self.proposed.seen, self.chosen)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Yes or no."""
        return state.to(replace(self, chosen=(self.chosen + steps) % 2))

    def pushed(self, state: WheelState) -> Step:
        """Yes gives the command; no leaves everything as it was."""
        if self.chosen:
            return state.to(Seek(Goal.HOME))
        if self.proposed.command is None:
            return replace(state, cursor=self.proposed.space).to(Seek(Goal.RINGS))
        return give(state, self.proposed.command, Seek(Goal.HOME))


@dataclass(frozen=True)
class Deciding(Node):
    """Somebody elsewhere wants something, and hands decide: no, unless somebody says yes."""

    lasting: ClassVar[bool] = True
    asked: Asked
    origin: Node
    chosen: int = 1

    def screen(self, state: WheelState, now: float) -> Description:
        """The question."""
        return Message(Kind.QUESTION, self.asked.text, (T("Yes"), T("No")), self.chosen)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Yes or no."""
        return state.to(replace(self, chosen=(self.chosen + steps) % 2))

    def pushed(self, state: WheelState) -> Step:
        """So be it."""
        return state.to(Seek(Goal.HOME) if state.game else self.origin, self._reply(self.chosen == 0))

    def back(self, state: WheelState) -> Step:
        """No."""
        return state.to(Seek(Goal.HOME) if state.game else self.origin, self._reply(False))

    def _reply(self, yes: bool) -> Replied:
        return Replied(self.asked.number, yes)


@dataclass(frozen=True)
class Hinting(Node):
    """A hint; a push asks for a stronger one."""

    lasting: ClassVar[bool] = True
    strength: int
    text: Text
    space: Space | None
    page: int = 0

    def screen(self, state: WheelState, now: float) -> Description:
        """The hint."""
        return Hint(self.strength, self.text, self.space, self.page)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Turn the pages of a long one."""
        last = pages(self.screen(state, 0), language(state.settings.language)) - 1
        return state.to(replace(self, page=max(0, min(self.page + steps, last))))

    def pushed(self, state: WheelState) -> Step:
        """Stronger, as long as there is a stronger one."""
        if self.strength >= STRONGEST_HINT:
            return state.to(Seek(Goal.OVERVIEW))
        return ask_hint(state, self.strength + 1)


@dataclass(frozen=True)
class AwaitingHint(Waiting):
    """The coach thinks."""

    strength: int = 1

    def answered(self, state: WheelState, answer: Answer) -> Step:
        """The hint."""
        if isinstance(answer, Hinted):
            return state.to(Hinting(self.strength, answer.text, answer.space))
        return super().answered(state, answer)

    def pushed(self, state: WheelState) -> Step:
        """Thinking may take a while: nobody has to wait for it."""
        return state.to(Seek(Goal.OVERVIEW))

    def knob_down(self, state: WheelState, at: float) -> Step:
        """See ``pushed``."""
        return Step(replace(state, push_since=at))


def ask_hint(state: WheelState, strength: int) -> Step:
    """Ask the coach."""
    shown = Message(Kind.WAIT, T("The coach is thinking …"))
    return state.ask(
        lambda number: AskHint(number, strength),
        lambda number: AwaitingHint(number, shown, Seek(Goal.OVERVIEW), strength),
    )
