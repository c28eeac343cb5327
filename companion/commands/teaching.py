"""What ``pachamama lessons`` does: shows cards, listens, goes on."""

from __future__ import annotations

import sys

from rich.console import Console

from companion.commands.drawing import draw_position
from companion.errors import Unreadable
from companion.table.lessons import Ask, Lesson, Mood, Sitting, load_lessons, sit_down
from companion.table.lessons.cards import name_of, said
from companion.tiwanaku.pieces import Terrain
from companion.words import Language, T, Text


def teach(wish: str | None, words: Language) -> None:
    """Take one lesson, or whichever somebody chooses until nobody does."""
    talk = _Talk(words, Console(highlight=False))
    if wish is not None:
        talk.take(_lesson(wish))
        return
    while (lesson := talk.choose()) is not None and talk.take(lesson):
        pass


def _lesson(wish: str) -> Lesson:
    lessons = load_lessons()
    for number, lesson in enumerate(lessons, start=1):
        if wish in (str(number), lesson.name):
            return lesson
    names = [f"{number} {lesson.name}" for number, lesson in enumerate(lessons, start=1)]
    raise Unreadable(T("{wish} is no lesson: choose from {known}.", wish=wish, known=names))


class _Talk:
    """Says and listens. An end of the input stops politely."""

    def __init__(self, words: Language, console: Console) -> None:
        self._words = words
        self._console = console

    def choose(self) -> Lesson | None:
        """Which lesson? None if nobody wants one."""
        lessons = load_lessons()
        for number, lesson in enumerate(lessons, start=1):
            self._show(f"{number}. {lesson.title.say(self._words.code)}")
        wish = self._number(len(lessons), T("Which lesson? Its number, or Enter to stop:"))
        return lessons[wish - 1] if wish else None

    def take(self, lesson: Lesson) -> bool:
        """Take a lesson to its end; whether it came there."""
        sitting = sit_down(lesson)
        self._console.rule(lesson.title.say(self._words.code), align="left")
        self._show("   ".join(f"{terrain.letter} {self._words.say(terrain)}" for terrain in Terrain))
        while sitting.mood is not Mood.OVER:
            self._show_card(sitting)
            further = self._answered(sitting) if sitting.mood is Mood.ASKING else self._read(sitting)
            if further is None:
                return False
            sitting = further
        self._show(said(sitting, self._words))
        return True

    def _show_card(self, sitting: Sitting) -> None:
        card = sitting.card
        # After a hint the question comes again with its board; the hint itself needs none.
        if card.position is not None and sitting.mood is not Mood.MISSED:
            self._console.print(draw_position(card.position, self._words, card.marked))
            if sitting.lesson.counting:
                tiles = [
                    T("{count} {terrain}", count=card.position.tiles[each], terrain=each) for each in Terrain
                ]
                self._show(self._words.say(T("Tiles of this board: {tiles}.", tiles=tiles)))
        self._show(said(sitting, self._words))

    def _read(self, sitting: Sitting) -> Sitting | None:
        if self._line(T("Enter: go on")) is None:
            return None
        return sitting.go_on()

    def _answered(self, sitting: Sitting) -> Sitting | None:
        choices = sitting.question.choices if sitting.question else ()
        if sitting.question and sitting.question.ask not in (Ask.SIZE, Ask.REGIONS):
            names = [name_of(choice, self._words) for choice in choices]
            self._show("   ".join(f"{number} {name}" for number, name in enumerate(names, start=1)))
        number = self._number(len(choices), T("Your answer, by its number, or Enter to stop:"))
        return sitting.answer(choices[number - 1]) if number else None

    def _number(self, most: int, question: Text) -> int | None:
        while (line := self._line(question)) is not None and line.strip():
            if line.strip().isdecimal() and 1 <= int(line) <= most:
                return int(line)
            self._show(self._words.say(T("A number from 1 to {most}, please.", most=most)))
        return None

    def _line(self, question: Text) -> str | None:
        """What somebody types; None at the end of the input."""
        self._console.print(self._words.say(question), end=" ", style="dim", markup=False)
        line = sys.stdin.readline()
        self._console.print()
        return line.rstrip("\n") if line else None

    def _show(self, text: str) -> None:
        self._console.print(text, markup=False)
