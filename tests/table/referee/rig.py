"""A table under the referee's eye: hands do things, a clock goes on, the game is kept, effects are noted."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from time import thread_time

from companion.table.referee import (
    Decline,
    Display,
    Effect,
    GameIs,
    Keep,
    Kind,
    Looked,
    Motion,
    Propose,
    RefereeSettings,
    Scene,
    Show,
    Take,
    TakeBackProposal,
    Withdraw,
    begin,
    step,
)
from companion.tiwanaku.game import Command, Record, SetUp, Setup, Wheel
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.scenario import Scenario
from tests.table.referee.readings import Noise, Tabletop, reading_of

LOOKS_A_SECOND = 5


class Rig:
    """One table; everything that the referee said is in ``effects``, with its time."""

    def __init__(
        self, scenario: Scenario, setup: Setup, seed: int, settings: RefereeSettings | None = None
    ) -> None:
        self.wheel = Wheel(scenario)
        self.record = Record.begin(self.wheel.back).do(SetUp(setup), self.wheel)
        self.rng = Random(f"rig {seed}")
        self.top = Tabletop.of(self.record.state)
        self.now = 100.0
        self.noise = Noise()
        self.referee = begin(self.record.state, settings, now=self.now)
        self.scene = Scene(Motion.MOVING, self.now)
        self.effects: list[tuple[float, Effect]] = []
        self.times: list[float] = []

    @property
    def game(self):
        return self.record.state

    def input(self, event) -> list[Effect]:
        began = thread_time()
        self.referee, effects = step(self.referee, event, self.now)
        self.times.append(thread_time() - began)
        self.effects += [(self.now, effect) for effect in effects]
        for effect in effects:
            if isinstance(effect, Take):
                self.do(effect.command)
        return list(effects)

    def do(self, command: Command) -> list[Effect]:
        """Somebody gives a command on the wheel, or confirms one."""
        self.record = self.record.do(command, self.wheel)
        return self.input(GameIs(self.record.state))

    def do_nothing(self) -> list[Effect]:
        """The record was changed by somebody else."""
        return self.input(GameIs(self.record.state))

    def undo(self, index: int) -> list[Effect]:
        self.record = self.record.undo(index).record
        return self.input(GameIs(self.record.state))

    def redo(self, index: int) -> list[Effect]:
        self.record = self.record.redo(index).record
        return self.input(GameIs(self.record.state))

    def stand_beside(self, index: int, colour: Colour, *, hides: bool) -> None:
        """A second meeple on a space: an eye sees that there are two, or only one that hides the other."""
        if hides:
            self.top.meeples[index] = colour
        else:
            self.top.crowds[index] = colour

    def look_anew(self) -> None:
        """The table was changed behind the eye's back: whoever remembers what lay there shall forget it."""

    def hands(self, seconds: float = 0.6) -> list[Effect]:
        """Hands are in the picture."""
        self.scene = Scene(Motion.MOVING, self.now)
        return self._pass(seconds)

    def still(self, seconds: float) -> list[Effect]:
        """Nothing moves."""
        if self.scene.motion is not Motion.STILL:
            self.scene = Scene(Motion.STILL, self.now)
        return self._pass(seconds)

    def covered(self, seconds: float = 1.0) -> list[Effect]:
        """The board cannot be seen."""
        self.scene = Scene(Motion.NO_BOARD, self.now)
        return self._pass(seconds)

    def _pass(self, seconds: float) -> list[Effect]:
        said: list[Effect] = []
        end = self.now + seconds
        while self.now < end:
            seen = self.scene.motion is not Motion.NO_BOARD
            reading = reading_of(self.top, self.rng, self.noise) if seen else None
            said += self.input(Looked(self.scene, reading))
            self.now += 1 / LOOKS_A_SECOND
        return said

    def until_proposed(self, patience: float) -> tuple[Command, ...]:
        """Stay still until something is proposed, at most so long; the commands, if it is sure one."""
        end = self.now + patience
        while self.now < end:
            for effect in self.still(1 / LOOKS_A_SECOND):
                if isinstance(effect, Propose):
                    return tuple(proposal.command for proposal in effect.proposals)
        return ()

    def decline(self) -> None:
        self.input(Decline())

    def shown(self) -> list:
        """The alerts that are on display now."""
        return list(self.referee.shown)

    def said(self, *kinds: type) -> list[Effect]:
        return [effect for _, effect in self.effects if isinstance(effect, kinds)]


def kinds(effects: Iterable[Effect]) -> list[Kind]:
    """The kinds of the alerts that were shown."""
    return [effect.alert.kind for effect in effects if isinstance(effect, Show)]


__all__ = ["Display", "Keep", "Rig", "Show", "TakeBackProposal", "Withdraw", "kinds"]
