"""A game played by hand on the wheel."""

from __future__ import annotations

import pytest

from companion.errors import NotLegal
from companion.table import wheel
from companion.table.coach.mode import CoachMode
from companion.table.screens.descriptions import Action, Ring, Token, Window
from companion.tiwanaku.board import Direction
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Discover, Divine, Enter, Move, Offer, Phase, Setup, SpendTile, Standing
from companion.tiwanaku.game import Mode as GameMode
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import T
from tests.table.wheel.hands import DISCOVERY, DIVINATION, Hands
from tests.table.wheel.valley import TWO, at, discovered, game
from tests.tiwanaku.game.table import SETUPS, all_alike, drawn, scenario


def test_rings_turn_round_and_a_push_switches_between_them():
    hands = Hands(morning_valley())
    hands.push()
    hands.turn(-1)
    assert str(hands.screen.space) == "sun/condor"
    hands.push()
    assert hands.screen.ring is Ring.ANIMAL
    hands.turn(-1)
    assert str(hands.screen.space) == "sun/turtle"
    hands.turn(6)
    assert str(hands.screen.space) == "sun/condor"


def test_whose_turn_it_is_comes_first_then_what_may_be_done():
    hands = game()
    assert hands.shown == "Turn"
    assert hands.screen.active == 0
    hands.push()
    assert hands.screen.actions[0] is Action.EXPLORE
    assert Action.DIVINE not in hands.screen.actions
    hands.back()
    assert hands.shown == "Turn"


def test_a_new_meeple_enters_discovers_and_scores():
    hands = game()
    hands.push()
    hands.choose(Action.EXPLORE)
    assert hands.shown == "Coordinates"
    while str(hands.screen.space) != "river/turtle":
        hands.turn(1)
    hands.push()
    assert (hands.shown, str(hands.screen.space)) == ("Coordinates", "river/turtle")
    assert hands.screen.windows == {Window.DISCOVERY}
    hands.hold(DISCOVERY)
    assert hands.screen.terrain is Terrain.GRASS
    hands.release(DISCOVERY)
    told = hands.screen
    assert (hands.shown, told.terrain, told.level, told.points, told.score) == (
        "Discovered",
        Terrain.GRASS,
        1,
        1,
        11,
    )
    hands.push()
    assert (hands.shown, hands.screen.active) == ("Turn", 1)


def test_letting_go_while_the_answer_is_on_its_way_shows_no_window_but_tells_what_happened():
    hands = game(Enter(at("river/turtle")))
    state = wheel.step(hands.desk.state, wheel.Tick(0)).state
    for event in (
        wheel.news.Pressed(1.0, DISCOVERY),
        wheel.Tick(2.0),
    ):
        state, effects = wheel.step(state, event)
    (asked,) = effects
    state = wheel.step(state, wheel.news.Released(2.01, DISCOVERY)).state
    record = hands.desk.game.do(asked.command, hands.oracle)
    done = wheel.Done(2.02, asked.number, record, record.entries[-1].events, hands.game)
    state = wheel.step(state, done).state
    assert type(wheel.screen(state, 2.02)).__name__ == "Discovered"


def test_discovery_elsewhere_is_refused_with_the_reason_of_the_game():
    hands = game(Enter(at("river/turtle")))
    hands.turn(1)
    hands.tap(DISCOVERY)
    assert hands.text == "leaf/turtle is not to be discovered now: turn the wheel to river/turtle."
    hands.push()
    assert hands.shown == "Coordinates"
    assert hands.asked == []


def test_the_wrong_window_is_refused_with_the_reason_of_the_game():
    hands = game(Enter(at("river/turtle")))
    hands.tap(DIVINATION)
    assert hands.text == "river/turtle: discover this space first, with the wheel."
    hands.wait(5)
    assert hands.asked == []


def ready_to_divine():
    return game(*discovered("river/turtle"), *discovered("sun/turtle"))


def test_divination_asks_for_the_crop_first_then_for_the_hold():
    hands = ready_to_divine()
    hands.push()
    hands.choose(Action.DIVINE)
    assert hands.shown == "AnnounceCrop"
    hands.turn(3)
    assert hands.screen.chosen is Crop.CORN
    hands.push()
    assert (hands.shown, hands.screen.announced) == ("WindowClosed", Crop.CORN)
    hands.hold(DIVINATION, 0.5)
    assert hands.screen.announced is Crop.CORN
    hands.wait(0.6)
    assert (hands.shown, hands.screen.crop) == ("DivinationOpen", Crop.CORN)
    hands.release(DIVINATION)
    told = hands.screen
    assert (hands.shown, told.points, told.score, told.token) == ("Divined", 4, 15, Token.TAKEN)


