"""Who left one space arrives on another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Colour
from vision.arrivals import PATIENCE
from vision.belief import Belief
from vision.reading import Opinion, Reading, SpaceReading

BOARD = official_board("short")
NOTHING = Opinion(None, 0.99)
EMPTY = SpaceReading(NOTHING, NOTHING, NOTHING)
BLUE = Opinion(Colour.BLUE, 0.99)
HAZY = Opinion(Colour.BLUE, 0.7)


def reading(**meeples):
    """An empty board but for the meeples on some spaces, each named by the index of its space."""
    spaces = [EMPTY] * 25
    for name, opinion in meeples.items():
        spaces[int(name[1:])] = replace(EMPTY, meeple=opinion)
    return Reading(BOARD, tuple(spaces))


def believed(*looks, pause=1.0):
    """What is believed after all these looks."""
    belief = Belief(BOARD)
    return [belief.note(look, number * pause) for number, look in enumerate(looks)][-1].spaces


def test_who_left_is_believed_to_stand_where_somebody_like_them_can_almost_be_made_out():
    spaces = believed(reading(_3=BLUE), reading(_8=HAZY))
    assert spaces[8].meeple.sure
    assert spaces[8].meeple.value is Colour.BLUE


def test_it_stays_so_while_nothing_changes():
    spaces = believed(reading(_3=BLUE), *[reading(_8=HAZY)] * 4)
    assert spaces[8].meeple.sure


@pytest.mark.parametrize(
    "then",
    [
        reading(_3=BLUE, _8=HAZY),
        reading(_8=Opinion(Colour.WHITE, 0.7)),
        reading(_8=HAZY, _9=HAZY),
        reading(_8=Opinion(Colour.BLUE, 0.4)),
        reading(_7=BLUE, _8=HAZY),
    ],
    ids=["nobody left", "another colour", "two places", "hardly likely", "arrived elsewhere"],
)
def test_otherwise_the_eye_stays_unsure(then):
    assert not believed(reading(_3=BLUE), then)[8].meeple.sure


def test_who_has_been_away_for_long_is_not_expected_any_more():
    assert not believed(reading(_3=BLUE), reading(), reading(_8=HAZY), pause=PATIENCE + 1)[8].meeple.sure


def test_who_stood_where_they_can_hardly_be_made_out_has_not_just_arrived():
    spaces = believed(reading(_3=BLUE, _8=BLUE), reading(_8=HAZY))
    assert not spaces[8].meeple.sure
