"""The moment of a game at which a fault is made, what was done wrong there, and what several kinds of fault need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from companion.table.referee import Kind, begin
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Enter, Move, Phase, Record, Retrieve
from companion.tiwanaku.pieces import Colour
from tests.table.referee.readings import Noise, Tabletop
from tests.table.referee.rig import Rig

WALKS = (Move, Enter, Retrieve)
TRIES = 60


@dataclass
class Wrong:
    """What was done, and the spaces one of which the alert should name first."""

    kind: Kind
    spaces: set[Space]
    right: Tabletop


class Situation:
    """A rig at some moment of a game that was simulated, with what comes next."""

    def __init__(self, scenario, setup, record: Record, seed: int, rig: Rig | None = None) -> None:
        self.rng = Random(f"fault {seed}")
        self.rig = rig or Rig(scenario, setup, seed)
        self.rig.noise = Noise(unsure=0.02)
        self.record = record
        self.at = 0

    def go_to(self, at: int) -> None:
        """Let the table be right after so many commands."""
        rig, self.at = self.rig, at
        rig.record = Record.restore(self.record.back, self.record.entries[:at])
        rig.top = Tabletop.of(rig.game)
        rig.now += 10
        rig.look_anew()
        rig.referee = begin(rig.game, rig.referee.settings, now=rig.now)
        rig.effects.clear()
        rig.hands(0.4)
        rig.still(2.5)

    def find(self, suits: Callable[[object, object], bool]) -> object | None:
        """A random moment at which the game and its next command suit; that command."""
        order = list(range(1, len(self.record.entries)))
        self.rng.shuffle(order)
        for at in order[:TRIES]:
            state = Record.restore(self.record.back, self.record.entries[:at]).state
            command = self.record.entries[at].command
            if state.phase is not Phase.OVER and suits(state, command):
                self.go_to(at)
                return command
        return None

    def next(self) -> object:
        """Give the game its next command, as it was."""
        command = self.record.entries[self.at].command
        self.rig.do(command)
        self.at += 1
        return command

    @property
    def space(self):
        return self.rig.game.board.spaces

    def pick(self, indexes: Iterable[int]) -> int | None:
        found = list(indexes)
        return self.rng.choice(found) if found else None


def free(state) -> list[int]:
    """Spaces where nobody stands, and nobody is waited for."""
    return [
        i
        for i, standing in enumerate(state.meeples)
        if standing is None and (state.waiting is None or state.waiting.index != i)
    ]


def bare_board(state) -> list[int]:
    return [i for i in free(state) if state.terrains[i] is None]


def tiles(state) -> list[int]:
    return [i for i in free(state) if state.terrains[i] is not None]


def crops(state) -> list[int]:
    return [i for i in free(state) if state.crops[i] is not None]


def another(rng: Random, kind, value):
    return rng.choice([each for each in kind if each is not value])


def done(there: Situation, kind: Kind, spaces, right: Tabletop | None = None) -> Wrong:
    return Wrong(kind, set(spaces), right or Tabletop.of(there.rig.game))


def walk(rig: Rig, command) -> None:
    walk_on(rig.top, command, rig.game.colour)


def walk_on(top: Tabletop, command, colour: Colour) -> None:
    match command:
        case Move(start, to):
            top.meeples[start.index] = None
            top.meeples[to.index] = colour
        case Enter(to):
            top.meeples[to.index] = colour
        case Retrieve(space):
            top.meeples[space.index] = None
