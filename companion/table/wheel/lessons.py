"""Lessons on the wheel: what is told page by page, the board, and an answer that turning chooses.

PickLesson ──push──► Reading ──push──► Reading, the next step ... ──after the last──► PickLesson
                        │ ▲
                 a question │ every answer has its feedback
                        ▼ │
                    Answering ──long push──► Reading, the question again
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.table.lessons import Mood, Sitting, sit_down
from companion.table.lessons.cards import said
from companion.table.screens import pages
from companion.table.screens.descriptions import Description, Kind, LessonBoard, Menu, Message
from companion.table.screens.descriptions import Lesson as LessonPage
from companion.table.wheel.lists import Choosing
from companion.table.wheel.state import Node, Step, WheelState
from companion.words import T, language

_KINDS = {Mood.RIGHT: Kind.DONE, Mood.MISSED: Kind.FAILED, Mood.SHOWN: Kind.INFO, Mood.OVER: Kind.DONE}


@dataclass(frozen=True)
class PickLesson(Choosing):
    """Which lesson?"""

    lasting: ClassVar[bool] = True

    amount: int = 1

    def count(self) -> int:
        """How many there are."""
        return self.amount

    def screen(self, state: WheelState, now: float) -> Description:
        """Their titles."""
        titles = [lesson.title.say(state.settings.language) for lesson in state.lessons]
        entries = tuple(f"{number}. {title}" for number, title in enumerate(titles, start=1))
        return Menu(T("Lessons"), entries, self.chosen)

    def pushed(self, state: WheelState) -> Step:
        """This one."""
        return state.to(Reading(sit_down(state.lessons[self.chosen])))


def lessons_of(state: WheelState, chosen: int = 0) -> PickLesson:
    """The list of lessons."""
    return PickLesson(chosen=chosen, amount=len(state.lessons))


@dataclass(frozen=True)
class Reading(Node):
    """A card of a lesson: pages of words, then the board it speaks of."""

    calm: ClassVar[bool] = True
    lasting: ClassVar[bool] = True
    sitting: Sitting
    page: int = 0

    def screen(self, state: WheelState, now: float) -> Description:
        """The present page."""
        card = self.sitting.card
        if self._ends_with_board and card.position and self.page >= self._written(state):
            return LessonBoard(card.position, frozenset(card.marked))
        return self._words(state)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Back and forth through the pages."""
        return state.to(replace(self, page=max(0, min(self.page + steps, self._last(state)))))

    def pushed(self, state: WheelState) -> Step:
        """The next page; after the last one the answer, or the next step."""
        if self.page < self._last(state):
            return state.to(replace(self, page=self.page + 1))
        sitting = self.sitting
        if sitting.mood is Mood.ASKING:
            return state.to(Answering(sitting))
        if sitting.mood is Mood.OVER:
            return self.back(state)
        if sitting.mood is Mood.MISSED:
            return state.to(Answering(sitting.go_on()))
        return state.to(Reading(sitting.go_on()))

    def back(self, state: WheelState) -> Step:
        """To the list of lessons."""
        return state.to(lessons_of(state, state.lessons.index(self.sitting.lesson)))

    def _words(self, state: WheelState) -> LessonPage | Message:
        sitting, words = self.sitting, language(state.settings.language)
        text = said(sitting, words)
        if sitting.mood in _KINDS:
            return Message(_KINDS[sitting.mood], text, (T("OK"),), page=self.page)
        return LessonPage(sitting.lesson.title.say(words.code), text, self.page)

    def _written(self, state: WheelState) -> int:
        return pages(self._words(state), language(state.settings.language))

    @property
    def _ends_with_board(self) -> bool:
        """Whether the board is the last page: what is told is seen there, and so is an answer that nobody knew."""
        return self.sitting.mood in (Mood.TELLING, Mood.SHOWN) and self.sitting.card.position is not None

    def _last(self, state: WheelState) -> int:
        return self._written(state) - 1 + self._ends_with_board


@dataclass(frozen=True)
class Answering(Node):
    """The board, and an answer in hand."""

    calm: ClassVar[bool] = True
    lasting: ClassVar[bool] = True
    sitting: Sitting
    cursor: int = 0

    def screen(self, state: WheelState, now: float) -> Description:
        """The board and the answer."""
        question, card = self.sitting.question, self.sitting.card
        if question is None:
            return Reading(self.sitting).screen(state, now)
        chosen = question.choices[self.cursor]
        return LessonBoard(question.position, frozenset(card.marked), chosen, question.value)

    def turned(self, state: WheelState, steps: int) -> Step:
        """Another answer; round and round."""
        question = self.sitting.question
        count = len(question.choices) if question else 1
        return state.to(replace(self, cursor=(self.cursor + steps) % count))

    def pushed(self, state: WheelState) -> Step:
        """This one."""
        question = self.sitting.question
        sitting = self.sitting.answer(question.choices[self.cursor]) if question else self.sitting
        return state.to(Reading(sitting))

    def back(self, state: WheelState) -> Step:
        """Read the question again."""
        return state.to(Reading(self.sitting))
