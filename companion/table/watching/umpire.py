"""The umpire: the set-up check, then the referee, joined to a wheel and to an eye that goes on learning.

    RESTING ──a game──► SETTING UP ──the table is right, or somebody says so,──► PLAYING ──another game──► SETTING UP
       ▲                            or the game simply goes on                      │
       └────────────────────────────────── the game is put away ───────────────────┘

All methods are called on one thread; what the table is to hear of goes to ``put``, which never blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.errors import Unreadable
from companion.table import referee, wheel
from companion.table.inbox import Order, Waiting
from companion.table.referee import (
    Accepted,
    Alert,
    Difference,
    Motion,
    Proposal,
    RefereeSettings,
    RefereeState,
    Scene,
    SetUpCheck,
    Task,
)
from companion.table.screens.descriptions import Kind
from companion.table.watching.lessons import Lessons
from companion.tiwanaku.game import Command, Enter, Move, Oracle, Phase, Record
from companion.tiwanaku.game.codec import Data
from companion.tiwanaku.position import Position
from companion.words import TN, T, Text
from vision.reading import Reading

SET_UP = "set-up"
"""The key of what is said about the set-up."""
STALE = 3.0
"""Seconds after which a picture is too old to judge a table by."""


class Sight(Protocol):
    """What the eye makes of a picture: see :class:`vision.eye.Sight`."""

    @property
    def still(self) -> bool:
        """Whether nothing moves."""
        ...

    @property
    def reading(self) -> Reading | None:
        """What is believed of the board; None while something moves, and while no board is in sight."""
        ...


@dataclass(frozen=True)
class Watched:
    """How the table stands beside the game, for whoever shows it: the page, a program that follows a recording."""

    scene: Scene
    tasks: tuple[Task, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    alerts: tuple[tuple[str, Alert], ...] = ()
    differences: tuple[Difference, ...] = ()
    blind: bool = False


class Umpire:
    """Watches one table. ``learn`` is asked to learn from the last picture once it surely shows a position;
    ``remark`` has something written into the journal; ``show`` hears of everything that changes here."""

    def __init__(
        self,
        put: Callable[[Waiting], None],
        *,
        settings: RefereeSettings | None = None,
        learn: Callable[[Position], bool] = lambda position: False,
        remark: Callable[[Data], None] = lambda data: None,
        show: Callable[[Watched], None] = lambda watched: None,
    ) -> None:
        self._put = put
        self._settings = settings or RefereeSettings()
        self._learn = learn
        self._remark = remark
        self._show = show
        self._record: Record | None = None
        self._check: SetUpCheck | None = None
        self._referee: RefereeState | None = None
        self._accepted = Accepted()
        self._scene = Scene(Motion.NO_BOARD, 0.0)
        self._saw_at = 0.0
        self._keys: dict[tuple[object, ...], str] = {}
        self._alerts: dict[str, Alert] = {}
        self._said: tuple[Task, ...] | None = None
        self._lessons = Lessons()
        self._shown: Watched | None = None

    @property
    def watched(self) -> Watched:
        """How the table stands beside the game now."""
        at_work = self._referee
        return Watched(
            scene=self._scene,
            tasks=self._check.tasks if self._check is not None else (),
            proposals=at_work.offered if at_work is not None else (),
            alerts=tuple(self._alerts.items()),
            differences=at_work.displayed if at_work is not None else (),
            blind=at_work is not None and at_work.blind,
        )

    # What the table tells ----------------------------------------------------------------------------

    def game_is(self, record: Record | None, now: float, remarks: Iterable[Data] = ()) -> None:
        """The game as it stands; ``remarks`` are those of the journal, if the game was gone on with."""
        before, self._record = self._record, record
        if record is None or record.state.agreed is None:
            self._rest(now)
        elif before is None or not same_game(before, record):
            self._set_up(record, now, remarks)
        elif self._referee is not None:
            self._step(referee.GameIs(record.state), now)
        elif before.state != record.state:
            # Nobody waits for a check to go on with a game.
            self._begin_play(record, now)
        self._tell()

    def saw(self, sight: Sight, now: float) -> None:
        """The eye looked."""
        self._saw_at = now
        self._scene = scene_after(self._scene, sight, now)
        if self._check is not None:
            self._check = self._check.looked(self._scene, sight.reading, now)
            self._go_on_with_set_up(now)
        elif self._referee is not None:
            self._step(referee.Looked(self._scene, sight.reading), now)
            self._go_on_learning(sight.reading, now)
        self._tell()

    def time_is(self, now: float) -> None:
        """Time went on without a picture. An old one says nothing about how the table stands now."""
        if self._referee is None:
            return
        if self._scene.motion is not Motion.NO_BOARD and now - self._saw_at >= STALE:
            self._scene = Scene(Motion.NO_BOARD, now)
            self._step(referee.Looked(self._scene, None), now)
        else:
            self._step(referee.Tick(), now)
        self._tell()

    def answered(self, answer: wheel.NotSo | wheel.Settle, now: float) -> None:
        """Somebody said no to a question, or settled an alert: it is so, on purpose."""
        if isinstance(answer, wheel.NotSo):
            self._step(referee.Decline(), now)
        elif answer.key == SET_UP and self._check is not None:
            self._check = self._check.by_hand()
            self._go_on_with_set_up(now)
        elif answer.key in self._alerts:
            self._step(referee.Accept(self._alerts[answer.key]), now)
        self._tell()

    def settings_are(self, settings: RefereeSettings, now: float) -> None:
        """These settings hold from now on."""
        self._settings = settings
        self._step(referee.SettingsAre(settings), now)
        self._tell()

    # The set-up --------------------------------------------------------------------------------------

    def _rest(self, now: float) -> None:
        for key in (*self._alerts, SET_UP):
            self._put(wheel.AlertOver(now, key))
        if self._referee is not None and self._referee.offered:
            self._put(wheel.ProposalOver(now))
        self._check = self._referee = None
        self._alerts, self._keys, self._said = {}, {}, None
        self._lessons.forget()

    def _set_up(self, record: Record, now: float, remarks: Iterable[Data]) -> None:
        self._rest(now)
        self._accepted = _read(remarks, record)
        if record.state.phase is not Phase.OVER:
            self._check = SetUpCheck.resume(record.state)

    def _go_on_with_set_up(self, now: float) -> None:
        check, record = self._check, self._record
        if check is None or record is None:
            return
        if check.is_right:
            self._put(wheel.AlertOver(now, SET_UP))
            if self._said:
                self._put(wheel.Alerted(now, T("The table is set up as it should be."), Kind.DONE))
            self._begin_play(record, now)
        elif check.looks is not None and check.tasks != self._said:
            self._said = check.tasks
            self._ask_for_set_up(_to_do(check.tasks), now)
        elif check.looks is None and self._said is None and self._scene.motion is Motion.NO_BOARD:
            self._said = ()
            self._ask_for_set_up(
                T(
                    "The camera does not know this board yet. Set the table up as the disc says, then tell me."
                ),
                now,
            )

    def _ask_for_set_up(self, text: Text, now: float) -> None:
        self._put(wheel.Alerted(now, text, Kind.WARNING, key=SET_UP, settle=T("It is so")))

    def _begin_play(self, record: Record, now: float) -> None:
        self._put(wheel.AlertOver(now, SET_UP))
        self._check = None
        self._learn(record.state.position())
        self._lessons.given(record.state, now)
        self._referee = referee.begin(record.state, self._settings, self._accepted, now)

    # Playing -----------------------------------------------------------------------------------------

    def _step(self, event: referee.Input, now: float) -> None:
        if self._referee is None:
            return
        self._referee, effects = referee.step(self._referee, event, now)
        for effect in effects:
            self._carry_out(effect, now)

    def _carry_out(self, effect: referee.Effect, now: float) -> None:
        match effect:
            case referee.Propose(proposals):
                self._put(self._question(proposals[0], now))
            case referee.TakeBackProposal():
                self._put(wheel.ProposalOver(now))
            case referee.Take(command):
                self._put(Order(_doing(command)))
            case referee.Show(alert):
                key = self._keys.setdefault(alert.key, str(len(self._keys) + 1))
                self._alerts[key] = alert
                text = T("{what} {remedy}", what=alert.text, remedy=alert.remedy)
                self._put(wheel.Alerted(now, text, Kind.WARNING, key=key, settle=T("On purpose")))
            case referee.Withdraw(alert):
                key = self._keys.get(alert.key, "")
                self._alerts.pop(key, None)
                self._put(wheel.AlertOver(now, key))
            case referee.Keep(event):
                self._remark(referee.table_event_data(event))
            case referee.Display():
                pass  # shown with everything else, see ``watched``

    def _question(self, proposal: Proposal, now: float) -> wheel.Proposed:
        command = None if proposal.asks_wheel else proposal.command
        if isinstance(proposal.command, Move | Enter) and self._referee is not None:
            return wheel.Proposed(now, proposal.space, self._referee.game.colour, command)
        return wheel.Proposed(now, proposal.space, None, command, proposal.text)

    def _go_on_learning(self, reading: Reading | None, now: float) -> None:
        at_work = self._referee
        if at_work is None or reading is None or not self._lessons.is_due(at_work, reading, now):
            return
        if self._learn(at_work.game.position()):
            self._lessons.given(at_work.game, now)

    def _tell(self) -> None:
        now = self.watched
        if now != self._shown:
            self._shown = now
            self._show(now)


def scene_after(before: Scene, sight: Sight, now: float) -> Scene:
    """What goes on in the picture now, and since when."""
    motion = Motion.MOVING
    if sight.still:
        motion = Motion.STILL if sight.reading is not None else Motion.NO_BOARD
    return before if motion is before.motion else Scene(motion, now)


def _doing(command: Command) -> Callable[[Record, Oracle], Record]:
    return lambda record, oracle: record.do(command, oracle)


def same_game(before: Record, after: Record) -> bool:
    """Whether a record goes on from another. It never gets shorter: what was taken back stays in it."""
    return (
        before.back == after.back
        and before.state.agreed == after.state.agreed
        and len(before.entries) <= len(after.entries)
    )


def _read(remarks: Iterable[Data], record: Record) -> Accepted:
    """What the table accepted before, as far as it can still be read."""
    accepted = Accepted()
    for remark in remarks:
        try:
            accepted = accepted.after(referee.read_table_event(remark, record.back.board))
        except Unreadable:
            continue
    return accepted


def _to_do(tasks: tuple[Task, ...]) -> Text:
    more = len(tasks) - 1
    if not more:
        return tasks[0].text
    return TN("{task} And {count} more.", "{task} And {count} more.", more, task=tasks[0].text)
