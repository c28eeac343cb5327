"""Phones that watch a table over real sockets and come back by themselves, as the page's line does.

They all live on one loop in a thread of its own. A restless one hangs up at once or soon, again and again.
"""

from __future__ import annotations

import asyncio
import json
import threading
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from companion.tiwanaku.game import Record
from tests.trust.story import Data, Story

PAUSE = 0.02
"""Seconds before a phone tries again; the page's line waits for longer."""
LONGEST_STAY = 0.05
"""Seconds that a restless phone stays at most."""
PATIENCE = 30.0


class Guest:
    """One phone, and what it has heard."""

    def __init__(self, number: int, seed: int) -> None:
        self.story = Story()
        self.came = 0
        self.restless = False
        self.socket: ClientConnection | None = None
        self.random = Random(f"guest {number} {seed}")

    async def follow(self, socket: ClientConnection, heard: threading.Condition) -> None:
        """Hear until the line is cut, or until it hangs up by itself."""
        self.socket = socket
        staying = self.random.uniform(0.0, LONGEST_STAY) if self.restless else None
        try:
            async with asyncio.timeout(staying):
                async for text in socket:
                    with heard:
                        self.story.hear(json.loads(text))
                        heard.notify_all()
        except TimeoutError:
            await self._hang_up(socket)
        finally:
            self.socket = None

    async def _hang_up(self, socket: ClientConnection) -> None:
        """Politely, or as a phone does that leaves the house."""
        if self.random.random() < 0.5:
            socket.transport.abort()
        else:
            await socket.close()


class Guests:
    """Several of them, for whoever plays in another thread."""

    def __init__(self, port: int, count: int, seed: int) -> None:
        self._url = f"http://127.0.0.1:{port}"
        self.guests = [Guest(number, seed) for number in range(count)]
        self._heard = threading.Condition()
        self._leaving = False
        self._loop = asyncio.new_event_loop()
        self._tasks: list[asyncio.Task[None]] = []
        self._thread = threading.Thread(target=self._run, name="guests", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._tasks = [self._loop.create_task(self._stay(guest)) for guest in self.guests]
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))

    async def _stay(self, guest: Guest) -> None:
        while not self._leaving:
            query = ""
            if guest.story.revision >= 0:
                query = f"?epoch={guest.story.epoch}&since={guest.story.revision}"
            address = self._url.replace("http", "ws") + "/api/v1/live" + query
            try:
                async with connect(
                    address, origin=self._url, proxy=None, max_size=None, compression=None
                ) as socket:
                    guest.came += 1
                    await guest.follow(socket, self._heard)
            except (OSError, WebSocketException, TimeoutError):
                pass  # The way is cut; the next try may find it open.
            await asyncio.sleep(PAUSE)

    def restless(self, wanted: bool) -> None:
        """All of them hang up again and again from now on, or stay."""

        def change() -> None:
            for guest in self.guests:
                guest.restless = wanted
                if wanted and guest.socket is not None:
                    guest.socket.transport.abort()

        self._loop.call_soon_threadsafe(change)

    @property
    def came(self) -> int:
        """How often they came, all together."""
        return sum(guest.came for guest in self.guests)

    def know(self, record: Record) -> bool:
        """Wait until all have heard of the whole record; whether they have."""
        with self._heard:
            return self._heard.wait_for(
                lambda: all(_is_up_to_date(guest.story, record) for guest in self.guests), PATIENCE
            )

    def complaints(self, record: Record) -> list[str]:
        """What somebody missed, heard twice, or has got wrong."""
        found = []
        with self._heard:
            for number, guest in enumerate(self.guests):
                lost, doubled = guest.story.compare(record)
                if lost or doubled:
                    found.append(f"phone {number} missed {lost} and heard {doubled} twice")
                if not guest.story.agrees(record):
                    found.append(f"phone {number} sees another game")
        return found

    def close(self) -> None:
        """All go."""

        def leave() -> None:
            self._leaving = True
            for task in self._tasks:
                task.cancel()

        self._loop.call_soon_threadsafe(leave)
        self._thread.join(PATIENCE)
        self._loop.close()


def _is_up_to_date(story: Story, record: Record) -> bool:
    game: Data | None = story.game
    return game is not None and game.get("entries") == len(record.entries)
