"""The ladder: all techniques, from those everybody sees to those that need a long breath."""

from __future__ import annotations

from functools import lru_cache

from companion.tiwanaku.explain.cases import EveryCase
from companion.tiwanaku.explain.crops import (
    CropBeside,
    CropInRegion,
    LastMissingCrop,
    OneOfThese,
    OnlyPlace,
    RegionClosed,
    SingleSpaceRegion,
)
from companion.tiwanaku.explain.pockets import TilesMustFit
from companion.tiwanaku.explain.shapes import CropNeedsRoom, EveryShape, NoRoomForCrop, NoShape, OnlyWayToGrow
from companion.tiwanaku.explain.subsets import HiddenPair, HiddenTriple, NakedPair, NakedTriple
from companion.tiwanaku.explain.supply import TilesSpokenFor
from companion.tiwanaku.explain.technique import Technique
from companion.tiwanaku.explain.terrains import (
    CornerBlocked,
    CornersJoin,
    CropStockUsedUp,
    RegionFull,
    RestGoesHere,
    StayApart,
    SupplyUsedUp,
)
from companion.tiwanaku.explain.trying import LongSupposition, ShortSupposition, Supposing

ONLY_CROP_LEFT = "only-crop-left"
SHORT_BREATH = 6
LONG_BREATH = 40
LONGEST_BREATH = 200


@lru_cache(maxsize=1)
def plain_techniques() -> tuple[Technique, ...]:
    """Everything that supposes nothing, easiest first."""
    return (
        SingleSpaceRegion(),
        LastMissingCrop(),
        CropBeside(),
        CropInRegion(),
        RegionClosed(),
        OnlyPlace(),
        RegionFull(),
        CornerBlocked(),
        CornersJoin(),
        StayApart(),
        SupplyUsedUp(),
        RestGoesHere(),
        CropStockUsedUp(),
        OneOfThese(),
        CropNeedsRoom(),
        OnlyWayToGrow(),
        NoShape(),
        NoRoomForCrop(),
        TilesSpokenFor(),
        NakedPair(),
        HiddenPair(),
        NakedTriple(),
        HiddenTriple(),
        EveryShape(),
        TilesMustFit(),
    )


def suppositions() -> tuple[Supposing, ...]:
    """The techniques that suppose something, to be used for one climb: they remember what was in vain."""
    plain = plain_techniques()
    short = tuple(technique for technique in plain if not isinstance(technique, EveryShape | TilesMustFit))
    return (
        ShortSupposition(short, SHORT_BREATH),
        LongSupposition(plain, LONG_BREATH),
        EveryCase(plain, LONGEST_BREATH),
    )


def ladder() -> tuple[Technique, ...]:
    """All techniques, easiest first."""
    return (*plain_techniques(), *suppositions())


@lru_cache(maxsize=1)
def crop_ladder() -> tuple[Technique, ...]:
    """The techniques that matter when all terrain is known, easiest first."""
    kinds = (
        SingleSpaceRegion,
        LastMissingCrop,
        CropBeside,
        CropInRegion,
        RegionClosed,
        OnlyPlace,
        OneOfThese,
    )
    subsets = (NakedPair, HiddenPair, NakedTriple, HiddenTriple)
    return tuple(t for t in plain_techniques() if isinstance(t, kinds + subsets))


def rank(technique: str) -> int:
    """The place of a technique on the ladder, from 1; what lies beyond the ladder comes last.

    >>> rank("single-space-region")
    1
    >>> rank("facts-together") == len(ladder()) + 1
    True
    """
    places = _places()
    return places.get(technique, len(ladder()) + 1)


@lru_cache(maxsize=1)
def _places() -> dict[str, int]:
    places = {technique.id: number for number, technique in enumerate(ladder(), start=1)}
    # Told in one step, these three are no harder than the hardest of them.
    return {**places, ONLY_CROP_LEFT: places[RegionClosed.id]}
