"""What belongs together on a space: bodies, and what is none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reader.blots import is_two_bodies, solid_share
from vision.reader.sheet import CELLS

DOWN, RIGHT = np.mgrid[0:CELLS, 0:CELLS]


def disc(right, down, radius):
    return np.hypot(RIGHT - right, DOWN - down) <= radius


HEAD = disc(12, 12, 5)
SHINE = disc(12.5, 12.5, 1)
RINGS = disc(12, 12, 9) & ~disc(12, 12, 7) | disc(12, 12, 4) & ~disc(12, 12, 2)


@pytest.mark.parametrize(
    ("hidden", "is_solid"),
    [(HEAD, True), (HEAD & ~SHINE, True), (RINGS, False), (np.zeros_like(HEAD), False)],
    ids=["a head", "a head that shines", "rings of a disc", "nothing"],
)
def test_a_meeple_has_a_body(hidden, is_solid):
    assert (solid_share(hidden.ravel()) > 0.5) is is_solid


@pytest.mark.parametrize(
    ("hidden", "is_two"),
    [
        (HEAD, False),
        (disc(7, 7, 4) | disc(17, 17, 4), True),
        (disc(9, 12, 4) | disc(14, 12, 4), False),
        (HEAD | disc(21, 21, 2), False),
        (RINGS, False),
    ],
    ids=["one", "two apart", "two that touch", "one and a speck", "rings of a disc"],
)
def test_two_bodies_apart_are_two_meeples(hidden, is_two):
    assert is_two_bodies(hidden.ravel()) is is_two