def test_a_wrong_divination_tells_what_it_cost_and_ends_the_turn():
    hands = ready_to_divine()
    hands.tap(DIVINATION)
    hands.open_and_close(DIVINATION)
    told = hands.screen
    assert hands.shown == "WrongDivination"
    assert (told.announced, told.crop, told.lost, told.score) == (Crop.SWEET_POTATO, Crop.CORN, 4, 7)
    hands.push()
    assert (hands.shown, hands.screen.active) == ("Turn", 1)


def test_the_discovery_button_does_not_open_an_announced_divination():
    hands = ready_to_divine()
    hands.tap(DIVINATION)
    hands.push()
    asked = list(hands.asked)
    hands.open_and_close(DISCOVERY)
    assert hands.text == "First explore or divine."
    assert hands.asked == asked


def test_a_meeple_on_the_board_moves_or_is_taken_back():
    hands = ready_to_divine()
    hands.push()
    hands.choose(Action.EXPLORE)
    assert [str(entry) for entry in hands.screen.entries] == ["river/turtle", "A new one"]
    hands.push()
    assert len(hands.screen.entries) == 2
    hands.turn(1)
    hands.push()
    assert hands.game.meeples.count(Colour.BLUE) == 0
    assert (hands.shown, hands.screen.active) == ("Turn", 1)


def test_a_destination_that_is_not_allowed_is_refused_with_the_reason():
    hands = game()
    hands.push()
    hands.choose(Action.EXPLORE)
    hands.turn(-1)
    assert [str(choice) for choice in hands.screen.choices] == ["Another space"]
    hands.push()
    hands.turn(2)
    hands.push()
    hands.turn(1)
    assert str(hands.screen.note) == "Not allowed"
    hands.push()
    assert hands.text.startswith("mountain/lizard: a new meeple cannot get there.")
    hands.push()
    assert hands.shown == "Coordinates"
    assert len(hands.desk.game.entries) == 1


def test_the_last_command_is_taken_back_after_a_yes_only():
    hands = game(*discovered("river/turtle"))
    hands.push()
    hands.choose(Action.UNDO)
    assert hands.text == "Take back: discovery of river/turtle?"
    hands.push()
    assert hands.game.terrains[20] is Terrain.GRASS
    hands.choose(Action.UNDO)
    hands.turn(1)
    hands.push()
    assert hands.game.phase is Phase.DISCOVER
    assert hands.desk.game.entries[-1].standing is Standing.UNDONE
    assert str(hands.screen.space) == "river/turtle"


def with_tokens():
    """Blue has divined two crops of one turn and may offer."""
    board = official_board("short")
    land = drawn(board, all_alike("short", "S1", sun_turtle="G4"), ())
    place = board.space
    first, second = place("river/turtle"), place("sun/turtle")
    hands = Hands(
        land,
        TWO,
        (
            Enter(first),
            Discover(first),
            Enter(place("river/condor")),
            Discover(place("river/condor")),
            Enter(second),
            Discover(second),
            Enter(place("sun/condor")),
            Discover(place("sun/condor")),
            Divine(first, Crop.SWEET_POTATO),
            Divine(second, Crop.CORN),
        ),
    )
    hands.push()
    return hands


def test_tokens_are_chosen_for_an_offering_with_what_they_are_worth():
    hands = with_tokens()
    assert hands.shown == "ActionMenu"
    hands.choose(Action.OFFER)
    assert (hands.shown, hands.screen.worth) == ("Offering", 1)
    hands.push()
    assert (hands.screen.given, hands.screen.worth) == ({Crop.CORN}, 0)
    hands.push()
    hands.turn(2)
    hands.push()
    assert hands.text == "blue: 1 point, 2 tokens offered"
    assert hands.desk.game.entries[-1].command == Offer(frozenset({Crop.CORN, Crop.SWEET_POTATO}))
    hands.push()
    assert hands.shown == "Turn"


def test_an_offering_of_nothing_is_refused():
    hands = with_tokens()
    hands.choose(Action.OFFER)
    hands.push()
    hands.turn(1)
    hands.push()
    hands.turn(1)
    hands.push()
    assert hands.text == "Choose at least one token to offer, or end the turn."


def test_ending_the_turn_without_an_offering():
    hands = with_tokens()
    hands.choose(Action.END_TURN)
    assert (hands.shown, hands.screen.active) == ("Turn", 1)


def test_hints_come_in_three_strengths_and_can_be_switched_off():
    hands = game()
    hands.push()
    hands.choose(Action.HINT)
    assert [(hands.screen.strength, hands.push())[0] for _ in range(3)] == [1, 2, 3]
    assert hands.shown == "Turn"
    hands.say(wheel.SettingsChanged(0, wheel.WheelSettings(coach=CoachMode.OFF)))
    hands.push()
    assert Action.HINT not in hands.screen.actions


def test_a_coach_who_thinks_long_keeps_nobody_waiting():
    thinking = []
    hands = game(aside=thinking.append)
    hands.push()
    hands.choose(Action.HINT)
    assert hands.text == "The coach is thinking …"
    hands.push()
    assert hands.shown == "Turn"
    thinking[0]()
    hands.desk.work(0)
    assert hands.shown == "Turn"
    hands.push()
    hands.choose(Action.HINT)
    thinking[1]()
    hands.desk.work(0)
    assert (hands.shown, hands.screen.strength) == ("Hint", 1)


