"""Solo: the Otoma's set-up, arrows, trails, forced divinations, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.tiwanaku.board import Direction
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import (
    ArrowSeen,
    ChooseOtoma,
    Difficulty,
    Divine,
    EndTurn,
    Enter,
    HouseRules,
    Mode,
    Move,
    Offer,
    Pass,
    Phase,
    Retrieve,
    Rule,
    Scored,
    Setup,
    SetupOrder,
    otoma_path,
)
from companion.tiwanaku.game.events import CropRevealed, OtomaMoved, OtomaStayed, PawnAdvanced
from companion.tiwanaku.pieces import Crop, Terrain
from tests.tiwanaku.game.table import (
    BLUE,
    BROWN,
    GREEN,
    PURPLE,
    WHITE,
    YELLOW,
    Table,
    all_alike,
    begun,
    drawn,
    table,
)

LONG = official_board("long")
# As in the rulebook's picture: grass (yellow), rock twice (blue, then purple), dirt (green), sand (white).
PLACES = {
    YELLOW: "river/lizard",
    BLUE: "leaf/condor",
    PURPLE: "leaf/snake",
    GREEN: "sun/llama",
    WHITE: "star/turtle",
}
GROUND = {
    "river_lizard": "G2",
    "leaf_condor": "R1",
    "leaf_snake": "R3",
    "sun_llama": "D5",
    "star_turtle": "S4",
}
EASY, HARD = Difficulty.EASY, Difficulty.HARD
NORTH, EAST, SOUTH, WEST = Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST


def valley(places=None, ground=None, **others: str):
    ground = {**(ground or GROUND), **others}
    places = places or PLACES
    return drawn(LONG, all_alike("long", "S1", **ground), tuple(places.values()), places)


def solo(difficulty=EASY, colour=BROWN, **others: str) -> Table:
    return table(valley(**others), Setup(Mode.SOLO, (colour,), difficulty=difficulty))


def points(events, side) -> list[int]:
    return [event.points for event in events if isinstance(event, Scored) and event.side == side]


def otoma_score(places, ground, order=SetupOrder.COLUMNS) -> int:
    setup = Setup(Mode.SOLO, (BROWN,), difficulty=EASY, house=HouseRules(otoma_setup_order=order))
    return begun(valley(places, ground), setup)[1].sides[1].score


# Set-up


def test_the_otoma_of_the_rulebook_score_column_by_column():
    game = solo()
    assert game.state.sides[1].diversity == (1, 1, 1, 2)
    crops = 2 + 1 + 3 + 5 + 4
    diversity = 1 + 2 + 1 + 2 + 3  # grass; rock beside it; rock alone; dirt with grass; sand with both
    assert game.state.sides[1].score == 10 + crops + diversity
    assert game.state.sides[0].score == 10
    assert game.state.supply(BROWN) == 5


def test_the_order_of_the_set_up_changes_the_sum():
    places = {
        YELLOW: "river/turtle",
        BLUE: "leaf/condor",
        PURPLE: "leaf/lizard",
        GREEN: "fire/llama",
        WHITE: "sun/llama",
    }
    ground = {
        "river_turtle": "G1",
        "leaf_condor": "R1",
        "leaf_lizard": "R1",
        "fire_llama": "D1",
        "sun_llama": "S1",
    }
    by_columns = 1 + 2 + 1 + 2 + 3  # grass, rock, rock, dirt, sand
    by_rows = 1 + 1 + 1 + 2 + 3  # rock, rock, dirt, sand, grass
    assert otoma_score(places, ground) == 10 + 5 + by_columns
    assert otoma_score(places, ground, SetupOrder.ROWS) == 10 + 5 + by_rows
    assert by_columns != by_rows


def test_the_missing_colour_takes_the_place_of_the_players_own():
    game = solo(colour=GREEN)
    assert game.state.meeples[game.place("sun/llama").index] is BROWN
    assert {game.state.meeples[space.index] for space in game.state.otoma()} == {
        BROWN,
        WHITE,
        BLUE,
        PURPLE,
        YELLOW,
    }


# Arrows


def test_the_arrow_of_a_discovered_tile_moves_the_otoma_of_its_colour():
    game = solo(fire_llama="R3")
    game.enter("river/turtle")
    game.discover()
    assert game.state.phase is Phase.ARROW
    assert game.refused(EndTurn()) is Rule.ARROW_FIRST
    assert game.refused(ArrowSeen(WEST)) is Rule.ARROW_COLOUR
    events = game.do(ArrowSeen(WEST, GREEN))
    fire = game.place("fire/llama")
    assert OtomaMoved(GREEN, game.place("sun/llama"), (fire,)) in events
    assert (game.state.phase, game.state.waiting) == (Phase.DISCOVER, fire)
    before = game.state.sides[1]
    events = game.discover()
    assert CropRevealed(fire, Crop.CHILI) in events
    assert PawnAdvanced(1, Terrain.ROCK, 3) in events
    assert points(events, 1) == [1, 3]
    assert game.state.sides[1].score == before.score + 4
    assert not game.state.sides[1].tokens
    assert game.state.phase is Phase.ACT


@pytest.mark.parametrize("difficulty", [EASY, HARD])
def test_an_arrow_of_the_own_colour(difficulty):
    game = solo(difficulty)
    game.enter("river/turtle")
    game.discover()
    game.do(ArrowSeen(WEST, BROWN))
    if difficulty is EASY:
        assert game.state.phase is Phase.ACT
        return
    assert game.state.phase is Phase.CHOOSE
    assert game.refused(ChooseOtoma(game.place("river/turtle"))) is Rule.NOT_TO_CHOOSE
    assert game.refused(Pass()) is Rule.CHOOSE_FIRST
    events = game.do(ChooseOtoma(game.place("star/turtle")))
    assert OtomaMoved(WHITE, game.place("star/turtle"), (game.place("moon/turtle"),)) in events
    game.discover()
    assert game.state.phase is Phase.ACT


def test_a_tile_met_again_is_known_and_moves_the_otoma_at_once():
    game = solo()
    game.enter("river/turtle")
    game.discover()
    game.do(ArrowSeen(WEST, BROWN))
    game.enter("leaf/turtle")
    game.discover()
    game.do(ArrowSeen(NORTH, GREEN))
    game.discover()
    assert game.state.meeples[game.place("sun/lizard").index] is GREEN
    game.set_meeples({"leaf/turtle": BROWN, "sun/lizard": GREEN, "river/lizard": YELLOW})
    events = game.move("leaf/turtle", "river/turtle")
    assert len(events) == 2  # brown arrow, easy: nothing
    events = game.move("river/turtle", "leaf/turtle")
    assert any(isinstance(event, OtomaMoved) for event in events)
    assert game.state.waiting == game.place("sun/condor")


def test_ending_on_a_crop_stirs_nobody():
    game = solo()
    game.lay(all_alike("long", "..", river_turtle="S1", **GROUND))
    events = game.enter("river/turtle")
    assert [type(event).__name__ for event in events] == ["MeepleMoved", "TurnBegan"]


def test_quechua_neither_enter_nor_cross_an_otoma():
    game = solo()
    assert game.refused(Move(game.place("star/turtle"), game.place("star/snake"))) is Rule.NOT_YOUR_MEEPLE
    assert game.refused(Enter(game.place("star/turtle"))) is Rule.OCCUPIED_BY_OTHER
    game.enter("river/turtle")
    game.discover()
    game.do(ArrowSeen(WEST, BROWN))
    assert game.refused(Retrieve(game.place("river/turtle"))) is Rule.NO_RETRIEVING


# Trails


def test_a_way_over_several_trails():
    game = solo()
    # Down column 1, up column 2, down column 3: all laid but the last space.
    ground = {
        f"{element}_{animal}": "S1"
        for element in ("leaf", "mountain", "fire")
        for animal in ("condor", "lizard", "llama", "snake", "turtle")
    }
    game.lay(all_alike("long", "..", **{**ground, "fire_turtle": ".."}))
    path = otoma_path(game.state, game.place("leaf/snake"), SOUTH)
    assert path is not None
    names = [str(space) for space in path]
    assert names[:3] == ["leaf/turtle", "mountain/turtle", "mountain/snake"]
    assert names[5:8] == ["mountain/condor", "fire/condor", "fire/lizard"]
    assert names[-1] == "fire/turtle"


def test_the_corner_trails_lead_from_a_column_into_a_row():
    game = solo()
    game.lay(all_alike("long", "..", star_condor="S1", river_turtle="S1"))
    assert [str(s) for s in otoma_path(game.state, game.place("star/condor"), NORTH) or ()] == [
        "star/condor",
        "moon/condor",
    ]
    assert [str(s) for s in otoma_path(game.state, game.place("river/turtle"), WEST) or ()] == [
        "river/turtle",
        "river/snake",
    ]


def test_the_trails_of_the_long_board_are_one_loop_that_closes_only_when_the_board_is_full():
    game = solo()
    for empty in LONG.spaces:
        name = str(empty).replace("/", "_")
        game.lay(all_alike("long", "S1", **{name: ".."}))
        for space in LONG.spaces:
            if space != empty:
                assert all(otoma_path(game.state, space, way) for way in Direction)
    game.lay(all_alike("long", "S1"))
    assert otoma_path(game.state, game.place("sun/llama"), NORTH) is None


def test_a_closed_way_leaves_the_otoma_where_it_was():
    """On a board of one's own whose trails join the two ends of each row and each column."""
    trails = [(f"left {animal}", f"right {animal}") for animal in LONG.animals]
    trails += [(f"top {element}", f"bottom {element}") for element in LONG.elements]
    board = replace(LONG, name="rings", trails=tuple(trails))
    scenario = drawn(board, all_alike("long", "S1", **GROUND), tuple(PLACES.values()), PLACES)
    game = table(scenario, Setup(Mode.SOLO, (BROWN,), difficulty=EASY))
    row = {f"{element}_llama": "S1" for element in LONG.elements}
    game.lay(all_alike("long", "..", **{**row, **GROUND, "river_turtle": "S."}))
    game.enter("river/turtle")
    events = game.do(ArrowSeen(WEST, GREEN))
    assert OtomaStayed(game.place("sun/llama")) in events
    assert game.state.meeples[game.place("sun/llama").index] is GREEN
    assert game.state.phase is Phase.ACT


