"""A table with its page on a real port, for browsers and for the benchmark.

>>> with serving(folder, scenario=scenario, code="482913") as table:   # doctest: +SKIP
...     browser.goto(table.url)
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass

from companion.commands.saved import SavedGames, keep_first
from companion.shelf import Shelf, shipped_scenarios
from companion.table.desk import Desk
from companion.table.inbox import Inbox
from companion.table.wheel import WheelSettings
from companion.tiwanaku.game.examples import morning_valley
from companion.web.page import Page
from companion.web.ports import Ports
from companion.web.server import Server
from hardware.display import Picture
from hardware.inputs import Button, Pressed, Released, Turned
from tests.web.rig import CODE, TWO, coach


@dataclass
class Served:
    """What is served: its address, the desk behind it, and what the wheel's settings are."""

    url: str
    port: int
    page: Page
    desk: Desk
    games: SavedGames

    def answer_wheel(self, yes: bool) -> None:
        """Somebody answers the question on the wheel; from the first screen a push is needed before, see ``push``."""
        if yes:
            self.desk.inbox.put(Turned(0.0, 1))
        self.push()

    def push(self) -> None:
        """Somebody pushes the knob."""
        for event in (Pressed(0.0, Button.PUSH), Released(0.1, Button.PUSH)):
            self.desk.inbox.put(event)


@contextmanager
def serving(
    folder,
    *,
    scenario=None,
    setup=TWO,
    resume=False,
    code=CODE,
    port=0,
    settings=None,
    static=None,
    **ports,
):
    """Serve a table: a new game of a scenario, the one that waits (``resume``), or none (``setup=None``)."""
    inbox, settings = Inbox(), settings or WheelSettings()
    games = SavedGames(folder, inbox)
    opened = None
    if resume:
        opened = games.go_on("")
    elif setup is not None:
        opened = games.new(scenario or morning_valley(), setup)()
    if opened is not None:
        keep_first(opened)
    options = {
        "inbox": inbox,
        "shelf": Shelf(folder, shipped_scenarios()),
        "settings": settings,
        "bare": lambda: desk.state.back,
        "keep_settings": lambda wished: None,
        "scenario_by_chance": lambda setup: scenario or morning_valley(),
        "games": games,
        "coach": coach,
        "folder": folder,
    }
    page = Page(Ports(**(options | ports)), code=code)
    server = Server(page, port=port, host="127.0.0.1", static=static)
    url = f"http://127.0.0.1:{server.port}"
    desk = Desk(
        lambda picture: None,
        oracle=opened.disc if opened else None,
        game=opened.record if opened else None,
        keep=opened.keep if opened else None,
        inbox=inbox,
        artist=lambda description, language: Picture.blank(),
        told=[page.told],
        noticed=page.noticed,
        settings=settings,
        address=url,
        code=code,
        keep_settings=page.settings_are,
    )
    thread = threading.Thread(target=desk.run, name="desk", daemon=True)
    thread.start()
    server.start()
    try:
        yield Served(url, server.port, page, desk, games)
    finally:
        server.close()
        desk.stop()
        thread.join()
        games.close()
