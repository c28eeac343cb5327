"""Workers that a test has in its hands: what they were told, what they say, when they die."""

from __future__ import annotations

import queue
import threading

from companion.table.coach.questions import Advice
from companion.table.coach.service import WorkerProcess
from companion.table.coach.wire import read_cancel, read_message, write_advice
from companion.words import T


class HandWorker:
    """A worker that says what the test says."""

    def __init__(self) -> None:
        self.told: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.ended = threading.Event()
        self.deaf = False

    def send(self, line: bytes) -> None:
        if self.deaf:
            raise BlockingIOError("deaf")
        self.told.put(line)

    def lines(self):
        while (line := self._said.get()) is not None:
            yield line

    def end(self) -> None:
        self.ended.set()
        self._said.put(None)

    # For the test ------------------------------------------------------------------------------------

    def next_question(self):
        """The next question it was told, and its number."""
        return read_message(self.told.get(timeout=10))

    def next_cancel(self):
        return read_cancel(self.told.get(timeout=10))

    def answer(self, number, words="Said."):
        self._said.put(write_advice(number, Advice(T(words))))

    def say(self, line):
        self._said.put(line)

    def die(self):
        self._said.put(None)


class Agency:
    """Starts workers, one after the other, and keeps them for the test."""

    def __init__(self) -> None:
        self.workers: queue.SimpleQueue[HandWorker] = queue.SimpleQueue()
        self.started = 0

    def __call__(self) -> HandWorker:
        self.started += 1
        worker = HandWorker()
        self.workers.put(worker)
        return worker

    def next(self) -> HandWorker:
        return self.workers.get(timeout=10)


class Started:
    """Starts real workers and keeps them."""

    def __init__(self):
        self.workers = []

    def __call__(self):
        self.workers.append(WorkerProcess())
        return self.workers[-1]

    @property
    def process(self):
        return self.workers[-1].process


class Ear:
    """Hears advice; waits for it if it must."""

    def __init__(self) -> None:
        self.heard: queue.SimpleQueue[Advice | None] = queue.SimpleQueue()

    def __call__(self, advice):
        self.heard.put(advice)

    def next(self):
        return self.heard.get(timeout=30)

    @property
    def silent(self):
        return self.heard.empty()
