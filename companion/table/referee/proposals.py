"""What the referee thinks was done, as a command for the game and a sentence to say yes to."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.referee.alerts import Mark
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import (
    ArrowSeen,
    ChooseOtoma,
    Command,
    Discover,
    Divine,
    EndTurn,
    Enter,
    Move,
    Retrieve,
    State,
)
from companion.words import T, Text

# What leaves its trace on the table. Whether a turn was ended or something offered, and which arrow a tile shows, a
# person has to say; and a window is opened by nobody but a person.
_SEEN_ON_THE_TABLE = (Move, Enter, Retrieve, ChooseOtoma)


@dataclass(frozen=True)
class Proposal:
    """A deed that was seen. A yes gives the command; ``sure`` means that nothing else explains the table.

    Where :attr:`asks_wheel`, the command would open a window: a yes only turns the wheel to the space.
    """

    command: Command
    text: Text
    sure: bool
    space: Space | None
    marks: tuple[Mark, ...] = ()

    @property
    def asks_wheel(self) -> bool:
        """Whether the command would open a window of the wheel."""
        return isinstance(self.command, Discover | Divine)


def proposal_of(
    state: State, command: Command, marks: tuple[Mark, ...], *, only_one: bool
) -> Proposal | None:
    """The proposal of a command in a game; None for a command that nobody can see."""
    sure = only_one and isinstance(command, _SEEN_ON_THE_TABLE)
    match command:
        case Move(start, to):
            text = T("{colour} moved from {start} to {to}.", colour=state.colour, start=start, to=to)
            return Proposal(command, text, sure, to, marks)
        case Enter(to):
            text = T("{colour} brought in a meeple, to {to}.", colour=state.colour, to=to)
            return Proposal(command, text, sure, to, marks)
        case Retrieve(space):
            text = T("{colour} took the meeple of {space} back.", colour=state.colour, space=space)
            return Proposal(command, text, sure, space, marks)
        case Discover(space):
            text = T("{space}: discover it: hold the Discovery button.", space=space)
            return Proposal(command, text, only_one, space, marks)
        case Divine(space, announced):
            text = T(
                "{space}: {crop} was laid. Enter the divination on the wheel.", space=space, crop=announced
            )
            return Proposal(command, text, False, space, marks)
        case ChooseOtoma(space):
            text = T("The Otoma of {space} moved.", space=space)
            return Proposal(command, text, sure, space, marks)
        case ArrowSeen(direction, colour) if colour is not None:
            text = T(
                "The arrow of the tile points {direction}, in {colour}.", direction=direction, colour=colour
            )
            return Proposal(command, text, False, state.explorer, marks)
        case EndTurn():
            text = T("{colour} ended the turn without an offering.", colour=state.colour)
            return Proposal(command, text, False, None, marks)
        case _:
            return None
