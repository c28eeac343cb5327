"""The very table of ``pachamama play`` on virtual hardware, with people who play whole games on it.

Journal, coach and page are the real ones, with their threads, their process and their port. Hands, knob, display and
camera are virtual. Desk and lookout are stepped here, in the table's own time, so a game takes as long as its work does.

    people ──► virtual table ──a picture──► lookout ──► inbox ──► desk ──► journal, page, coach
       ▲                                                           │
       └───────────────── the game as it stands ◄──────────────────┘
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.commands.at_play import TableAtPlay
from companion.commands.saved import SavedGames
from companion.errors import PachamamaError
from companion.library import known_boards
from companion.table.beginnings import Beginning, Opened
from companion.table.demo.people import Pace, People
from companion.table.inbox import Inbox, Opening, Order
from companion.table.referee import RefereeSettings
from companion.table.watching.eyes import FILE, Eyes
from companion.table.watching.lookout import Lookout
from companion.table.watching.umpire import Watched
from companion.table.wheel import WheelSettings
from companion.table.wheel.home import Start
from companion.table.wheel.talking import Note, Telling
from companion.tiwanaku.bots import Bot, RandomBot
from companion.tiwanaku.game import Command, Mode, Record, Setup
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.position import Position
from companion.tiwanaku.scenario import Scenario
from companion.words import Text
from hardware.camera import Frame
from hardware.find import Devices, look, make
from hardware.inputs import Button
from hardware.settings import CameraSettings, HardwareSettings
from hardware.virtual.clock import VirtualClock
from tests.table.watching.pictures import taught
from tests.trust.stills import Stills
from vision.eye import Eye
from vision.sim import VirtualTable

MOMENT = 0.2
"""Seconds of the table's time between two pictures."""
SIZE = (800, 450)
PACE = Pace(hand=1, rest=10, unnoticed=60)
BEGAN = 1_000.0
VIRTUAL = HardwareSettings(controls="virtual", display="virtual", camera=CameraSettings("none"))


