"""Somebody takes a lesson: a pure state machine, the same on the wheel, in the terminal and on the page.

TELLING ──go on──► the next step: TELLING or ASKING; after the last one OVER
ASKING ──right answer──► RIGHT ──go on──► the next step
   ▲ └──wrong answer──► MISSED (the hint) ──go on──┐
   └───────────────────────────────────────────────┘
ASKING, missed before ──wrong answer──► SHOWN (the answer and its reason) ──go on──► the next step
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.table.lessons.lesson import Answer, Ask, Lesson, Question, Told
from companion.tiwanaku.board import Space
from companion.tiwanaku.position import Position

TRIES = 2
"""Wrong answers to a question before the right one is shown."""


class Mood(Enum):
    """What the lesson does now."""

    TELLING = "telling"
    ASKING = "asking"
    MISSED = "missed"
    RIGHT = "right"
    SHOWN = "shown"
    OVER = "over"


@dataclass(frozen=True)
class Card:
    """What is to be shown now. While the mood is ASKING, one of the question's choices is asked for."""

    mood: Mood
    text: Told
    position: Position | None = None
    marked: tuple[Space, ...] = ()
    question: Question | None = None


@dataclass(frozen=True)
class Sitting:
    """Where in a lesson somebody is. ``misses`` counts wrong answers to this question, ``known`` questions answered."""

    lesson: Lesson
    step: int = 0
    mood: Mood = Mood.TELLING
    misses: int = 0
    known: int = 0

    @property
    def question(self) -> Question | None:
        """The question of this step, if it asks one."""
        step = self.lesson.steps[self.step]
        return step if isinstance(step, Question) else None

    def go_on(self) -> Sitting:
        """Read: the next step, or the question again; an open question waits for its answer."""
        match self.mood:
            case Mood.ASKING | Mood.OVER:
                return self
            case Mood.MISSED:
                return replace(self, mood=Mood.ASKING)
            case _:
                return self._at(self.step + 1)

    def answer(self, answer: Answer) -> Sitting:
        """Answer the question, if one is open and this is one of its choices."""
        question = self.question
        if question is None or self.mood is not Mood.ASKING or answer not in question.choices:
            return self
        if answer in question.answers:
            return replace(self, mood=Mood.RIGHT, known=self.known + 1)
        misses = self.misses + 1
        return replace(self, mood=Mood.SHOWN if misses >= TRIES else Mood.MISSED, misses=misses)

    @property
    def card(self) -> Card:
        """What is to be shown now."""
        step = self.lesson.steps[self.step]
        if self.mood is Mood.OVER:
            return Card(Mood.OVER, self.lesson.title)
        if not isinstance(step, Question):
            return Card(self.mood, step.text, step.position, step.marked)
        if self.mood in (Mood.RIGHT, Mood.SHOWN):
            return Card(self.mood, step.why, step.laid(), _meant(step), step)
        text = step.hint if self.mood is Mood.MISSED else step.text
        return Card(self.mood, text, step.position, (step.space,) if step.space else (), step)

    def _at(self, step: int) -> Sitting:
        if step >= len(self.lesson.steps):
            return replace(self, mood=Mood.OVER, misses=0)
        asks = isinstance(self.lesson.steps[step], Question)
        return replace(self, step=step, mood=Mood.ASKING if asks else Mood.TELLING, misses=0)


def sit_down(lesson: Lesson) -> Sitting:
    """The beginning of a lesson."""
    return Sitting(lesson)._at(0)


def _meant(question: Question) -> tuple[Space, ...]:
    """The spaces that the answer is about."""
    if question.ask in (Ask.PLACE, Ask.NO_PLACE):
        return tuple(answer for answer in question.answers if isinstance(answer, Space))
    return (question.space,) if question.space else ()
