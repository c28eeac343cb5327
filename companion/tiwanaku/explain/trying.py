"""The hardest techniques: suppose a value and see that it leaves something without a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.knowledge import Knowledge
from companion.tiwanaku.explain.technique import Finding, Moment, Reason, Technique, literal, on_cell
from companion.tiwanaku.explain.trail import Trail
from companion.tiwanaku.tables import bits
from companion.tiwanaku.values import CROP_BITS, TERRAIN_BITS
from companion.words import Spoken, T, Text

# What a supposition led to, and how.
Way = tuple[Knowledge, Trail]


class Supposing(Technique):
    """Suppose a value; if easier techniques then lead to a space without any value, it was wrong."""

    def __init__(self, easier: Sequence[Technique], rounds: int, among: int | None = None) -> None:
        self._easier = easier
        self._rounds = rounds
        self._among = among
        # What was supposed in vain, and after how many tries: it is supposed again only after all else.
        self._in_vain: dict[tuple[int, int], int] = {}
        # Where suppositions that broke have led, for whoever asks why.
        self._ways: dict[tuple[int, int, tuple[int, ...]], Way] = {}

    def on(self, among: int) -> Supposing:
        """The same technique for one climb, to suppose only these literals."""
        return type(self)(self._easier, self._rounds, among)

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """The first value that cannot be: those not tried yet, on spaces with few choices, come first."""
        for _, cell, value in self._suppositions(known):
            if self._tired():
                return
            way = self._suppose(known, cell, value)
            if way[0].broken is not None:
                self._ways[cell, value, tuple(known.masks)] = way
                yield Finding(self, ((cell, 1 << value),), (cell, value))
                return
            self._in_vain[cell, value] = len(self._in_vain) + 1

    def _suppositions(self, known: Knowledge) -> list[tuple[tuple[int, ...], int, int]]:
        found = []
        for cell, mask in enumerate(known.masks):
            for kind in (CROP_BITS, TERRAIN_BITS):
                choices = mask & kind
                if choices & choices - 1:
                    wanted = choices if self._among is None else choices & on_cell(self._among, cell)
                    for value in bits(wanted):
                        order = (self._in_vain.get((cell, value), 0), *self._order(cell, choices))
                        found.append((order, cell, value))
        return sorted(found)

    def _order(self, _cell: int, choices: int) -> tuple[int, ...]:
        return (choices.bit_count(),)

    def _tired(self) -> bool:
        return False

    def _tools(self, _known: Knowledge, _cell: int) -> Sequence[Technique]:
        return self._easier

    def _suppose(self, known: Knowledge, cell: int, value: int) -> Way:
        trial = known.copy()
        kind = CROP_BITS if 1 << value & CROP_BITS else TERRAIN_BITS
        trial.remove(cell, kind & ~(1 << value))
        trail = Trail.beginning(trial)
        trail.climb(trial, self._tools(known, cell), lambda _: False, self._rounds)
        return trial, trail

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """All that the way to the contradiction needs besides the supposition."""
        cell, value = finding.about
        way = self._ways.get((cell, value, tuple(moment.known.masks)))
        trial, trail = way or self._suppose(moment.known, cell, value)
        trail.given = moment.given
        links, premises = trail.contradiction(trial)
        counting = any(link.reason.counting for link in links)
        kind = CROP_BITS if 1 << value & CROP_BITS else TERRAIN_BITS
        supposed = literal(cell, kind & moment.known.masks[cell])
        return Reason(premises & ~supposed, (value,), counting)


class ShortSupposition(Supposing):
    """Supposing with the plainest techniques."""

    id = "leaves-no-place"
    name = T("It would leave no place")

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "Suppose {values} here: soon a space near has nothing left that it may have. Look at {spaces}.",
            values=values,
            spaces=spaces,
        )


class LongSupposition(Supposing):
    """Supposing with everything easier."""

    id = "thought-through"
    name = T("Thought through to the end")

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "Suppose {values} here and go on step by step: a space is left with nothing it may have. Look at {spaces}.",
            values=values,
            spaces=spaces,
        )
