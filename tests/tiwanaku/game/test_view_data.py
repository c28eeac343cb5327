"""The public view as data: complete, ready for JSON, always the same, and without a secret."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tiwanaku.bots import CarefulBot, RandomBot, chance
from companion.tiwanaku.game import (
    Phase,
    Record,
    SetUp,
    Wheel,
    before_set_up,
    legal_commands,
    play,
    public_view,
    read_command,
    view_data,
)
from companion.tiwanaku.game.events import CropRevealed, TerrainRevealed
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tests.table.journal.games import first, history, played
from tests.tiwanaku.game.table import SETUPS, random_scenario
from tests.tiwanaku.game.test_secrets import other_front


def data_of(state):
    return view_data(public_view(state))


@st.composite
def moments(draw):
    """Any moment of a whole game by bots, in any mode."""
    name, seed = draw(st.sampled_from(sorted(SETUPS))), draw(st.integers(1, 2))
    return first(draw(st.integers(1, len(played(name, seed).entries))), name, seed)


@given(moments())
def test_json_gives_the_same_data_back_and_the_same_moment_the_same_bytes(record):
    data = data_of(record.state)
    assert json.loads(json.dumps(data)) == data
    again = Record.restore(record.back, record.entries)
    assert json.dumps(data_of(again.state)) == json.dumps(data)


@given(moments())
def test_it_tells_all_that_lies_on_the_table(record):
    state, data = record.state, data_of(record.state)
    tokens = [token for row in data["grid"] for token in row]
    assert [len(row) for row in data["grid"]] == [state.board.columns] * state.board.rows
    for space, token in zip(state.board.spaces, tokens, strict=True):
        terrain, crop = state.terrains[space.index], state.crops[space.index]
        assert token == (terrain.letter if terrain else ".") + (str(int(crop)) if crop else ".")
        colour = state.meeples[space.index]
        assert data["meeples"].get(str(space)) == (colour.value if colour else None)
    assert [side["score"] for side in data["sides"]] == [side.score for side in state.sides]
    for side, told in zip(state.sides, data["sides"], strict=True):
        assert [told["diversity"][terrain.value] for terrain in Terrain] == list(side.diversity)
        assert told["tokens"] == sorted(side.tokens)
    letters = [token[0] for token in tokens]
    for terrain in Terrain:
        assert (
            data["tiles_left"][terrain.value] + letters.count(terrain.letter) == data["tiles"][terrain.value]
        )
    assert {Colour(name) for name in data["meeples_left"]} == set(state.setup.colours)
    assert {Crop(int(level)) for level in data["crops_left"]} == set(Crop)


@given(moments())
def test_its_options_are_the_legal_commands_and_can_be_given_back(record):
    state, data = record.state, data_of(record.state)
    told = [read_command(each, state.board) for option in data["options"] for each in option["commands"]]
    assert sorted(map(repr, told)) == sorted(map(repr, legal_commands(state)))
    assert all(each["kind"] == option["kind"] for option in data["options"] for each in option["commands"])


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("competitive-3", ["blue", "green", "white"]),
        ("solo-hard", ["brown", "otoma"]),
        ("together-2-easy", ["group", "otoma"]),
    ],
)
def test_sides_are_named_by_keys_that_need_no_translation(name, sides):
    over = data_of(played(name).state)
    assert [side["name"] for side in over["sides"]] == sides
    assert (over["phase"], over["player"]) == ("over", None)
    assert any(side["won"] for side in over["sides"])
    begun = first(1, name).state
    assert data_of(begun)["player"] == begun.colour.value


def test_what_was_taken_back_is_told_as_seen():
    record = history(corrections=12)[-1]
    assert record.state.seen
    assert data_of(record.state)["seen"] == sorted(
        map(str, record.state.seen), key=lambda place: record.back.board.space(place).index
    )


@pytest.mark.parametrize("name", list(SETUPS))
@pytest.mark.parametrize("player", [RandomBot, CarefulBot])
def test_two_fronts_of_one_back_give_the_same_bytes_until_an_answer_differs(name, player):
    setup = SETUPS[name]
    compared = 0
    for seed in range(4):
        random = Random(seed)
        front = random_scenario(random, setup.mode, 4)
        wheels = Wheel(front), Wheel(other_front(front, random))
        states = [before_set_up(wheel.back) for wheel in wheels]
        bot, dice = player(seed), Random(seed)
        command = SetUp(setup)
        while True:
            played_on = [play(state, command, wheel) for state, wheel in zip(states, wheels, strict=True)]
            states = [state for state, _ in played_on]
            one, other = (
                [event for event in events if isinstance(event, TerrainRevealed | CropRevealed)]
                for _, events in played_on
            )
            if one != other or states[0].phase is Phase.OVER:
                break
            assert json.dumps(data_of(states[0])) == json.dumps(data_of(states[1]))
            compared += 1
            command = chance(states[0], dice) or bot.choose(states[0])
    assert compared >= 8


@given(moments())
def test_a_space_that_nobody_asked_for_is_told_nothing_of(record):
    """Whatever the front is: only start tiles and answers appear in the grid."""
    shown = set(record.back.start)
    crops = set(record.back.start)
    for event in record.events:
        if isinstance(event, TerrainRevealed):
            shown.add(event.space)
        if isinstance(event, CropRevealed):
            crops.add(event.space)
    tokens = [token for row in data_of(record.state)["grid"] for token in row]
    for space in record.back.board.spaces:
        if space not in shown:
            assert tokens[space.index] == ".."
        elif space not in crops:
            assert tokens[space.index][1] == "."
