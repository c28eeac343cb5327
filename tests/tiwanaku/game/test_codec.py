"""Commands and events as data: the same on the way back, and strict with everything else."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from companion.errors import Unreadable
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import (
    SetUp,
    Wheel,
    command_data,
    even_deal,
    event_data,
    read_command,
    read_event,
)
from companion.tiwanaku.game.codec import _COMMANDS, _EVENTS
from tests.tiwanaku.game.table import SETUPS, TABLES, random_scenario, random_setup, scenario

BOARD = official_board("long")


def test_every_command_and_event_of_whole_games_comes_back():
    random = Random(9)
    kinds = set()
    for mode, seats in TABLES * 3:
        front = random_scenario(random, mode, 4)
        setup = random_setup(random, mode, seats)
        record = simulate(Wheel(front), setup, [RandomBot(random.random()) for _ in range(seats)], 1)
        for entry in record.entries:
            data = json.loads(json.dumps(command_data(entry.command)))
            assert read_command(data, record.back.board) == entry.command
            kinds.add(data["kind"])
            for event in entry.events:
                data = json.loads(json.dumps(event_data(event)))
                assert read_event(data, record.back.board) == event
                kinds.add(data["kind"])
    assert (set(_COMMANDS) | set(_EVENTS)) - kinds <= {"space-seen", "otoma-stayed"}


def test_a_deal_comes_back():
    setup = replace(SETUPS["together-2-easy"], deal=even_deal(scenario(1).back(), 2))
    data = json.loads(json.dumps(command_data(SetUp(setup))))
    assert read_command(data, BOARD) == SetUp(setup)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "move",
        {},
        {"kind": None},
        {"kind": ["move"]},
        {"kind": "fly", "to": "sun/llama"},
        {"kind": "enter"},
        {"kind": "enter", "to": "sun/llama", "quickly": True},
        {"kind": "enter", "to": "sun/yak"},
        {"kind": "enter", "to": 14},
        {"kind": "enter", "to": None},
        {"kind": "divine", "space": "sun/llama", "announced": 6},
        {"kind": "divine", "space": "sun/llama", "announced": True},
        {"kind": "divine", "space": "sun/llama", "announced": "1"},
        {"kind": "divine", "space": "sun/llama", "announced": 1.0},
        {"kind": "offer", "tokens": [1, 1]},
        {"kind": "offer", "tokens": 1},
        {"kind": "offer", "tokens": {"1": 1}},
        {"kind": "give-tile", "seat": -1},
        {"kind": "give-tile", "seat": True},
        {"kind": "give-tile", "seat": 10**30},
        {"kind": "arrow-seen", "direction": "up", "colour": None},
        {"kind": "arrow-seen", "direction": None, "colour": None},
        {"kind": "spend-tile", "terrain": "lava", "direction": None},
        {"kind": "set-up", "setup": None},
        {"kind": "set-up", "setup": {"mode": "solo"}},
    ],
)
def test_what_cannot_be_understood(data):
    with pytest.raises(Unreadable):
        read_command(data, BOARD)
    with pytest.raises(Unreadable):
        read_event(data, BOARD)


def test_damaged_set_ups_are_refused():
    good = command_data(SetUp(SETUPS["together-2-easy"]))
    damages = {
        "mode": "chess",
        "colours": "blue",
        "first": -1,
        "difficulty": "evil",
        "deal": [[1, 2]],
        "house": 1,
    }
    for key, value in damages.items():
        bad = {**good, "setup": {**good["setup"], key: value}}
        with pytest.raises(Unreadable):
            read_command(bad, BOARD)
