"""What may be done now, as data a screen can show.

>>> from companion.tiwanaku.game.examples import morning_valley_game
>>> state = morning_valley_game()
>>> [(option.kind, len(option.commands)) for option in options(state)]
[('enter', 16)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from companion.tiwanaku.board import Direction
from companion.tiwanaku.game import commands as wish
from companion.tiwanaku.game.checks import check_pass, choosable, givers, why_not
from companion.tiwanaku.game.commands import Command
from companion.tiwanaku.game.events import Phase
from companion.tiwanaku.game.movement import needs_arrow, reaches
from companion.tiwanaku.game.refusal import Refused
from companion.tiwanaku.game.scoring import worth
from companion.tiwanaku.game.setup import TERRAINS
from companion.tiwanaku.game.state import State
from companion.tiwanaku.pieces import Colour, Crop
from companion.words import T, Text

__all__ = ["Offering", "Option", "legal_commands", "offerings", "options", "why_not"]


@dataclass(frozen=True, slots=True)
class Option:
    """A kind of command that is legal now, and every choice it leaves."""

    kind: str
    text: Text
    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Offering:
    """A set of tokens that could be offered, and the points for it."""

    tokens: frozenset[Crop]
    points: int


_NAMES: dict[str, tuple[Text, tuple[type, ...]]] = {
    "spend-tile": (T("Spend a tile"), (wish.SpendTile,)),
    "arrow-seen": (T("Tell the arrow"), (wish.ArrowSeen,)),
    "move": (T("Move a meeple"), (wish.Move,)),
    "enter": (T("Bring in a new meeple"), (wish.Enter,)),
    "retrieve": (T("Take a meeple back"), (wish.Retrieve,)),
    "discover": (T("Discover the terrain"), (wish.Discover,)),
    "give-tile": (T("Give a tile"), (wish.GiveTile,)),
    "choose-otoma": (T("Choose an Otoma"), (wish.ChooseOtoma,)),
    "divine": (T("Divine a crop"), (wish.Divine,)),
    "offer": (T("Make an offering"), (wish.Offer,)),
    "end-turn": (T("End the turn"), (wish.EndTurn,)),
    "pass": (T("Pass"), (wish.Pass,)),
}


def options(state: State) -> list[Option]:
    """What whoever's turn it is may do now, kind by kind; nothing before the set-up and after the end."""
    now = list(legal_commands(state))
    found = []
    for kind, (text, types) in _NAMES.items():
        chosen = tuple(command for command in now if isinstance(command, types))
        if chosen:
            found.append(Option(kind, text, chosen))
    return found


def legal_commands(state: State) -> Iterator[Command]:
    """Every legal command now; a tile is spent without its arrow here, which may be told afterwards."""
    match state.phase:
        case Phase.SET_UP | Phase.OVER:
            return
        case Phase.SPEND:
            stacks = zip(TERRAINS, state.stacks[state.seat], strict=True)
            yield from (wish.SpendTile(terrain) for terrain, count in stacks if count)
        case Phase.ACT:
            yield from _actions(state)
        case Phase.DISCOVER if state.waiting is not None:
            yield wish.Discover(state.waiting)
        case Phase.GIVE:
            yield from (wish.GiveTile(seat) for seat in givers(state))
        case Phase.ARROW:
            yield from (wish.ArrowSeen(way, colour) for colour in Colour for way in Direction)
        case Phase.CHOOSE:
            yield from (wish.ChooseOtoma(space) for space in choosable(state))
        case Phase.DIVINE_ON | Phase.LAST_DIVINE:
            yield from _divinations(state)
    if state.phase is Phase.OFFER or state.phase is Phase.LAST_OFFER or _may_stop_divining(state):
        yield from (wish.Offer(offering.tokens) for offering in offerings(state.side.tokens))
    if state.phase is Phase.OFFER or _may_stop_divining(state):
        yield wish.EndTurn()
    if state.phase in (Phase.SPEND, Phase.ACT, Phase.LAST_DIVINE, Phase.LAST_OFFER) and _may_pass(state):
        yield wish.Pass()


def offerings(tokens: Iterable[Crop]) -> list[Offering]:
    """Every set of these tokens that could be offered, the smallest first.

    >>> [offering.points for offering in offerings([Crop.CORN, Crop.CHILI])]
    [0, 0, 1]
    """
    owned = sorted(tokens)
    return [
        Offering(frozenset(chosen), worth(count))
        for count in range(1, len(owned) + 1)
        for chosen in combinations(owned, count)
    ]


def _actions(state: State) -> Iterator[Command]:
    if needs_arrow(state):
        yield from (wish.ArrowSeen(way) for way in Direction)
    for found in reaches(state):
        if found.start is None:
            yield from (wish.Enter(to) for to in found.destinations)
        else:
            yield from (wish.Move(found.start, to) for to in found.destinations)
    if state.setup.traits.retrieving:
        yield from (wish.Retrieve(space) for space in state.own())
    yield from _divinations(state)


def _divinations(state: State) -> Iterator[Command]:
    return (wish.Divine(space, crop) for space in state.able_to_divine() for crop in Crop)


def _may_stop_divining(state: State) -> bool:
    return state.phase is Phase.DIVINE_ON and not state.setup.traits.all_must_divine


def _may_pass(state: State) -> bool:
    try:
        check_pass(state)
    except Refused:
        return False
    return True
