"""A player that divines only what it can justify."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.tiwanaku.board import Space
from companion.tiwanaku.bots.certain import local_certainty
from companion.tiwanaku.game import Command, Divine, EndTurn, Offer, Pass, Phase, State, legal_commands
from companion.tiwanaku.game.commands import Enter, Move, Retrieve
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.position import Position

Certainty = Callable[[Position, Space], Crop | None]
"""Says the crop of a space if it is certain from a public position, else None."""

_FULL_SET = 5
_WORTH_WAITING = 6


class CarefulBot:
    """Divines what ``certainty`` can prove and nothing else, explores where there is land to discover.

    It guesses only where the rules leave nothing but divining: when no meeple can move, and when a solo player has
    begun to divine and must go on with all meeples.
    """

    def __init__(self, seed: int, certainty: Certainty = local_certainty) -> None:
        self._random = Random(seed)  # noqa: S311 (a game, not a secret)
        self._certainty = certainty

    def choose(self, state: State) -> Command:
        """The command to give now."""
        match state.phase:
            case Phase.ACT | Phase.DIVINE_ON | Phase.LAST_DIVINE:
                return self._act(state)
            case Phase.OFFER | Phase.LAST_OFFER:
                return self._offer(state)
            case _:
                return self._random.choice(list(legal_commands(state)))

    def _act(self, state: State) -> Command:
        sure = self._sure(state)
        may_begin = not state.setup.traits.all_must_divine or len(sure) == len(state.able_to_divine())
        if sure and (may_begin or state.phase is not Phase.ACT):
            return sure[0]
        if state.phase is Phase.LAST_DIVINE:
            return Pass()
        if state.phase is Phase.DIVINE_ON:
            return self._guess(state) if state.setup.traits.all_must_divine else self._offer(state)
        return self._explore(state)

    def _sure(self, state: State) -> list[Divine]:
        able = state.able_to_divine()
        if not able:
            return []
        position = state.position()
        return [
            Divine(space, crop) for space in able if (crop := self._certainty(position, space)) is not None
        ]

    def _explore(self, state: State) -> Command:
        """New land first, then bare terrain, then anything but divining."""
        wishes: list[list[Command]] = [[], [], [], []]
        for command in legal_commands(state):
            if isinstance(command, Move | Enter):
                wishes[self._rank(state, command)].append(command)
            elif isinstance(command, Retrieve):
                wishes[2].append(command)
            elif isinstance(command, Pass):
                return command
            elif not isinstance(command, Divine):
                wishes[3].append(command)
        for choices in wishes:
            if choices:
                return self._random.choice(choices)
        return self._guess(state)

    def _rank(self, state: State, command: Move | Enter) -> int:
        index = command.to.index
        if state.terrains[index] is None:
            return 0
        leaves_bare = isinstance(command, Move) and state.crops[command.start.index] is None
        return 1 if state.crops[index] is None and not leaves_bare else 2

    def _offer(self, state: State) -> Command:
        """All tokens at once: when the set is full, or when little land is left."""
        tokens = state.side.tokens
        late = state.phase is Phase.LAST_OFFER or state.terrains.count(None) < _WORTH_WAITING
        if len(tokens) == _FULL_SET or (late and len(tokens) > 1):
            return Offer(tokens)
        return Pass() if state.phase is Phase.LAST_OFFER else EndTurn()

    def _guess(self, state: State) -> Command:
        """The lowest crop that fits: nothing better is left to do, and it costs least."""
        space = state.able_to_divine()[0]
        near = {state.crops[other.index] for other in state.board.around(space)}
        return Divine(space, next((crop for crop in Crop if crop not in near), Crop.SWEET_POTATO))
