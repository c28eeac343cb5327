"""Names for valleys that are on no map, from words that Quechua places are made of."""

from __future__ import annotations

from companion.tiwanaku.generator.dice import Dice

_FIRST = [
    "Chaka",
    "Chiri",
    "Illa",
    "Inti",
    "Kuntur",
    "Llipi",
    "Mayu",
    "Muju",
    "Puka",
    "Qori",
    "Rumi",
    "Sacha",
    "Sumaq",
    "Tika",
    "Urqu",
    "Wayra",
    "Yaku",
    "Yana",
]
_SECOND = ["bamba", "cocha", "huasi", "llacta", "marca", "pampa", "pata", "suyu", "tambo", "urco"]


def place_name(dice: Dice) -> str:
    """A name that sounds like a place.

    >>> place_name(Dice(1)) == place_name(Dice(1))
    True
    """
    return dice.pick(_FIRST) + dice.pick(_SECOND)
