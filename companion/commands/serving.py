"""The page of a table at play: serves it, and says where."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from companion.commands.qr import draw_qr
from companion.commands.saved import SavedGames
from companion.shelf import Shelf
from companion.table.desk import Coach
from companion.table.inbox import Inbox
from companion.table.lessons import load_lessons
from companion.table.wheel import WheelSettings
from companion.tiwanaku.game import Mode, Record
from companion.tiwanaku.scenario import Back, Scenario
from companion.web.beacon import NAME, Beacon, join_address, own_names
from companion.web.eyesight import WatchedCamera, WatchedReferee, looked_at
from companion.web.jobs import Cancelled, Progress
from companion.web.lessons import LessonShelf
from companion.web.page import Page
from companion.web.ports import Ports, Recapped, Warner
from companion.web.server import PORT, NoPort, Server
from companion.words import Language, T

if TYPE_CHECKING:
    from companion.table.watching.lookout import Lookout
    from companion.table.watching.umpire import Watched


def _recap(record: Record, progress: Progress, cancelled: Cancelled) -> Recapped:
    from companion.table.recap import look_back
    from companion.table.recap.page import render

    recap = look_back(record, progress=progress, cancelled=cancelled)
    return lambda words: render(recap, words)


class ServedPage:
    """A page and its server. Without a ``port`` it is the usual one, or any where that is taken."""

    def __init__(
        self,
        folder: Path,
        inbox: Inbox,
        *,
        port: int | None,
        settings: WheelSettings,
        bare: Callable[[], Back | None],
        keep_settings: Callable[[WheelSettings], None],
        by_chance: Callable[[Mode], Scenario],
        games: SavedGames | None,
        coach: Coach | None,
        warner: Warner | None = None,
        lookout: Lookout | None = None,
    ) -> None:
        self.page = Page(
            Ports(
                inbox=inbox,
                shelf=Shelf.own(),
                settings=settings,
                bare=bare,
                keep_settings=keep_settings,
                scenario_by_chance=lambda setup: by_chance(setup.mode),
                games=games,
                coach=coach,
                warner=warner,
                folder=folder,
                referee=WatchedReferee(lookout) if lookout is not None else None,
                camera=WatchedCamera(lookout) if lookout is not None else None,
                recap=_recap,
                lessons=LessonShelf(load_lessons()),
            )
        )
        try:
            self._server = Server(self.page, port=PORT if port is None else port, names=own_names())
        except NoPort:
            if port is not None:
                raise
            self._server = Server(self.page, port=0, names=own_names())
        self.address = join_address(self.port)
        self._beacon = Beacon(self.port)

    @property
    def port(self) -> int:
        """Where it is served."""
        return self._server.port

    def serve(self) -> None:
        """Begin to serve, without telling anybody."""
        self._server.start()

    def start(self, words: Language, *, in_terminal: bool) -> None:
        """Begin to serve, and say where; being found by name takes a while and happens aside."""
        self.serve()
        threading.Thread(target=self._beacon.open, name="page's name", daemon=True).start()
        if in_terminal:
            typer.echo(draw_qr(self.address))
        other = f"http://{NAME}:{self.port}"
        typer.echo(
            words.say(T("Phones join at {address}, or at {other}.", address=self.address, other=other))
        )

    def watched(self, watched: Watched) -> None:
        """How the table stands beside the game, told by whoever watches it."""
        self.page.looked(looked_at(watched))

    def close(self) -> None:
        """End."""
        self._server.close()
        self._beacon.close()
