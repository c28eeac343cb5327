"""Hands on a virtual wheel: a desk without a display, a clock by hand, and an oracle that notes every question."""

from __future__ import annotations

from companion.table import wheel
from companion.table.desk import Desk, GivenHint
from companion.table.lessons import load_lessons
from companion.table.screens.descriptions import Message
from companion.tiwanaku.game import Command, Record, SetUp, Setup, Wheel
from companion.tiwanaku.scenario import Scenario
from companion.words import T
from hardware.display import Picture
from hardware.inputs import Button, Pressed, Released, Turned
from hardware.virtual.clock import VirtualClock

DISCOVERY, DIVINATION, KNOB = Button.LEFT, Button.RIGHT, Button.PUSH
BLANK = Picture.blank()


class NotingWheel:
    """A wheel that notes each question: which window, which space, and when."""

    def __init__(self, scenario: Scenario, clock: VirtualClock) -> None:
        self._wheel = Wheel(scenario)
        self._clock = clock
        self.back = self._wheel.back
        self.questions: list[tuple[str, object, float]] = []

    def terrain(self, space):
        self.questions.append(("terrain", space, self._clock()))
        return self._wheel.terrain(space)

    def crop(self, space):
        self.questions.append(("crop", space, self._clock()))
        return self._wheel.crop(space)


def coach(state, strength):
    return GivenHint(T("Look at the sand."), state.board.spaces[0])


class Hands:
    """A wheel in somebody's hands."""

    def __init__(
        self,
        scenario: Scenario,
        setup: Setup | None = None,
        commands: tuple[Command, ...] = (),
        **options: object,
    ) -> None:
        self.clock = VirtualClock()
        self.oracle = NotingWheel(scenario, self.clock)
        game = None
        if setup is not None:
            game = Record.begin(self.oracle.back)
            for command in (SetUp(setup), *commands):
                game = game.do(command, self.oracle)
        self.seen = []
        self.met = set()
        self.kept = []
        options = {
            "oracle": self.oracle,
            "game": game,
            "clock": self.clock,
            "keep": self._keep,
            "coach": coach,
            "lessons": load_lessons(),
            "address": "http://192.168.1.7:8000",
            "artist": self._draw,
        } | options
        self.desk = Desk(lambda picture: None, **options)
        self.met.add(type(self.desk.state.node))
        self._carry_out, self.desk._carry_out = self.desk._carry_out, self._note_and_carry_out

    def _keep(self, record, done):
        self.kept.append(record)
        return True

    def _draw(self, description, language):
        self.seen.append(description)
        if hasattr(self, "desk"):
            self.met.add(type(self.desk.state.node))
        return BLANK

    def _note_and_carry_out(self, question):
        """The kinds of node that wait for an answer are seen here only."""
        self.met.add(type(self.desk.state.node))
        return self._carry_out(question)

    @property
    def screen(self):
        return self.desk.screen

    @property
    def shown(self):
        """The kind of screen."""
        return type(self.screen).__name__

    @property
    def text(self):
        assert isinstance(self.screen, Message), self.screen
        return str(self.screen.text)

    @property
    def game(self):
        return self.desk.game.state

    @property
    def asked(self):
        return [(kind, str(space)) for kind, space, _ in self.oracle.questions]

    def place(self, name):
        return self.desk.state.board.space(name)

    def wait(self, seconds):
        """Time goes on, with the ticks that the wheel asks for."""
        end = self.clock() + seconds
        while (pause := wheel.next_tick(self.desk.state, self.clock())) is not None:
            if self.clock() + pause > end:
                break
            self.clock.advance(pause)
            self.desk.handle(wheel.Tick(self.clock()))
        self.clock.advance(max(0.0, end - self.clock()))

    def turn(self, steps):
        self.desk.handle(Turned(self.clock(), steps))

    def press(self, button):
        self.desk.handle(Pressed(self.clock(), button))

    def release(self, button):
        self.desk.handle(Released(self.clock(), button))

    def push(self, times=1):
        for _ in range(times):
            self.press(KNOB)
            self.wait(0.1)
            self.release(KNOB)

    def back(self):
        self.press(KNOB)
        self.wait(0.8)
        self.release(KNOB)

    def tap(self, button):
        self.press(button)
        self.wait(0.1)
        self.release(button)

    def hold(self, button, seconds=1.1):
        """Press and keep holding."""
        self.press(button)
        self.wait(seconds)

    def open_and_close(self, button):
        self.hold(button)
        self.release(button)

    def choose(self, action):
        """Turn the menu to an action and push."""
        menu = self.screen
        self.turn(menu.actions.index(action) - menu.chosen)
        self.push()

    def say(self, event):
        self.desk.handle(event)
