"""What was done at a true table: it is proposed, taken where nobody is asked, left when somebody says no."""

from __future__ import annotations

import pytest

from companion.table.referee import Display, Kind, Propose, Show, Take, TakeBackProposal
from companion.tiwanaku.game import Discover, Divine, Enter, Move, Retrieve, reach
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tests.table.referee.moments import discovered, discovering, empty_edge, own_turn_again, rig_of, stand
from tests.table.referee.readings import Noise
from tests.table.referee.rig import Rig, kinds
from tests.tiwanaku.game.table import SETUPS, scenario


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
