"""The table that faults are tried on: the whole one, with a display on a bus, a puck on a line, and books beside it.

Hands, displays, puck and attendance are stepped in the table's own time, so an outage of a minute takes no minute. What has a real
thread or process (journal, page, coach) is waited for, and never longer than ``BOUND`` seconds.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.errors import PachamamaError
from companion.table.inbox import Inbox, Opening, Order
from companion.table.journal import Journal
from companion.table.wheel.home import Start
from companion.table.wheel.talking import Note, Telling
from companion.tiwanaku.bots import RandomBot, chance
from companion.tiwanaku.game import Command, Phase, Record, Setup, Wheel
from companion.tiwanaku.scenario import Scenario
from hardware.find import Devices
from hardware.inputs import Button
from hardware.virtual.clock import VirtualClock
from tests.table.journal.failing import FailingDisk
from tests.table.journal.ledger import Found, Ledger, digest, stored, unruly
from tests.tiwanaku.game.table import SETUPS, scenario
from tests.trust.faults.bench import Bench
from tests.trust.faults.ways import OnPhone, by_hand
from tests.trust.whole_table import WholeTable

if TYPE_CHECKING:
    from companion.table.inbox import Waiting

BOUND = 30.0
"""Real seconds after which something that was waited for has not come; never slept through."""
TICK = 0.05
"""Seconds of the table's time between two looks at everything."""
RETRY = 0.02
BEGAN = 1_750_000_000.0
SCENARIOS = 3
TRIES = 6
"""Commands that may pass before one can be given in the way that was wished for."""
MODES = ("competitive-2", "solo-hard", "together-2-easy")


class Overdue(AssertionError):  # noqa: N818
    """Something that was waited for did not come."""


