"""Follows a recorded game by its pictures alone: what was done becomes the game, what was wrong becomes an alert.

Nobody is at the wheel here. Walks and discoveries are read from the table. What was announced before a divination
cannot be seen: the crop that was laid is taken for the announced one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import PachamamaError
from companion.table.event_texts import event_text
from companion.table.inbox import Order, Waiting
from companion.table.referee import Alert, RefereeSettings
from companion.table.watching.lookout import Lookout
from companion.table.watching.umpire import Watched
from companion.tiwanaku.game import Command, Divine, EndTurn, Event, Record, SetUp, Setup, Wheel
from companion.tiwanaku.position import Position
from companion.words import Text
from hardware.camera import Frame
from vision.eye import Eye
from vision.pose import Picture


@dataclass(frozen=True)
class Happened:
    """Something happened in the game."""

    time: float
    event: Event
    text: Text


@dataclass(frozen=True)
class Told:
    """The referee has something to say of the table."""

    time: float
    alert: Alert


@dataclass(frozen=True)
class Withdrawn:
    """That is no more."""

    time: float
    alert: Alert


@dataclass(frozen=True)
class Noticed:
    """What the eye says of the picture, such as that no board is in sight."""

    time: float
    text: Text


Happening = Happened | Told | Withdrawn | Noticed


class Follower:
    """Give it the pictures one by one; ``tell`` hears of everything that comes of them.

    ``vouched``: the first still picture shows the set-up, whatever the eye can make of it; it is learnt from that.
    """

    def __init__(
        self,
        wheel: Wheel,
        setup: Setup,
        eye_for: Callable[[Record], Eye],
        tell: Callable[[Happening], None],
        *,
        teach: Callable[[Picture, Position], bool] | None = None,
        vouched: bool = False,
    ) -> None:
        self._wheel = wheel
        self._tell = tell
        self._now = 0.0
        self._vouched = vouched
        self._orders: list[Order] = []
        self._alerts: dict[str, Alert] = {}
        self._notices: tuple[Text, ...] = ()
        self._lookout = Lookout(
            eye_for,
            self._take,
            settings=RefereeSettings(automatic=True, open_windows=True),
            teach=teach,
            show=self._watched,
            clock=lambda: self._now,
        )
        self.record = Record.begin(wheel.back)
        self._do(lambda record: record.do(SetUp(setup), wheel))

    def look(self, frame: Frame) -> None:
        """The next picture."""
        self._now = frame.time
        self._lookout.step(frame)
        while self._orders:
            order = self._orders.pop(0)
            self._do(lambda record, order=order: order.deed(record, self._wheel))  # type: ignore[misc]
        self._take_what_nobody_enters()
        seen = self._lookout.seen
        if self._vouched and seen is not None and seen.sight.still:
            self._vouched = False
            self._lookout.vouch_for_set_up()
        notices = seen.sight.notices if seen is not None else ()
        for text in notices:
            if text not in self._notices:
                self._tell(Noticed(self._now, text))
        self._notices = notices

    def _take(self, event: Waiting) -> None:
        if isinstance(event, Order):
            self._orders.append(event)

    def _take_what_nobody_enters(self) -> None:
        proposals = self._lookout.watched.proposals
        if len(proposals) != 1 or not isinstance(proposals[0].command, Divine | EndTurn):
            return
        command: Command = proposals[0].command
        self._do(lambda record: record.do(command, self._wheel))

    def _do(self, deed: Callable[[Record], Record]) -> None:
        before = len(self.record.entries)
        try:
            self.record = deed(self.record)
        except PachamamaError as error:
            self._tell(Noticed(self._now, error.text))
            return
        for entry in self.record.entries[before:]:
            for event in entry.events:
                self._tell(Happened(self._now, event, event_text(self.record.state.setup, event)))
        self._lookout.told(self.record)

    def _watched(self, watched: Watched) -> None:
        alerts = dict(watched.alerts)
        for key, alert in self._alerts.items():
            if key not in alerts:
                self._tell(Withdrawn(self._now, alert))
        for key, alert in alerts.items():
            if key not in self._alerts:
                self._tell(Told(self._now, alert))
        self._alerts = alerts
