"""A table's line to its broker: it connects, sends what waits, and comes back whenever it is cut.

        start            ok
    ─────────► CONNECTING ───► CONNECTED ─── stop: sends the rest, says "offline" ──► end
                 ▲     │          │
     pause over  │     │ refused, │ cut, or no answer
                 │     ▼ nobody   ▼
                 └── WAITING ◄────┘   1, 2, 4 … 60 s, from the beginning again after a line that held
                        └── stop ──► end

After every connection availability, discovery and state are sent anew: a broker may have forgotten everything. If the
table goes without a word, the broker says "offline" in its name: its last will.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.table.broadcast.discovery import discovery_messages, removal_messages
from companion.table.broadcast.messages import OFFLINE, ONLINE, sides_of, state_message
from companion.table.broadcast.outbox import Outbox
from companion.table.broadcast.settings import MqttSettings
from companion.words import T, Text

if TYPE_CHECKING:
    from aiomqtt import Client, MqttError

log = logging.getLogger(__name__)
AT_LEAST_ONCE = 1
_BAD_LOGIN = (134, 135)
"""How a broker says that it does not know the user or the password."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people should know about the line."""

    text: Text
    good: bool = False


@dataclass(frozen=True, slots=True)
class Times:
    """How patient a line is, in seconds."""

    answer: float = 10.0
    keep_alive: int = 30
    first_pause: float = 1.0
    longest_pause: float = 60.0
    holds: float = 30.0
    """A line that lasted so long was no accident: the pauses begin again with the first."""
    silence: float = 15.0
    """A cut that heals sooner is not spoken of."""


class Link:
    """The line of one table. All methods are called on the thread of its loop."""

    def __init__(
        self, settings: MqttSettings, outbox: Outbox, tell: Callable[[Notice], None], times: Times
    ) -> None:
        self._settings = settings
        self._outbox = outbox
        self._tell = tell
        self._times = times
        self._stir = asyncio.Event()
        self._stop = asyncio.Event()
        self._cut_since: float | None = None
        self._told: Text | None = None
        self._task: asyncio.Task[None] | None = None

    def stir(self) -> None:
        """Something waits in the outbox."""
        self._stir.set()

    def stop(self) -> None:
        """Send the rest and end."""
        self._stop.set()
        self._stir.set()

    def abort(self) -> None:
        """End at once."""
        if self._task is not None:
            self._task.cancel()

    async def run(self) -> None:
        """Hold the line until it is stopped."""
        from aiomqtt import MqttError

        self._task = asyncio.current_task()
        pause = self._times.first_pause
        while not self._stop.is_set():
            since = _now()
            try:
                async with self._client() as client:
                    since = _now()
                    self._is_there()
                    await _until_one_ends(self._listen(client), self._speak(client))
            except MqttError as error:
                if self._stop.is_set():
                    return
                self._is_cut(error)
                if _now() - since >= self._times.holds:
                    pause = self._times.first_pause
                await self._wait(pause)
                pause = min(2 * pause, self._times.longest_pause)

    # At the line ------------------------------------------------------------------------------------

    async def _listen(self, client: Client) -> None:
        """Nobody has anything to tell us; this only notices at once when the line is cut."""
        async for _ in client.messages:
            pass

    async def _speak(self, client: Client) -> None:
        settings, outbox = self._settings, self._outbox
        await self._publish(client, settings.topic("availability"), ONLINE, retain=True)
        outbox.state_is_due = True
        shown: dict[str, bytes] = {}
        while True:
            self._stir.clear()
            while (event := outbox.first_event) is not None:
                await self._publish(client, settings.topic("events"), event)
                outbox.sent(event)
            if outbox.state_is_due:
                outbox.state_is_due = False
                shown = await self._show_sensors(client, shown)
                state = state_message(settings.table, outbox.record, outbox.words)
                await self._publish(client, settings.topic("state"), state, retain=True)
            elif self._stop.is_set():
                await self._publish(client, settings.topic("availability"), OFFLINE, retain=True)
                return
            else:
                await self._stir.wait()

    async def _show_sensors(self, client: Client, shown: dict[str, bytes]) -> dict[str, bytes]:
        sides = sides_of(self._outbox.record)
        messages = discovery_messages(self._settings, sides, self._outbox.words)
        for topic, message in messages.items():
            if shown.get(topic) != message:
                await self._publish(client, topic, message, retain=True)
        return messages

    async def _publish(self, client: Client, topic: str, message: bytes, *, retain: bool = False) -> None:
        await client.publish(topic, message, qos=AT_LEAST_ONCE, retain=retain)

    def _client(self) -> Client:
        return make_client(self._settings, self._times)

    # What people are told ---------------------------------------------------------------------------

    def _is_there(self) -> None:
        self._cut_since = None
        if self._told is not None:
            self._told = None
            self._tell(Notice(T("The MQTT broker is there again."), good=True))

    def _is_cut(self, error: MqttError) -> None:
        log.info("no line to %s:%s: %s", self._settings.host, self._settings.port, error)
        now = _now()
        self._cut_since = now if self._cut_since is None else self._cut_since
        text = trouble(self._settings, error)
        lasting = refused(error) or now - self._cut_since >= self._times.silence
        if lasting and text != self._told:
            self._told = text
            self._tell(Notice(text))

    async def _wait(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return


async def try_line(settings: MqttSettings, times: Times) -> None:
    """Connect and leave."""
    async with make_client(settings, times, own=False):
        pass


async def forget(settings: MqttSettings, times: Times) -> None:
    """Take away everything that the broker keeps of this table."""
    own = (settings.topic(name) for name in ("state", "availability"))
    async with make_client(settings, times, own=False) as client:
        for topic in (*removal_messages(settings), *own):
            await client.publish(topic, b"", qos=AT_LEAST_ONCE, retain=True)


def make_client(settings: MqttSettings, times: Times, *, own: bool = True) -> Client:
    """A client that is not connected yet: the table's own, or one for a moment beside it."""
    from aiomqtt import Client, TLSParameters, Will

    # Always the same name: a broker ends the line of a table that lost power when the table is back, and says
    # "offline" then rather than minutes later.
    last_will = Will(settings.topic("availability"), OFFLINE, qos=AT_LEAST_ONCE, retain=True)
    return Client(
        settings.host,
        settings.port,
        identifier=settings.id if own else None,
        username=settings.user or None,
        password=settings.password or None,
        will=last_will if own else None,
        timeout=times.answer,
        keepalive=times.keep_alive,
        tls_params=TLSParameters(ca_certs=settings.ca_file or None) if settings.tls else None,
        logger=log,
    )


def refused(error: MqttError) -> bool:
    """Whether the broker knows us not; waiting does not help then."""
    return _code(error) in _BAD_LOGIN


def trouble(settings: MqttSettings, error: MqttError) -> Text:
    """What is wrong with the line, and what to do."""
    place = f"{settings.host}:{settings.port}"
    if refused(error):
        return T(
            "The MQTT broker {place} refuses user or password. Check both in settings.toml; play goes on.",
            place=place,
        )
    return T(
        "The MQTT broker {place} cannot be reached. Is it on, and is settings.toml right? Play goes on.",
        place=place,
    )


def _code(error: MqttError) -> int | None:
    code = getattr(error, "rc", None)
    return getattr(code, "value", code)


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _until_one_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Do several things at once until one of them ends or fails; then the others end as well."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
