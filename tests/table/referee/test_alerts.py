"""Faults at a true table: when they are told, as what, when withdrawn; and what is said of what cannot be seen."""

from __future__ import annotations

from companion.table.referee import (
    Accept,
    Display,
    Keep,
    Kind,
    LawAccepted,
    Propose,
    Show,
    Sort,
    Tick,
    Withdraw,
    next_tick,
    step,
)
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Discover, Enter, Retrieve
from companion.tiwanaku.pieces import Terrain
from companion.words import LANGUAGES, language
from tests.table.referee.moments import (
    discovered,
    discovering,
    empty_edge,
    own_turn_again,
    rig_of,
    stand,
    stray,
)
from tests.table.referee.readings import Noise
from tests.table.referee.rig import Rig, kinds
from tests.tiwanaku.game.table import SETUPS, all_alike, drawn


def test_a_fault_is_told_after_the_alert_moment_and_not_before():
    rig = rig_of()
    stray(rig)
    assert not kinds(rig.still(1.8))
    assert kinds(rig.still(0.6)) == [Kind.STRAY_TILE]


def test_a_fault_that_heals_itself_vanishes_without_a_sound():
    rig = rig_of()
    space = stray(rig)
    rig.still(1.7)
    rig.hands()
    rig.top.terrains[space.index] = None
    rig.still(5)
    assert not rig.said(Show, Withdraw)


def test_a_told_fault_stays_while_hands_cover_it_and_goes_when_it_is_put_right():
    rig = rig_of()
    space = stray(rig)
    rig.still(3)
    assert rig.hands(3) == []
    assert len(rig.shown()) == 1
    rig.noise = Noise(hidden=frozenset({("terrain", space.index)}))
    rig.still(3)
    assert len(rig.shown()) == 1, "what cannot be seen is not known to be right"
    rig.hands()
    rig.top.terrains[space.index] = None
    rig.noise = Noise()
    assert [type(effect) for effect in rig.still(1.2)] == [Withdraw]


def test_an_alert_says_what_to_do_in_every_language():
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    rig.hands()
    right = rig.game.terrains[space.index]
    rig.top.terrains[space.index] = wrong = next(each for each in Terrain if each is not right)
    (alert,) = [effect.alert for effect in rig.still(3) if isinstance(effect, Show)]
    assert str(alert.text) == f"{space}: {wrong.value} lies there; the wheel showed {right.value}."
    assert str(alert.remedy) == f"Take it away and lay {right.value} there."
    said = {language(code).say(alert.text) + language(code).say(alert.remedy) for code in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_a_tile_laid_on_the_wrong_space_is_to_be_moved_to_the_right_one():
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    wrong = next(each for each in rig.game.board.spaces if rig.game.terrains[each.index] is None)
    rig.hands()
    rig.top.terrains[wrong.index] = rig.game.terrains[space.index]
    (alert,) = [effect.alert for effect in rig.still(3) if isinstance(effect, Show)]
    assert alert.kind is Kind.STRAY_TILE
    assert alert.spaces == (wrong, space)
    assert str(alert.remedy) == f"Move it to {space}: it belongs there."


def test_a_wrong_tile_that_breaks_a_law_is_one_alert_with_the_law():
    found = 0
    for seed in range(6):
        rig = rig_of(seed=seed)
        laid = next(index for index, crop in enumerate(rig.game.crops) if crop is not None)
        near = next(
            space
            for space in rig.game.board.around(rig.game.board.spaces[laid])
            if rig.game.terrains[space.index] is None
        )
        rig.hands()
        rig.top.terrains[near.index] = Terrain.SAND
        rig.top.crops[near.index] = rig.game.crops[laid]
        (alert,) = [effect.alert for effect in rig.still(3) if isinstance(effect, Show)]
        assert alert.kind is Kind.STRAY_TILE
        assert "crop-adjacent" in [violation.law.value for violation in alert.laws]
        found += 1
    assert found


def test_a_pushed_board_is_one_alert():
    rig = rig_of()
    rig.hands()
    rig.top.terrains = [None, *rig.top.terrains[:-1]]
    rig.top.crops = [None, *rig.top.crops[:-1]]
    (alert,) = [effect.alert for effect in rig.still(3) if isinstance(effect, Show)]
    assert alert.kind is Kind.MANY_DIFFERENCES
    assert set(rig.game.back.start) <= set(alert.spaces)


def test_a_disc_with_a_mistake_is_told_once_and_can_be_accepted():
    board = official_board("short")
    disc = drawn(board, all_alike("short", "S1"), ("river/condor", "leaf/condor"))
    rig = Rig(disc, SETUPS["competitive-2"], 1)
    alerts = [effect.alert for effect in rig.still(3) if isinstance(effect, Show)]
    assert {alert.kind for alert in alerts} == {Kind.LAW_BROKEN}
    said = [effect for alert in alerts for effect in rig.input(Accept(alert))]
    kept = [effect.event for effect in said if isinstance(effect, Keep)]
    assert all(isinstance(event, LawAccepted) for event in kept)
    assert not rig.shown()
    rig.hands()
    assert not kinds(rig.still(4))


def test_an_unsure_eye_accuses_nobody_but_says_that_it_cannot_see():
    rig = rig_of()
    laid = next(index for index, crop in enumerate(rig.game.crops) if crop is not None)
    rig.hands()
    rig.top.crops[laid] = None
    rig.noise = Noise(hidden=frozenset({("crop", laid), ("terrain", laid)}))
    said = rig.still(7)
    assert not kinds(said)
    assert rig.referee.displayed == ()
    rig.still(2)
    assert {(each.space.index, each.sort) for each in rig.referee.displayed} == {(laid, Sort.UNSURE)}


def test_a_meeple_that_cannot_be_made_out_keeps_nobody_else_from_coming_back():
    rig = rig_of()
    first = discovered(rig)
    hidden = empty_edge(rig)
    rig.noise = Noise(hidden=frozenset({("meeple", hidden.index)}))
    assert discovered(rig) == hidden
    rig.hands()
    rig.top.meeples[first.index] = None
    rig.do(Retrieve(first))
    rig.still(1)
    own_turn_again(rig)
    stand(rig, first)
    said = rig.still(3)
    assert not kinds(said)
    (proposed,) = [effect for effect in said if isinstance(effect, Propose)]
    assert [each.command for each in proposed.proposals] == [Enter(first)]


def test_a_covered_camera_is_on_display():
    rig = rig_of()
    rig.still(1)
    said = rig.covered(10)
    assert [effect.blind for effect in said if isinstance(effect, Display)] == [True]
    said = rig.still(1.2)
    assert [effect.blind for effect in said if isinstance(effect, Display)] == [False]


def test_time_alone_tells_a_fault_when_nobody_looks_again():
    rig = rig_of()
    stray(rig)
    rig.still(1)
    state, now = rig.referee, rig.now
    said = []
    while not said:
        wait = next_tick(state, now)
        assert wait is not None
        assert wait > 0
        now += wait
        state, effects = step(state, Tick(), now)
        said += kinds(effects)
    assert said == [Kind.STRAY_TILE]
    assert now - rig.now < 2
