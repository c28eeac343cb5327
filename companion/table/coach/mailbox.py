"""Which questions are open: numbers, deadlines, second tries. Pure bookkeeping, no process and no clock.

asked ──► open ──answer──► answered
            │ ──the worker died, first time──► open again, sent to the next worker
            │ ──the worker died, second time, or too late──► failed
            └──taken back──► forgotten
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.errors import PachamamaError
from companion.table.coach.questions import Advice, Question
from companion.table.coach.wire import read_advice, read_number, write_message

TRIES = 2
LIMIT = 40.0
"""Seconds after which an answer is no longer waited for."""
Hear = Callable[[Advice | None], None]
"""Takes the advice; None if there will be none."""


@dataclass(frozen=True, slots=True)
class Letter:
    """An open question."""

    number: int
    question: Question
    hear: Hear
    deadline: float
    tries: int = 1

    @property
    def line(self) -> bytes:
        """What is sent to the worker."""
        return write_message(self.number, self.question)


class Mailbox:
    """The open questions, in the order in which they were asked."""

    def __init__(self) -> None:
        self._open: dict[int, Letter] = {}

    @property
    def empty(self) -> bool:
        """Whether nobody waits for anything."""
        return not self._open

    def ask(self, number: int, question: Question, hear: Hear, now: float) -> Letter:
        """A new question."""
        letter = Letter(number, question, hear, now + LIMIT)
        self._open[number] = letter
        return letter

    def forget(self, number: int) -> bool:
        """Take a question back; whether it was open."""
        return self._open.pop(number, None) is not None

    def answered(self, line: bytes) -> tuple[Letter, Advice | None] | None:
        """The question that a line answers, and the advice; None if nobody waits for that answer."""
        letter = self._open.pop(read_number(line) or 0, None)
        if letter is None:
            return None
        try:
            return letter, read_advice(line, letter.question.position.board)
        except PachamamaError:
            return letter, None

    def worker_died(self, now: float) -> tuple[list[Letter], list[Letter]]:
        """Which questions go to the next worker, and which failed for good."""
        again, failed = [], []
        for letter in list(self._open.values()):
            if letter.tries < TRIES:
                letter = replace(letter, tries=letter.tries + 1, deadline=now + LIMIT)
                self._open[letter.number] = letter
                again.append(letter)
            else:
                del self._open[letter.number]
                failed.append(letter)
        return again, failed

    def late(self, now: float) -> list[Letter]:
        """The questions whose time is over; they are no longer open."""
        found = [letter for letter in self._open.values() if letter.deadline <= now]
        for letter in found:
            del self._open[letter.number]
        return found

    def give_up(self) -> list[Letter]:
        """All questions; none is open any more."""
        found = list(self._open.values())
        self._open.clear()
        return found

    def next_deadline(self) -> float | None:
        """When the next question's time is over."""
        return min((letter.deadline for letter in self._open.values()), default=None)
