"""What happens at the table, numbered, for everybody who listens.

A message has a revision, one more than the message before. The last :data:`KEPT` are remembered, so that who was away for a
moment misses nothing; who was away for longer is sent a snapshot. A listener who does not keep up is let go and comes
back: nobody waits for the slowest phone, and memory stays bounded.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.words import Language

KEPT = 48
MOST_WAITING = 64
MOST_LISTENERS = 128
Build = Callable[[Language], dict[str, Any]]
"""Makes the content of a message in a language."""


class Message:
    """A message to everybody: made and written once a language, however many listen."""

    __slots__ = ("_build", "_written", "kind", "revision")

    def __init__(self, kind: str, revision: int, build: Build) -> None:
        self.kind = kind
        self.revision = revision
        self._build = build
        self._written: dict[str, str] = {}

    def text(self, words: Language) -> str:
        """The message as it is sent."""
        if words.code not in self._written:
            self._written[words.code] = dumps(
                {"type": self.kind, "revision": self.revision, **self._build(words)}
            )
        return self._written[words.code]


def dumps(data: object) -> str:
    """Data as compact JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Listener:
    """One socket: what waits to be sent to it. ``device`` is the id of its device, if it has one."""

    def __init__(self, words: Language, device: str | None) -> None:
        self.words = words
        self.device = device
        self.too_slow = False
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)

    def offer(self, text: str) -> None:
        """Send something when there is time for it; a listener for whom too much waits is let go."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.too_slow = True

    def end(self) -> None:
        """Nothing more comes; what waits is still sent if there is room to say so."""
        try:
            self._waiting.put_nowait(None)
        except asyncio.QueueFull:
            self.too_slow = True

    async def next(self) -> str | None:
        """The next message; nothing at the end, or when the listener was too slow."""
        # A queue that overflowed is not empty: who was too slow is woken by what waits, and hears that it is over.
        text = await self._waiting.get()
        return None if self.too_slow else text


class Feed:
    """Numbers messages and passes them on. Used on the server's loop only."""

    def __init__(self, epoch: str) -> None:
        self.epoch = epoch
        self.revision = 0
        self._kept: deque[Message] = deque(maxlen=KEPT)
        self._listeners: set[Listener] = set()

    @property
    def full(self) -> bool:
        """Whether nobody more can listen."""
        return len(self._listeners) >= MOST_LISTENERS

    def publish(self, kind: str, build: Build) -> int:
        """Tell everybody; the revision. What ``build`` makes must not depend on when it is called."""
        self.revision += 1
        message = Message(kind, self.revision, build)
        self._kept.append(message)
        for listener in self._listeners:
            listener.offer(message.text(listener.words))
        return self.revision

    def missed(self, epoch: str, since: int) -> list[Message] | None:
        """Everything after a revision; ``None`` if that is not remembered."""
        if epoch != self.epoch or since > self.revision:
            return None
        if since == self.revision:
            return []
        if not self._kept or self._kept[0].revision > since + 1:
            return None
        return [message for message in self._kept if message.revision > since]

    @contextmanager
    def listening(self, listener: Listener) -> Iterator[None]:
        """Hear everything that is published meanwhile."""
        self._listeners.add(listener)
        try:
            yield
        finally:
            self._listeners.discard(listener)

    def of(self, device: str) -> list[Listener]:
        """The sockets of a device."""
        return [listener for listener in self._listeners if listener.device == device]

    def tell(self, device: str, build: Build) -> None:
        """Tell one device alone; this is not remembered."""
        for listener in self.of(device):
            listener.offer(dumps(build(listener.words)))

    def end(self) -> None:
        """Let everybody go."""
        for listener in self._listeners:
            listener.end()
