"""The hardest techniques: suppose a value and see that it leaves something without a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.knowledge import CROP_BITS, TERRAIN_BITS, Knowledge
from companion.tiwanaku.explain.tables import bits
from companion.tiwanaku.explain.technique import Finding, Moment, Reason, Technique, literal
from companion.tiwanaku.explain.trail import Trail
from companion.words import Spoken, T, Text


class Supposing(Technique):
    """Suppose a value; if easier techniques then lead to a space without any value, it was wrong."""

    def __init__(self, easier: Sequence[Technique], rounds: int, focus: int | None = None) -> None:
        self._easier = easier
        self._rounds = rounds
        self._focus = focus

    def on(self, focus: int) -> Supposing:
        """The same technique, used on these spaces only."""
        return type(self)(self._easier, self._rounds, focus)

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """The first value that cannot be, those of spaces with few choices first."""
        for count, cell, value in self._suppositions(known):
            if count > 1 and self._suppose(known, cell, value)[0].broken is not None:
                yield Finding(self, ((cell, 1 << value),), (cell, value))
                return

    def _suppositions(self, known: Knowledge) -> list[tuple[int, int, int]]:
        found = []
        for cell, mask in enumerate(known.masks):
            if self._focus is not None and not self._focus >> cell & 1:
                continue
            for kind in (CROP_BITS, TERRAIN_BITS):
                choices = mask & kind
                found += [(choices.bit_count(), cell, value) for value in bits(choices)]
        return sorted(found)

    def _suppose(self, known: Knowledge, cell: int, value: int) -> tuple[Knowledge, Trail]:
        trial = known.copy()
        kind = CROP_BITS if 1 << value & CROP_BITS else TERRAIN_BITS
        trial.remove(cell, kind & ~(1 << value))
        trail = Trail.beginning(trial)
        trail.climb(trial, self._easier, lambda _: False, self._rounds)
        return trial, trail

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """All that the way to the contradiction needs besides the supposition."""
        cell, value = finding.about
        trial, trail = self._suppose(moment.known, cell, value)
        trail.given = moment.given
        _, premises = trail.contradiction(trial)
        kind = CROP_BITS if 1 << value & CROP_BITS else TERRAIN_BITS
        supposed = literal(cell, kind & moment.known.masks[cell])
        return Reason(premises & ~supposed, (value,))


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