class Stage:
    """A table at play under faults; an order, as the page and the referee give them, is the usual way of a command."""

    def __init__(
        self, folder: Path, seed: int, *, page: bool = True, make: type[WholeTable] = WholeTable, **options
    ):
        self.folder = folder
        self.patience = BOUND
        self.random = Random(f"stage {seed}")
        self.disk = FailingDisk()
        self.wall_offset = 0.0
        self.ledger = Ledger(folder)
        self.told: list[Record] = []
        self.table = make(folder, page=page, make_devices=self._make_devices, now=self.wall, **options)
        self.at_play = self.table.at_play
        self.clock, self.inbox, self.desk = self.table.clock, self.table.inbox, self.at_play.desk
        games = self.at_play.games
        games.journal = Journal(
            folder, tell=games.tell, connect=self.disk.connect, now=self.wall, retry=RETRY
        )
        if self.at_play.page is not None:
            page_at_play = self.at_play.page.page
            page_at_play.ports = replace(page_at_play.ports, now=self.wall)
        self.desk._told = (*self.desk._told, self._hear)
        self._bots: list[RandomBot] = []
        self._played: Wheel | None = None
        self._looks = 0
        self._phone: OnPhone | None = None
        self.ways: Counter[str] = Counter()
        """How commands were given while something was broken."""

    def wall(self) -> float:
        """What the clock on the wall says."""
        return BEGAN + self.table.clock() + self.wall_offset

    def _make_devices(self, inbox: Inbox, clock: VirtualClock) -> Devices:
        self.bench = Bench(inbox.put, clock, self.random.randrange(1000))
        return self.bench.devices

    def _hear(self, record: Record, events: tuple[object, ...]) -> None:
        """A listener of the desk: this was confirmed."""
        game, state = self.at_play.games.present or "", digest(record)
        self.told.append(record)
        if self.ledger.last(game) != state:
            self.ledger.confirmed(game, state)

    # Playing -----------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The game as everybody was shown it."""
        return self.table.record()

    def begin(self, land: Scenario | None = None, setup: Setup | None = None) -> None:
        """Another game; the one before stays as it was."""
        land = land or scenario(self.random.randrange(SCENARIOS))
        setup = setup or SETUPS[self.random.choice(MODES)]
        self._played = Wheel(land)
        opening = self.at_play.games.new(land, setup)
        self._ask(lambda told, refused: Opening(opening, told, refused))
        self._bots = [RandomBot(self.random.randrange(10**6)) for _ in range(setup.seats)]

    def go_on(self) -> None:
        """The game that waits in the journal."""
        self._ask(lambda told, refused: Opening(lambda: self.at_play.games.go_on(""), told, refused))
        seats = self.record.state.setup.seats
        self._bots = [RandomBot(self.random.randrange(10**6)) for _ in range(seats)]

    def choose(self) -> Command:
        """What is done next."""
        state = self.record.state
        return chance(state, self.random) or self._bots[state.seat].choose(state)

    def play_by(self, ways: Sequence[str]) -> None:
        """The next command in one of these ways; those that cannot give it are passed over, an order gives any."""
        if self.record.state.phase is Phase.OVER:
            self.begin()
        way = self.random.choice(ways)
        if way == "order" or not any(self._give_by(way, self.choose()) for _ in range(TRIES)):
            self.play()
            way = "order"
        self.ways[way] += 1

    def _give_by(self, way: str, command: Command) -> bool:
        """Whether the command could be given so; else something else is done first, and the next one may be."""
        if by_hand(self, command) if way == "hand" else self.phone()(self, command):
            return True
        self.play()
        if self.record.state.phase is Phase.OVER:
            self.begin()
        return False

    def phone(self) -> OnPhone:
        """Somebody's phone, which joins when it is first needed."""
        if self._phone is None:
            self._phone = OnPhone(self)
        return self._phone

    def give(self) -> list[Record | PachamamaError]:
        """Somebody gives the next command; the list gets its answer once there is one."""
        if self.record.state.phase is Phase.OVER:
            self.begin()
        command = self.choose()
        answers: list[Record | PachamamaError] = []
        self.inbox.put(
            Order(lambda record, oracle: record.do(command, oracle), answers.append, answers.append)
        )
        return answers

    def play(self, commands: int = 1) -> None:
        """So many commands, each answered before the next; a refused one is a failure."""
        for _ in range(commands):
            # Hands may have done something that is still on its way.
            self.until(lambda: not self.desk.is_saving, "a record never came to the disk")
            answers = self.give()
            self.until(lambda answers=answers: bool(answers), "a command was not answered")
            if isinstance(answers[0], PachamamaError):
                raise Overdue(f"a command was refused: {answers[0]}")

    def _ask(self, make: Callable[[Callable, Callable], Waiting]) -> None:
        answers: list[Record | PachamamaError] = []
        self.inbox.put(make(answers.append, answers.append))
        self.until(lambda: bool(answers), "a game was not opened")
        if isinstance(answers[0], PachamamaError):
            raise answers[0]

    def touch(self) -> None:
        """Somebody turns the knob; the wheel must answer with another picture, and is left as it was found."""
        controls = self.at_play.devices.virtual_controls
        self.read_on()
        before = self.desk.screen
        controls.turn(1)
        self.desk.work(0)
        if self.desk.screen != before:
            controls.turn(-1)
            self.desk.work(0)
            return
        # Some screens only wait for a push.
        controls.press(Button.PUSH)
        controls.release(Button.PUSH)
        self.desk.work(0)
        if self.desk.screen == before:
            raise Overdue(f"the wheel did not answer a hand: {type(self.desk.state.node).__name__}")
        self.go_home()

    def read_on(self) -> None:
        """Somebody reads what the wheel tells."""
        controls = self.at_play.devices.virtual_controls
        for _ in range(20):
            self.desk.work(0)
            if not isinstance(self.desk.state.node, Telling | Note | Start):
                return
            controls.press(Button.PUSH)
            controls.release(Button.PUSH)

    def go_home(self) -> None:
        """The knob is kept down until the way back is at its end."""
        controls = self.at_play.devices.virtual_controls
        for _ in range(2):
            controls.press(Button.PUSH)
            self.pass_time(0.8)
            controls.release(Button.PUSH)
            self.desk.work(0)
        self.read_on()

    # Time --------------------------------------------------------------------------------------------

    def pass_time(self, seconds: float) -> None:
        """The table's time goes on, and everybody does what is due."""
        for _ in range(max(1, round(seconds / TICK))):
            self.clock.advance(TICK)
            self.look_round()
            self.desk.work(0)

    def look_round(self) -> None:
        """Displays, puck and attendance look at the time."""
        self.bench.step()
        self._looks += 1
        if self._looks % 10 == 0:
            self.at_play.attendance.look()

    def settle_puck(self) -> None:
        """Time in which everything comes over the puck's line; its firmware goes round as often as in the hand."""
        for number in range(500):
            self.clock.advance(0.002)
            self.bench.step_puck()
            if number % 25 == 0:
                self.desk.work(0)
                self.look_round()

    def until(self, true: Callable[[], bool], otherwise: str) -> None:
        """Let the desk work until something is so; real time, since it waits for real threads."""
        end = time.monotonic() + self.patience
        while not true():
            if time.monotonic() >= end:
                raise Overdue(otherwise)
            self.desk.work(0.005)

    # What people are told ----------------------------------------------------------------------------

    @property
    def notices(self) -> list[str]:
        """What stands on every phone and in the terminal now."""
        return [str(text) for text in self.desk.notices.texts]

    def page_notices(self) -> list[str]:
        """The same as a phone is told it, over the network."""
        return self.notices if self.at_play.page is None else self.phone().notices()

    # Books -------------------------------------------------------------------------------------------

    def audit(self) -> Found:
        """Read the journal anew; everything confirmed is there once, and the game is what follows from it."""
        self.until(lambda: not self.desk.is_saving, "a record never came to the disk")
        found = self.ledger.compare()
        game = self.at_play.games.present
        if game is not None and Journal(self.folder).game(game).record != self.record:
            found.faults.append(f"{game}: the journal tells another game than the wheel")
        return found

    def check_rules(self) -> list[str]:
        """Every game of the journal follows from its commands, as if nothing had ever failed."""
        wheels = [Wheel(scenario(number)) for number in range(SCENARIOS)]
        wheels += [self._played] if self._played is not None else []
        faults = []
        for game, changes, back in stored(self.folder):
            wheel = next(each for each in wheels if each.back == back)
            faults += unruly(game, changes, back, wheel)
        return faults

    def close(self) -> None:
        """The end."""
        if self._phone is not None:
            self._phone.close()
        self.table.close()