# Divining and the end


def test_all_must_divine_errors_do_not_stop_and_an_offering_is_allowed():
    game = solo()
    game.lay(all_alike("long", "..", river_turtle="S.", leaf_turtle="S.", fire_turtle="S.", **GROUND))
    game.set_meeples({"river/turtle": BROWN, "leaf/turtle": BROWN, "fire/turtle": BROWN})
    game.give_side(0, tokens=frozenset({Crop.CORN, Crop.CHILI, Crop.QUINOA}))
    game.divine("river/turtle", Crop.QUINOA)
    assert game.state.sides[0].score == 9
    assert game.state.phase is Phase.DIVINE_ON
    assert game.refused(EndTurn()) is Rule.ALL_MUST_DIVINE
    assert game.refused(Offer(frozenset({Crop.CORN}))) is Rule.ALL_MUST_DIVINE
    game.divine("leaf/turtle", Crop.SWEET_POTATO)
    game.divine("fire/turtle", Crop.CORN)
    assert game.state.phase is Phase.OFFER
    game.do(Offer(frozenset({Crop.CORN, Crop.CHILI, Crop.QUINOA})))
    assert game.state.sides[0].score == 10 - 1 + 1 - 1 + 3
    assert game.state.phase is Phase.ACT


@pytest.mark.parametrize(("own", "winner"), [(30, 0), (29, 1), (28, 1)])
def test_the_game_ends_after_the_turn_of_the_last_tile_and_a_tie_goes_to_the_otoma(own, winner):
    game = solo()
    game.lay(all_alike("long", "S1", river_turtle="..", **GROUND))
    game.set_meeples({"sun/condor": BROWN, "star/turtle": WHITE})
    game.give_side(0, score=own - 1, diversity=(0, 0, 0, 0))
    game.give_side(1, score=29)
    game.enter("river/turtle")
    game.discover()
    assert game.state.phase is Phase.OVER
    assert game.state.winners == (winner,)
    assert game.refused(Divine(game.place("river/turtle"), Crop.CORN)) is Rule.GAME_OVER


def test_who_is_locked_in_alone_ends_the_game_by_passing():
    game = solo()
    game.lay(all_alike("long", "S1", star_turtle=".."))
    game.set_meeples({"star/snake": GREEN, "moon/turtle": WHITE, "sun/llama": BROWN, "sun/lizard": BROWN})
    assert game.refused(Pass()) is Rule.CAN_STILL_ACT  # a new meeple can come in at the corner itself
    game.state = replace(game.state, agreed=replace(game.state.setup))
    game.set_meeples(
        {
            "star/snake": GREEN,
            "moon/turtle": WHITE,
            **dict.fromkeys(["sun/llama", "sun/lizard", "sun/snake", "sun/condor", "sun/turtle"], BROWN),
        }
    )
    assert game.state.supply(BROWN) == 0
    game.do(Pass())
    assert game.state.phase is Phase.OVER
    assert game.state.winners == (1,)