class WholeTable:
    """A table that stays open for a whole evening; :meth:`begin` a game on it, then :meth:`step` until it is over.

    ``make_devices`` builds other devices than the usual virtual ones. Without a ``camera`` nobody looks at the table, and people
    tell the wheel everything. ``patience``: real seconds to wait for the disk after a command.
    """

    def __init__(
        self,
        folder: Path,
        *,
        settings: WheelSettings | None = None,
        size: tuple[int, int] = SIZE,
        camera: bool = True,
        page: bool = True,
        make_devices: Callable[[Inbox, VirtualClock], Devices] | None = None,
        now: Callable[[], float] = time.time,
        patience: float = 10.0,
    ) -> None:
        self.folder = folder
        self.clock = VirtualClock(BEGAN)
        self.inbox = Inbox()
        self.patience = patience
        self._size = size
        self.eyes: Eyes | None = None
        self.table: VirtualTable | None = None
        self.stills: Stills | None = None
        self.people: People | None = None
        self.alerts: list[str] = []
        """Every alert that was shown in the present game: kind and space."""
        games = SavedGames(folder, self.inbox, clock=self.clock)
        games.journal._now = now
        self.at_play = TableAtPlay(
            folder,
            Beginning(),
            inbox=self.inbox,
            games=games,
            devices=(make_devices or _virtual)(self.inbox, self.clock),
            settings=settings or WheelSettings(automatic=True),
            by_chance=_one_scenario,
            make_lookout=self._make_lookout if camera else _no_lookout,
            page=page,
            port=0,
            clock=self.clock,
        )
        self.at_play.devices.open()
        if self.at_play.page is not None:
            self.at_play.page.serve()

    # Games -------------------------------------------------------------------------------------------

    def begin(
        self,
        scenario: Scenario,
        setup: Setup,
        *,
        seed: int = 0,
        style: str = "classic",
        bots: Sequence[Bot] | None = None,
        pace: Pace = PACE,
    ) -> None:
        """Lay out another game. The box has this look; the eye was taught with one picture of it."""
        self._open(self.at_play.games.new(scenario, setup), seed, style, bots, pace)

    def go_on(
        self, *, seed: int = 0, style: str = "classic", bots: Sequence[Bot] | None = None, pace: Pace = PACE
    ) -> None:
        """Go on with the game that waits in the journal."""
        self._open(lambda: self.at_play.games.go_on(""), seed, style, bots, pace)

    def _open(
        self, opening: Callable[[], Opened], seed: int, style: str, bots: Sequence[Bot] | None, pace: Pace
    ) -> None:
        if self.at_play.lookout is not None:
            (self.folder / FILE).write_bytes(taught(style, seed % 3, self._size))
            self.eyes = Eyes(self.folder / FILE, known_boards(self.folder))
        answers: list[Record | PachamamaError] = []
        self.inbox.put(Opening(opening, answers.append, answers.append))
        while not answers:
            self.at_play.desk.work(self.patience)
        if not isinstance(answers[0], Record):
            raise answers[0]
        record = answers[0]
        empty = Position.empty(record.back.board, record.back.tiles)
        self.table = VirtualTable(empty, style, seed=seed % 3, size=self._size, pictures_a_second=1 / MOMENT)
        self.stills = Stills(self.table)
        self.alerts = []
        self.people = People(
            self.table,
            bots or [RandomBot(seed + seat) for seat in range(len(record.state.setup.colours))],
            self.record,
            self._tell,
            ready=self._is_set_up,
            seed=seed,
            pace=pace if self.at_play.lookout is not None else Pace(hand=0, rest=0, unnoticed=0),
        )
        self._moments = self.people.play()

    def record(self) -> Record:
        """The game as everybody was shown it."""
        record = self.at_play.desk.game
        if record is None:
            raise RuntimeError("a table without a game")
        return record

    # Time --------------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """The table's own time."""
        return self.clock()

    def step(self) -> bool:
        """One moment: hands move, a picture is looked at, the desk works; whether the game goes on."""
        try:
            next(self._moments)
        except StopIteration:
            return False
        self.clock.advance(MOMENT)
        if self.at_play.lookout is not None:
            self.at_play.lookout.step(self.look())
        self.work()
        return True

    def look(self) -> Frame | None:
        """The camera's next picture; whoever unplugs it replaces this."""
        return self.stills.shoot(self.now) if self.stills is not None else None

    def work(self) -> None:
        """Let the desk do what waits for it, and wait for the disk; somebody reads what the wheel tells."""
        desk = self.at_play.desk
        desk.work(0)
        end = time.monotonic() + self.patience
        while desk.is_saving and (left := end - time.monotonic()) > 0:
            desk.work(left)
        if isinstance(desk.state.node, Telling | Note | Start):
            self.push()
            desk.work(0)

    def push(self) -> None:
        """Somebody pushes the knob."""
        controls = self.at_play.devices.virtual_controls
        controls.press(Button.PUSH)
        controls.release(Button.PUSH)

    def close(self) -> Text | None:
        """The end of the evening; why the game is not saved, if it is not."""
        return self.at_play.close()

    # Inside ------------------------------------------------------------------------------------------

    def _make_lookout(self, show: Callable[[Watched], None]) -> Lookout:
        def watched(now: Watched) -> None:
            for _, alert in now.alerts:
                told = f"{alert.kind.value} {alert.spaces[0] if alert.spaces else ''}"
                if told not in self.alerts:
                    self.alerts.append(told)
            show(now)

        return Lookout(
            self._eye,
            self.inbox.put,
            settings=RefereeSettings(automatic=True),
            remark=lambda data: self.at_play.games.remark(data),
            remarks=lambda: self.at_play.games.remarks,
            show=watched,
            learnt=lambda: self.eyes.learnt() if self.eyes is not None else None,
            clock=self.clock,
        )

    def _eye(self, record: Record) -> Eye:
        if self.eyes is None:
            raise RuntimeError("nobody has taught the eye")
        return self.eyes.eye_for(record)

    def _is_set_up(self) -> bool:
        return self.at_play.lookout is None or not self.at_play.lookout.watched.tasks

    def _tell(self, command: Command) -> None:
        self.inbox.put(Order(lambda record, oracle: record.do(command, oracle), refused=_fail))


def _virtual(inbox: Inbox, clock: VirtualClock) -> Devices:
    return make(VIRTUAL, look(VIRTUAL), inbox.put, clock=clock)


def _no_lookout(show: Callable[[Watched], None]) -> None:
    return None


def _one_scenario(mode: Mode) -> Scenario:
    return morning_valley()


def _fail(error: Exception) -> None:
    raise RuntimeError("somebody did what the rules forbid") from error
