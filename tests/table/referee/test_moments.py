"""The sequence at a true table: when something is said, when not, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import Unreadable
from companion.table.referee import (
    Accept,
    Accepted,
    DifferenceAccepted,
    DifferenceEnded,
    Display,
    Keep,
    Kind,
    LawAccepted,
    Propose,
    RefereeSettings,
    SettingsAre,
    Show,
    Sort,
    Take,
    TakeBackProposal,
    Tick,
    What,
    Withdraw,
    begin,
    differences,
    next_tick,
    read_table_event,
    step,
    table_event_data,
)
from companion.tiwanaku.board import Direction
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import (
    ArrowSeen,
    Discover,
    Divine,
    Enter,
    Move,
    Phase,
    Retrieve,
    otoma_path,
    reach,
)
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import LANGUAGES, language
from tests.table.referee.readings import Noise, reading_of
from tests.table.referee.rig import Rig, kinds
from tests.tiwanaku.game.table import SETUPS, all_alike, drawn, scenario


def rig_of(name: str = "competitive-2", seed: int = 2, **settings) -> Rig:
    return Rig(scenario(seed), SETUPS[name], seed, RefereeSettings(**{"alert_moment": 2.0, **settings}))


def empty_edge(rig: Rig):
    """A space where a new meeple discovers something."""
    return next(to for to in reach(rig.game, None).destinations if rig.game.terrains[to.index] is None)


def stand(rig: Rig, space, colour=None) -> None:
    rig.hands()
    rig.top.meeples[space.index] = colour or rig.game.colour


def discovering(rig: Rig):
    """A meeple waits on an empty space; that space."""
    space = empty_edge(rig)
    stand(rig, space)
    rig.do(Enter(space))
    rig.still(1)
    return space


def discovered(rig: Rig):
    """A meeple stands on the tile that it discovered."""
    space = discovering(rig)
    rig.do(Discover(space))
    rig.hands()
    rig.top.terrains[space.index] = rig.game.terrains[space.index]
    rig.still(1)
    return space


def own_turn_again(rig: Rig) -> None:
    """The other player brings in a meeple and discovers, too."""
    discovered(rig)


# Proposals -------------------------------------------------------------------------------------


def test_a_new_meeple_is_proposed_after_a_moment_of_stillness():
    rig = rig_of()
    space = empty_edge(rig)
    stand(rig, space)
    assert not rig.still(0.6)
    (proposal,) = next(effect for effect in rig.still(1) if isinstance(effect, Propose)).proposals
    assert proposal.command == Enter(space)
    assert proposal.sure
    assert str(proposal.text) == f"blue brought in a meeple, to {space}."


def test_a_proposal_is_taken_back_when_the_meeple_goes_on():
    rig = rig_of()
    space = empty_edge(rig)
    stand(rig, space)
    rig.still(1.2)
    rig.hands()
    rig.top.meeples[space.index] = None
    assert TakeBackProposal() in rig.still(1.2)


def test_nothing_is_proposed_while_hands_are_in_the_picture():
    rig = rig_of()
    stand(rig, empty_edge(rig))
    assert rig.hands(7) == []


def test_a_lifted_meeple_is_in_a_hand_before_it_is_taken_back():
    rig = rig_of()
    space = discovered(rig)
    own_turn_again(rig)
    rig.hands()
    rig.top.meeples[space.index] = None
    assert not [effect for effect in rig.still(4.5) if isinstance(effect, Propose)]
    (proposed,) = [effect for effect in rig.still(1) if isinstance(effect, Propose)]
    assert proposed.proposals[0].command == Retrieve(space)


@pytest.mark.parametrize(("has_wheel", "effect"), [(True, Propose), (False, Take)])
def test_that_a_meeple_was_taken_back_is_asked_wherever_somebody_can_be_asked(has_wheel, effect):
    rig = rig_of(automatic=True, open_windows=not has_wheel)
    space = discovered(rig)
    own_turn_again(rig)
    rig.hands()
    rig.top.meeples[space.index] = None
    assert [type(each) for each in rig.still(6) if isinstance(each, Propose | Take)] == [effect]


def test_a_tile_that_lies_there_early_leads_to_the_wheel_but_opens_nothing():
    rig = rig_of(automatic=True)
    space = empty_edge(rig)
    stand(rig, space)
    rig.top.terrains[space.index] = rig.wheel.terrain(space)
    rig.still(4)
    assert [effect.command for effect in rig.said(Take)] == [Enter(space)]
    (proposed,) = rig.said(Propose)
    assert proposed.proposals[0].command == Discover(space)
    assert proposed.proposals[0].asks_wheel


def test_where_nobody_turns_a_wheel_a_discovery_is_taken_from_the_table():
    rig = rig_of(automatic=True, open_windows=True)
    space = empty_edge(rig)
    stand(rig, space)
    rig.top.terrains[space.index] = rig.wheel.terrain(space)
    rig.still(5)
    assert [entry.command for entry in rig.record.entries[1:]] == [Enter(space), Discover(space)]


def test_a_crop_that_lies_there_early_is_to_be_entered_on_the_wheel():
    rig = rig_of()
    space = discovered(rig)
    own_turn_again(rig)
    rig.hands()
    rig.top.crops[space.index] = Crop.QUINOA
    said = rig.still(4)
    (proposed,) = [effect for effect in said if isinstance(effect, Propose)]
    assert proposed.proposals[0].command == Divine(space, Crop.QUINOA)
    assert not proposed.proposals[0].sure
    assert not kinds(said)


def test_who_says_no_is_told_what_is_different():
    rig = rig_of()
    space = empty_edge(rig)
    stand(rig, space)
    rig.still(1.5)
    rig.decline()
    said = rig.still(3)
    assert not [effect for effect in said if isinstance(effect, Propose)]
    assert kinds(said) == [Kind.NOT_FOLLOWED]


def test_who_says_no_to_a_meeple_taken_back_is_asked_to_put_it_there_again():
    rig = rig_of()
    space = discovered(rig)
    own_turn_again(rig)
    rig.hands()
    rig.top.meeples[space.index] = None
    rig.still(6)
    rig.decline()
    assert kinds(rig.still(3)) == [Kind.MEEPLE_MISSING]


def test_a_wrong_tile_that_lay_there_early_may_be_changed_when_the_wheel_has_answered():
    rig = rig_of()
    space = discovering(rig)
    rig.hands()
    rig.top.terrains[space.index] = next(
        terrain
        for terrain in Terrain
        if terrain is not rig.wheel.terrain(space) and terrain is not Terrain.DIRT
    )
    rig.still(10)
    before = set(kinds(effect for _, effect in rig.effects))
    rig.do(Discover(space))
    assert Kind.WRONG_TERRAIN not in kinds(rig.still(1.6))
    assert kinds(rig.still(1)) == [Kind.WRONG_TERRAIN]
    assert before <= {Kind.LAW_BROKEN}


def test_another_board_than_the_games_is_no_board():
    rig = rig_of()
    other = Rig(scenario(1, "short"), SETUPS["competitive-2"], 1)
    rig.top = other.top
    assert rig.still(5) == []
    assert [effect.blind for effect in rig.still(5) if isinstance(effect, Display)] == [True]


def test_two_ways_to_explain_a_table_are_put_to_choice():
    rig = rig_of()
    space = discovered(rig)
    own_turn_again(rig)
    goal = next(to for to in reach(rig.game, space).destinations if to in reach(rig.game, None).destinations)
    rig.hands()
    rig.top.meeples[space.index], rig.top.meeples[goal.index] = None, rig.game.colour
    rig.noise = Noise(hidden=frozenset({("meeple", space.index)}))
    assert not [effect for effect in rig.still(1.8) if isinstance(effect, Propose)]
    (proposed,) = [effect for effect in rig.still(4) if isinstance(effect, Propose)]
    assert {proposal.command for proposal in proposed.proposals} == {Move(space, goal), Enter(goal)}
    assert not any(proposal.sure for proposal in proposed.proposals)


def test_who_sees_little_is_sure_of_nothing():
    rig = rig_of()
    space = discovered(rig)
    own_turn_again(rig)
    goal = next(to for to in reach(rig.game, space).destinations if to in reach(rig.game, None).destinations)
    rig.hands()
    rig.top.meeples[space.index], rig.top.meeples[goal.index] = None, rig.game.colour
    others = [each.index for each in rig.game.board.spaces if each not in (space, goal)]
    rig.noise = Noise(hidden=frozenset(("meeple", index) for index in [space.index, *others[:8]]))
    rig.still(10)
    assert not any(proposal.sure for proposal in rig.referee.offered)


def test_turns_of_several_players_behind_a_covered_camera_are_told_apart():
    rig = rig_of()
    starts, walks = [discovered(rig), discovered(rig)], []
    record = rig.record
    for start in starts:
        ends = reach(record.state, start).destinations
        walks.append(Move(start, next(to for to in ends if record.state.terrains[to.index] is not None)))
        record = record.do(walks[-1], rig.wheel)
    rig.covered(5)
    for colour, walk in zip([Colour.BLUE, Colour.GREEN], walks, strict=True):
        rig.top.meeples[walk.start.index] = None
        rig.top.meeples[walk.to.index] = colour
    for walk in walks:
        rig.still(2)
        assert [proposal.command for proposal in rig.referee.offered] == [walk]
        rig.do(walk)
    assert not rig.said(Show)


# What takes time is no fault -------------------------------------------------------------------


def test_the_tile_may_be_laid_late_but_not_after_patience():
    rig = rig_of()
    space = discovering(rig)
    rig.do(Discover(space))
    assert not kinds(rig.still(29))
    assert kinds(rig.still(3)) == [Kind.DISCOVERY_NOT_MADE]
    rig.hands()
    rig.top.terrains[space.index] = rig.game.terrains[space.index]
    assert [type(effect) for effect in rig.still(1.2)] == [Withdraw, Display]


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


# Faults ----------------------------------------------------------------------------------------


def stray(rig: Rig):
    """A tile on a space that nobody discovered."""
    index = rig.game.terrains.index(None)
    rig.hands()
    rig.top.terrains[index] = Terrain.ROCK
    return rig.game.board.spaces[index]


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


def test_a_meeple_that_may_not_be_taken_back_is_missed_after_patience():
    rig = rig_of("solo-easy")
    otoma = rig.game.otoma()[0]
    rig.hands()
    rig.top.meeples[otoma.index] = None
    assert not kinds(rig.still(29))
    assert kinds(rig.still(3)) == [Kind.MEEPLE_MISSING]


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


# Accepting -------------------------------------------------------------------------------------


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


# Differences, settings, time -------------------------------------------------------------------


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


def test_patience_is_a_setting():
    rig = rig_of()
    rig.input(SettingsAre(replace(rig.referee.settings, alert_moment=1.0)))
    stray(rig)
    assert kinds(rig.still(1.4)) == [Kind.STRAY_TILE]
    with pytest.raises(Unreadable):
        RefereeSettings(alert_moment=float("nan"))
    with pytest.raises(Unreadable):
        RefereeSettings(confirm_moment=5)


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
