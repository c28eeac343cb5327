"""One game of bots through everything: virtual table, camera, eye, referee, game, wheel. Time is the table's own.

>>> from companion.tiwanaku.game import Mode, Setup
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour
>>> evening = Evening(morning_valley(), Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN)), size=(640, 360))
>>> evening.step(), evening.now
(True, 0.1)
"""

from __future__ import annotations

from collections.abc import Callable

from companion.table.demo.people import Pace, People
from companion.table.desk import Desk
from companion.table.inbox import Inbox, Order
from companion.table.referee import RefereeSettings
from companion.table.screens.descriptions import Description
from companion.table.watching.lookout import Lookout, Seen
from companion.table.watching.umpire import Watched
from companion.table.wheel.home import Start
from companion.table.wheel.talking import Note, Telling
from companion.tiwanaku.bots import CarefulBot
from companion.tiwanaku.game import Command, Event, Record, SetUp, Setup, Wheel
from companion.tiwanaku.position import Position
from companion.tiwanaku.scenario import Scenario
from companion.words import Text
from hardware.camera import Frame
from hardware.display import Picture
from hardware.inputs import Button, Pressed, Released
from vision.eye import Eye
from vision.profile import Profile
from vision.reader.teach_in import teach_in
from vision.sim import VirtualTable
from vision.teaching import teach

PICTURES_A_SECOND = 10.0


class Evening:
    """A whole game that plays itself; call :meth:`step` for every picture.

    The bots see what everybody sees; the wheel is asked as people ask it. ``told`` hears of the game, ``show`` gets the
    wheel's pictures.
    """

    def __init__(
        self,
        scenario: Scenario,
        setup: Setup,
        *,
        style: str = "classic",
        seed: int = 0,
        size: tuple[int, int] = (1280, 720),
        pace: Pace | None = None,
        show: Callable[[Picture], None] = lambda picture: None,
        told: Callable[[Record, tuple[Event, ...]], None] = lambda record, events: None,
        said: Callable[[Text], None] = lambda text: None,
    ) -> None:
        self.now = 0.0
        self._said = said
        wheel = Wheel(scenario)
        game = Record.begin(wheel.back).do(SetUp(setup), wheel)
        self._inbox = Inbox()
        self.table = VirtualTable(
            Position.empty(scenario.board, wheel.back.tiles), style, seed=seed, size=size,
            pictures_a_second=PICTURES_A_SECOND,
        )  # fmt: skip
        self.profile = Profile(scenario.board)
        """What the eye has learnt."""
        self.lookout = Lookout(
            self._eye,
            self._inbox.put,
            settings=RefereeSettings(automatic=True),
            show=self._watched,
            clock=lambda: self.now,
        )
        self.desk = Desk(
            show,
            oracle=wheel,
            game=game,
            clock=lambda: self.now,
            inbox=self._inbox,
            watcher=self.lookout,
            told=[self.lookout.told, told],
        )
        self.alerts: list[Text] = []
        bots = [CarefulBot(seed + number) for number in range(len(setup.colours))]
        self.people = People(
            self.table, bots, self._record, self._tell, ready=self._is_set_up, seed=seed, pace=pace
        )
        self._moments = self.people.play()

    @property
    def game(self) -> Record:
        """The game as it stands."""
        return self._record()

    @property
    def seen(self) -> Seen | None:
        """The newest picture and what was made of it."""
        return self.lookout.seen

    @property
    def screen(self) -> Description:
        """What the wheel shows."""
        return self.desk.screen

    def step(self) -> bool:
        """One picture; whether the game goes on."""
        try:
            next(self._moments)
        except StopIteration:
            return False
        shot = self.table.shoot()
        self.now = round(self.now + 1 / PICTURES_A_SECOND, 6)
        self.lookout.step(Frame(shot.picture, self.now, shot.number))
        self.desk.work(0)
        self._read_on()
        return True

    def _record(self) -> Record:
        record = self.desk.game
        if record is None:
            raise RuntimeError("an evening without a game")
        return record

    def _is_set_up(self) -> bool:
        return not self.lookout.watched.tasks

    def _tell(self, command: Command) -> None:
        self._inbox.put(Order(lambda record, oracle: record.do(command, oracle), refused=_fail))

    def _read_on(self) -> None:
        """Somebody reads what the wheel tells, and pushes the knob."""
        if isinstance(self.desk.state.node, Telling | Note | Start):
            self.desk.handle(Pressed(self.now, Button.PUSH), Released(self.now, Button.PUSH))

    def _watched(self, watched: Watched) -> None:
        for _, alert in watched.alerts:
            if alert.text not in self.alerts:
                self.alerts.append(alert.text)
                self._said(alert.text)

    def _eye(self, record: Record) -> Eye:
        """An eye that was taught once, with the teach-in layout on this very table."""
        profile, layout = self.profile, teach_in(record.back.board)
        present = self.table.scene
        self.table.take_hand_away()
        self.table.position = layout
        picture = self.table.shoot().picture
        teach(profile, picture, layout, [(float(x), float(y)) for x, y in self.table.corners])
        self.table.scene = present
        return Eye(profile, tiles=record.back.tiles)


def _fail(error: Exception) -> None:
    raise RuntimeError("a bot did what it may not do") from error
