"""The coach at a table: follows the game, and says at the right moment what the mode allows.

    off        nothing, and no worker
    request    hints
    teaching   hints; after a turn what has become certain; after a divination what there is to learn from it;
               before one, if that is set, that the announced crop is certainly wrong

Only positions leave here: a state of the game has no secret, and a question cannot hold more than a position.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

from companion.errors import NotLegal
from companion.table.coach.mode import CoachMode
from companion.table.coach.questions import (
    Advice,
    HintWanted,
    JudgementWanted,
    NewsWanted,
    Question,
    WarningWanted,
)
from companion.table.coach.service import CoachService
from companion.table.desk import GivenHint
from companion.table.screens.descriptions import Kind
from companion.table.wheel import Alerted, Input, Warned, WheelSettings
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Phase, Record, State, fold
from companion.tiwanaku.game.events import CropRevealed
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.position import Position
from companion.words import T, Text

_PATIENCE = 60.0
"""Seconds after which whoever asked for a hint is told that there is none."""


class Tutor:
    """Listens to one table. ``put`` takes what it says, from another thread than the one that listens."""

    def __init__(
        self, service: CoachService, put: Callable[[Input], None], clock: Callable[[], float] = monotonic
    ) -> None:
        self._service = service
        self._put = put
        self._clock = clock
        self._mode = CoachMode.REQUEST
        self._record: Record | None = None
        self._turn_began: Position | None = None
        self._news: int | None = None
        self._hinted = False

    # What the table tells ----------------------------------------------------------------------------

    def follow(self, record: Record | None, settings: WheelSettings) -> None:
        """The game as it stands now, and the settings."""
        mode = settings.coach
        if mode is CoachMode.OFF and self._mode is not CoachMode.OFF:
            self._service.rest()
        if mode is not self._mode:
            self._forget()
        self._mode = mode
        before, self._record = self._record, record
        if record is None or record.state.agreed is None or mode is CoachMode.OFF:
            self._forget()
            return
        if record.state.phase is Phase.OVER and before is not record:
            self._last_words(before, record)
            return
        if mode is CoachMode.TEACHING:
            self._teach(before, record)
        if mode is CoachMode.TEACHING or self._hinted:
            self._service.follow(record.state.position())

    def announced(self, state: State, space: Space, crop: Crop) -> None:
        """Somebody announced a crop, and the window is still closed."""
        if self._mode is not CoachMode.TEACHING:
            return

        def warn(advice: Advice | None) -> None:
            if advice is not None and advice.text is not None:
                self._put(Warned(self._clock(), space, crop, advice.text))

        self._service.ask(WarningWanted(state.position(), space, crop), warn)

    def warn(self, state: State, space: Space, crop: Crop) -> Text | None:
        """What to say, to whoever announced this crop and to nobody else, before the window opens; None: nothing.

        Waits for it: to be called where nobody else waits.
        """
        advice = self._wait_for(WarningWanted(state.position(), space, crop))
        return advice.text if advice is not None else None

    def advise(self, state: State, strength: int) -> GivenHint:
        """A hint. Waits for it: to be called where nobody else waits."""
        self._hinted = True
        advice = self._wait_for(HintWanted(state.position(), strength))
        if advice is None or advice.text is None:
            raise NotLegal(T("The coach could not work this out."))
        if advice.nothing:
            raise NotLegal(advice.text)
        return GivenHint(advice.text, advice.space)

    def _wait_for(self, question: Question) -> Advice | None:
        heard = threading.Event()
        found: list[Advice | None] = []

        def hear(advice: Advice | None) -> None:
            found.append(advice)
            heard.set()

        number = self._service.ask(question, hear)
        if not heard.wait(_PATIENCE):
            self._service.cancel(number)
        return found[0] if found else None

    # Teaching ----------------------------------------------------------------------------------------

    def _teach(self, before: Record | None, record: Record) -> None:
        position = record.state.position()
        fresh = _added(before, record)
        if before is None or fresh is None or self._turn_began is None:
            # A game that was just met, or corrected: from here on.
            self._drop_news()
            self._turn_began = position
            return
        self._judge(before, record, fresh)
        if record.state.turns != before.state.turns:
            self._drop_news()
            question = NewsWanted(position, self._turn_began)
            self._turn_began = position
            if question.before != position:
                self._news = self._service.ask(question, self._say)

    def _judge(self, before: Record, record: Record, fresh: int) -> None:
        """Ask about each divination among the new entries, with the position before it."""
        state = before.state
        for entry in record.entries[len(record.entries) - fresh :]:
            for event in entry.events:
                if isinstance(event, CropRevealed) and event.announced is not None:
                    question = JudgementWanted(state.position(), event.space, event.announced, event.crop)
                    self._service.ask(question, self._say)
            state = fold(state, entry.events)

    def _last_words(self, before: Record | None, record: Record) -> None:
        """The last divination of a game is worth a word, too; then the memory is given back once that is said."""
        fresh = _added(before, record)
        if self._mode is CoachMode.TEACHING and before is not None and fresh:
            self._judge(before, record, fresh)
        else:
            self._service.rest()
        self._forget()

    def _say(self, advice: Advice | None) -> None:
        if advice is not None and advice.text is not None:
            self._put(Alerted(self._clock(), advice.text, Kind.COACH, advice.more))

    def _drop_news(self) -> None:
        """What was new a turn ago need not be worked out any more."""
        if self._news is not None:
            self._service.cancel(self._news)
            self._news = None

    def _forget(self) -> None:
        self._drop_news()
        self._turn_began = None
        self._hinted = False


def _added(before: Record | None, record: Record) -> int | None:
    """How many entries were added; None if the record is not the one before with more at its end."""
    if before is None or before.back != record.back:
        return None
    count = len(before.entries)
    return len(record.entries) - count if record.entries[:count] == before.entries else None
