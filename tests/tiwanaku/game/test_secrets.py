"""The solution stays in the wheel."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace
from random import Random

import pytest

from companion.tiwanaku.bots import CarefulBot, RandomBot, chance, simulate
from companion.tiwanaku.game import Phase, SetUp, Wheel, before_set_up, play, public_view
from companion.tiwanaku.game.events import CropRevealed, SpaceSeen, TerrainRevealed, TileLaid
from companion.tiwanaku.game.state import State
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.scenario import Scenario
from tests.tiwanaku.game.table import SETUPS, random_scenario, scenario


def test_the_wheel_prints_its_name_only():
    wheel = Wheel(scenario(1))
    assert repr(wheel) == str(wheel) == f"{wheel}" == "<Wheel of Random 1>"
    assert not hasattr(wheel, "__dict__")
    assert not hasattr(wheel, "scenario")
    for store in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            store(wheel)


def test_no_state_holds_a_scenario():
    assert not any("Scenario" in str(field.type) for field in fields(State))


def other_front(scenario: Scenario, random: Random) -> Scenario:
    """The same back of the disc, another front."""
    hidden = [space.index for space in scenario.board.spaces if space not in scenario.start]
    mixed = random.sample(hidden, len(hidden))
    terrains, crops = list(scenario.terrains), list(scenario.crops)
    for index, other in zip(hidden, mixed, strict=True):
        terrains[index] = scenario.terrains[other]
        crops[index] = random.choice(list(Crop))
    return replace(scenario, terrains=tuple(terrains), crops=tuple(crops))


@pytest.mark.parametrize("name", list(SETUPS))
@pytest.mark.parametrize("player", [RandomBot, CarefulBot])
def test_games_with_the_same_back_differ_only_by_what_the_wheel_showed(name, player):
    """Two fronts, one back: as long as the answers were the same, so is everything else, the bots' choices too."""
    setup = SETUPS[name]
    for seed in range(6):
        random = Random(seed)
        front = random_scenario(random, setup.mode, 4)
        tables = []
        for wheel in (Wheel(front), Wheel(other_front(front, random))):
            tables.append((wheel, [player(seed) for _ in range(setup.seats)], Random(seed)))
        assert tables[0][0].back == tables[1][0].back
        states = [before_set_up(wheel.back) for wheel, _, _ in tables]
        commands = [SetUp(setup), SetUp(setup)]
        while states[0].phase is not Phase.OVER:
            played = [
                play(state, command, wheel)
                for state, command, (wheel, _, _) in zip(states, commands, tables, strict=True)
            ]
            states = [state for state, _ in played]
            answers = [
                [e for e in events if isinstance(e, TerrainRevealed | CropRevealed)] for _, events in played
            ]
            if answers[0] != answers[1]:
                break
            assert played[0] == played[1]
            if states[0].phase is Phase.OVER:
                break
            assert public_view(states[0]) == public_view(states[1])
            commands = [
                chance(state, dice) or bots[state.seat].choose(state)
                for state, (_, bots, dice) in zip(states, tables, strict=True)
            ]
            assert commands[0] == commands[1]


def test_only_reveals_carry_answers():
    """Each event that names a terrain or crop of a space follows its reveal in the same or an earlier command."""
    for name, setup in SETUPS.items():
        record = simulate(Wheel(scenario(2)), setup, [RandomBot(3) for _ in range(setup.seats)], 4)
        shown = set(record.back.start)
        for event in record.events:
            if isinstance(event, TerrainRevealed):
                shown.add(event.space)
            if isinstance(event, TileLaid | CropRevealed):
                assert event.space in shown, name
            assert not isinstance(event, SpaceSeen)
