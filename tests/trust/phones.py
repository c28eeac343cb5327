"""Four phones at a table, over real sockets: they join, sit down and follow the game; some lose the network now and then.

    steady      listens from beginning to end
    wandering   loses its connection, stays away for a while, comes back with what it last heard; two of them
    curious     listens, and asks for this and that meanwhile

All live on one loop in a thread of its own, for as many games as there are; a phone keeps its cookie from one to the next.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from companion.tiwanaku.game import Record
from companion.web.feed import KEPT
from companion.words import Text
from tests.trust.news import News
from tests.trust.story import Data, Story

PATIENCE = 60.0
"""Seconds after which a phone that still waits has failed; never slept through."""
NAMES = ("Ana", "Beno", "Cléo", "Dora")
LANGUAGES = ("en", "fr", "de", "it")
WANDERS, ASKS = 0.06, 0.12
"""How often, for every message, a wandering phone is lost and a curious one asks."""
LONGEST_AWAY = KEPT + 12
"""Messages that a phone misses at most: now and then more than are remembered."""
QUESTIONS = (
    ("POST", "hints"),
    ("GET", "table"),
    ("GET", "history"),
    ("GET", "score/0"),
    ("GET", "reach"),
    ("GET", "games"),
    ("GET", "camera"),
    ("GET", "camera/frame.jpg"),
    ("GET", "settings"),
)
Answer = TypeVar("Answer")
Broken = Callable[[asyncio.AbstractEventLoop, dict[str, Any]], object]


@dataclass
class Followed:
    """How a phone followed one game."""

    name: str
    story: Story
    came_back: int = 0
    let_go: int = 0
    asked: int = 0
    troubles: list[str] = field(default_factory=list)


class Phone:
    """One phone. It keeps its cookie; everything else is of one game."""

    def __init__(self, number: int, seed: int) -> None:
        self.name = NAMES[number]
        self.wanders, self.is_curious = number in (1, 2), number == 3
        self._number = number
        self._random = Random(f"phone {number} {seed}")
        self._cookies = httpx.Cookies()
        self._language = LANGUAGES[number]

    async def arrive(self, url: str, code: str, news: News) -> None:
        """Join if it has to, and listen until it leaves."""
        self._url, self._news = url, news
        self.followed = Followed(self.name, Story())
        self._leaving = False
        self._questions = 0
        self._socket: ClientConnection | None = None
        self._jobs: asyncio.Queue[Data] = asyncio.Queue()
        headers = {"Origin": url, "Accept-Language": self._language}
        self._client = httpx.AsyncClient(
            base_url=f"{url}/api/v1/",
            headers=headers,
            cookies=self._cookies,
            timeout=PATIENCE,
            trust_env=False,
        )
        if not (await self._client.get("me")).json()["member"]:
            self._expect(await self._client.post("join", json={"code": code, "name": self.name}), 200)
        self._wishes: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._listens: asyncio.Event = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen())]
        if self.is_curious:
            self._tasks.append(asyncio.create_task(self._ask()))
        await asyncio.wait_for(self._listens.wait(), PATIENCE)

    async def sit_down(self, seats: int) -> None:
        """Another game begins: take one's seat, if there is one."""
        self.followed = Followed(self.name, self.followed.story)
        self.followed.story.next_game()
        if self._number < seats:
            self._expect(await self._client.post(f"seats/{self._number}", json={}), 200)

    async def leave(self, *, politely: bool) -> None:
        """Close the page; or wait until the table lets go."""
        self._leaving = True
        if politely and self._socket is not None:
            await self._socket.close()
        listening, *others = self._tasks
        for task in others:
            task.cancel()
        done, late = await asyncio.wait([listening], timeout=PATIENCE)
        if late:
            self._trouble("was not let go at the end")
            listening.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for task in done:
            if not task.cancelled() and task.exception() is not None:
                self._trouble(f"failed: {task.exception()!r}")
        # httpx copies what it is given.
        self._cookies = self._client.cookies
        await self._client.aclose()

    # Listening ---------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        while not self._leaving:
            story = self.followed.story
            query = f"?lang={self._language}"
            if story.revision >= 0:
                query += f"&epoch={story.epoch}&since={story.revision}"
            cookie = "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
            address = self._url.replace("http", "ws") + "/api/v1/live" + query
            async with connect(
                address, additional_headers={"Cookie": cookie}, origin=self._url, proxy=None, max_size=None
            ) as socket:
                self._socket = socket
                lost_at = await self._follow(socket)
            self._socket = None
            if lost_at is not None:
                await self._news.reach(lost_at + self._random.randint(1, LONGEST_AWAY))
                self.followed.came_back += 1

    async def _follow(self, socket: ClientConnection) -> int | None:
        """Hear until the connection ends; the revision at which it was lost on purpose, if it was."""
        try:
            async for text in socket:
                message = json.loads(text)
                self.followed.story.hear(message)
                if message["type"] == "job":
                    self._jobs.put_nowait(message)
                self._heard(message)
                if message["type"] == "happened" and self._gets_lost():
                    socket.transport.abort()
                    return int(message["revision"])
        except ConnectionClosed as end:
            if end.rcvd is not None and end.rcvd.code == 4008:
                self.followed.let_go += 1
        return None

    def _gets_lost(self) -> bool:
        return self.wanders and not self._news.over and self._random.random() < WANDERS

    def _heard(self, message: Data) -> None:
        if message["type"] == "snapshot":
            self._has_camera = message["table"]["abilities"]["camera"]
            self._listens.set()
        if "revision" in message:
            self._news.heard(message["revision"])
        if message["type"] == "happened" and self.is_curious and self._random.random() < ASKS:
            self._wishes.put_nowait(self._next_question())

    def _next_question(self) -> tuple[str, str]:
        asked = QUESTIONS if self._has_camera else [each for each in QUESTIONS if "camera" not in each[1]]
        self._questions += 1
        return asked[(self._questions - 1) % len(asked)]

    # Asking ------------------------------------------------------------------------------------------

    async def _ask(self) -> None:
        while True:
            method, path = await self._wishes.get()
            self.followed.asked += 1
            if path == "hints":
                await self._ask_coach()
            else:
                self._expect(await self._client.request(method, path), 200)

    async def _ask_coach(self) -> None:
        answer = await self._client.post("hints", json={"strength": self._random.choice((1, 2))})
        if not self._expect(answer, 202):
            return
        number = answer.json()["job"]
        while True:
            told = await asyncio.wait_for(self._jobs.get(), PATIENCE)
            if told["job"] == number and told["state"] != "running":
                return

    def _expect(self, answer: httpx.Response, status: int) -> bool:
        if answer.status_code != status:
            self._trouble(
                f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:200]}"
            )
        return answer.status_code == status

    def _trouble(self, what: str) -> None:
        self.followed.troubles.append(f"{self.name} {what}")


