"""An alert: what is wrong on the table, where, and what to do about it.

A fault and its alert are one thing here; whether and when it is told is the machine's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.table.referee.sight import Seen, Spot, What
from companion.tiwanaku.board import Space
from companion.tiwanaku.laws import Violation
from companion.words import Text


class Kind(Enum):
    """What can be wrong; the values are stable, other programs know them."""

    # Tiles and crops
    WRONG_TERRAIN = "wrong-terrain"
    WRONG_CROP = "wrong-crop"
    STRAY_TILE = "stray-tile"
    STRAY_CROP = "stray-crop"
    CROP_WITHOUT_TERRAIN = "crop-without-terrain"
    TILE_MOVED = "tile-moved"
    TILE_REMOVED = "tile-removed"
    TILE_SWAPPED = "tile-swapped"
    CROP_MOVED = "crop-moved"
    CROP_REMOVED = "crop-removed"
    CROP_SWAPPED = "crop-swapped"
    CROP_NOT_LAID = "crop-not-laid"
    LAW_BROKEN = "law-broken"
    DISCOVERY_NOT_MADE = "discovery-not-made"
    DISCOVERY_WITHOUT_STOP = "discovery-without-stop"
    MANY_DIFFERENCES = "many-differences"
    # Quechua
    NO_PATH = "no-path"
    MAY_NOT_STOP = "may-not-stop"
    FOREIGN_MEEPLE = "foreign-meeple"
    TWO_MOVED = "two-moved"
    OUT_OF_TURN = "out-of-turn"
    TOO_MANY_MEEPLES = "too-many-meeples"
    TWO_ON_ONE = "two-on-one"
    MEEPLE_MISSING = "meeple-missing"
    NOT_FOLLOWED = "not-followed"
    # Otoma
    WRONG_OTOMA = "wrong-otoma"
    OTOMA_WRONG_SPACE = "otoma-wrong-space"
    OTOMA_NOT_MOVED = "otoma-not-moved"


class Haste(Enum):
    """How soon a fault is told once the table is still."""

    SOON = "soon"  # after the alert moment
    PATIENT = "patient"  # after the time a meeple may be in somebody's hand and somebody may think


@dataclass(frozen=True, slots=True)
class Mark:
    """What lies on a spot in difference to the game: the witness of a fault, and what may be accepted."""

    spot: Spot
    space: Space
    what: What
    lies: Seen


@dataclass(frozen=True)
class Alert:
    """Something on the table needs a look. The space that matters most comes first.

    ``marks`` are what was seen; ``laws`` the laws of Pachamama that it breaks as well.
    """

    kind: Kind
    spaces: tuple[Space, ...]
    text: Text
    remedy: Text
    marks: tuple[Mark, ...] = ()
    laws: tuple[Violation, ...] = ()
    haste: Haste = Haste.SOON

    @property
    def key(self) -> tuple[object, ...]:
        """The same for the same fault, seen again: of the same kind, at the same places, with the same things."""
        return (self.kind, self.spaces, *(mark.lies for mark in self.marks))
