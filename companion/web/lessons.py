"""Lessons as data for the page: whole, since what is asked in them is no secret. The page lets people take them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, Protocol

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position, token
from companion.words import Language

Data = dict[str, Any]
Answer = Crop | Terrain | Space | int


class Told(Protocol):
    """Words in every language."""

    def say(self, code: str) -> str:
        """The words in one."""
        ...


class Tells(Protocol):
    """A step that tells something."""

    @property
    def text(self) -> Told: ...  # noqa: D102
    @property
    def position(self) -> Position | None: ...  # noqa: D102
    @property
    def marked(self) -> tuple[Space, ...]: ...  # noqa: D102


class Asks(Protocol):
    """A step that asks something."""

    @property
    def ask(self) -> Enum: ...  # noqa: D102
    @property
    def text(self) -> Told: ...  # noqa: D102
    @property
    def hint(self) -> Told: ...  # noqa: D102
    @property
    def why(self) -> Told: ...  # noqa: D102
    @property
    def position(self) -> Position: ...  # noqa: D102
    @property
    def answers(self) -> tuple[Answer, ...]: ...  # noqa: D102
    @property
    def choices(self) -> tuple[Answer, ...]: ...  # noqa: D102
    @property
    def space(self) -> Space | None: ...  # noqa: D102


class Lesson(Protocol):
    """A lesson; see ``companion.table.lessons``. A step that has ``ask`` is a question."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def title(self) -> Told: ...  # noqa: D102
    @property
    def steps(self) -> Sequence[Any]: ...  # noqa: D102
    @property
    def counting(self) -> bool: ...  # noqa: D102


class LessonShelf:
    """The lessons of a table, for :attr:`companion.web.ports.Ports.lessons`."""

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        self._lessons = {lesson.name: lesson for lesson in lessons}

    def titles(self, words: Language) -> Sequence[Data]:
        """Name and title of each."""
        return [
            {"name": lesson.name, "title": lesson.title.say(words.code)} for lesson in self._lessons.values()
        ]

    def lesson(self, name: str, words: Language) -> Data | None:
        """A lesson whole."""
        lesson = self._lessons.get(name)
        if lesson is None:
            return None
        steps = [_asked(step, words) if hasattr(step, "ask") else _told(step, words) for step in lesson.steps]
        return {
            "name": name,
            "title": lesson.title.say(words.code),
            "counting": lesson.counting,
            "steps": steps,
        }


def _told(step: Tells, words: Language) -> Data:
    return {
        "kind": "tell",
        "text": step.text.say(words.code),
        "marked": [str(space) for space in step.marked],
        **(_board(step.position) if step.position is not None else {"grid": None}),
    }


def _asked(step: Asks, words: Language) -> Data:
    return {
        "kind": "ask",
        "ask": step.ask.value,
        "text": step.text.say(words.code),
        "hint": step.hint.say(words.code),
        "why": step.why.say(words.code),
        "choices": [_plain(choice) for choice in step.choices],
        "answers": [_plain(answer) for answer in step.answers],
        "space": None if step.space is None else str(step.space),
        **_board(step.position),
    }


def _board(position: Position) -> Data:
    board = position.board
    tokens = [token(terrain, crop) for terrain, crop in zip(position.terrains, position.crops, strict=True)]
    return {
        "elements": list(board.elements),
        "animals": list(board.animals),
        "grid": [tokens[start : start + board.columns] for start in range(0, len(tokens), board.columns)],
        "tiles": {terrain.value: count for terrain, count in position.tiles.items()},
    }


def _plain(answer: Answer) -> str | int:
    match answer:
        case Terrain():
            return str(answer.value)
        case Space():
            return str(answer)
        case _:
            return int(answer)
