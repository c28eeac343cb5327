"""Odds beside a count of all boards."""

from collections import Counter
from random import Random

import pytest

from companion.tiwanaku.deduction import deduce, odds
from companion.tiwanaku.deduction.counting import name_all
from companion.tiwanaku.deduction.frontier import sweep
from companion.tiwanaku.pieces import Crop, Terrain
from tests.builders import drawn, plain
from tests.games import Game, small_position
from tests.oracles.completions import completions


def never():
    return False


def counted(position):
    """How many boards there are, and how many of them have each value on each space."""
    boards = list(completions(position.board.rows, position.board.columns, *plain(position)))
    seen = Counter()
    for terrains, crops in boards:
        for space, (letter, level) in enumerate(zip(terrains, crops, strict=True)):
            seen[space, letter] += 1
            seen[space, level] += 1
    return len(boards), seen


def assert_counted(found, position):
    boards, seen = counted(position)
    assert found.exact
    assert found.error == 0
    assert found.boards == boards
    for space in position.board.spaces:
        for terrain in Terrain:
            assert found.terrain(space, terrain) == pytest.approx(seen[space.index, terrain.letter] / boards)
        for crop in Crop:
            assert found.crop(space, crop) == pytest.approx(seen[space.index, crop.level] / boards)


@pytest.mark.parametrize("seed", range(20))
def test_odds_agree_with_a_count_of_all_boards(seed):
    position = small_position(Random(seed))
    assert_counted(odds(position, clock=lambda: 0.0), position)


@pytest.mark.parametrize(("columns", "share"), [(5, 0.5), (5, 0.7), (9, 0.75)])
def test_odds_of_real_boards_agree_with_a_count_of_all_boards(columns, share):
    position = Game(Random(7), 5, columns).position(share, share + 0.1)
    assert_counted(odds(position, clock=lambda: 0.0), position)


@pytest.mark.parametrize("seed", range(6))
def test_both_exact_ways_agree(seed):
    position = Game(Random(seed), 5, 5).position(0.4, 0.6)
    swept = sweep(position, deduce(position), 100_000, None, never)
    named = name_all(position, never)
    assert swept.boards == named.boards
    for space in position.board.spaces:
        for terrain, share in zip(Terrain, range(4), strict=True):
            assert swept.terrains[space.index].get(share, 0) == pytest.approx(named.terrain(space, terrain))


@pytest.mark.parametrize("seed", range(6))
def test_the_odds_of_a_space_sum_to_one(seed):
    rng = Random(seed)
    position = Game(rng, 5, rng.choice([5, 9])).position(0.5, 0.9)
    found = odds(position, seconds=60)
    for terrains, crops in zip(found.terrains, found.crops, strict=True):
        assert sum(terrains.values()) == pytest.approx(1)
        assert sum(crops.values()) == pytest.approx(1)


def test_the_box_limits_the_boards_that_are_counted():
    """A stock that can run out is part of what is counted."""
    position = Game(Random(11), 5, 9).position(0.8, 0.9)
    known = deduce(position)
    assert odds(position, known, clock=lambda: 0.0).boards == name_all(position, never).boards


def test_a_thinned_sweep_is_right_on_average():
    position = Game(Random(3), 3, 4).showing({0, 3, 5, 8, 11}, {0})
    known = deduce(position)
    boards, _ = counted(position)
    random = Random(1)
    runs = [sweep(position, known, 60, random, never).boards for _ in range(100)]
    mean = sum(runs) / len(runs)
    error = (sum((run - mean) ** 2 for run in runs) / len(runs) / (len(runs) - 1)) ** 0.5
    assert error > 0
    assert abs(mean - boards) < 5 * error


def test_an_estimate_says_that_it_is_one(monkeypatch):
    monkeypatch.setattr("companion.tiwanaku.deduction.counting.EXACT_FRONTIERS", 10)
    monkeypatch.setattr("companion.tiwanaku.deduction.counting.SAMPLED_FRONTIERS", 100)
    monkeypatch.setattr("companion.tiwanaku.deduction.counting.name_all", lambda position, stop: None)
    position = Game(Random(3), 3, 4).showing({0, 3, 5, 8, 11}, {0})
    ticks = iter(range(10**9))
    found = odds(position, deduce(position), seconds=1000, clock=lambda: float(next(ticks)))
    assert not found.exact
    assert found.error > 0
    boards, seen = counted(position)
    worst = max(
        abs(found.terrain(space, terrain) - seen[space.index, terrain.letter] / boards)
        for space in position.board.spaces
        for terrain in Terrain
    )
    assert worst < 5 * found.error


def test_no_odds_without_time_or_without_a_board():
    position = Game(Random(1), 5, 9).position(0.1, 0.2)
    assert odds(position, deduce(position, cancelled=lambda: True), cancelled=lambda: True) is None
    assert odds(drawn("S3 D3 ..\n.. .. ..\n.. .. ..")) is None
