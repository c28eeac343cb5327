"""Joins hands, wheel, game and display: one thread, one event after the other.

>>> from companion.table.desk import Desk
>>> from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour
>>> from hardware.inputs import Button, Pressed, Released
>>> wheel = Wheel(morning_valley())
>>> game = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
>>> pictures = []
>>> desk = Desk(pictures.append, oracle=wheel, game=game, clock=lambda: 0.0)
>>> desk.handle(Pressed(0.0, Button.PUSH), Released(0.1, Button.PUSH))
>>> desk.screen.active, len(pictures)
(0, 2)
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from companion.errors import NotLegal, PachamamaError, Unreadable
from companion.table import wheel
from companion.table.beginnings import Choice, Disc, Keep, NewGames, Offer, Opened
from companion.table.inbox import Ask, FromOthers, Inbox, Kept, LayIn, Look, Opening, Order, Pulse, Stop
from companion.table.lessons import Lesson
from companion.table.listeners import Told, fresh_events, tell_all
from companion.table.notices import Notices
from companion.table.saving import Saving
from companion.table.screens import draw
from companion.table.screens.descriptions import Description, Window
from companion.table.wheel import WheelSettings, WheelState
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Event, Oracle, Phase, Record, State
from companion.tiwanaku.pieces import Crop
from companion.words import Language, T, Text, language
from hardware.display import Picture
from hardware.inputs import Clock

__all__ = [
    "Choice",
    "Coach",
    "Desk",
    "Disc",
    "GivenHint",
    "Inbox",
    "Keep",
    "NewGames",
    "Offer",
    "Opened",
    "Order",
]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GivenHint:
    """What the coach says, and the space it is about."""

    text: Text
    space: Space | None = None


Coach = Callable[[State, int], GivenHint]
"""Gives a hint of strength 1 to 3 from the public state of a game; refuses with an error of ours."""
Aside = Callable[[Callable[[], None]], None]
"""Runs something elsewhere, such as on a thread of its own."""
_CHANGES = (wheel.Give, wheel.TakeBack, wheel.Begin, wheel.BeginNew)
_BROKEN = T("Something went wrong in here. Nothing has changed; look at the log.")


class Listener(Protocol):
    """A coach that attends: it is told how the game stands, and what is announced. It never keeps the desk waiting."""

    def follow(self, record: Record | None, settings: WheelSettings) -> None:
        """The game as it stands now, and the settings."""
        ...

    def announced(self, state: State, space: Space, crop: Crop) -> None:
        """A crop was announced; the window is still closed."""
        ...


class Watcher(Protocol):
    """Whoever watches the table with a camera, and hears what people say to its questions and alerts."""

    def answered(self, answer: wheel.NotSo | wheel.Settle) -> None:
        """Somebody said no to a question, or settled an alert."""
        ...


class Artist(Protocol):
    """Draws what a screen shows."""

    def __call__(self, description: Description, language: Language, /) -> Picture:
        """The picture."""
        ...


class Desk:
    """One wheel at work. All its methods are called on one thread; others put events into :attr:`inbox`.

    The oracle is asked here and nowhere else: when the machine says that a window opens. ``aside`` runs what takes long
    without keeping the hands waiting; without it the coach is asked on the spot.

    ``keep`` is called with each new record before anything of it is shown, and may raise an error of ours to refuse.
    What comes of a command waits for the disk, hands do not; see :mod:`companion.table.saving`.

    With ``offers`` the wheel first asks the ``question`` which of them to begin with. A game that is ``gone_on`` with
    begins with what happened last.

    Whoever is in ``told`` hears of the game it begins with, and of each record once it is on disk. ``noticed`` hears of
    everything that people have to know for as long as it lasts.
    """

    def __init__(
        self,
        show: Callable[[Picture], None],
        *,
        oracle: Disc | None = None,
        game: Record | None = None,
        choices: Sequence[Choice] = (),
        lessons: Sequence[Lesson] = (),
        settings: WheelSettings | None = None,
        coach: Coach | None = None,
        aside: Aside | None = None,
        listener: Listener | None = None,
        watcher: Watcher | None = None,
        address: str = "",
        code: str = "",
        keep: Keep | None = None,
        keep_settings: Callable[[WheelSettings], None] = lambda settings: None,
        clock: Clock = time.monotonic,
        artist: Artist = draw,
        inbox: Inbox | None = None,
        question: Text | None = None,
        offers: Sequence[Offer] = (),
        gone_on: bool = False,
        new_games: NewGames | None = None,
        told: Sequence[Told] = (),
        noticed: Callable[[tuple[Text, ...]], None] = lambda texts: None,
    ) -> None:
        self.inbox = inbox or Inbox()
        self._show = show
        self._oracle: Oracle | None = oracle
        self._choices = tuple(choices)
        self._draw = artist
        self._coach = coach
        self._aside = aside
        self._keep_settings = keep_settings
        self._clock = clock
        self._game = game
        self._offers = tuple(offers)
        self._new_games = new_games
        self._told = tuple(told)
        self.notices = Notices(noticed)
        self._saving = Saving(keep, self.inbox, clock, self._take, self._handle)
        self._later: deque[wheel.Question | FromOthers] = deque()
        self._replies: dict[int, Callable[[bool], None]] = {}
        self._requests = 0
        self._shown: tuple[Description, str] | None = None
        self._listener = listener
        self._watcher = watcher
        self._followed: tuple[Record | None, WheelSettings] = game, WheelSettings()
        self._running = False
        self._state = wheel.begin(
            settings=settings,
            game=game,
            back=oracle.back if oracle is not None and game is None else None,
            scenarios=tuple(choice.name for choice in self._choices),
            lessons=tuple(lessons),
            address=address,
            code=code,
            has_coach=coach is not None,
            question=question,
            offers=tuple(offer.name for offer in self._offers),
            last_asks=bool(self._offers) and self._offers[-1].open is None,
            playable=new_games.playable if new_games is not None else (),
            told=wheel.tell_last(game) if game is not None and gone_on else (),
        )
        self.refresh()
        if game is not None:
            tell_all(self._told, game, fresh_events(None, game))

    @property
    def state(self) -> WheelState:
        """The state of the wheel's machine."""
        return self._state

    @property
    def game(self) -> Record | None:
        """The game as it stands."""
        return self._game

    @property
    def is_saving(self) -> bool:
        """Whether a record is on its way to the disk; what came of it is shown when it is there."""
        return self._saving.busy

    @property
    def screen(self) -> Description:
        """What the display shows now."""
        return wheel.screen(self._state, self._clock())

    # The loop --------------------------------------------------------------------------------------

    def run(self) -> None:
        """Work until somebody stops it."""
        self._running = True
        while self._running:
            self.work(self.next_tick())

    def next_tick(self) -> float | None:
        """In how many seconds something is to be done even if nothing happens."""
        now = self._clock()
        pauses = wheel.next_tick(self._state, now), self._saving.next_tick(now)
        return min((pause for pause in pauses if pause is not None), default=None)

    def work(self, timeout: float | None) -> None:
        """Wait at most so long for events, handle what is there, then say what time it is."""
        events = self.inbox.wait(timeout)
        now = self._clock()
        # What came until now is heard before the time is told: a button let go in time never opens a window.
        for event in (*events, *self.inbox.wait(0)):
            match event:
                case Stop():
                    self._running = False
                case Pulse(answer):
                    answer()
                case Kept(number, saved):
                    self._saving.kept(number, saved)
                case Order() | Opening() | LayIn() | Look():
                    self._carry_out_order(event)
                case Ask():
                    self._ask_hands(event)
                case _:
                    self._handle(event)
        if wheel.next_tick(self._state, now) is not None:
            self._handle(wheel.Tick(now))
        self._saving.look_at_the_clock(now)
        self._catch_up()
        self.refresh()

    def stop(self) -> None:
        """Let the loop end, from any thread."""
        self.inbox.put(Stop())

    def handle(self, *events: wheel.Input) -> None:
        """Handle events in their order; one picture for all of them."""
        for event in events:
            self._handle(event)
        self.refresh()

    def refresh(self) -> None:
        """Tell the coach how the game stands, and hand the display the present picture, if it is another one."""
        self._tell_listener()
        showing = self.screen, self._state.settings.language
        if showing == self._shown:
            return
        self._show(self._draw(showing[0], language(showing[1])))
        self._shown = showing

    def _tell_listener(self) -> None:
        game, settings = self._followed
        if self._listener is None or (self._game is game and self._state.settings is settings):
            return
        self._followed = self._game, self._state.settings
        self._listener.follow(*self._followed)

    def _handle(self, event: wheel.Input) -> None:
        self.notices.hear(event)
        waiting: deque[wheel.Input] = deque([event])
        while waiting:
            self._state, effects = wheel.step(self._state, waiting.popleft())
            for effect in effects:
                if isinstance(effect, wheel.KeepSettings):
                    self._keep_settings(effect.settings)
                elif isinstance(effect, wheel.Announced):
                    if self._listener is not None:
                        self._listener.announced(self._record().state, effect.space, effect.crop)
                elif isinstance(effect, wheel.NotSo | wheel.Settle):
                    if self._watcher is not None:
                        self._watcher.answered(effect)
                elif isinstance(effect, wheel.Replied):
                    replied = self._replies.pop(effect.number, None)
                    if replied is not None:
                        replied(effect.yes)
                elif isinstance(effect, wheel.AskHint) and self._aside is not None:
                    self._aside(partial(self._answer_later, effect))
                elif (answer := self._answer(effect)) is not None:
                    waiting.append(answer)

    # What the machine asks for ---------------------------------------------------------------------

    def _answer(self, question: wheel.Question) -> wheel.Answer | None:
        """Every question gets one answer, whatever happens; none yet while the disk is busy."""
        try:
            return self._carry_out(question)
        except PachamamaError as error:
            return wheel.Declined(self._clock(), question.number, error.text)
        except Exception:
            # Without the values of variables, which could give away a solution.
            log.exception("the table failed on %s", type(question).__name__)
            return wheel.Declined(self._clock(), question.number, _BROKEN)

    def _answer_later(self, question: wheel.Question) -> None:
        answer = self._answer(question)
        if answer is not None:
            self.inbox.put(answer)

    def _carry_out(self, question: wheel.Question) -> wheel.Answer | None:
        if self._saving.busy and isinstance(question, _CHANGES):
            self._later.append(question)
            return None
        now, number = self._clock(), question.number
        match question:
            case wheel.Give(_, command):
                before = self._record()
                record = before.do(command, self._wheel())
                events = record.entries[-1].events
                return self._saving.once_kept(wheel.Done(now, number, record, events, before.state), record)
            case wheel.TakeBack(_, index):
                record = self._record().undo(index).record
                return self._saving.once_kept(wheel.Done(now, number, record), record)
            case wheel.Begin(_, index):
                return self._begin(now, number, self._offers[index].open)
            case wheel.BeginNew(_, setup, name):
                opening = partial(self._new_games.open, setup, name) if self._new_games is not None else None
                return self._begin(now, number, opening)
            case wheel.OpenWindow(_, window, space):
                asked = self._wheel()
                value = asked.terrain(space) if window is Window.DISCOVERY else asked.crop(space)
                return wheel.Shown(now, number, value)
            case wheel.Load(_, index):
                loaded = self._choices[index].load()
                self._oracle, self._game = loaded, None
                return wheel.Loaded(now, number, loaded.back)
            case wheel.AskHint(_, strength):
                return self._hint(now, number, strength)

    def _begin(self, now: float, number: int, opening: Callable[[], Opened] | None) -> wheel.Done | None:
        if opening is None:
            raise Unreadable(T("No game has been set up yet."))
        opened = opening()
        self._oracle, self._saving.keep = opened.disc, opened.keep
        return self._saving.once_kept(wheel.last_done(now, number, opened.record), opened.record)

    def _hint(self, now: float, number: int, strength: int) -> wheel.Hinted:
        if self._coach is None:
            raise Unreadable(T("There is no coach at this table."))
        hint = self._coach(self._record().state, strength)
        return wheel.Hinted(now, number, hint.text, hint.space)

    def _record(self) -> Record:
        if self._game is None:
            raise Unreadable(T("No game has been set up yet."))
        return self._game

    def _wheel(self) -> Oracle:
        if self._oracle is None:
            raise Unreadable(T("No scenario lies in the wheel."))
        return self._oracle

    # What others want done ---------------------------------------------------------------------------

    def _take(self, record: Record) -> None:
        events = fresh_events(self._game, record)
        self._game = record
        tell_all(self._told, record, events)

    def _carry_out_order(self, order: FromOthers) -> None:
        if self._saving.busy:
            self._later.append(order)
            return
        try:
            match order:
                case Order():
                    self._change(order)
                case Opening():
                    self._open(order)
                case LayIn():
                    self._lay_in(order)
                case Look(window, space):
                    if self._game is not None:
                        raise NotLegal(T("In a game a window is opened by a discovery or a divination."))
                    asked = self._wheel()
                    order.told(asked.terrain(space) if window is Window.DISCOVERY else asked.crop(space))
        except PachamamaError as error:
            order.refused(error)
            return
        except Exception:
            log.exception("the table failed on an order")
            order.refused(Unreadable(_BROKEN))

    def _change(self, order: Order) -> None:
        before = self._record()
        record = order.deed(before, self._wheel())
        events = record.entries[-1].events if record.entries[:-1] == before.entries else ()
        self._keep_and_tell(record, events, before.state, order.told)

    def _open(self, order: Opening) -> None:
        opened = order.open()
        self._oracle, self._saving.keep = opened.disc, opened.keep
        self._keep_and_tell(opened.record, (), None, order.told)

    def _keep_and_tell(
        self,
        record: Record,
        events: tuple[Event, ...],
        before: State | None,
        told: Callable[[Record], None],
    ) -> None:
        news = self._saving.once_kept(wheel.GameChanged(self._clock(), record, events, before), record, told)
        if news is not None:
            self._handle(news)
            told(record)

    def _lay_in(self, order: LayIn) -> None:
        if self._game is not None and self._game.state.phase is not Phase.OVER:
            raise NotLegal(T("A game is being played: finish it first."))
        disc = order.load()
        self._oracle, self._game = disc, None
        self._state = replace(self._state, back=disc.back, cursor=None)
        self._handle(wheel.GameChanged(self._clock(), None))
        order.told(disc.back)

    def _ask_hands(self, ask: Ask) -> None:
        self._requests += 1
        self._replies[self._requests] = ask.replied
        self._handle(wheel.Asked(self._clock(), self._requests, ask.text))

    def _catch_up(self) -> None:
        """Do what had to wait for the disk."""
        while self._later and not self._saving.busy:
            waiting = self._later.popleft()
            if isinstance(waiting, Order | Opening | LayIn | Look):
                self._carry_out_order(waiting)
            elif (answer := self._answer(waiting)) is not None:
                self._handle(answer)

    # What others tell ------------------------------------------------------------------------------

    def game_changed(self, record: Record | None, events: tuple[Event, ...] = ()) -> None:
        """Somebody else changed the game and has kept it; to have it kept as well, put an :class:`Order`."""
        before = self._game.state if self._game is not None else None
        if record is None:
            self._game = None
        else:
            self._take(record)
        self.handle(wheel.GameChanged(self._clock(), record, events, before))
