"""The coach's process: lines of questions in, lines of advice out, nothing else.

    stdin ──lines──► a thread that only listens ──► questions, one after the other ──► stdout
                          └─ a question taken back, or the end: what is being thought stops

It runs with low priority, so that thinking at full load keeps no wheel waiting. Once it is ready it locks itself up:
from then on this process opens no file and no connection, loads no module and starts no program.

Run by :mod:`companion.table.coach.service` as ``python -m companion.table.coach.worker``.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from companion.errors import PachamamaError
from companion.table.coach.mind import Mind, Patience
from companion.table.coach.questions import Follow, HintWanted, JudgementWanted, Message, NewsWanted
from companion.table.coach.wire import read_cancel, read_message, write_advice, write_failure
from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position

NICENESS = 10
_FORBIDDEN = ("open", "import", "socket.", "subprocess.", "os.", "shutil.", "ctypes.", "sqlite3.", "urllib.")
"""Beginnings of what Python announces before it opens, loads, starts or connects something."""
_HARMLESS = ("os.putenv", "os.unsetenv")


class Inbox:
    """What waits to be answered, and what was taken back. Filled by the thread that listens."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[int, Message]] = queue.SimpleQueue()
        self._cancelled: set[int] = set()

    def take_in(self, line: bytes) -> None:
        """A line came; what cannot be read is not answered."""
        number = read_cancel(line)
        if number is not None:
            self._cancelled.add(number)
            return
        with suppress(PachamamaError):
            self._waiting.put(read_message(line))

    def next(self, *, wait: bool) -> tuple[int, Message] | None:
        """The next question; None if nothing waits and nobody wants to wait."""
        try:
            return self._waiting.get(block=wait)
        except queue.Empty:
            return None

    def is_cancelled(self, number: int) -> bool:
        """Whether a question was taken back."""
        return number in self._cancelled

    def done(self, number: int) -> None:
        """A question needs no more thought."""
        self._cancelled.discard(number)

    @property
    def empty(self) -> bool:
        """Whether nobody asks anything."""
        return self._waiting.empty()


def serve(inbox: Inbox, send: Callable[[bytes], None], mind: Mind) -> None:
    """Answer question after question; think ahead when there is none. Ends with the process."""
    ahead = False
    while True:
        asked = inbox.next(wait=not ahead)
        if asked is None:
            # Once for each position: then there is nothing to do but wait.
            ahead = False
            mind.think_ahead(lambda: not inbox.empty)
            continue
        number, message = asked
        if not inbox.is_cancelled(number):
            _answer(number, message, inbox, send, mind)
        inbox.done(number)
        ahead = True


def _answer(number: int, message: Message, inbox: Inbox, send: Callable[[bytes], None], mind: Mind) -> None:
    try:
        advice = mind.answer(message, lambda: inbox.is_cancelled(number))
    except Exception as error:
        # One question that goes wrong is no reason to leave the others unanswered.
        mind.rest()
        send(write_failure(number, type(error).__name__))
        return
    if not isinstance(message, Follow) and not inbox.is_cancelled(number):
        send(write_advice(number, advice))


def warm_up() -> None:
    """Think once about a tiny board, so that everything is loaded that thinking needs."""
    board = Board("tiny", ("river", "leaf"), ("condor", "lizard"), diversity_levels=1)
    tiles = dict(zip(Terrain, (1, 1, 1, 1), strict=True))
    empty = Position.empty(board, tiles)
    some = empty.with_space(board.spaces[0], Terrain.SAND, None)
    mind = Mind(Patience(1, 1, 1, 0.1))
    for message in (
        NewsWanted(some, empty),
        HintWanted(some, 3),
        JudgementWanted(some, board.spaces[0], Crop.CHILI, Crop.SWEET_POTATO),
        JudgementWanted(empty, board.spaces[0], Crop.SWEET_POTATO, Crop.SWEET_POTATO),
    ):
        mind.answer(message)
    mind.think_ahead(lambda: False)
    mind.rest()


def lock_up() -> None:
    """From now on this process can open, load, start and connect to nothing. There is no way back."""

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith(_FORBIDDEN) and event not in _HARMLESS:
            raise PermissionError(f"the coach is locked up: no {event}")

    sys.addaudithook(refuse)


def _listen(stream: BinaryIO, inbox: Inbox) -> None:
    for line in stream:
        inbox.take_in(line)
    # Nobody is left to talk to. A solver in the middle of a step is not waited for.
    os._exit(0)


def main() -> None:
    """Serve stdin and stdout until stdin ends."""
    os.nice(NICENESS)
    inbox, out = Inbox(), sys.stdout.buffer

    def send(line: bytes) -> None:
        out.write(line)
        out.flush()

    warm_up()
    listener = threading.Thread(target=_listen, args=(sys.stdin.buffer, inbox), name="inbox", daemon=True)
    listener.start()
    lock_up()
    serve(inbox, send, Mind())


if __name__ == "__main__":
    main()
