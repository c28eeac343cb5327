"""Lessons from their files.

A step without a grid goes on with the board of the step before; what was answered there lies on it by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, TypeVar

from companion.errors import Unreadable
from companion.table.lessons.lesson import Answer, Ask, Lesson, Question, Tell, Told
from companion.tiwanaku.board import ANIMALS, ELEMENTS, Board, Space
from companion.tiwanaku.document import Document, is_integer
from companion.tiwanaku.pieces import LARGEST_REGION, Crop, Terrain
from companion.tiwanaku.position import Position, read_grid
from companion.words import LANGUAGES, T

MOST_ROWS = MOST_COLUMNS = 4
"""What the wheel's display has room for."""
SHIPPED = ("shapes", "apart", "sizes", "equals", "deduction")
_KEYS = ("format", "name", "title", "columns", "rows", "tiles", "counting", "step")
_STEP_KEYS = ("grid", "mark", "text", "ask", "space", "value", "answers", "hint", "why")
_NUMBERS = (Ask.SIZE, Ask.REGIONS)
_PLACES = (Ask.PLACE, Ask.NO_PLACE)
_Thing = TypeVar("_Thing")


@lru_cache(maxsize=1)
def load_lessons() -> tuple[Lesson, ...]:
    """The lessons that ship with Pachamama, in their order."""
    folder = resources.files("companion").joinpath("lessons")
    return tuple(
        parse_lesson(folder.joinpath(f"{name}.toml").read_text("utf-8"), f"{name}.toml") for name in SHIPPED
    )


def parse_lesson(content: str | bytes, source: str) -> Lesson:
    """Read a lesson file's text; what cannot be read is refused by file and step."""
    document = Document.parse(content, source, _KEYS)
    board = Board(
        "lesson",
        ELEMENTS[: document.integer("columns", 2, MOST_COLUMNS)],
        ANIMALS[: document.integer("rows", 2, MOST_ROWS)],
        diversity_levels=6,
    )
    reader = _Reader(document, board, _tiles(document))
    steps: list[Tell | Question] = []
    position: Position | None = None
    for number, table in enumerate(_steps(document), start=1):
        step = reader.step(number, table, position)
        position = step.laid() if isinstance(step, Question) else step.position or position
        steps.append(step)
    counting = document.values.get("counting", False)
    if not isinstance(counting, bool):
        raise document.fault(T("{key} must be true or false.", key="counting"), "counting")
    if not steps:
        raise document.fault(T("{key} is missing.", key="step"))
    title = _told(document, document.table("title"), "title")
    return Lesson(document.string("name"), title, tuple(steps), counting)


def _steps(document: Document) -> list[Any]:
    steps = document.values.get("step", [])
    if not isinstance(steps, list):
        raise document.fault(T("{key} must be a table of names and values.", key="step"), "step")
    return steps


def _tiles(document: Document) -> Mapping[Terrain, int]:
    table = document.table("tiles")
    counts = {terrain: table.get(terrain.value, 0) for terrain in Terrain}
    if set(table) - {terrain.value for terrain in Terrain} or not all(map(is_integer, counts.values())):
        raise document.fault(T("tiles must count the terrains, such as { dirt = 6 }."), "tiles")
    return counts


def _told(document: Document, table: object, key: str) -> Told:
    if not isinstance(table, dict) or set(table) != set(LANGUAGES):
        raise document.fault(T("{key} must be told in {languages}.", key=key, languages=LANGUAGES), key)
    if not all(isinstance(words, str) and words.strip() for words in table.values()):
        raise document.fault(T("{key} must be text in quotes.", key=key), key)
    return Told({code: " ".join(table[code].split()) for code in LANGUAGES})


@dataclass(frozen=True)
class _Reader:
    """Reads the steps of one file."""

    document: Document
    board: Board
    tiles: Mapping[Terrain, int]

    def step(self, number: int, table: Any, before: Position | None) -> Tell | Question:
        """One step; the board is that of the step before unless another one is drawn."""
        source = f"{self.document.source} [{number}]"
        if not isinstance(table, dict):
            raise self.document.fault(T("{key} must be a table of names and values.", key="step"), "step")
        at = Document(source, "", table)
        for key in table:
            if key not in _STEP_KEYS:
                raise at.fault(T("unknown name {key}; known are {keys}.", key=key, keys=sorted(_STEP_KEYS)))
        position = before
        if "grid" in table:
            position = Position(self.board, *read_grid(at, self.board, partial=True), self.tiles)
        text = _told(at, table.get("text"), "text")
        if "ask" not in table:
            marked = tuple(self._space(at, place) for place in at.strings("mark", []))
            # A step that draws no board and marks nothing speaks of no board.
            return Tell(text, position if "grid" in table or marked else None, marked)
        if position is None:
            raise at.fault(T("{key} is missing.", key="grid"))
        return self._question(at, table, text, position)

    def _question(self, at: Document, table: dict[str, Any], text: Told, position: Position) -> Question:
        ask = _one_of(at, table["ask"], {each.value: each for each in Ask})
        question = Question(
            ask=ask,
            text=text,
            hint=_told(at, table.get("hint"), "hint"),
            why=_told(at, table.get("why"), "why"),
            position=position,
            answers=tuple(self._answer(at, ask, each) for each in _list(at, table.get("answers"))),
            space=self._space(at, table["space"]) if "space" in table else None,
            value=_value(at, table["value"]) if "value" in table else None,
        )
        about_value = ask in (*_PLACES, Ask.REGIONS)
        if (question.value is None) is about_value or (question.space is None) is not about_value:
            raise at.fault(T("{key} is missing.", key="value" if about_value else "space"))
        return question

    def _answer(self, at: Document, ask: Ask, answer: object) -> Answer:
        if ask in _PLACES:
            return self._space(at, answer)
        if ask in _NUMBERS:
            return _one_of(at, answer, {number: number for number in range(1, LARGEST_REGION + 1)})
        value = _value(at, answer)
        if isinstance(value, Crop) is not (ask in (Ask.CROP, Ask.NO_CROP)):
            raise at.fault(T("{value} does not answer this question.", value=str(answer)))
        return value

    def _space(self, at: Document, place: object) -> Space:
        if not isinstance(place, str):
            raise at.fault(T("{value} is no place.", value=repr(place)))
        try:
            return self.board.space(place)
        except Unreadable as error:
            raise at.fault(error.text) from None


def _list(at: Document, value: object) -> list[object]:
    if not isinstance(value, list) or not value:
        raise at.fault(T("{key} is missing.", key="answers"))
    return value


def _value(at: Document, value: object) -> Terrain | Crop:
    known: dict[object, Terrain | Crop] = {terrain.value: terrain for terrain in Terrain}
    return _one_of(at, value, {**known, **{crop.level: crop for crop in Crop}})


def _one_of(at: Document, value: object, known: Mapping[Any, _Thing]) -> _Thing:
    if isinstance(value, bool) or not isinstance(value, str | int) or value not in known:
        raise at.fault(
            T(
                "{value} is unknown; known are {known}.",
                value=repr(value),
                known=[str(each) for each in known],
            )
        )
    return known[value]
