"""Sends a table's news to a broker, on a thread of its own, and never keeps the table waiting."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from typing import Any, TypeVar

from companion.errors import PachamamaError
from companion.table.broadcast.link import Link, Notice, Times, forget, trouble, try_line
from companion.table.broadcast.outbox import Outbox
from companion.table.broadcast.settings import MqttSettings
from companion.tiwanaku.game import Event, Record
from companion.words import Language, T

log = logging.getLogger(__name__)
Value = TypeVar("Value")
INSTALL = ".venv/bin/pip install aiomqtt"


class BrokerTrouble(PachamamaError):  # noqa: N818 (the word people use for it)
    """The broker could not be reached, or does not let us in."""


class Publisher:
    """Hears of the game at the desk (:data:`~companion.table.listeners.Told`) and tells a broker.

    ``words`` is the language of the sentences it sends. ``tell`` is called on the publisher's thread with what people
    should know.
    """

    def __init__(
        self,
        settings: MqttSettings,
        *,
        words: Language,
        tell: Callable[[Notice], None] = lambda notice: None,
        times: Times | None = None,
    ) -> None:
        self._outbox = Outbox(words)
        self._link = Link(settings, self._outbox, tell, times or Times())
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._work, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin to send; nothing is heard before."""
        check_installed()
        self._loop = asyncio.new_event_loop()
        self._thread.start()

    def told(self, record: Record, events: tuple[Event, ...]) -> None:
        """Hear of the game, from any thread; returns at once, whatever the broker does."""
        self._on_loop(partial(self._take, record, events))

    def speak(self, words: Language) -> None:
        """Send sentences in this language from now on."""
        self._on_loop(partial(self._speak, words))

    def close(self, timeout: float = 2.0) -> None:
        """Send the rest and say goodbye, if that does not take longer than so many seconds."""
        self._on_loop(self._link.stop)
        if self._thread.is_alive():
            self._thread.join(timeout)
        if self._thread.is_alive():
            self._on_loop(self._link.abort)
            self._thread.join(timeout)

    def _take(self, record: Record, events: tuple[Event, ...]) -> None:
        self._outbox.take(record, events)
        self._link.stir()

    def _speak(self, words: Language) -> None:
        self._outbox.speak(words)
        self._link.stir()

    def _on_loop(self, work: Callable[[], None]) -> None:
        if self._loop is not None:
            # After the end there is nobody to tell any more.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(work)

    def _work(self) -> None:
        try:
            _run(self._link.run(), self._loop)
        except asyncio.CancelledError:
            log.info("the broker did not take leave in time")
        except Exception:
            log.exception("the line to the broker failed; nothing is sent any more")


def check_installed() -> None:
    """Refuse, with what to do, where the package that speaks MQTT is missing."""
    if find_spec("aiomqtt") is None:
        raise BrokerTrouble(
            T("News by MQTT need the package aiomqtt; install it with: {command}", command=INSTALL)
        )


def try_broker(settings: MqttSettings, times: Times | None = None) -> None:
    """Connect once and leave; :class:`BrokerTrouble` says what is wrong."""
    _once(settings, try_line, times)


def forget_table(settings: MqttSettings, times: Times | None = None) -> None:
    """Take away everything that the broker keeps of this table; :class:`BrokerTrouble` says why that cannot be."""
    _once(settings, forget, times)


def _once(
    settings: MqttSettings,
    work: Callable[[MqttSettings, Times], Coroutine[Any, Any, None]],
    times: Times | None,
) -> None:
    check_installed()
    from aiomqtt import MqttError

    try:
        _run(work(settings, times or Times()))
    except MqttError as error:
        raise BrokerTrouble(trouble(settings, error)) from None


def _run(work: Coroutine[Any, Any, None], loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Run something on a loop, and close the loop without waiting for what a broker never answered."""
    with asyncio.Runner(loop_factory=lambda: loop or asyncio.new_event_loop()) as runner:
        runner.get_loop().set_default_executor(_Aside())
        runner.run(work)


class _Aside(ThreadPoolExecutor):
    """Runs each thing on a thread that nobody waits for at the end: looking for a host can take a minute."""

    def submit(self, fn: Callable[..., Value], /, *args: Any, **kwargs: Any) -> Future[Value]:
        """Begin at once; a broker is looked for once at a time."""
        future: Future[Value] = Future()
        threading.Thread(
            target=_fulfil, args=(future, partial(fn, *args, **kwargs)), name="mqtt, connecting", daemon=True
        ).start()
        return future


def _fulfil(future: Future[Value], work: Callable[[], Value]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except Exception as error:
        future.set_exception(error)
