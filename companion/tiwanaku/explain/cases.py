"""Supposing within a supposition: every way on from a value leads nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.knowledge import Knowledge
from companion.tiwanaku.explain.technique import Finding, Moment, Reason, Technique
from companion.tiwanaku.explain.trying import LongSupposition, Supposing
from companion.tiwanaku.tables import Tables
from companion.tiwanaku.values import CROP_BITS
from companion.words import Spoken, T, Text

# Says why a value is impossible on a space, at a moment; None if it cannot tell.
Grounds = Callable[[Moment, int, int], Reason | None]
# How often something may be supposed within a supposition, for one question, and how often in vain at a stretch.
CASES = 32
_IN_VAIN = 10


@dataclass
class Breath:
    """How many cases may still be tried, all in all and before one of them ends something."""

    left: int = CASES
    stretch: int = _IN_VAIN

    def take(self) -> bool:
        """Take one; False if none is left."""
        if self.is_out:
            return False
        self.left -= 1
        self.stretch -= 1
        return True

    @property
    def is_out(self) -> bool:
        """Whether nothing is left."""
        return self.left <= 0 or self.stretch <= 0


class _Case(LongSupposition):
    """A supposition within another one: where few choices are left, terrain before crops, near it first."""

    def __init__(
        self, easier: Sequence[Technique], rounds: int, distances: Sequence[int], breath: Breath
    ) -> None:
        super().__init__(easier, rounds)
        self._distances = distances
        self._breath = breath

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """As long as the breath lasts; success gives a new stretch."""
        for finding in super().find(known):
            self._breath.stretch = _IN_VAIN
            yield finding

    def _order(self, cell: int, choices: int) -> tuple[int, ...]:
        return choices.bit_count(), int(bool(choices & CROP_BITS)), self._distances[cell]

    def _tired(self) -> bool:
        return not self._breath.take()


class EveryCase(Supposing):
    """Supposing, and where that does not end by itself, supposing once more until no case is left."""

    id = "every-case"
    name = T("Every case leads nowhere")

    def __init__(self, easier: Sequence[Technique], rounds: int, among: int | None = None) -> None:
        super().__init__(easier, rounds, among)
        self._breath = Breath()
        self._grounds: Grounds | None = None

    def grounded(self, grounds: Grounds) -> EveryCase:
        """The same technique with somebody who names what a supposition breaks on, quicker than by all the cases."""
        self._grounds = grounds
        return self

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """What the supposition breaks on."""
        found = self._grounds(moment, *finding.about) if self._grounds is not None else None
        return found or super().reason(moment, finding, wanted)

    def _tired(self) -> bool:
        return self._breath.is_out

    def _tools(self, known: Knowledge, cell: int) -> Sequence[Technique]:
        case = _Case(self._easier, self._rounds, _distances(known.table, cell), self._breath)
        return (*self._easier, case)

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "Suppose {values} here and try every way to go on from there: each leaves a space with nothing it may "
            "have. Look at {spaces}.",
            values=values,
            spaces=spaces,
        )


def _distances(table: Tables, start: int) -> list[int]:
    """How many steps of a king of chess every space is away."""
    columns = table.size // table.rows
    row, column = divmod(start, columns)
    return [max(abs(cell // columns - row), abs(cell % columns - column)) for cell in range(table.size)]
