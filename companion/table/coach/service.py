"""The coach for whoever needs one: asks a worker process and never keeps anybody waiting.

    ask, follow, cancel ──► inbox ──► one thread ──lines──► worker process (started when it is first needed)
                                        ▲  └─ hear(advice)          │
                                        └─────────lines, or its end─┘  (restarted if it dies)

Questions are made of public positions alone (:mod:`.questions`), and the worker gets nothing but their lines.
"""

from __future__ import annotations

import itertools
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Protocol

import companion
from companion.table.coach.mailbox import Hear, Letter, Mailbox
from companion.table.coach.questions import Advice, Follow, Question
from companion.table.coach.wire import write_cancel, write_message
from companion.tiwanaku.position import Position

log = logging.getLogger(__name__)

IDLE = 300.0
"""Seconds without a word after which the worker is sent home; its memory is free then."""
_KEPT_FROM_ENVIRONMENT = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")


class Worker(Protocol):
    """A coach at work somewhere: takes lines, gives lines, can be ended."""

    def send(self, line: bytes) -> None:
        """Hand over a line without waiting; OSError if it cannot be taken."""
        ...

    def lines(self) -> Iterator[bytes]:
        """The lines that come back, until its end."""
        ...

    def end(self) -> None:
        """End it, whatever it does; once more does no harm."""
        ...


class WorkerProcess:
    """A worker in a process of its own. It inherits no open file and hardly any environment."""

    def __init__(self) -> None:
        root = str(Path(companion.__file__).parent.parent)
        environment = {name: os.environ[name] for name in _KEPT_FROM_ENVIRONMENT if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.table.coach.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment | {"PYTHONPATH": root},
            cwd="/",
            start_new_session=True,
        )
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("a worker without pipes")
        self._in, self._out = self.process.stdin, self.process.stdout
        os.set_blocking(self._in.fileno(), False)

    def send(self, line: bytes) -> None:
        """Hand over a line. Lines are short enough to go through a pipe whole or not at all."""
        if self._in.closed or os.write(self._in.fileno(), line) != len(line):
            raise BlockingIOError("the worker does not listen")

    def lines(self) -> Iterator[bytes]:
        """The lines that come back, until its end."""
        with self._out:
            yield from self._out
        self.process.wait()

    def end(self) -> None:
        """End it, whatever it does; one that has ended needs no more than its pipe closed."""
        self.process.kill()
        self._in.close()


