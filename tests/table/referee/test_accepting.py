"""What was done on purpose is kept and not told again; the differences are listed all the same."""

from __future__ import annotations

import pytest

from companion.errors import Unreadable
from companion.table.referee import (
    Accept,
    Accepted,
    DifferenceAccepted,
    DifferenceEnded,
    Keep,
    Kind,
    Show,
    Sort,
    What,
    Withdraw,
    begin,
    differences,
    read_table_event,
    table_event_data,
)
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Move, reach
from companion.tiwanaku.pieces import Colour, Terrain
from tests.table.referee.moments import discovered, own_turn_again, rig_of, stray
from tests.table.referee.readings import Noise, reading_of
from tests.table.referee.rig import kinds


def test_what_was_done_on_purpose_is_kept_and_not_told_again():
    rig = rig_of()
    space = stray(rig)
    (shown,) = [effect for effect in rig.still(3) if isinstance(effect, Show)]
    said = rig.input(Accept(shown.alert))
    (kept,) = [effect.event for effect in said if isinstance(effect, Keep)]
    assert isinstance(kept, DifferenceAccepted)
    assert Withdraw(shown.alert) in said
    rig.hands()
    assert not kinds(rig.still(5))
    assert [each.sort for each in rig.referee.displayed] == [Sort.ACCEPTED]
    # The game does not know the tile, and goes on lawfully.
    assert rig.game.terrains[space.index] is None


def test_a_restart_keeps_what_was_accepted():
    rig = rig_of()
    stray(rig)
    (shown,) = [effect for effect in rig.still(3) if isinstance(effect, Show)]
    (kept,) = [e.event for e in rig.input(Accept(shown.alert)) if isinstance(e, Keep)]
    data = table_event_data(kept)
    again = Accepted.of([read_table_event(data, rig.game.board)])
    rig.referee = begin(rig.game, accepted=again, now=rig.now)
    rig.effects.clear()
    rig.hands()
    rig.still(5)
    assert not rig.said(Show)


def test_an_accepted_difference_ends_when_the_table_is_put_right():
    rig = rig_of()
    space = stray(rig)
    (shown,) = [effect for effect in rig.still(3) if isinstance(effect, Show)]
    rig.input(Accept(shown.alert))
    rig.hands()
    rig.top.terrains[space.index] = None
    kept = [effect.event for effect in rig.still(3) if isinstance(effect, Keep)]
    assert [type(event) for event in kept] == [DifferenceEnded]
    stray(rig)
    assert kinds(rig.still(3)) == [Kind.STRAY_TILE]


def test_a_walk_that_was_accepted_can_be_followed_by_a_legal_one():
    rig = rig_of()
    space = discovered(rig)
    own_turn_again(rig)
    legal = reach(rig.game, space).destinations
    far = next(
        each
        for each in rig.game.board.spaces
        if each not in legal and each != space and rig.game.meeples[each.index] is None
    )
    rig.hands()
    rig.top.meeples[space.index], rig.top.meeples[far.index] = None, Colour.BLUE
    (shown,) = [effect for effect in rig.still(3) if isinstance(effect, Show)]
    assert shown.alert.kind is Kind.NO_PATH
    rig.input(Accept(shown.alert))
    rig.hands()
    rig.top.meeples[far.index], rig.top.meeples[legal[0].index] = None, Colour.BLUE
    assert rig.until_proposed(4) == (Move(space, legal[0]),)


@pytest.mark.parametrize(
    "damaged",
    [
        {"kind": "difference-accepted", "fault": "stray-tile"},
        {"kind": "difference-accepted", "fault": "no such", "marks": []},
        {"kind": "difference-ended", "fault": "stray-tile", "marks": [{"space": "sun/yak"}]},
        {
            "kind": "difference-ended",
            "fault": "stray-tile",
            "marks": [{"space": "sun/llama", "what": "crop", "lies": "rock"}],
        },
        {"kind": "law-accepted", "law": "gravity", "spaces": []},
        {"kind": "law-accepted", "law": "tile-count", "spaces": [4]},
        {"kind": "tea-spilt"},
        "nothing",
    ],
)
def test_a_damaged_event_is_refused(damaged):
    with pytest.raises(Unreadable):
        read_table_event(damaged, official_board("short"))


def test_differences_list_everything_that_is_not_as_the_game_has_it():
    rig = rig_of()
    top = rig.top.copy()
    bare = rig.game.terrains.index(None)
    laid = next(index for index, crop in enumerate(rig.game.crops) if crop is not None)
    top.terrains[bare] = Terrain.GRASS
    top.crops[laid] = None
    top.meeples[bare] = Colour.WHITE
    found = differences(rig.game, reading_of(top, rig.rng, Noise()))
    assert {(each.space.index, each.what) for each in found if each.sort is Sort.WRONG} == {
        (bare, What.TERRAIN),
        (laid, What.CROP),
        (bare, What.MEEPLE),
    }
    assert all(str(each.text) for each in found)
