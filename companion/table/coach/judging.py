"""What a divination was: certain, probable or lucky; impossible, unlucky or bold. From public positions alone.

>>> verdict(right=True, chance=Chance(0.25)).value
'lucky'
>>> verdict(right=False, chance=Chance(0.0)).value
'impossible'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from companion.tiwanaku.board import Space
from companion.tiwanaku.deduction import Reasoner, odds
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.position import Position
from companion.words import T, Text

PROBABLE = 0.5
"""From this chance on a right divination is no luck, and a wrong one is bad luck."""
_FOR_DEDUCTION = 0.6
"""The share of the time that goes to what is possible; the rest is for how likely it is."""
_LEAST = 0.01
Cancelled = Callable[[], bool]


class Verdict(Enum):
    """What a divination was, by what could be known before."""

    CERTAIN = "certain"
    PROBABLE = "probable"
    LUCKY = "lucky"
    IMPOSSIBLE = "impossible"
    UNLUCKY = "unlucky"
    BOLD = "bold"
    OPEN = "open"

    @property
    def text(self) -> Text:
        """In words."""
        return _WORDS[self]


_WORDS = {
    Verdict.CERTAIN: T("certain"),
    Verdict.PROBABLE: T("probable"),
    Verdict.LUCKY: T("lucky"),
    Verdict.IMPOSSIBLE: T("could have been known"),
    Verdict.UNLUCKY: T("bad luck"),
    Verdict.BOLD: T("a bold guess"),
    Verdict.OPEN: T("not worked out"),
}


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely an announced crop was; an estimate where it is not exact."""

    value: float
    exact: bool = True

    @property
    def text(self) -> Text:
        """In per cent, never 0 or 100 for what is neither impossible nor certain."""
        percent = round(100 * self.value)
        if 0 < self.value < 1:
            percent = max(1, min(percent, 99))
        return T("{percent} %", percent=percent) if self.exact else T("about {percent} %", percent=percent)


def verdict(*, right: bool, chance: Chance | None) -> Verdict:
    """What a divination was, from the chance that the announced crop had."""
    if chance is None:
        return Verdict.OPEN
    if right:
        if chance.value >= 1:
            return Verdict.CERTAIN
        return Verdict.PROBABLE if chance.value >= PROBABLE else Verdict.LUCKY
    if chance.value <= 0:
        return Verdict.IMPOSSIBLE
    return Verdict.UNLUCKY if chance.value >= PROBABLE else Verdict.BOLD


def chance_of(
    reasoner: Reasoner,
    position: Position,
    space: Space,
    crop: Crop,
    *,
    seconds: float,
    cancelled: Cancelled | None = None,
) -> Chance | None:
    """The chance of a crop in a position, before the wheel was asked; None if the time allows no honest answer."""
    reasoner.follow(position)
    known = reasoner.work(_FOR_DEDUCTION * seconds, None, cancelled)
    if known.consistent is False:
        return None
    if known.certain_crop(space) == crop:
        return Chance(1.0)
    if crop not in known.crops(space) | known.undecided_crops(space):
        return Chance(0.0)
    if cancelled is not None and cancelled():
        return None
    found = odds(position, known, seconds=(1 - _FOR_DEDUCTION) * seconds, cancelled=cancelled)
    if found is None:
        return None
    value = found.crop(space, crop)
    if found.exact:
        return Chance(value)
    # An estimate never calls certain or impossible what is not proved to be.
    return Chance(max(_LEAST, min(value, 1 - _LEAST)), exact=False)
