"""Every fault that a table can make, as hands make it: where it is possible, what should be said of it.

A fault takes a rig whose table is right, does something wrong, and returns what is expected; or None where this
situation has no room for it.

    situation    the moment of a game, what was done wrong there, and what several kinds need
    placements, discoveries, walking, otoma
                 the faults themselves
"""

from __future__ import annotations

from companion.tiwanaku.game import Mode
from tests.table.referee.faults.discoveries import discovery_not_made, discovery_without_stop, law_broken
from tests.table.referee.faults.otoma import otoma_wrong_space, wrong_otoma
from tests.table.referee.faults.placements import (
    crop_moved,
    crop_not_laid,
    crop_removed,
    crop_swapped,
    crop_without_terrain,
    stray_crop,
    stray_tile,
    tile_moved,
    tile_removed,
    tile_swapped,
    wrong_crop,
    wrong_terrain,
)
from tests.table.referee.faults.situation import Situation, Wrong
from tests.table.referee.faults.walking import (
    foreign_meeple,
    may_not_stop,
    no_path,
    out_of_turn,
    too_many,
    two_moved,
    two_on_one,
)

__all__ = ["FAULTS", "FITTING", "OTOMA", "PLACEMENTS", "WALKING", "Situation", "Wrong"]

PLACEMENTS = (
    wrong_terrain,
    wrong_crop,
    stray_tile,
    stray_crop,
    crop_without_terrain,
    tile_moved,
    tile_removed,
    tile_swapped,
    crop_moved,
    crop_removed,
    crop_swapped,
    crop_not_laid,
    law_broken,
    discovery_not_made,
    discovery_without_stop,
)
WALKING = (no_path, may_not_stop, foreign_meeple, out_of_turn, two_moved, too_many, two_on_one)
OTOMA = (otoma_wrong_space, wrong_otoma)
FAULTS = (*PLACEMENTS, *WALKING, *OTOMA)
FITTING = {
    Mode.COMPETITIVE: (*PLACEMENTS, *(fault for fault in WALKING if fault is not may_not_stop)),
    Mode.SOLO: (
        *PLACEMENTS,
        *(fault for fault in WALKING if fault not in (may_not_stop, foreign_meeple, out_of_turn)),
        *OTOMA,
    ),
    Mode.COOPERATIVE: FAULTS,
}
