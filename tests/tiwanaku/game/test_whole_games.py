"""Whole random games in every mode and with every number of players.

``PACHAMAMA_GAMES=2000 pytest tests/tiwanaku/game/test_whole_games.py`` plays the long campaign.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from companion.tiwanaku.bots import CarefulBot, RandomBot, simulate
from companion.tiwanaku.game import (
    Divine,
    Mode,
    Reason,
    Record,
    Scored,
    Wheel,
    before_set_up,
    fold,
    legal_commands,
)
from tests.tiwanaku.game.invariants import check_game
from tests.tiwanaku.game.table import TABLES, random_scenario, random_setup

GAMES = int(os.environ.get("PACHAMAMA_GAMES", "20"))
POOL = 6 if GAMES < 100 else 60


def play_game(mode: Mode, seats: int, seed: int, player):
    random = Random(f"{mode.value} {seats} {seed}")
    scenario = random_scenario(random, mode, POOL)
    setup = random_setup(random, mode, seats)
    bots = [player(random.random()) for _ in range(seats)]
    return scenario, simulate(Wheel(scenario), setup, bots, seed)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_random_games_end_and_break_no_invariant(mode, seats):
    for seed in range(GAMES):
        scenario, record = play_game(mode, seats, seed, RandomBot)
        check_game(record, scenario)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_careful_games_end_and_break_no_invariant(mode, seats):
    for seed in range(max(5, GAMES // 10)):
        scenario, record = play_game(mode, seats, seed, CarefulBot)
        check_game(record, scenario)
        check_misses(record)


def check_misses(record: Record) -> None:
    """The careful player errs only where the rules leave nothing but divining."""
    state = before_set_up(record.back)
    for entry in record.entries:
        if any(isinstance(event, Scored) and event.reason is Reason.MISSED for event in entry.events):
            assert all(isinstance(command, Divine) for command in legal_commands(state))
        state = fold(state, entry.events)


@pytest.mark.parametrize("player", [RandomBot, CarefulBot])
@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_same_seed_same_game(mode, seats, player):
    _, one = play_game(mode, seats, 77, player)
    _, other = play_game(mode, seats, 77, player)
    _, third = play_game(mode, seats, 78, player)
    assert one == other
    assert one.entries != third.entries
