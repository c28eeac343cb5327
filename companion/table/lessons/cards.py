"""Cards in words and as data: for the page, the terminal, and whoever else shows a lesson.

>>> from companion.table.lessons import load_lessons, sit_down
>>> from companion.words import language
>>> sitting = sit_down(load_lessons()[0]).go_on().go_on()
>>> data = card_data(sitting, language("fr"))
>>> data["mood"], data["question"]["choices"][0], data["question"]["space"]
('asking', {'key': '1', 'name': '1'}, 'mountain/condor')
>>> read_answer(sitting, "4")
4
"""

from __future__ import annotations

from typing import Any

from companion.errors import Unreadable
from companion.table.lessons.lesson import Answer, Question
from companion.table.lessons.sitting import Mood, Sitting
from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position, token
from companion.words import Language, T, Text


def verdict(sitting: Sitting) -> Text | None:
    """What is said of the last answer, before its reason or the hint."""
    match sitting.mood:
        case Mood.RIGHT:
            return T("Right.")
        case Mood.MISSED:
            return T("Not quite.")
        case Mood.SHOWN if sitting.question is not None:
            return T("The answer: {answers}.", answers=sitting.question.answers)
        case _:
            return None


def result(sitting: Sitting) -> Text:
    """How a lesson went that is over."""
    return T(
        "The end of this lesson. Questions you answered: {known} of {count}.",
        known=sitting.known,
        count=len(sitting.lesson.questions),
    )


def said(sitting: Sitting, words: Language) -> str:
    """All that the present card says, in one language."""
    if sitting.mood is Mood.OVER:
        return words.say(result(sitting))
    text, before = sitting.card.text.say(words.code), verdict(sitting)
    return f"{words.say(before)} {text}" if before else text


def card_data(sitting: Sitting, words: Language) -> dict[str, Any]:
    """The present card as plain data; answers only once they have been told."""
    card, lesson = sitting.card, sitting.lesson
    data: dict[str, Any] = {
        "lesson": lesson.name,
        "title": lesson.title.say(words.code),
        "step": sitting.step + 1,
        "steps": len(lesson.steps),
        "mood": sitting.mood.value,
        "text": said(sitting, words),
        "board": _board_data(card.position, lesson.counting) if card.position else None,
        "marked": [str(space) for space in card.marked],
        "question": None,
        "answers": None,
    }
    if card.question is not None:
        data["question"] = _question_data(card.question, words)
        if sitting.mood in (Mood.RIGHT, Mood.SHOWN):
            data["answers"] = [answer_key(answer) for answer in card.question.answers]
    return data


def answer_key(answer: Answer) -> str:
    """What stands for an answer in data."""
    if isinstance(answer, Terrain):
        return answer.value
    return str(int(answer)) if isinstance(answer, int) else str(answer)


def read_answer(sitting: Sitting, key: str) -> Answer:
    """The choice that a key stands for; Unreadable if it stands for none."""
    for choice in sitting.question.choices if sitting.question else ():
        if answer_key(choice) == key:
            return choice
    raise Unreadable(T("{value} does not answer this question.", value=key[:40]))


def name_of(answer: Answer, words: Language) -> str:
    """An answer as people read it."""
    return words.say(answer) if isinstance(answer, Space | Crop | Terrain) else str(answer)


def _question_data(question: Question, words: Language) -> dict[str, Any]:
    return {
        "ask": question.ask.value,
        "space": str(question.space) if question.space else None,
        "value": answer_key(question.value) if question.value else None,
        "choices": [
            {"key": answer_key(choice), "name": name_of(choice, words)} for choice in question.choices
        ],
    }


def _board_data(position: Position, counting: bool) -> dict[str, Any]:
    board = position.board
    tokens = [token(terrain, crop) for terrain, crop in zip(position.terrains, position.crops, strict=True)]
    return {
        "elements": list(board.elements),
        "animals": list(board.animals),
        "grid": [tokens[row * board.columns : (row + 1) * board.columns] for row in range(board.rows)],
        "tiles": {terrain.value: count for terrain, count in position.tiles.items()} if counting else None,
    }
