"""What a technique is: it finds values that can be ruled out, and can say from what."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.knowledge import CROP_BITS, FIRST_CROP, TERRAIN_BITS, WIDTH, Knowledge
from companion.tiwanaku.explain.tables import bits
from companion.words import Spoken, Text


@dataclass(frozen=True, slots=True)
class Finding:
    """Values that a technique rules out: pairs of a space and a mask of values, and what it was about."""

    technique: Technique
    removed: tuple[tuple[int, int], ...]
    about: tuple[int, ...] = ()

    @property
    def literals(self) -> int:
        """What is ruled out, as a literal mask."""
        found = 0
        for cell, values in self.removed:
            found |= literal(cell, values)
        return found


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: what had to be ruled out before (a literal mask), values worth naming, whether tiles were counted."""

    premises: int
    values: tuple[int, ...] = ()
    counting: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """What was known when a technique was used, and which of it lies on the board for all to see."""

    known: Knowledge
    given: int


class Technique(ABC):
    """One way of reasoning, with a name that stays and a sentence."""

    id: ClassVar[str]
    name: ClassVar[Text]

    @abstractmethod
    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Everything the technique can rule out now. The knowledge must not change meanwhile."""

    @abstractmethod
    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """From what the wanted part of a finding follows, by the laws alone; as little as possible."""

    @abstractmethod
    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words; the spaces are those it stands on, the values those of the reason."""


def literal(cell: int, values: int) -> int:
    """Values of one space as a literal mask."""
    return values << WIDTH * cell


def on_cell(literals: int, cell: int) -> int:
    """The values that a literal mask has on one space."""
    return literals >> WIDTH * cell & (TERRAIN_BITS | CROP_BITS)


def cells_of(literals: int) -> int:
    """The spaces that a literal mask speaks of."""
    found = 0
    for number in bits(literals):
        found |= 1 << number // WIDTH
    return found


def certain(cells: int, value: int) -> int:
    """The literals that make a value certain on all these spaces: every other one of its kind."""
    others = (TERRAIN_BITS if value < FIRST_CROP else CROP_BITS) & ~(1 << value)
    found = 0
    for cell in bits(cells):
        found |= literal(cell, others)
    return found


def never(cells: int, value: int) -> int:
    """The literals that rule a value out on all these spaces."""
    found = 0
    for cell in bits(cells):
        found |= literal(cell, 1 << value)
    return found


def single(mask: int) -> int:
    """The number of the only bit that is set."""
    return mask.bit_length() - 1