class Phones:
    """The four phones, for whoever plays in another thread. ``broken`` hears of what the loop could not handle."""

    def __init__(self, seed: int, broken: Broken = lambda loop, context: None) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(broken)
        self._thread = threading.Thread(target=self._loop.run_forever, name="phones", daemon=True)
        self._thread.start()
        self._phones = [Phone(number, seed) for number in range(len(NAMES))]
        self._news: News | None = None

    def come(self, url: str, code: str, seats: int) -> None:
        """All of them come to a table, or stay there for another game."""

        async def come() -> None:
            if self._news is None:
                self._news = News()
                for phone in self._phones:
                    await phone.arrive(url, code, self._news)
            self._news.over = False
            for phone in self._phones:
                await phone.sit_down(seats)

        self._run(come())

    def hear_up_to(self, revision: int) -> None:
        """Wait until somebody has heard so far."""
        news = self._news
        if news is not None and news.latest < revision:
            self._run(news.reach(revision))

    def finish(self, record: Record) -> list[Followed]:
        """Wait until all have heard the end of the game; how they followed it. Call :meth:`leave` afterwards."""

        async def hear_out() -> None:
            news = self._news
            if news is None:
                return
            news.end()
            try:
                await asyncio.wait_for(news.until(lambda: self._all_know(record)), PATIENCE)
            except TimeoutError:
                for phone in self._phones:
                    if not phone.followed.story.knows(record):
                        phone.followed.troubles.append(f"{phone.name} never heard the end of the game")

        self._run(hear_out())
        return [phone.followed for phone in self._phones]

    def _all_know(self, record: Record) -> bool:
        return all(phone.followed.story.knows(record) for phone in self._phones)

    def leave(self) -> None:
        """All of them go by themselves."""
        self._run(self._leave(politely=True))

    def are_let_go(self, close: Callable[[], Text | None]) -> Text | None:
        """The table ends by ``close`` while they listen, and has to let them go; what ``close`` says."""
        gone = asyncio.run_coroutine_threadsafe(self._leave(politely=False), self._loop)
        trouble = close()
        gone.result(2 * PATIENCE)
        return trouble

    async def _leave(self, *, politely: bool) -> None:
        if self._news is not None:
            self._news.end()
            await asyncio.gather(*(phone.leave(politely=politely) for phone in self._phones))
            self._news = None

    def close(self) -> None:
        """Put them away for good."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(4 * PATIENCE)
