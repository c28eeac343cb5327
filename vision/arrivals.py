"""Meeples on their way: one that has left its space stands rather where somebody of its colour can almost be made out.

Nobody sees a meeple walk: hands are in the picture. But where one is surely gone, and on a space that was free somebody of
its colour is likelier than anything else, it is the same one. Two such spaces would be one too many: neither is believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.tiwanaku.pieces import Colour
from vision.reading import SURE, Opinion, SpaceReading

PATIENCE = 30.0
"""Seconds in which one that has left is expected to arrive."""
ARRIVED = 0.95
_LIKELY = 0.5


class Arrivals:
    """Remembers who has left, and where they are believed to have gone."""

    def __init__(self) -> None:
        self._left: dict[int, tuple[Colour, float]] = {}
        self._arrived: dict[int, tuple[Colour, int]] = {}  # from which space

    def forget(self) -> None:
        """Nobody is on the way."""
        self._left.clear()
        self._arrived.clear()

    def note(
        self, before: Mapping[int, Opinion[Colour]], spaces: Sequence[SpaceReading], time: float
    ) -> list[SpaceReading]:
        """The spaces with those that have arrived; ``before`` is who surely stood where."""
        self._note_who_left(before, spaces, time)
        self._arrived = {
            number: (colour, start)
            for number, (colour, start) in self._arrived.items()
            if _may_be(spaces[number].meeple, colour) and spaces[start].meeple.value is not colour
        }
        for start, (colour, _) in tuple(self._left.items()):
            near = [
                number
                for number, space in enumerate(spaces)
                if _may_be(space.meeple, colour)
                and not _stood(before, number, colour)
                and number not in self._arrived
            ]
            if len(near) == 1 and _stood(before, near[0], None):
                self._arrived[near[0]] = colour, start
                del self._left[start]
        found = list(spaces)
        for number, (colour, _) in self._arrived.items():
            found[number] = replace(found[number], meeple=Opinion(colour, ARRIVED))
        return found

    def _note_who_left(
        self, before: Mapping[int, Opinion[Colour]], spaces: Sequence[SpaceReading], time: float
    ) -> None:
        self._left = {
            number: (colour, since)
            for number, (colour, since) in self._left.items()
            if time - since < PATIENCE and spaces[number].meeple.value is not colour
        }
        surely = [
            (number, stood.value, space.meeple.value)
            for number, space in enumerate(spaces)
            if space.meeple.sure and (stood := before.get(number)) is not None
        ]
        changed = [(number, stood, stands) for number, stood, stands in surely if stood is not stands]
        self._left |= {number: (stood, time) for number, stood, _ in changed if stood is not None}
        for _, _, stands in changed:
            if stands is not None:
                self._arrive(stands)

    def _arrive(self, colour: Colour) -> None:
        """Somebody surely arrived: of those who left the first one is no longer on the way."""
        waiting = [number for number, (left, _) in self._left.items() if left is colour]
        if waiting:
            del self._left[waiting[0]]


def _may_be(opinion: Opinion[Colour], colour: Colour) -> bool:
    return opinion.seen and opinion.value is colour and _LIKELY < opinion.probability <= SURE


def _stood(before: Mapping[int, Opinion[Colour]], number: int, colour: Colour | None) -> bool:
    stood = before.get(number)
    return stood is not None and stood.value is colour
