"""The rulebook's worked examples, and every paragraph of the competitive game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import (
    Discover,
    Divine,
    EndTurn,
    Enter,
    Mode,
    Move,
    Offer,
    Pass,
    Phase,
    Reason,
    Refused,
    Retrieve,
    Rule,
    Scored,
    Setup,
    Wheel,
    explain_score,
    reach,
    worth,
)
from companion.tiwanaku.game.events import CropRevealed, Passed, PawnAdvanced, TokenTaken
from companion.tiwanaku.pieces import Crop, Terrain
from tests.tiwanaku.game.table import BLUE, BROWN, GREEN, WHITE, Table, all_alike, drawn, table

SHORT = official_board("short")
ALL = frozenset(Crop)


def short_table(colours=(BLUE, GREEN), kind="S1", start=("mountain/llama",), **places: str) -> Table:
    scenario = drawn(SHORT, all_alike("short", kind, **places), start)
    return table(scenario, Setup(Mode.COMPETITIVE, colours))


def points(events) -> list[tuple[int, int]]:
    return [(event.side, event.points) for event in events if isinstance(event, Scored)]


# Diversity


def test_white_scores_two_for_two_pawns_on_the_level_reached():
    game = short_table((WHITE, GREEN), sun_turtle="R1")
    game.give_side(0, diversity=(3, 2, 0, 2))
    game.enter("sun/turtle")
    events = game.discover()
    assert PawnAdvanced(0, Terrain.ROCK, 3) in events
    assert points(events) == [(0, 2)]
    assert game.state.seat == 1


def test_one_pawn_alone_scores_one():
    game = short_table()
    game.enter("sun/turtle")
    assert points(game.discover()) == [(0, 1)]
    assert game.state.sides[0].diversity == (0, 1, 0, 0)


def test_a_pawn_stuck_on_the_last_level_scores_one_whatever_stands_there():
    game = short_table()
    last = SHORT.diversity_levels
    game.give_side(0, diversity=(last, last, last, last))
    game.enter("sun/turtle")
    events = game.discover()
    assert points(events) == [(0, 1)]
    assert not any(isinstance(event, PawnAdvanced) for event in events)
    assert game.state.sides[0].diversity == (last, last, last, last)


def test_a_pawn_reaching_the_last_level_scores_all_that_stand_there():
    game = short_table()
    last = SHORT.diversity_levels
    game.give_side(0, diversity=(last, last - 1, last, 0))
    game.enter("sun/turtle")
    assert points(game.discover()) == [(0, 3)]


# Divining


@pytest.fixture
def divining() -> Table:
    """Blue has three meeples on bare terrain, where corn, quinoa and sweet potato grow."""
    game = short_table(kind="S4", sun_condor="S5", sun_turtle="S1")
    game.lay(all_alike("short", "..", river_condor="S.", sun_condor="S.", sun_turtle="S.", leaf_llama="R3"))
    game.set_meeples({"river/condor": BLUE, "sun/condor": BLUE, "sun/turtle": BLUE, "leaf/llama": BLUE})
    return game


def test_an_error_costs_the_level_lays_the_crop_and_ends_the_turn_without_offering(divining):
    divining.give_side(0, tokens=ALL)
    events = divining.divine("river/condor", Crop.QUINOA)
    assert CropRevealed(divining.place("river/condor"), Crop.CORN, Crop.QUINOA) in events
    assert points(events) == [(0, -4)]
    assert divining.state.sides[0].score == 6
    assert divining.state.sides[0].tokens == ALL
    assert (divining.state.seat, divining.state.phase) == (1, Phase.ACT)


def test_a_score_never_falls_below_zero(divining):
    divining.give_side(0, score=3)
    events = divining.divine("sun/condor", Crop.CORN)
    assert points(events) == [(0, -3)]
    assert divining.state.sides[0].score == 0
    (line,) = explain_score(events, 0)
    assert str(line.text) == "wrong divination, sun/condor: quinoa; a score stops at 0"


def test_blue_divines_twice_and_offers_five_tokens(divining):
    divining.give_side(0, tokens=ALL - {Crop.QUINOA})
    events = divining.divine("sun/condor", Crop.QUINOA)
    assert TokenTaken(0, Crop.QUINOA) in events
    assert points(events) == [(0, 5)]
    events = divining.divine("sun/turtle", Crop.SWEET_POTATO)
    assert not any(isinstance(event, TokenTaken) for event in events)
    assert points(events) == [(0, 1)]
    assert divining.state.phase is Phase.DIVINE_ON
    events = divining.do(Offer(ALL))
    assert points(events) == [(0, 10)]
    assert divining.state.sides[0].score == 26
    assert divining.state.sides[0].tokens == frozenset()
    assert divining.state.seat == 1


def test_divining_goes_on_only_with_meeples_on_bare_terrain(divining):
    assert divining.state.able_to_divine() == [
        divining.place(name) for name in ("river/condor", "sun/condor", "sun/turtle")
    ]
    divining.divine("river/condor", Crop.CORN)
    assert divining.refused(Enter(divining.place("leaf/condor"))) is Rule.ONE_ACTION
    assert divining.refused(Divine(divining.place("river/condor"), Crop.CORN)) is Rule.CROP_KNOWN
    assert divining.refused(Divine(divining.place("leaf/llama"), Crop.CORN)) is Rule.CROP_KNOWN
    assert divining.refused(Divine(divining.place("sun/llama"), Crop.CORN)) is Rule.NOT_YOUR_MEEPLE
    divining.do(EndTurn())
    assert divining.state.seat == 1


def test_the_turn_ends_by_itself_when_nothing_is_left_to_do():
    game = short_table()
    game.enter("sun/turtle")
    game.discover()
    assert (game.state.seat, game.state.phase) == (1, Phase.ACT)


# Offering


def test_offerings_are_worth_0_1_3_6_10():
    assert [worth(count) for count in range(1, 6)] == [0, 1, 3, 6, 10]


@pytest.mark.parametrize(("count", "gain"), [(1, 0), (2, 1), (3, 3), (4, 6), (5, 10)])
def test_retrieving_is_exploring_and_allows_an_offering(count, gain):
    game = short_table((GREEN, BLUE))
    game.lay(all_alike("short", "..", leaf_llama="R3"))
    game.set_meeples({"leaf/llama": GREEN})
    game.give_side(0, tokens=ALL)
    game.do(Retrieve(game.place("leaf/llama")))
    assert game.state.supply(GREEN) == 5
    assert game.state.phase is Phase.OFFER
    events = game.do(Offer(frozenset(list(Crop)[:count])))
    assert points(events) == [(0, gain)]
    assert game.state.seat == 1


def test_one_offers_what_one_has():
    game = short_table()
    game.give_side(0, tokens=frozenset({Crop.CORN}))
    game.enter("sun/turtle")
    assert game.refused(EndTurn()) is Rule.DISCOVER_FIRST
    game.discover()
    assert game.refused(Offer(frozenset())) is Rule.NO_TOKENS
    assert game.refused(Offer(frozenset({Crop.CHILI}))) is Rule.NOT_YOUR_TOKEN
    game.do(Offer(frozenset({Crop.CORN})))
    assert game.state.sides[0].score == 11


def test_nothing_is_offered_before_the_action():
    game = short_table()
    game.give_side(0, tokens=ALL)
    assert game.refused(Offer(ALL)) is Rule.ACT_FIRST
    assert game.refused(EndTurn()) is Rule.ACT_FIRST
    assert game.refused(Pass()) is Rule.CAN_STILL_ACT


# Movement


def test_seven_spaces_are_out_of_reach_for_a_new_meeple():
    """The tiny board of the rulebook: crops on two edge spaces open the two spaces behind them."""
    game = short_table()
    game.lay(all_alike("short", "..", mountain_condor="S1", sun_snake="R2"))
    game.set_meeples({})
    inside = {space for space in SHORT.spaces if not SHORT.is_edge(space)}
    reached = set(reach(game.state, None).destinations)
    assert reached >= set(SHORT.edge)
    assert inside - reached == inside - game.places("mountain/lizard", "fire/snake")
    assert len(inside - reached) == 7


def test_other_meeples_block_and_own_ones_are_crossed():
    game = short_table()
    game.lay(all_alike("short", "..", mountain_condor="S1", sun_snake="R2", leaf_turtle="G."))
    game.set_meeples({"mountain/condor": GREEN, "leaf/turtle": BLUE})
    reached = set(reach(game.state, None).destinations)
    assert not reached & game.places("mountain/condor", "mountain/lizard", "leaf/turtle")
    assert reached >= game.places("leaf/snake", "river/turtle", "mountain/turtle", "fire/snake")
    assert game.refused(Enter(game.place("mountain/condor"))) is Rule.OCCUPIED_BY_OTHER
    assert game.refused(Enter(game.place("mountain/lizard"))) is Rule.OUT_OF_REACH
    game.enter("leaf/snake")
    assert game.state.waiting == game.place("leaf/snake")


def test_a_tight_spot_with_a_single_passage_over_own_meeples():
    game = short_table((BROWN, GREEN))
    game.lay(all_alike("short", "..", leaf_snake="S1", mountain_snake="R.", mountain_llama="R2"))
    game.set_meeples(
        {
            "leaf/snake": BROWN,
            "river/snake": GREEN,
            "leaf/llama": GREEN,
            "leaf/turtle": GREEN,
            "mountain/snake": BROWN,
            "mountain/llama": BROWN,
            "fire/snake": GREEN,
            "mountain/turtle": GREEN,
        }
    )
    found = reach(game.state, game.place("leaf/snake"))
    assert set(found.destinations) == game.places("mountain/lizard", "fire/llama")
    assert found.path(game.place("fire/llama")) == tuple(
        game.place(name) for name in ("mountain/snake", "mountain/llama", "fire/llama")
    )
    assert game.refused(Move(game.place("leaf/snake"), game.place("mountain/llama"))) is Rule.OCCUPIED_BY_OWN


def test_a_meeple_that_is_blocked_in_can_only_be_taken_back():
    game = short_table()
    game.lay(all_alike("short", "..", river_condor="S1", leaf_condor="S2", river_lizard="S3"))
    game.set_meeples({"river/condor": BLUE, "leaf/condor": GREEN, "river/lizard": GREEN})
    corner = game.place("river/condor")
    assert reach(game.state, corner).destinations == ()
    assert game.refused(Move(corner, corner)) is Rule.SAME_SPACE
    game.do(Retrieve(corner))
    assert game.state.meeples[corner.index] is None


def test_a_walk_may_come_back_over_its_start_but_not_end_there():
    game = short_table()
    game.lay(all_alike("short", "..", leaf_condor="S1", mountain_condor="S2"))
    game.set_meeples({"leaf/condor": BLUE})
    start = game.place("leaf/condor")
    assert start not in reach(game.state, start).destinations
    assert set(reach(game.state, start).destinations) == game.places(
        "river/condor", "leaf/lizard", "mountain/condor", "mountain/lizard", "fire/condor"
    )


def test_only_the_space_of_the_meeple_is_discovered():
    game = short_table()
    assert game.refused(Discover(game.place("sun/turtle"))) is Rule.ACT_FIRST
    game.enter("sun/turtle")
    assert game.refused(Discover(game.place("sun/snake"))) is Rule.WRONG_SPACE
    assert game.refused(Enter(game.place("sun/condor"))) is Rule.DISCOVER_FIRST


def test_all_meeples_out():
    game = short_table((BLUE, GREEN, WHITE, BROWN))
    game.set_meeples({"river/condor": BLUE, "leaf/condor": BLUE, "fire/condor": BLUE})
    assert game.refused(Enter(game.place("sun/turtle"))) is Rule.NO_MEEPLE_LEFT


# The end


def last_tile_table(colours, **bare: str) -> Table:
    """Only sun/turtle is empty; every space has a crop but those given."""
    game = short_table(colours, kind="S2", sun_turtle="R1")
    game.lay(all_alike("short", "S2", sun_turtle="..", **bare))
    return game


def test_the_last_round_goes_clockwise_from_who_laid_the_last_tile():
    game = last_tile_table((BLUE, GREEN, WHITE), river_condor="S.", leaf_llama="S.", fire_llama="S.")
    game.set_meeples({"river/condor": BLUE, "leaf/llama": WHITE, "fire/llama": WHITE})
    game.state = replace(game.state, seat=1)
    game.enter("sun/turtle")
    game.discover()
    assert (game.state.seat, game.state.phase) == (1, Phase.LAST_DIVINE)
    assert game.refused(EndTurn()) is Rule.NOT_NOW
    game.divine("sun/turtle", Crop.SWEET_POTATO)
    assert game.state.seat == 2
    game.divine("leaf/llama", Crop.COCA_LEAF)
    assert game.state.seat == 0
    events = game.do(Pass())
    assert [event.seat for event in events if isinstance(event, Passed)] == [0, 1]
    assert (game.state.seat, game.state.phase) == (2, Phase.LAST_DIVINE)
    game.divine("fire/llama", Crop.QUINOA)
    assert game.state.phase is Phase.OVER
    assert [side.score for side in game.state.sides] == [10, 10 + 1 + 1, 10 + 2 - 2]
    assert game.state.winners == (1,)


def test_who_is_wrong_in_the_last_round_must_pass():
    game = last_tile_table((BLUE, GREEN), river_condor="S.", leaf_llama="S.")
    game.set_meeples({"river/condor": BLUE, "leaf/llama": BLUE})
    game.enter("sun/turtle")
    game.discover()
    game.divine("river/condor", Crop.CORN)
    assert game.state.phase is Phase.OVER
    assert game.state.crops[game.place("leaf/llama").index] is None


def test_everybody_may_make_a_last_offering():
    game = last_tile_table((BLUE, GREEN))
    game.give_side(0, tokens=frozenset({Crop.CORN, Crop.CHILI}))
    game.give_side(1, tokens=ALL)
    game.enter("sun/turtle")
    game.discover()
    assert game.state.phase is Phase.OFFER
    game.do(EndTurn())
    assert game.state.phase is Phase.LAST_DIVINE
    game.do(Pass())
    assert (game.state.phase, game.state.seat) == (Phase.LAST_OFFER, 0)
    game.do(Offer(frozenset({Crop.CORN, Crop.CHILI})))
    assert (game.state.phase, game.state.seat) == (Phase.LAST_OFFER, 1)
    game.do(Offer(ALL))
    assert game.state.phase is Phase.OVER
    assert [side.score for side in game.state.sides] == [12, 20]
    assert game.refused(Pass()) is Rule.GAME_OVER


def test_after_an_error_on_the_last_turn_the_last_offering_is_still_allowed():
    game = last_tile_table((BLUE, GREEN), river_condor="S.")
    game.set_meeples({"river/condor": BLUE})
    game.lay(all_alike("short", "S2", river_condor="S."))
    game.give_side(0, tokens=ALL)
    game.state = replace(game.state, phase=Phase.LAST_DIVINE)
    game.divine("river/condor", Crop.CORN)
    game.do(Offer(ALL))
    assert game.state.sides[0].score == 10 - 2 + 10


@pytest.mark.parametrize(
    ("scores", "steps", "winners"),
    [
        ((12, 11), ((0, 0, 0, 0), (6, 6, 6, 6)), (0,)),
        ((11, 11), ((1, 2, 0, 0), (1, 1, 1, 1)), (1,)),
        ((11, 11), ((1, 2, 0, 1), (4, 0, 0, 0)), (0, 1)),
    ],
)
def test_ties_go_to_most_steps_then_are_shared(scores, steps, winners):
    game = short_table()
    for side, (score, levels) in enumerate(zip(scores, steps, strict=True)):
        game.give_side(side, score=score, diversity=levels)
    game.lay(all_alike("short", "S2"))
    game.state = replace(game.state, phase=Phase.LAST_DIVINE)
    game.set_meeples({})
    game.do(Pass())
    assert game.state.winners == winners


def test_every_score_can_be_explained(divining):
    divining.divine("sun/condor", Crop.QUINOA)
    divining.do(EndTurn())
    lines = explain_score(divining.events, 0)
    assert [(line.points, str(line.text)) for line in lines] == [(5, "right divination, sun/condor: quinoa")]
    assert all(event.text for event in divining.events if isinstance(event, Scored))
    assert {reason.value for reason in Reason} >= {"divined", "missed"}


def test_a_wheel_with_another_disc_is_noticed():
    game = short_table()
    game.wheel = Wheel(drawn(SHORT, all_alike("short", "R1")))
    game.enter("sun/turtle")
    with pytest.raises(Refused) as raised:
        game.discover()
    assert raised.value.code is Rule.NO_TILE_LEFT


def test_no_crop_without_terrain():
    game = short_table()
    game.set_meeples({"sun/turtle": BLUE})
    assert game.refused(Divine(game.place("sun/turtle"), Crop.CORN)) is Rule.NO_TERRAIN
