"""What waits to be sent: events in their order, bounded, and of all states only the newest."""

from __future__ import annotations

from collections import deque

from companion.table.broadcast.messages import event_messages
from companion.tiwanaku.game import Event, Record
from companion.words import Language

MOST_EVENTS = 500
"""So many events wait for a broker that is away, some 150 kB; then the oldest are let go."""


class Outbox:
    """Takes from the table and gives to the broker. Used on one thread."""

    def __init__(self, words: Language, most_events: int = MOST_EVENTS) -> None:
        self.record: Record | None = None
        self.words = words
        self.state_is_due = True
        self._events: deque[bytes] = deque(maxlen=most_events)

    def take(self, record: Record, events: tuple[Event, ...]) -> None:
        """Hear of the game; an older state that was not sent yet is never sent."""
        self.record, self.state_is_due = record, True
        self._events.extend(event_messages(record, events, self.words))

    def speak(self, words: Language) -> None:
        """Another language from now on; the state is said in it once more."""
        self.words, self.state_is_due = words, True

    @property
    def first_event(self) -> bytes | None:
        """The event to be sent next."""
        return self._events[0] if self._events else None

    def sent(self, event: bytes) -> None:
        """An event has arrived. Meanwhile it may have been let go to make room."""
        if self._events and self._events[0] is event:
            self._events.popleft()
