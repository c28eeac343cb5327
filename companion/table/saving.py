"""What came of a command waits for the disk; hands do not.

    command ─► record ─keep─► on disk ─────────────────────► shown
                         └─ not yet ─► "saving" after 0.3 s ─┤ when it is
                                                             └ after 8 s: shown, and said that it is not saved

One record at a time is on its way. All methods are called on the desk's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.table import wheel
from companion.table.beginnings import PATIENCE, Keep
from companion.table.inbox import Inbox, Kept
from companion.table.screens.descriptions import Kind
from companion.tiwanaku.game import Record
from companion.words import T
from hardware.inputs import Clock

SAYS_SAVING = 0.3
"""Seconds after which the wheel says that it is still saving."""
SLOW = "slow disk"
"""The key of what is said about a disk that does not answer."""
News = TypeVar("News", wheel.Done, wheel.GameChanged)
Told = Callable[[Record], None]


@dataclass(frozen=True, slots=True)
class _OnItsWay:
    """A record on its way to the disk; nobody is told of it before it is there."""

    number: int
    record: Record
    news: wheel.Done | wheel.GameChanged
    since: float
    told: Told
    said: bool = False


class Saving:
    """Has records kept. ``take`` hears of each that is on disk, ``show`` of what is to be told then."""

    def __init__(
        self,
        keep: Keep | None,
        inbox: Inbox,
        clock: Clock,
        take: Callable[[Record], None],
        show: Callable[[wheel.Input], None],
    ) -> None:
        self.keep: Keep = keep or (lambda record, done: True)
        self._inbox = inbox
        self._clock = clock
        self._take = take
        self._show = show
        self._present: _OnItsWay | None = None
        self._count = 0
        self._given_up: set[int] = set()

    @property
    def busy(self) -> bool:
        """Whether a record is on its way; another one has to wait until it is there."""
        return self._present is not None

    def once_kept(self, news: News, record: Record, told: Told = lambda record: None) -> News | None:
        """The news, if its record is on disk; else they are shown when it is, and ``told`` is called after that."""
        self._count += 1
        number = self._count
        if self.keep(record, lambda saved: self._inbox.put(Kept(number, saved))):
            self._take(record)
            return news
        self._present = _OnItsWay(number, record, news, self._clock(), told)
        return None

    def kept(self, number: int, saved: bool) -> None:
        """A record is on disk, or cannot be for now."""
        if self._present is not None and self._present.number == number:
            self._go_on(self._present)
        elif number in self._given_up:
            self._given_up.remove(number)
            if not self._given_up:
                self._answers_again(saved)

    def _answers_again(self, saved: bool) -> None:
        """The disk has answered to everything; why it could not be written, if so, others have said."""
        now = self._clock()
        self._show(wheel.AlertOver(now, SLOW))
        if saved:
            text = T("The disk answers again, and everything is saved.")
            self._show(wheel.Alerted(now, text, Kind.DONE))

    def next_tick(self, now: float) -> float | None:
        """In how many seconds to look at the clock; ``None``: nothing is on its way."""
        if self._present is None:
            return None
        return max(0.0, self._present.since + (PATIENCE if self._present.said else SAYS_SAVING) - now)

    def look_at_the_clock(self, now: float) -> None:
        """Say that it takes its time, or go on without the disk."""
        waiting = self._present
        if waiting is None:
            return
        if now >= waiting.since + PATIENCE:
            self._given_up.add(waiting.number)
            text = T("Not saved! The disk does not answer. Play on; everything is written when it does.")
            self._show(wheel.Alerted(now, text, key=SLOW, lasting=True))
            self._go_on(waiting)
        elif now >= waiting.since + SAYS_SAVING and not waiting.said:
            self._present = replace(waiting, said=True)
            if isinstance(waiting.news, wheel.Done):
                self._show(wheel.Delayed(now, waiting.news.number, T("Saving …")))

    def _go_on(self, waiting: _OnItsWay) -> None:
        self._present = None
        self._take(waiting.record)
        self._show(replace(waiting.news, at=self._clock()))
        waiting.told(waiting.record)
