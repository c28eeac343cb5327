"""The page of a table at play: serves it, and says where."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import typer

from companion.commands.qr import draw_qr
from companion.commands.saved import SavedGames
from companion.shelf import Shelf
from companion.table.desk import Coach
from companion.table.inbox import Inbox
from companion.table.wheel import WheelSettings
from companion.tiwanaku.game import Mode
from companion.tiwanaku.scenario import Back, Scenario
from companion.web.beacon import NAME, Beacon, join_address, own_names
from companion.web.page import Page
from companion.web.ports import Ports
from companion.web.server import PORT, NoPort, Server
from companion.words import Language, T


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
                folder=folder,
            )
        )
        try:
            self._server = Server(self.page, port=PORT if port is None else port, names=own_names())
        except NoPort:
            if port is not None:
                raise
            self._server = Server(self.page, port=0, names=own_names())
        self.address = join_address(self._server.port)
        self._beacon = Beacon(self._server.port)

    def start(self, words: Language, *, in_terminal: bool) -> None:
        """Begin to serve, and say where; being found by name takes a while and happens aside."""
        self._server.start()
        threading.Thread(target=self._beacon.open, name="page's name", daemon=True).start()
        if in_terminal:
            typer.echo(draw_qr(self.address))
        other = f"http://{NAME}:{self._server.port}"
        typer.echo(
            words.say(T("Phones join at {address}, or at {other}.", address=self.address, other=other))
        )

    def close(self) -> None:
        """End."""
        self._server.close()
        self._beacon.close()
