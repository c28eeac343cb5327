"""A table with a page, in one process: a real desk on its thread, real saved games, phones without a network."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import asynccontextmanager

import httpx

from companion.commands.saved import SavedGames, keep_first
from companion.errors import NotLegal
from companion.shelf import Shelf, shipped_scenarios
from companion.table.desk import Desk, GivenHint
from companion.table.inbox import Inbox
from companion.table.wheel import WheelSettings
from companion.tiwanaku.explain import hint
from companion.tiwanaku.game import Mode, Setup
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from companion.web.app import build
from companion.web.page import Page
from companion.web.ports import Ports
from companion.words import T
from hardware.display import Picture
from hardware.inputs import Button, Pressed, Released, Turned
from hardware.virtual.clock import VirtualClock

BLANK = Picture.blank()
TWO = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
CODE = "482913"
HOST = "192.168.1.7:8000"
PATIENCE = 20.0
"""Seconds after which a test that waits for a message has failed; never slept through."""


def coach(state, strength):
    """A coach who says where to look, whatever the strength."""
    found = hint(state.position())
    if found is None:
        raise NotLegal(T("Nothing new is certain now."))
    return GivenHint(found.look, found.space)


class Rig:
    """A table. What phones are sent is noted in ``heard``."""

    def __init__(self, folder, *, scenario=None, setup=TWO, resume=False, epoch="e0", now=time.time, **ports):
        self.folder = folder
        self.clock = VirtualClock()
        self.inbox = Inbox()
        self.settings = WheelSettings()
        self.games = SavedGames(folder, self.inbox)
        self.games.journal._now = now
        self.heard = []
        if resume:
            opened = self.games.go_on("")
        elif setup is not None:
            opened = self.games.new(scenario or morning_valley(), setup)()
        else:
            opened = None
        if opened is not None:
            keep_first(opened)
        options = {
            "inbox": self.inbox,
            "shelf": Shelf(folder, shipped_scenarios()),
            "settings": self.settings,
            "bare": lambda: self.desk.state.back,
            "keep_settings": self._keep,
            "scenario_by_chance": lambda setup: morning_valley(),
            "games": self.games,
            "folder": folder,
            "clock": self.clock,
            "now": now,
        }
        self.page = Page(Ports(**(options | ports)), code=CODE, epoch=epoch)
        self.desk = Desk(
            lambda picture: None,
            oracle=opened.disc if opened else None,
            game=opened.record if opened else None,
            keep=opened.keep if opened else None,
            inbox=self.inbox,
            artist=lambda description, language: BLANK,
            told=[self.page.told],
            noticed=self.page.noticed,
            settings=self.settings,
            code=CODE,
            address=f"http://{HOST}",
        )
        self.app = build(self.page)
        self._thread = threading.Thread(target=self.desk.run, daemon=True)

    def _keep(self, settings):
        self.settings = settings

    @asynccontextmanager
    async def open(self):
        """The table at play."""
        self._thread.start()
        self.page.attach(asyncio.get_running_loop())
        try:
            yield self
        finally:
            self.page.detach()
            self.desk.stop()
            await asyncio.to_thread(self._thread.join)
            await asyncio.to_thread(self.games.close)

    def phone(self, **headers):
        """A phone that has the page open."""
        return Phone(self, headers)

    async def member(self, name="", *seats, listens=True):
        """A phone that has joined, sits there, and listens."""
        phone = self.phone()
        assert (await phone.post("join", code=CODE, name=name)).status_code == 200
        for seat in seats:
            assert (await phone.post(f"seats/{seat}")).status_code == 200
        if listens:
            await phone.listen()
        return phone

    async def held(self, seconds):
        """Time goes on while a window is held."""
        self.clock.advance(seconds)
        self.page.windows.look_at_the_clock()

    async def hands(self, *events):
        """Something is done at the wheel on the table."""
        for event in events:
            self.inbox.put(event)

    async def say(self, yes):
        """Somebody answers the question on the wheel."""
        if yes:
            await self.hands(Turned(0.0, 1))
        await self.hands(Pressed(0.0, Button.PUSH), Released(0.1, Button.PUSH))


class Phone:
    """A browser: it has cookies, an origin and perhaps a socket."""

    def __init__(self, rig, headers):
        self.rig = rig
        transport = httpx.ASGITransport(app=rig.app, client=("192.168.1.50", 5000))
        self.client = httpx.AsyncClient(
            transport=transport,
            base_url=f"http://{HOST}",
            headers={"Origin": f"http://{HOST}", "Accept-Language": "en", **headers},
        )
        self.socket = None

    async def send(self, method, path, **options):
        url = path if path.startswith("/") else f"/api/v1/{path}"
        response = await asyncio.wait_for(self.client.request(method, url, **options), PATIENCE)
        self.rig.heard.append(response.content)
        self.rig.heard.append(repr(sorted(response.headers.items())).encode())
        return response

    async def get(self, path, **options):
        return await self.send("GET", path, **options)

    async def post(self, path, **body):
        return await self.send("POST", path, json=body)

    async def give(self, command, **more):
        return await self.post("commands", command=command, **more)

    async def listen(self, **query):
        """Open the socket."""
        self.socket = Socket(self, query)
        await self.socket.open()
        return self.socket

    async def hold(self, window, space, **more):
        """Hold a window until it opens, and let go; the answer of the press."""
        pressed = await self.post("windows/press", window=window, space=space, **more)
        if pressed.status_code == 202:
            await self.rig.held(self.rig.page.settings.hold_time)
            await self.socket.until("window", state="open")
            await self.post("windows/release")
        return pressed


class Socket:
    """A WebSocket, spoken to the application directly."""

    def __init__(self, phone, query):
        self.phone = phone
        self._query = "&".join(f"{name}={value}" for name, value in query.items())
        self._to_app = asyncio.Queue()
        self._from_app = asyncio.Queue()
        self._task = None
        self.closed = None
        self.messages = []

    async def open(self):
        headers = [(b"host", HOST.encode())]
        origin = self.phone.client.headers.get("origin")
        if origin:
            headers.append((b"origin", origin.encode()))
        cookies = "; ".join(f"{name}={value}" for name, value in self.phone.client.cookies.items())
        if cookies:
            headers.append((b"cookie", cookies.encode()))
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": "/api/v1/live",
            "raw_path": b"/api/v1/live",
            "root_path": "",
            "query_string": self._query.encode(),
            "headers": headers,
            "client": ("192.168.1.50", 5000),
            "server": ("192.168.1.7", 8000),
            "subprotocols": [],
        }
        await self._to_app.put({"type": "websocket.connect"})
        app = self.phone.rig.app(scope, self._to_app.get, self._from_app.put)
        self._task = asyncio.create_task(app)
        first = await self._next()
        if first["type"] == "websocket.close":
            self.closed = first["code"]

    async def _next(self):
        return await asyncio.wait_for(self._from_app.get(), PATIENCE)

    async def hear(self):
        """The next message; nothing if the socket was closed."""
        message = await self._next()
        if message["type"] == "websocket.close":
            self.closed = message["code"]
            return None
        self.phone.rig.heard.append(message["text"].encode())
        self.messages.append(json.loads(message["text"]))
        return self.messages[-1]

    async def until(self, kind, **parts):
        """The next message of a kind, with these parts."""
        while True:
            message = await self.hear()
            assert message is not None, f"closed while waiting for {kind}"
            if message["type"] == kind and parts.items() <= message.items():
                return message

    def waiting(self):
        """What has been sent and not yet heard."""
        return self._from_app.qsize()

    async def say(self, text):
        await self._to_app.put({"type": "websocket.receive", "text": text})

    async def close(self):
        await self._to_app.put({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self._task, PATIENCE)