class CoachService:
    """Asks the coach. All methods return at once, from any thread; answers come on the service's own thread."""

    def __init__(
        self,
        start: Callable[[], Worker] = WorkerProcess,
        *,
        clock: Callable[[], float] = monotonic,
        idle: float = IDLE,
    ) -> None:
        self._start = start
        self._clock = clock
        self._idle = idle
        self._numbers = itertools.count(1)
        self._deeds: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._mailbox = Mailbox()
        self._worker: Worker | None = None
        self._last_word = clock()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    # For everybody ---------------------------------------------------------------------------------

    def ask(self, question: Question, hear: Hear) -> int:
        """Ask; ``hear`` is called exactly once, unless the question is taken back. The question's number."""
        number = next(self._numbers)
        if not self._do(lambda: self._ask(number, question, hear)):
            hear(None)
        return number

    def cancel(self, number: int) -> None:
        """Take a question back: its answer is no longer wanted."""
        self._do(lambda: self._cancel(number))

    def follow(self, position: Position) -> None:
        """Say how the game stands, for a worker that is there: it thinks ahead while nobody asks."""
        self._do(lambda: self._follow(position))

    def rest(self) -> None:
        """Send the worker home; the next question starts another one. Open questions fail."""
        self._do(self._rest)

    def close(self) -> None:
        """End everything for good, and wait for it."""
        self._do(self._rest)
        with self._lock:
            self._closed = True
        self._deeds.put(None)
        if self._thread is not None:
            self._thread.join()

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return not self._mailbox.empty

    # On the service's thread -----------------------------------------------------------------------

    def _do(self, deed: Callable[[], None]) -> bool:
        """Have something done there; false if the service is closed."""
        with self._lock:
            if self._closed:
                return False
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="coach", daemon=True)
                self._thread.start()
            self._deeds.put(deed)
            return True

    def _run(self) -> None:
        while True:
            try:
                deed = self._deeds.get(timeout=self._pause())
            except queue.Empty:
                self.time_goes_on()
                continue
            if deed is None:
                return
            try:
                deed()
            except Exception:
                log.exception("the coach's service failed")
            self.time_goes_on()

    def _pause(self) -> float | None:
        if self._worker is None:
            return None
        deadline = self._mailbox.next_deadline()
        end = self._last_word + self._idle if deadline is None else deadline
        return max(0.0, end - self._clock())

    def time_goes_on(self) -> None:
        """What is late fails, and takes the worker with it that did not answer; one that is not needed goes home."""
        now = self._clock()
        late = self._mailbox.late(now)
        if late:
            log.warning("the coach did not answer in time")
            self._dismiss()
            self._fail(late)
            self._hire_again()
        elif self._worker is not None and self._mailbox.empty and now >= self._last_word + self._idle:
            self._dismiss()

    def _ask(self, number: int, question: Question, hear: Hear) -> None:
        letter = self._mailbox.ask(number, question, hear, self._clock())
        if self._worker is None and not self._hire():
            return
        self._send(letter.line)

    def _cancel(self, number: int) -> None:
        if self._mailbox.forget(number) and self._worker is not None:
            self._send(write_cancel(number))

    def _follow(self, position: Position) -> None:
        if self._worker is not None:
            self._send(write_message(0, Follow(position)))

    def _rest(self) -> None:
        self._dismiss()
        self._fail(self._mailbox.give_up())

    # The worker ------------------------------------------------------------------------------------

    def _hire(self) -> bool:
        """Start a worker; whether that worked. Questions that wait fail if not."""
        try:
            worker = self._start()
        except OSError as error:
            log.warning("the coach cannot be started: %s", error)
            self._fail(self._mailbox.give_up())
            return False
        self._worker, self._last_word = worker, self._clock()
        threading.Thread(target=self._hear_out, args=(worker,), name="coach's voice", daemon=True).start()
        return True

    def _hear_out(self, worker: Worker) -> None:
        """Pass on what a worker says; on a thread of its own."""
        for line in worker.lines():
            self._deeds.put(lambda line=line: self._heard(worker, line))  # type: ignore[misc]
        self._deeds.put(lambda: self._died(worker))

    def _heard(self, worker: Worker, line: bytes) -> None:
        if worker is not self._worker:
            return
        self._last_word = self._clock()
        answered = self._mailbox.answered(line)
        if answered is not None:
            letter, advice = answered
            _tell(letter, advice)

    def _died(self, worker: Worker) -> None:
        if worker is self._worker:
            log.warning("the coach has ended; it is started again when it is needed")
            self._worker = None
            worker.end()
            self._hire_again()

    def _hire_again(self) -> None:
        """Another worker for the questions that are still open."""
        again, failed = self._mailbox.worker_died(self._clock())
        self._fail(failed)
        if again and self._hire():
            for letter in again:
                self._send(letter.line)

    def _dismiss(self) -> None:
        if self._worker is not None:
            worker, self._worker = self._worker, None
            worker.end()

    def _send(self, line: bytes) -> None:
        if self._worker is None:
            return
        self._last_word = self._clock()
        try:
            self._worker.send(line)
        except OSError:
            # Its end is heard by the thread that listens; one that lives but does not read is ended here.
            self._worker.end()

    def _fail(self, letters: list[Letter]) -> None:
        for letter in letters:
            _tell(letter, None)


def _tell(letter: Letter, advice: Advice | None) -> None:
    try:
        letter.hear(advice)
    except Exception:
        log.exception("nobody could hear the coach")