def test_settings_are_changed_by_turning_and_kept():
    kept = []
    hands = game(keep_settings=kept.append)
    hands.push()
    hands.choose(Action.SETTINGS)
    hands.turn(1)
    hands.push()
    hands.turn(-1)
    hands.push()
    assert kept == [wheel.WheelSettings(hold_time=0.75)]
    hands.back()
    assert hands.shown == "ActionMenu"


def test_the_code_to_join_is_shown_until_a_touch():
    hands = game()
    hands.push()
    hands.choose(Action.JOIN)
    assert hands.screen.address.startswith("http://")
    hands.turn(1)
    assert hands.shown == "ActionMenu"


def test_a_command_that_cannot_be_kept_is_not_done():
    def full(record, done):
        raise NotLegal(T("The card is full."))

    hands = game(keep=full)
    hands.push()
    hands.choose(Action.EXPLORE)
    hands.push()
    assert hands.text == "The card is full."
    assert hands.game.phase is Phase.ACT


def test_the_coop_turn_spends_a_tile_with_its_arrow_first():
    hands = Hands(scenario(3), SETUPS["together-2-easy"])
    hands.push()
    assert hands.shown == "Turn"
    hands.push()
    terrain = next(terrain for terrain in Terrain if hands.game.stacks[0][list(Terrain).index(terrain)])
    assert str(hands.screen.entries[0]).startswith(terrain.value)
    hands.push()
    hands.turn(1)
    hands.push()
    assert hands.desk.game.entries[-1].command == SpendTile(terrain, Direction.EAST)
    assert hands.shown == "Turn"


def solo_before_the_arrow():
    board = official_board("long")
    start = tuple(f"{element}/condor" for element in ("river", "leaf", "mountain", "fire", "sun"))
    colours = (Colour.BROWN, Colour.WHITE, Colour.GREEN, Colour.PURPLE, Colour.YELLOW)
    land = drawn(board, all_alike("long", "S1"), start, dict(zip(colours, start, strict=True)))
    there = board.space("star/turtle")
    setup = Setup(GameMode.SOLO, (Colour.BLUE,), difficulty=SETUPS["solo-easy"].difficulty)
    hands = Hands(land, setup, (Enter(there), Discover(there)))
    hands.push()
    return hands


def test_the_way_of_an_otoma_is_told_space_by_space():
    hands = solo_before_the_arrow()
    assert hands.shown == "ArrowEntry"
    while hands.screen.colour is not Colour.WHITE:
        hands.turn(1)
    hands.push()
    while hands.screen.direction is not Direction.EAST:
        hands.turn(1)
    hands.push()
    steps = []
    while hands.shown == "OtomaStep":
        steps.append((str(hands.screen.end), hands.screen.stops))
        hands.push()
    assert steps == [
        ("mountain/condor", False),
        ("fire/condor", False),
        ("sun/condor", False),
        ("rainbow/condor", True),
    ]
    assert (hands.shown, str(hands.screen.space)) == ("Coordinates", "rainbow/condor")
    asked = len(hands.asked)
    hands.hold(DISCOVERY)
    assert hands.shown == "DiscoveryOpen"
    assert hands.asked[asked:] == [("terrain", "rainbow/condor"), ("crop", "rainbow/condor")]
    hands.release(DISCOVERY)
    found = hands.screen
    assert (hands.shown, found.colour, found.crop) == ("OtomaFound", Colour.WHITE, Crop.SWEET_POTATO)


def test_a_bare_wheel_lets_one_choose_among_scenarios():
    from companion.table.desk import Choice
    from companion.tiwanaku.game import Wheel

    wheels = [Choice("One", lambda: Wheel(scenario(1))), Choice("Two", lambda: Wheel(morning_valley()))]
    hands = Hands(morning_valley(), oracle=None, choices=wheels)
    hands.push()
    assert hands.screen.names == ("One", "Two")
    hands.turn(1)
    hands.push()
    assert (hands.shown, len(hands.screen.elements)) == ("Coordinates", 5)
    hands.back()
    hands.back()
    assert hands.shown == "ScenarioMenu"


@pytest.mark.parametrize("value", [0.0, 0.49, -1.0, float("nan"), 11.0])
def test_a_hold_time_that_would_open_at_once_is_refused(value):
    with pytest.raises(ValueError, match="hold time"):
        wheel.WheelSettings(hold_time=value)


def test_move_is_named_in_the_question_to_take_it_back():
    hands = ready_to_divine()
    hands.desk.game_changed(hands.desk.game.do(Move(at("river/turtle"), at("river/snake")), hands.oracle))
    hands.back()
    hands.choose(Action.UNDO)
    assert hands.text == "Take back: move river/turtle to river/snake?"
