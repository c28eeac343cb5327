"""The saved games at a table: which one is played, who keeps it, and what people are told of it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.errors import PachamamaError, Unreadable, Unwritable
from companion.table.desk import Inbox, NewGames, Offer, Opened
from companion.table.journal import Journal, Keeper, ListedGame, Notice
from companion.table.screens.descriptions import Kind
from companion.table.wheel import Alerted, AlertOver, Playable
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.game.codec import Data
from companion.tiwanaku.scenario import Scenario
from companion.words import T, Text

log = logging.getLogger(__name__)

FIRST_SAVE = 2.0
"""Seconds that the first picture waits for the disk at most."""
NOT_SAVED = "not saved"
"""The key of what is said about a game that cannot be written."""


class SavedGames:
    """Opens new games and those that wait, and has the one in play kept. ``begun`` hears of each new one's scenario."""

    def __init__(
        self,
        folder: Path,
        inbox: Inbox,
        *,
        begun: Callable[[str], None] = lambda name: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inbox = inbox
        self._begun = begun
        self._clock = clock
        self._keeper: Keeper | None = None
        self._before: list[Keeper] = []
        self.remarks: tuple[Data, ...] = ()
        """What the table decided beside the game before it was gone on with."""
        self.journal = Journal(folder, tell=self.tell)

    @property
    def present(self) -> str | None:
        """The id of the game in play."""
        return self._keeper.id if self._keeper is not None else None

    @property
    def alive(self) -> bool:
        """Whether whoever keeps the game in play is at work."""
        return self._keeper is None or self._keeper.alive

    def tell(self, notice: Notice) -> None:
        """Tell people; from any thread."""
        now = self._clock()
        if notice.good:
            keepers = [*self._before, *([self._keeper] if self._keeper is not None else [])]
            if any(keeper.trouble is not None for keeper in keepers):
                # One game is saved again, another is not yet: it will say so itself.
                return
            self._inbox.put(AlertOver(now, NOT_SAVED))
            self._inbox.put(Alerted(now, notice.text, Kind.DONE))
        elif notice.lasting:
            self._inbox.put(Alerted(now, notice.text, key=NOT_SAVED, lasting=True))
        else:
            self._inbox.put(Alerted(now, notice.text))

    def waiting(self) -> ListedGame | None:
        """The game that waits to be gone on with. A journal that cannot be read is told of, and keeps nobody from playing."""
        try:
            return self.journal.unfinished()
        except PachamamaError as error:
            self.tell(Notice(error.text))
            return None

    def new(self, scenario: Scenario, setup: Setup) -> Callable[[], Opened]:
        """How to begin a new game; what cannot be played is refused now."""
        wheel = Wheel(scenario)
        record = Record.begin(wheel.back).do(SetUp(setup), wheel)

        def begin() -> Opened:
            self._let_go()
            self._keeper, self.remarks = self.journal.begin(scenario), ()
            self._begun(scenario.name)
            return Opened(wheel, record, self._keeper.keep)

        return begin

    def new_games(
        self, playable: tuple[Playable, ...], scenario: Callable[[Mode, str], Scenario]
    ) -> NewGames:
        """New games as they are agreed on at the wheel."""
        return NewGames(playable, lambda setup, name: self.new(scenario(setup.mode, name), setup)())

    def go_on(self, wish: str) -> Opened:
        """A saved game, by its id; by default the one that waits."""
        if not wish:
            waiting = self.waiting()
            if waiting is None:
                raise Unreadable(T("No game waits to be gone on with."))
            wish = waiting.id
        for keeper in self._before:
            if keeper.id.startswith(wish) and keeper.trouble is not None:
                # What is on disk is not how it was left.
                raise Unwritable(keeper.trouble)
        resumed = self.journal.resume(wish)
        self._let_go()
        self._keeper, self.remarks = resumed.keeper, resumed.remarks
        return Opened(resumed.wheel, resumed.record, resumed.keeper.keep)

    def remark(self, data: Data) -> None:
        """Have on disk what the table decided beside the game."""
        if self._keeper is not None:
            self._keeper.remark(data)

    def _let_go(self) -> None:
        """The game before is over, or put aside; what is left of it is written when the disk lets us, and nobody waits."""
        if self._keeper is not None:
            self._keeper.let_go()
            self._before = [*(each for each in self._before if not each.ended), self._keeper]

    def close(self) -> Text | None:
        """Write what is left; why a game is not saved, if one is not."""
        keepers = [*self._before, *([self._keeper] if self._keeper is not None else [])]
        troubles = [keeper.close() for keeper in keepers]
        return next((trouble for trouble in reversed(troubles) if trouble is not None), None)


def question(game: ListedGame) -> Text:
    """What the wheel asks about a game that waits."""
    return T("Go on with {name}, turn {turn}?", name=game.scenario, turn=game.progress.turns)


def offers(games: SavedGames, waiting: ListedGame, begin: Callable[[], Opened] | None) -> list[Offer]:
    """To go on, or to begin anew: as options said, or as the wheel asks."""
    return [Offer(T("Go on"), lambda: games.go_on(waiting.id)), Offer(T("New game"), begin)]


def keep_first(opened: Opened) -> None:
    """Have the beginning of a game on disk before it is shown, unless the disk takes too long for that."""
    saved = threading.Event()
    if not opened.keep(opened.record, lambda on_disk: saved.set()):
        saved.wait(FIRST_SAVE)


def remembered(keep: Callable[[], None]) -> Text | None:
    """Keep something on disk if that is possible; a full or read-only disk is told, and play goes on."""
    try:
        keep()
    except Unwritable as error:
        log.warning("%s", error)
        return error.text
    return None
