"""Whole random games in every mode and with every number of players.

``PACHAMAMA_GAMES=2000 pytest tests/tiwanaku/game/test_whole_games.py`` plays the long campaign.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from companion.tiwanaku.bots import CarefulBot, RandomBot, simulate
from companion.tiwanaku.game import Mode, Reason, Scored, Wheel
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
    for seed in range(max(2, GAMES // 10)):
        scenario, record = play_game(mode, seats, seed, CarefulBot)
        check_game(record, scenario)
        misses = [e for e in record.events if isinstance(e, Scored) and e.reason is Reason.MISSED]
        assert mode is Mode.SOLO or not misses


@pytest.mark.parametrize("player", [RandomBot, CarefulBot])
@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_same_seed_same_game(mode, seats, player):
    _, one = play_game(mode, seats, 77, player)
    _, other = play_game(mode, seats, 77, player)
    _, third = play_game(mode, seats, 78, player)
    assert one == other
    assert one.entries != third.entries
