"""Whole games between bots, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.tiwanaku.board import Direction
from companion.tiwanaku.bots.player import Bot
from companion.tiwanaku.game import (
    ArrowSeen,
    Command,
    Entry,
    Oracle,
    Phase,
    Record,
    SetUp,
    Setup,
    State,
    Wheel,
    before_set_up,
    play,
)
from companion.tiwanaku.game.movement import needs_arrow
from companion.tiwanaku.pieces import Colour

_MOST_COMMANDS = 100_000


def simulate(
    wheel: Wheel, setup: Setup, bots: Sequence[Bot], seed: int, oracle: Oracle | None = None
) -> Record:
    """A whole game. Each seat has its bot; the arrows of the tiles, which nobody chooses, come from the seed."""
    random = Random(seed)  # noqa: S311 (a game, not a secret)
    state = before_set_up(wheel.back)
    command: Command = SetUp(setup)
    entries: list[Entry] = []
    for _ in range(_MOST_COMMANDS):
        seat = state.seat
        state, events = play(state, command, oracle or wheel)
        entries.append(Entry(command, seat, events))
        if state.phase is Phase.OVER:
            return Record(wheel.back, tuple(entries), state)
        command = chance(state, random) or bots[state.seat].choose(state)
    raise RuntimeError("this game does not end")


def chance(state: State, random: Random) -> Command | None:
    """What the pieces decide, not the players: the arrow of the tile that is waited for."""
    if state.phase is Phase.ARROW:
        return ArrowSeen(random.choice(list(Direction)), random.choice(list(Colour)))
    if state.phase is Phase.ACT and needs_arrow(state):
        return ArrowSeen(random.choice(list(Direction)))
    return None
