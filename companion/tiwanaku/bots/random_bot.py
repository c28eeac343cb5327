"""A player that does anything legal, whatever it leads to."""

from __future__ import annotations

from random import Random

from companion.tiwanaku.board import Space
from companion.tiwanaku.game import (
    Command,
    Divine,
    Enter,
    Move,
    Pass,
    Phase,
    Retrieve,
    State,
    legal,
    legal_commands,
    reach,
)
from companion.tiwanaku.game.movement import needs_arrow
from companion.tiwanaku.pieces import Crop

_DIVINES = 0.25
_RETRIEVES = 0.05


class RandomBot:
    """Plays at random from a seed: mostly explores, now and then divines or takes a meeple back."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)  # noqa: S311 (a game, not a secret)

    def choose(self, state: State) -> Command:
        """Any legal command."""
        if state.phase is Phase.ACT and not needs_arrow(state):
            action = self._act(state)
            if action is not None:
                return action
        return self._random.choice(list(legal_commands(state)))

    def _act(self, state: State) -> Command | None:
        """An action without looking at all there are, which would take its time."""
        dice = self._random.random()
        if dice < _DIVINES:
            able = state.able_to_divine()
            if able:
                return Divine(self._random.choice(able), self._random.choice(list(Crop)))
        own: list[Space | None] = [*state.own()]
        if dice > 1 - _RETRIEVES and own and state.setup.traits.retrieving:
            return Retrieve(self._random.choice(state.own()))
        if state.supply(state.colour):
            own.append(None)
        self._random.shuffle(own)
        for start in own:
            destinations = reach(state, start).destinations
            if destinations:
                to = self._random.choice(destinations)
                if state.crops[to.index] is not None and legal(state, Pass()):
                    return Pass()  # alone and locked in: walking from crop to crop would never end
                return Enter(to) if start is None else Move(start, to)
        return None
