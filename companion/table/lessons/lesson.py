"""What a lesson is: steps that tell or ask something about a small board, in four languages.

Whatever is asked has an answer that follows from the board shown, by the laws alone; a test proves it by brute force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import LARGEST_REGION, Crop, Terrain
from companion.tiwanaku.position import Position

Answer = Crop | Terrain | Space | int


class Ask(Enum):
    """What a question asks; the values are the names in the files."""

    CROP = "crop"
    """Which crop must lie on the space?"""
    TERRAIN = "terrain"
    """Which terrain must lie on the space?"""
    NO_CROP = "no-crop"
    """Which crop can never lie on the space?"""
    NO_TERRAIN = "no-terrain"
    """Which terrain can never lie on the space?"""
    PLACE = "place"
    """On which space must the value lie?"""
    NO_PLACE = "no-place"
    """On which space can the value never lie?"""
    SIZE = "size"
    """How many spaces has the region of the space?"""
    REGIONS = "regions"
    """How many regions of the terrain are there?"""


@dataclass(frozen=True)
class Told:
    """Words of a lesson in every language."""

    words: Mapping[str, str] = field(hash=False)

    def say(self, code: str) -> str:
        """The words in a language; in English for one we do not speak."""
        return self.words.get(code) or self.words["en"]


@dataclass(frozen=True)
class Tell:
    """A step that tells something, perhaps about a board; the marked spaces are meant."""

    text: Told
    position: Position | None = None
    marked: tuple[Space, ...] = ()


@dataclass(frozen=True)
class Question:
    """A step that asks: about a space or about a value. Every one of the answers is right, and no other choice.

    ``hint`` helps after a wrong answer; ``why`` is the reason of the right one.
    """

    ask: Ask
    text: Told
    hint: Told
    why: Told
    position: Position
    answers: tuple[Answer, ...]
    space: Space | None = None
    value: Terrain | Crop | None = None

    @property
    def choices(self) -> tuple[Answer, ...]:
        """What can be answered, in the order in which it is offered."""
        match self.ask:
            case Ask.CROP | Ask.NO_CROP:
                return tuple(Crop)
            case Ask.TERRAIN | Ask.NO_TERRAIN:
                return tuple(Terrain)
            case Ask.PLACE | Ask.NO_PLACE:
                shown = self.position.crops if isinstance(self.value, Crop) else self.position.terrains
                return tuple(space for space in self.position.board.spaces if shown[space.index] is None)
            case Ask.SIZE | Ask.REGIONS:
                return tuple(range(1, LARGEST_REGION + 1))

    def laid(self) -> Position:
        """The board with the answer on it, where there is one that can be laid."""
        answer, space, position = self.answers[0], self.space, self.position
        if len(self.answers) == 1 and self.ask is Ask.PLACE and isinstance(answer, Space):
            space, answer = answer, self.value or 0
        elif self.ask not in (Ask.CROP, Ask.TERRAIN):
            return position
        if space is None:
            return position
        if isinstance(answer, Terrain):
            return position.with_space(space, answer, position.crop(space))
        if isinstance(answer, Crop):
            return position.with_space(space, position.terrain(space), answer)
        return position


@dataclass(frozen=True)
class Lesson:
    """A lesson: its name in files, its title, its steps. ``counting`` says whether tiles have to be counted."""

    name: str
    title: Told
    steps: tuple[Tell | Question, ...]
    counting: bool = False

    @property
    def questions(self) -> tuple[Question, ...]:
        """The steps that ask."""
        return tuple(step for step in self.steps if isinstance(step, Question))
