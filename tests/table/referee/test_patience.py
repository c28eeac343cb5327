"""What takes time at a true table is no fault: what may be done late, how late, and what is told after that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import Unreadable
from companion.table.referee import (
    Display,
    Kind,
    Propose,
    RefereeSettings,
    SettingsAre,
    Show,
    Sort,
    Take,
    Withdraw,
)
from companion.tiwanaku.board import Direction
from companion.tiwanaku.game import ArrowSeen, Discover, Divine, Move, Phase, otoma_path, reach
from companion.tiwanaku.pieces import Colour
from tests.table.referee.moments import discovered, discovering, own_turn_again, rig_of, stray
from tests.table.referee.readings import Noise
from tests.table.referee.rig import kinds


def test_the_tile_may_be_laid_late_but_not_after_patience():
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    assert not kinds(rig.still(29))
    assert kinds(rig.still(3)) == [Kind.DISCOVERY_NOT_MADE]
    rig.hands()
    rig.top.terrains[space.index] = rig.game.terrains[space.index]
    assert [type(effect) for effect in rig.still(1.2)] == [Withdraw, Display]


def test_a_meeple_may_be_in_a_hand_while_its_tile_is_laid_but_not_after_patience():
    """Whether it was lifted or taken back for good, nobody can tell before."""
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    rig.hands()
    rig.top.meeples[space.index] = None
    assert not [effect for effect in rig.still(29) if isinstance(effect, Propose | Show)]
    told = [effect.alert for effect in rig.still(4) if isinstance(effect, Show)]
    assert Kind.MEEPLE_MISSING in [alert.kind for alert in told]
    assert {alert.spaces for alert in told} == {(space,)}


def test_an_empty_space_that_nobody_discovers_is_remembered_after_patience():
    rig = rig_of()
    space = discovering(rig)
    assert not kinds(rig.still(28))
    (shown,) = [effect for effect in rig.still(5) if isinstance(effect, Show)]
    assert shown.alert.kind is Kind.DISCOVERY_NOT_MADE
    assert shown.alert.spaces == (space,)


def test_the_meeple_is_lifted_and_set_aside_while_the_tile_is_laid():
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    rig.hands()
    rig.top.meeples[space.index] = None
    rig.still(6)
    rig.hands()
    rig.top.meeples[rig.game.board.around(space)[0].index] = Colour.BLUE
    rig.still(6)
    rig.hands()
    rig.top.terrains[space.index] = rig.game.terrains[space.index]
    rig.still(6)
    rig.hands()
    rig.top.meeples[rig.game.board.around(space)[0].index] = None
    rig.top.meeples[space.index] = Colour.BLUE
    rig.still(3)
    assert not rig.said(Show)
    assert rig.referee.displayed == ()


def test_a_crop_under_a_meeple_is_neither_a_fault_nor_a_difference():
    rig = rig_of()
    space = discovered(rig)
    own_turn_again(rig)
    rig.noise = Noise(shows_crops=False)
    rig.do(Divine(space, rig.wheel.crop(space)))
    rig.hands()
    rig.top.crops[space.index] = rig.game.crops[space.index]
    assert not kinds(rig.still(60))
    assert rig.referee.displayed == ()


def test_after_an_undo_the_table_may_follow_in_its_time():
    rig = rig_of()
    space = discovered(rig)
    rig.undo(2)
    said = rig.still(20)
    assert not kinds(said)
    assert {each.sort for each in rig.referee.displayed} == {Sort.WAITED_FOR}
    assert kinds(rig.still(12)) == [Kind.STRAY_TILE]
    rig.hands()
    rig.top.terrains[space.index] = None
    rig.still(1.2)
    assert rig.shown() == []


def test_a_walk_whose_end_cannot_be_seen_is_forgotten_in_time():
    """Else whoever walks back to where it began, later, would be told that it never went."""
    rig = rig_of(automatic=True)
    start = discovered(rig)
    own_turn_again(rig)
    to = next(each for each in reach(rig.game, start).destinations if rig.game.terrains[each.index] is None)
    rig.noise = Noise(hidden=frozenset({("meeple", to.index)}))
    rig.hands()
    rig.top.meeples[start.index], rig.top.meeples[to.index] = None, rig.game.colour
    rig.do(Move(start, to))
    rig.do(Discover(to))
    rig.hands()
    rig.top.terrains[to.index] = rig.game.terrains[to.index]
    rig.still(rig.referee.settings.patience + 2)
    own_turn_again(rig)
    rig.noise = Noise()
    rig.hands()
    rig.top.meeples[to.index], rig.top.meeples[start.index] = None, rig.game.colour
    said = rig.still(4)
    assert not kinds(said)
    assert rig.said(Take)[-1].command == Move(to, start)


def test_a_lifted_meeple_that_cannot_be_seen_stands_again_in_time():
    """Else whoever takes it away much later would also be told that it was never put back."""
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    rig.noise = Noise(hidden=frozenset({("meeple", space.index)}))
    rig.hands()
    rig.top.terrains[space.index] = rig.game.terrains[space.index]
    rig.still(rig.referee.settings.patience + 2)
    rig.hands()
    rig.top.meeples[space.index] = None
    rig.noise = Noise()
    assert kinds(rig.still(4)) == [Kind.FOREIGN_MEEPLE]


def test_a_move_that_was_taken_back_is_not_proposed_again_at_once():
    rig = rig_of()
    space = discovering(rig)
    rig.undo(1)
    said = rig.still(10)
    assert not [effect for effect in said if isinstance(effect, Propose | Show)]
    assert kinds(rig.still(25)) == [Kind.NOT_FOLLOWED]
    rig.hands()
    rig.top.meeples[space.index] = None
    rig.still(1.2)
    assert rig.shown() == []


def test_an_otoma_may_be_moved_late_but_not_after_patience():
    rig = rig_of("solo-easy")
    discovered(rig)
    assert rig.game.phase is Phase.ARROW
    mover = rig.game.otoma()[0]
    colour = rig.game.meeples[mover.index]
    way = next(
        way for way in rig.game.board.step.__globals__["Direction"] if otoma_path(rig.game, mover, way)
    )
    rig.do(ArrowSeen(way, colour))
    assert not kinds(rig.still(29))
    (shown,) = [effect.alert for effect in rig.still(3) if isinstance(effect, Show)]
    assert shown.kind is Kind.OTOMA_NOT_MOVED
    assert shown.spaces == (rig.game.waiting, mover)


def test_an_otoma_that_was_moved_first_tells_the_arrow():
    rig = rig_of("solo-easy")
    discovered(rig)
    mover = rig.game.otoma()[0]
    colour = rig.game.meeples[mover.index]
    ends = {way: otoma_path(rig.game, mover, way)[-1] for way in Direction}
    way = next(way for way, end in ends.items() if list(ends.values()).count(end) == 1)
    rig.hands()
    rig.top.meeples[mover.index], rig.top.meeples[ends[way].index] = None, colour
    assert rig.until_proposed(4) == (ArrowSeen(way, colour),)
    assert not rig.referee.offered[0].sure


def test_a_meeple_that_may_not_be_taken_back_is_missed_after_patience():
    rig = rig_of("solo-easy")
    otoma = rig.game.otoma()[0]
    rig.hands()
    rig.top.meeples[otoma.index] = None
    assert not kinds(rig.still(29))
    assert kinds(rig.still(3)) == [Kind.MEEPLE_MISSING]


def test_patience_is_a_setting():
    rig = rig_of()
    rig.input(SettingsAre(replace(rig.referee.settings, alert_moment=1.0)))
    stray(rig)
    assert kinds(rig.still(1.4)) == [Kind.STRAY_TILE]
    with pytest.raises(Unreadable):
        RefereeSettings(alert_moment=float("nan"))
    with pytest.raises(Unreadable):
        RefereeSettings(confirm_moment=5)


def test_who_lifts_a_meeple_late_to_lay_its_tile_has_time_for_it():
    """Reminded of the tile after the patience, they lift the meeple, lay the tile slowly and put the meeple back."""
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    assert kinds(rig.still(35)) == [Kind.DISCOVERY_NOT_MADE]
    rig.effects.clear()
    rig.hands()
    standing, rig.top.meeples[space.index] = rig.top.meeples[space.index], None
    rig.still(5)
    rig.hands()
    rig.top.terrains[space.index] = rig.game.terrains[space.index]
    rig.still(5)
    rig.hands()
    rig.top.meeples[space.index] = standing
    rig.still(3)
    assert rig.said(Show) == []
    assert rig.shown() == []


def test_a_meeple_that_is_gone_for_too_long_is_told_once():
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    rig.hands()
    rig.top.meeples[space.index] = None
    rig.still(40)
    told = [effect.alert for effect in rig.said(Show) if space in effect.alert.spaces]
    assert [alert.kind for alert in told] == [Kind.MEEPLE_MISSING]
