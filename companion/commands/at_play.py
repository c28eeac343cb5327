"""A table at play: hands, wheel, game, journal, camera, coach, page and news, each told of what the others need.

    hands, camera, phones ──► inbox ──► desk ──► displays
                                         │ once it is on disk
                                         └──► lookout, page, news, coach

Everything is made here; :meth:`TableAtPlay.start` sets it going. What steps a table by itself gives it a clock of its own and
calls ``desk.work`` and ``lookout.step`` instead of :meth:`TableAtPlay.run`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.broadcasting import start_broadcast
from companion.commands.saved import SavedGames, keep_first, remembered
from companion.table.attendance import Attendance, Part, camera, display, puck
from companion.table.beginnings import Beginning
from companion.table.coach.service import CoachService
from companion.table.coach.tutor import Tutor
from companion.table.desk import Desk, Inbox
from companion.table.heartbeat import Sign
from companion.table.kept_settings import save_settings
from companion.table.lessons import load_lessons
from companion.table.referee import RefereeSettings
from companion.table.wheel import WheelSettings
from companion.tiwanaku.game import Mode
from companion.tiwanaku.scenario import Scenario
from companion.words import Language, Text, language
from hardware.display import Light
from hardware.find import Devices
from hardware.inputs import Clock

if TYPE_CHECKING:
    from companion.commands.serving import ServedPage
    from companion.table.watching.lookout import Lookout
    from companion.table.watching.umpire import Watched

MakeLookout = Callable[[Callable[["Watched"], None]], "Lookout | None"]
"""Makes the camera's place at the table, given who wants to hear how the table stands; None without a camera."""


class TableAtPlay:
    """One table with everything at it. ``devices`` are made, not opened. Without ``page`` phones have nothing to join."""

    def __init__(
        self,
        folder: Path,
        beginning: Beginning,
        *,
        inbox: Inbox,
        games: SavedGames,
        devices: Devices,
        settings: WheelSettings,
        by_chance: Callable[[Mode], Scenario],
        make_lookout: MakeLookout = lambda show: None,
        page: bool = True,
        port: int | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._folder = folder
        self.games = games
        self.devices = devices
        self.page: ServedPage | None = None
        self.publisher = start_broadcast(folder, inbox, language(settings.language))
        self.lookout = make_lookout(self._watched)
        self.coach = CoachService()
        tutor = Tutor(self.coach, inbox.put, clock)
        self._dim(settings)
        if page:
            from companion.commands.serving import ServedPage

            self.page = ServedPage(
                folder,
                inbox,
                port=port,
                settings=settings,
                bare=lambda: self.desk.state.back,
                keep_settings=self._keep_settings,
                by_chance=by_chance,
                games=games,
                coach=tutor.advise,
                warner=tutor.warn,
                lookout=self.lookout,
            )
        opened = beginning.open() if beginning.open is not None else None
        if opened is not None:
            keep_first(opened)
        told = [each.told for each in (self.publisher, self.lookout) if each is not None]
        self.desk = Desk(
            devices.show,
            oracle=opened.disc if opened is not None else None,
            game=opened.record if opened is not None else None,
            keep=opened.keep if opened is not None else None,
            gone_on=beginning.gone_on,
            question=beginning.question,
            offers=beginning.offers,
            choices=beginning.choices,
            new_games=beginning.new_games,
            lessons=load_lessons(),
            settings=settings,
            keep_settings=self._keep_settings,
            coach=tutor.advise,
            listener=tutor,
            aside=lambda work: threading.Thread(target=work, name="coach", daemon=True).start(),
            inbox=inbox,
            watcher=self.lookout,
            address=self.page.address if self.page is not None else "",
            code=self.page.page.code if self.page is not None else "",
            told=[*told, *([self.page.page.told] if self.page is not None else [])],
            noticed=self.page.page.noticed if self.page is not None else lambda texts: None,
            clock=clock,
        )
        self.attendance = Attendance(inbox.put, self._parts(), clock=clock)

    @property
    def signs(self) -> Mapping[str, Sign]:
        """Who has to give a sign of life for the table to count as alive."""
        signs: dict[str, Sign] = {"hands": lambda: self.devices.alive, "journal": lambda: self.games.alive}
        if (lookout := self.lookout) is not None:
            signs["camera"] = lambda: lookout.alive
        return signs

    def start(self, words: Language, *, in_terminal: bool = False) -> None:
        """Listen to hands, and let phones in."""
        self.devices.open()
        self.attendance.start()
        if self.page is not None:
            self.page.start(words, in_terminal=in_terminal)

    def run(self) -> None:
        """Play until somebody stops the desk."""
        self.desk.run()

    def close(self) -> Text | None:
        """End everything; why the game is not saved, if it is not."""
        self.attendance.close()
        self.devices.close()
        if self.page is not None:
            self.page.close()
        if self.lookout is not None:
            self.lookout.close()
        self.coach.close()
        trouble = self.games.close()
        if self.publisher is not None:
            self.publisher.close()
        return trouble

    def _parts(self) -> list[Part]:
        """Every device that can go missing."""
        displays = [display(each, number) for number, each in enumerate(self.devices.displays)]
        pucks = [puck(each, number) for number, each in enumerate(self.devices.pucks)]
        looking = self.lookout.camera if self.lookout is not None else None
        return [*displays, *pucks, *([camera(looking)] if looking is not None else [])]

    def _watched(self, now: Watched) -> None:
        if self.page is not None:
            self.page.watched(now)

    def _keep_settings(self, wished: WheelSettings) -> None:
        self._dim(wished)
        if self.publisher is not None:
            self.publisher.speak(language(wished.language))
        if self.lookout is not None:
            self.lookout.settings_are(RefereeSettings(automatic=wished.automatic))
        if self.page is not None:
            self.page.page.settings_are(wished)
        remembered(lambda: save_settings(self._folder, wished))

    def _dim(self, settings: WheelSettings) -> None:
        self.devices.limit_light(Light.DIM if settings.brightness == 1 else Light.FULL)
