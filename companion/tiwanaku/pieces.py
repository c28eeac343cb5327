"""What is in the box: terrains, crops, colours, and how many of each.

>>> Crop.CHILI.level
3
>>> Terrain.of_letter("S")
<Terrain.SAND: 'sand'>
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from types import MappingProxyType

from companion.errors import Unreadable
from companion.words import T, Text


class Terrain(Enum):
    """One of the four kinds of land."""

    DIRT = "dirt"
    SAND = "sand"
    GRASS = "grass"
    ROCK = "rock"

    @property
    def letter(self) -> str:
        """The letter that stands for it in files: D, S, G or R."""
        return self.value[0].upper()

    @property
    def text(self) -> Text:
        """Its name, to be said in any language."""
        return _TERRAIN_NAMES[self]

    @classmethod
    def of_letter(cls, letter: str) -> Terrain:
        """The terrain of a file's letter."""
        for terrain in cls:
            if terrain.letter == letter:
                return terrain
        raise Unreadable(T("{letter} is no terrain: D is dirt, S sand, G grass, R rock.", letter=letter))


class Crop(IntEnum):
    """One of the five crops; its number is its level."""

    SWEET_POTATO = 1
    COCA_LEAF = 2
    CHILI = 3
    CORN = 4
    QUINOA = 5

    @property
    def level(self) -> int:
        """Points it is worth, and the size of region it needs at least."""
        return int(self)

    @property
    def text(self) -> Text:
        """Its name, to be said in any language."""
        return _CROP_NAMES[self]


class Colour(Enum):
    """A meeple's colour: four of players, and two that only the Otoma have."""

    BROWN = "brown"
    WHITE = "white"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    YELLOW = "yellow"

    @property
    def text(self) -> Text:
        """Its name, to be said in any language."""
        return _COLOUR_NAMES[self]


PLAYER_COLOURS = (Colour.BROWN, Colour.WHITE, Colour.GREEN, Colour.BLUE)
OTOMA_COLOURS = (Colour.PURPLE, Colour.YELLOW)
LARGEST_REGION = 5

_TERRAIN_NAMES = {
    Terrain.DIRT: T("dirt"),
    Terrain.SAND: T("sand"),
    Terrain.GRASS: T("grass"),
    Terrain.ROCK: T("rock"),
}
_CROP_NAMES = {
    Crop.SWEET_POTATO: T("sweet potato"),
    Crop.COCA_LEAF: T("coca leaf"),
    Crop.CHILI: T("chili"),
    Crop.CORN: T("corn"),
    Crop.QUINOA: T("quinoa"),
}
_COLOUR_NAMES = {
    Colour.BROWN: T("brown"),
    Colour.WHITE: T("white"),
    Colour.GREEN: T("green"),
    Colour.BLUE: T("blue"),
    Colour.PURPLE: T("purple"),
    Colour.YELLOW: T("yellow"),
}


@dataclass(frozen=True)
class Stock:
    """How many pieces of each kind a box holds."""

    terrains: Mapping[Terrain, int]
    crops: Mapping[Crop, int]
    offerings_of_each_crop: int
    meeples_of_each_player: int


BOX = Stock(
    terrains=MappingProxyType({Terrain.DIRT: 15, Terrain.SAND: 17, Terrain.GRASS: 15, Terrain.ROCK: 15}),
    crops=MappingProxyType(
        {Crop.SWEET_POTATO: 13, Crop.COCA_LEAF: 12, Crop.CHILI: 12, Crop.CORN: 10, Crop.QUINOA: 10}
    ),
    offerings_of_each_crop=4,
    meeples_of_each_player=5,
)
