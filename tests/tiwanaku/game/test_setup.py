"""Who can sit down to what: every refusal of the set-up has its rule."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.tiwanaku.game import (
    Difficulty,
    HouseRules,
    Mode,
    Pass,
    Refused,
    Rule,
    SetUp,
    Setup,
    Wheel,
    before_set_up,
    even_deal,
    play,
)
from companion.tiwanaku.game.setup import tiles_to_deal
from tests.tiwanaku.game.table import (
    BLUE,
    GREEN,
    PURPLE,
    SETUPS,
    TABLES,
    WHITE,
    random_scenario,
    random_setup,
    scenario,
    table,
)

PAIR = SETUPS["together-2-easy"]
SOLO = SETUPS["solo-easy"]
EASY = Difficulty.EASY


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        (Setup(Mode.COMPETITIVE, (BLUE,)), Rule.PLAYER_COUNT),
        (Setup(Mode.COMPETITIVE, ()), Rule.PLAYER_COUNT),
        (Setup(Mode.COMPETITIVE, (BLUE, GREEN, WHITE, BLUE, GREEN)), Rule.PLAYER_COUNT),
        (Setup(Mode.SOLO, (BLUE, GREEN), difficulty=EASY), Rule.PLAYER_COUNT),
        (Setup(Mode.COMPETITIVE, (BLUE, BLUE)), Rule.COLOURS),
        (Setup(Mode.COMPETITIVE, (BLUE, PURPLE)), Rule.COLOURS),
        (Setup(Mode.COOPERATIVE, (BLUE, GREEN, WHITE, BLUE), difficulty=EASY), Rule.COLOURS),
        (Setup(Mode.COOPERATIVE, (BLUE, BLUE, BLUE, BLUE), difficulty=EASY), Rule.COLOURS),
        (Setup(Mode.COOPERATIVE, (BLUE, BLUE, GREEN, GREEN), difficulty=EASY), Rule.COLOURS),
        (Setup(Mode.COMPETITIVE, (BLUE, GREEN), first=2), Rule.FIRST_PLAYER),
        (Setup(Mode.COMPETITIVE, (BLUE, GREEN), first=-1), Rule.FIRST_PLAYER),
        (Setup(Mode.COMPETITIVE, (BLUE, GREEN), difficulty=EASY), Rule.DIFFICULTY),
        (Setup(Mode.SOLO, (BLUE,)), Rule.DIFFICULTY),
        (Setup(Mode.SOLO, (BLUE,), difficulty=Difficulty.EXPERT), Rule.DIFFICULTY),
        (replace(PAIR, difficulty=Difficulty.HARD), Rule.DIFFICULTY),
        (replace(PAIR, otoma_colour=BLUE), Rule.OTOMA_COLOUR),
        (replace(PAIR, otoma_colour=PURPLE), Rule.OTOMA_COLOUR),
        (replace(SOLO, otoma_colour=BLUE), Rule.OTOMA_COLOUR),
        (replace(PAIR, house=HouseRules(otoma_in_normal_mode=6)), Rule.OTOMA_PLACES),
        (replace(PAIR, deal=((1, 1, 1, 1), (1, 1, 1, 1))), Rule.UNEVEN_DEAL),
        (replace(PAIR, deal=((1, 1, 1, 1),)), Rule.UNEVEN_DEAL),
        (replace(PAIR, deal=()), Rule.UNEVEN_DEAL),
        (Setup(Mode.COMPETITIVE, (BLUE, GREEN), deal=((1, 1, 1, 1), (1, 1, 1, 1))), Rule.UNEVEN_DEAL),
    ],
)
def test_refused(setup, rule):
    wheel = Wheel(scenario(1))
    with pytest.raises(Refused) as raised:
        play(before_set_up(wheel.back), SetUp(setup), wheel)
    assert raised.value.code is rule


@pytest.mark.parametrize("setup", [SOLO, PAIR])
def test_short_scenarios_have_no_otoma(setup):
    wheel = Wheel(scenario(1, "short"))
    with pytest.raises(Refused) as raised:
        play(before_set_up(wheel.back), SetUp(setup), wheel)
    assert raised.value.code is Rule.BOARD_WITHOUT_TRAILS


def test_a_scenario_needs_five_places_for_the_otoma():
    few = scenario(1)
    wheel = Wheel(replace(few, otoma=dict(list(few.otoma.items())[:3])))
    with pytest.raises(Refused) as raised:
        play(before_set_up(wheel.back), SetUp(SOLO), wheel)
    assert raised.value.code is Rule.OTOMA_PLACES


def test_the_physical_deal_decides():
    back = scenario(1).back()
    proposed = even_deal(back, 2)
    game = table(scenario(1), replace(PAIR, deal=proposed[::-1]))
    assert game.state.stacks == proposed[::-1]
    total = tiles_to_deal(back)
    unfair = replace(PAIR, deal=(total, (0, 0, 0, 0)))
    wheel = Wheel(scenario(1))
    with pytest.raises(Refused) as raised:
        play(before_set_up(wheel.back), SetUp(unfair), wheel)
    assert raised.value.code is Rule.UNEVEN_DEAL


def test_even_deals_are_legal_for_every_table():
    random = Random(3)
    for mode, seats in TABLES * 5:
        place = random_scenario(random, mode, 4)
        game = table(place, random_setup(random, mode, seats))
        assert game.refused(SetUp(game.state.setup)) is Rule.ALREADY_SET_UP
        assert game.state.seat == game.state.setup.first


def test_before_the_set_up_nothing_else_is_done():
    wheel = Wheel(scenario(1))
    with pytest.raises(Refused) as raised:
        play(before_set_up(wheel.back), Pass(), wheel)
    assert raised.value.code is Rule.NOT_SET_UP


@pytest.mark.parametrize(("colours", "each"), [((BLUE, GREEN), 5), ((BLUE, GREEN, WHITE), 4)])
def test_meeples_in_competitive_games(colours, each):
    assert Setup(Mode.COMPETITIVE, colours).meeples_each == each
