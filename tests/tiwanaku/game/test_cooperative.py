"""Together against the Otoma: screens, arrows first, the reaction, shared offerings, final scoring."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.tiwanaku.board import Direction
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import (
    Arrow,
    ArrowSeen,
    ChooseOtoma,
    Difficulty,
    Divine,
    EndTurn,
    Enter,
    EntryRule,
    GiveTile,
    HouseRules,
    Mode,
    Move,
    Offer,
    Pass,
    Phase,
    Reason,
    Retrieve,
    Rule,
    Scored,
    Setup,
    SpendTile,
    reach,
)
from companion.tiwanaku.game.events import OtomaMoved, OtomaStirred, TileLaid, TokensOffered, TokenTaken
from companion.tiwanaku.pieces import Crop, Terrain
from tests.tiwanaku.game.table import BLUE, BROWN, GREEN, WHITE, Table, all_alike, drawn, table
from tests.tiwanaku.game.test_solo import GROUND, PLACES, valley

LONG = official_board("long")
EASY, NORMAL, EXPERT = Difficulty.EASY, Difficulty.NORMAL, Difficulty.EXPERT
NORTH, EAST, SOUTH, WEST = Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST
DIRT, SAND, GRASS, ROCK = Terrain
ALL = frozenset(Crop)


def together(colours=(BLUE, GREEN), difficulty=NORMAL, house=None, **others: str) -> Table:
    setup = Setup(Mode.COOPERATIVE, colours, difficulty=difficulty, house=house or HouseRules())
    return table(valley(**others), setup)


def alone_with(otoma: list[str], meeples: dict[str, object] | None = None, laid: str | None = None) -> Table:
    """A table about to act with an arrow still to be told; Otoma are brown."""
    game = together()
    game.lay(laid or all_alike("long", "..", **{name.replace("/", "_"): "S5" for name in otoma}))
    game.set_meeples({**dict.fromkeys(otoma, BROWN), **(meeples or {})})
    game.state = replace(game.state, spent=(9, 9, 9, 9), phase=Phase.ACT)
    return game


def arrow(game: Table, way: Direction) -> None:
    game.state = replace(game.state, spent_arrow=Arrow(way))


# Set-up


@pytest.mark.parametrize(
    ("colours", "difficulty", "each", "otoma"),
    [
        ((BLUE, GREEN), EASY, 4, 4),
        ((BLUE, GREEN), NORMAL, 4, 5),
        ((BLUE, GREEN), EXPERT, 3, 5),
        ((BLUE, GREEN, WHITE), EASY, 3, 4),
        ((BLUE, GREEN, WHITE), NORMAL, 3, 5),
        ((BLUE, GREEN, WHITE), EXPERT, 2, 5),
        ((BLUE, GREEN, BLUE, GREEN), EASY, 4, 4),
        ((BLUE, GREEN, BLUE, GREEN), NORMAL, 4, 5),
        ((BLUE, GREEN, BLUE, GREEN), EXPERT, 3, 5),
    ],
)
def test_how_many_meeples(colours, difficulty, each, otoma):
    game = together(colours, difficulty)
    assert game.state.supply(BLUE) == each
    assert len(game.state.otoma()) == otoma
    assert {game.state.meeples[space.index] for space in game.state.otoma()} == {BROWN}


def test_easy_otoma_of_the_rulebook_score_for_the_first_four_places():
    game = together(difficulty=EASY)
    assert [str(space) for space in game.state.otoma()] == [
        "leaf/condor",
        "river/lizard",
        "sun/llama",
        "leaf/snake",
    ]
    assert game.state.sides[1].score == 10 + (2 + 1 + 3 + 5) + (1 + 2 + 1 + 2)


def test_tiles_are_dealt_evenly():
    game = together((BLUE, GREEN, WHITE))
    totals = [sum(stack) for stack in game.state.stacks]
    assert sum(totals) == 45 - 5
    assert max(totals) - min(totals) <= 1


def test_other_rulings():
    assert len(together(house=HouseRules(otoma_in_normal_mode=4)).state.otoma()) == 4


# A turn


def test_a_turn_begins_with_a_tile():
    game = together()
    assert game.state.phase is Phase.SPEND
    assert game.refused(Enter(game.place("river/condor"))) is Rule.SPEND_FIRST
    assert game.refused(Pass()) is Rule.CAN_STILL_ACT
    assert game.refused(SpendTile(ROCK)) is Rule.NO_SUCH_TILE
    game.do(SpendTile(SAND))
    assert game.state.spent == (0, 1, 0, 0)
    assert game.refused(SpendTile(SAND)) is Rule.NOT_NOW
    assert game.refused(Enter(game.place("river/condor"))) is Rule.ARROW_FIRST
    assert game.refused(Pass()) is Rule.ARROW_FIRST
    game.do(ArrowSeen(EAST))
    assert game.refused(ArrowSeen(WEST)) is Rule.ARROW_KNOWN
    assert game.refused(Enter(game.place("star/condor"))) is Rule.OUT_OF_REACH
    game.enter("river/condor")
    game.discover()
    assert game.state.spent == (0, 0, 0, 0)
    assert game.state.sides[0].score == 11


def test_the_arrow_may_come_with_the_tile():
    game = together()
    game.do(SpendTile(SAND, EAST))
    assert game.state.spent_arrow == Arrow(EAST)


def test_every_tile_has_its_own_arrow():
    game = alone_with([])
    game.do(ArrowSeen(EAST))
    game.enter("river/snake")
    game.discover()
    assert (game.state.seat, game.state.phase) == (1, Phase.SPEND)
    game.do(SpendTile(SAND))
    assert game.refused(Enter(game.place("river/turtle"))) is Rule.ARROW_FIRST


def test_divining_needs_no_arrow():
    game = alone_with([], {"river/condor": BLUE}, all_alike("long", "..", river_condor="S."))
    game.divine("river/condor", Crop.SWEET_POTATO)
    assert game.state.sides[0].tokens == {Crop.SWEET_POTATO}
    assert game.state.phase is Phase.OFFER


def test_the_first_step_follows_the_arrow_then_on_as_usual():
    laid = all_alike("long", "..", leaf_lizard="S1", mountain_lizard="S2", river_lizard="S3")
    game = alone_with([], {"leaf/lizard": BLUE}, laid)
    arrow(game, EAST)
    found = reach(game.state, game.place("leaf/lizard"))
    assert set(found.destinations) == game.places("mountain/condor", "mountain/llama", "fire/lizard")
    start = game.place("leaf/lizard")
    assert game.refused(Move(start, game.place("mountain/lizard"))) is Rule.STOPS_ON_CROP
    assert game.refused(Move(start, game.place("leaf/llama"))) is Rule.OUT_OF_REACH
    assert game.refused(Retrieve(start)) is Rule.NO_RETRIEVING


@pytest.mark.parametrize(
    ("way", "edge"), [(EAST, "river"), (WEST, "star"), (SOUTH, "condor"), (NORTH, "turtle")]
)
def test_a_new_meeple_enters_in_the_arrows_direction(way, edge):
    game = alone_with([])
    arrow(game, way)
    found = reach(game.state, None).destinations
    assert found
    assert all(edge in (space.element, space.animal) for space in found)
    house = HouseRules(cooperative_entry=EntryRule.ANY_EDGE)
    game.state = replace(game.state, agreed=replace(game.state.setup, house=house))
    assert set(reach(game.state, None).destinations) == set(LONG.edge)


def test_who_cannot_act_passes():
    game = alone_with(
        [],
        dict.fromkeys(["river/condor", "leaf/condor", "sun/condor", "star/condor"], BLUE),
        all_alike("long", "S1"),
    )
    arrow(game, NORTH)
    assert game.state.phase is Phase.ACT
    game.do(Pass())
    assert (game.state.seat, game.state.phase) == (1, Phase.SPEND)


def test_who_has_no_tile_passes():
    game = together()
    game.state = replace(game.state, stacks=((0, 0, 0, 0), (0, 1, 0, 0)))
    game.do(Pass())
    assert game.state.seat == 1
    game.do(SpendTile(SAND, EAST))


# A missing tile


def test_the_players_agree_who_gives_a_missing_tile():
    game = together(river_condor="D1")
    game.state = replace(game.state, phase=Phase.ACT, stacks=((1, 2, 0, 0), (1, 3, 0, 0)), spent=(0, 1, 0, 0))
    arrow(game, EAST)
    game.enter("river/condor")
    game.discover()
    assert game.state.phase is Phase.GIVE
    assert game.refused(GiveTile(7)) is Rule.NO_SUCH_TILE
    assert game.refused(EndTurn()) is Rule.GIVE_FIRST
    events = game.do(GiveTile(1))
    assert TileLaid(game.place("river/condor"), DIRT, 1) in events
    assert game.state.stacks == ((1, 2, 0, 0), (0, 3, 0, 0))
    assert game.state.spent == (0, 1, 0, 0)


def test_nobody_is_asked_where_one_alone_can_give():
    game = together(river_condor="D1")
    game.state = replace(game.state, phase=Phase.ACT, stacks=((0, 2, 0, 0), (1, 3, 0, 0)))
    arrow(game, EAST)
    game.enter("river/condor")
    assert TileLaid(game.place("river/condor"), DIRT, 1) in game.discover()


# The reaction of the Otoma


def test_otoma_in_row_and_column_flee_nearest_first():
    game = alone_with(["sun/condor", "river/turtle", "star/snake", "mountain/lizard"])
    arrow(game, EAST)
    game.enter("river/condor")
    events = game.discover()
    moves = [event for event in events if isinstance(event, OtomaMoved | OtomaStirred)]
    assert moves[0] == OtomaStirred(
        ((game.place("sun/condor"), EAST), (game.place("river/turtle"), SOUTH))
    ) or moves[0] == OtomaStirred(((game.place("river/turtle"), SOUTH), (game.place("sun/condor"), EAST)))
    assert game.state.phase is Phase.CHOOSE  # both are four steps away
    assert game.refused(ChooseOtoma(game.place("star/snake"))) is Rule.NOT_TO_CHOOSE
    events = game.do(ChooseOtoma(game.place("river/turtle")))
    # It leaves at the bottom, follows the corner trail and comes back into its own row from the left.
    assert (
        OtomaMoved(BROWN, game.place("river/turtle"), (game.place("river/turtle"), game.place("leaf/turtle")))
        in events
    )
    events = game.discover()
    assert TokenTaken(1, Crop.SWEET_POTATO) in events
    assert OtomaMoved(BROWN, game.place("sun/condor"), (game.place("rainbow/condor"),)) in events
    events = game.discover()
    assert not any(isinstance(event, TokenTaken) for event in events)
    assert (game.state.seat, game.state.phase) == (1, Phase.SPEND)
    assert game.state.meeples[game.place("star/snake").index] is BROWN


def test_a_nearer_otoma_moves_without_asking():
    game = alone_with(["mountain/condor", "sun/condor"])
    arrow(game, EAST)
    game.enter("river/condor")
    events = game.discover()
    assert OtomaMoved(BROWN, game.place("mountain/condor"), (game.place("fire/condor"),)) in events
    events = game.discover()
    assert OtomaMoved(BROWN, game.place("sun/condor"), (game.place("rainbow/condor"),)) in events


def test_otoma_react_to_a_stop_on_older_terrain_but_not_to_divining():
    game = alone_with(
        ["mountain/condor"], {}, all_alike("long", "..", mountain_condor="S1", river_condor="S.")
    )
    arrow(game, EAST)
    game.enter("river/condor")
    assert game.state.waiting == game.place("fire/condor")
    game.discover()
    game = alone_with(
        ["mountain/condor"],
        {"river/condor": BLUE},
        all_alike("long", "..", mountain_condor="S1", river_condor="S."),
    )
    events = game.divine("river/condor", Crop.QUINOA)
    assert not any(isinstance(event, OtomaMoved) for event in events)


# Offerings and the end


def test_when_the_group_offers_the_otoma_offer_all_they_have():
    game = together()
    game.state = replace(game.state, phase=Phase.OFFER)
    game.give_side(0, tokens=ALL)
    game.give_side(1, tokens=ALL - {Crop.CORN}, score=20)
    events = game.do(Offer(frozenset({Crop.CORN, Crop.CHILI})))
    assert TokensOffered(1, ALL - {Crop.CORN}) in events
    assert [side.score for side in game.state.sides] == [11, 26]
    assert game.state.sides[0].tokens == ALL - {Crop.CORN, Crop.CHILI}


def test_an_error_ends_the_turn_without_offering():
    game = alone_with([], {"river/condor": BLUE}, all_alike("long", "..", river_condor="S."))
    game.give_side(0, tokens=ALL)
    game.divine("river/condor", Crop.CORN)
    assert (game.state.seat, game.state.phase) == (1, Phase.SPEND)


@pytest.mark.parametrize(("own", "winner"), [(19, 0), (18, 1), (17, 1)])
def test_the_end(own, winner):
    game = together()
    game.lay(all_alike("long", "S1", river_condor="..", leaf_condor="..", star_condor=".."))
    game.state = replace(game.state, phase=Phase.OFFER, stacks=((0, 0, 0, 0),) * 2, seat=1)
    game.give_side(0, score=own - 3, tokens=frozenset({Crop.CORN, Crop.CHILI, Crop.QUINOA}))
    game.give_side(1, score=14, tokens=frozenset({Crop.CORN, Crop.CHILI}))
    game.do(EndTurn())
    assert game.state.phase is Phase.LAST_OFFER
    events = game.do(Offer(frozenset({Crop.CORN, Crop.CHILI, Crop.QUINOA})))
    assert Scored(1, 3, Reason.BARE_BOARD, count=3) in events
    assert [side.score for side in game.state.sides] == [own, 14 + 1 + 3]
    assert game.state.winners == (winner,)


def test_the_otoma_make_their_last_offering_even_if_the_group_does_not():
    game = together()
    game.lay(all_alike("long", "S1"))
    game.state = replace(game.state, phase=Phase.OFFER, stacks=((0, 0, 0, 0),) * 2)
    game.give_side(0, tokens=ALL)
    game.give_side(1, score=14, tokens=ALL)
    game.do(EndTurn(), Pass())
    assert [side.score for side in game.state.sides] == [10, 24]


def test_a_pair_shares_its_meeples():
    game = together((BLUE, GREEN, BLUE, GREEN))
    game.lay(all_alike("long", "..", river_condor="S."))
    game.set_meeples({"river/condor": BLUE})
    game.state = replace(game.state, seat=2, phase=Phase.ACT)
    game.divine("river/condor", Crop.SWEET_POTATO)
    game.state = replace(game.state, seat=1, phase=Phase.ACT)
    assert game.refused(Divine(game.place("river/condor"), Crop.CORN)) is Rule.NOT_YOUR_MEEPLE


def test_places_of_the_disc_are_used():
    assert set(PLACES.values()) == {name.replace("_", "/") for name in GROUND}
    assert drawn(LONG, all_alike("long")).board is LONG
