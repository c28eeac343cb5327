"""Odds beside a count of all boards."""

from collections import Counter
from itertools import count
from random import Random

import numpy as np
import pytest

from companion.tiwanaku.deduction import deduce, odds
from companion.tiwanaku.deduction.course import courses
from companion.tiwanaku.deduction.frontier import Pass, thinned
from companion.tiwanaku.deduction.laying import Laying
from companion.tiwanaku.deduction.naming import name_all
from companion.tiwanaku.deduction.racing import Race
from companion.tiwanaku.deduction.sampling import Sampler
from companion.tiwanaku.pieces import Crop, Terrain
from tests.builders import drawn, plain
from tests.games import Game, small_position
from tests.oracles.completions import completions


def never():
    return False


def counted(position, stock=None):
    """How many boards there are, and how many of them have each value on each space."""
    seen, boards = Counter(), 0
    for terrains, crops in completions(position.board.rows, position.board.columns, *plain(position)):
        if stock and any(crops.count(level) > most for level, most in enumerate(stock, start=1)):
            continue
        boards += 1
        for space, (letter, level) in enumerate(zip(terrains, crops, strict=True)):
            seen[space, letter] += 1
            seen[space, level] += 1
    return boards, seen


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


def pass_to_the_end(course):
    one = Pass(Laying(course))
    while one.laid < course.size:
        one.advance(never)
    return one


def boards_of(course):
    """How many boards one pass counts by itself."""
    one = pass_to_the_end(course)
    return float(one.ways[-1] @ one.laying.finished(one.frontiers[-1]))


def met(ways, first):
    """What is counted where two passes meet; the first lays one column and leaves the rest to the other."""
    race = Race(ways)
    near, far = race.passes[first], race.passes[first ^ 1]
    while near.laid < near.laying.course.rows:
        near.advance(never)
    while far.laid < ways[0].size - 1:
        far.advance(never)
    return race.run(10**9, never)


@pytest.mark.parametrize("seed", range(40))
def test_odds_agree_with_a_count_of_all_boards(seed):
    position = small_position(Random(seed))
    assert_counted(odds(position, clock=lambda: 0.0), position)


@pytest.mark.parametrize(("columns", "share"), [(5, 0.4), (5, 0.5), (5, 0.7), (9, 0.6), (9, 0.75)])
def test_odds_of_real_boards_agree_with_a_count_of_all_boards(columns, share):
    position = Game(Random(7), 5, columns).position(share, share + 0.1)
    assert_counted(odds(position, clock=lambda: 0.0), position)


@pytest.mark.parametrize("seed", range(6))
def test_sweeps_and_a_solver_that_names_every_board_agree(seed):
    position = Game(Random(seed), 5, 5).position(0.3, 0.5)
    found = odds(position, clock=lambda: 0.0)
    boards, by_space = name_all(position, never)
    assert found.boards == boards
    for space in position.board.spaces:
        shares = [found.terrain(space, terrain) for terrain in Terrain]
        shares += [found.crop(space, crop) for crop in Crop]
        assert shares == pytest.approx([seen / boards for seen in by_space[space.index]])


@pytest.mark.parametrize(("seed", "columns", "share"), [(1, 5, 0.25), (2, 5, 0.3), (3, 9, 0.4), (4, 9, 0.45)])
def test_all_sides_of_a_board_count_the_same(seed, columns, share):
    """Nothing in common but the laws: another side, another order of spaces, other regions open."""
    position = Game(Random(seed), 5, columns).position(share, share + 0.05)
    ways = courses(position, deduce(position))
    assert len(ways) == (4 if columns == 5 else 2)
    assert len({boards_of(course) for course in ways} | {Race(ways).run(10**9, never).boards}) == 1


@pytest.mark.parametrize("stock", [(3, 3, 3, 3, 3), (4, 3, 2, 2, 2), (4, 3, 3, 1, 1), (5, 2, 2, 2, 2)])
def test_the_box_limits_the_boards_that_are_counted(stock, monkeypatch):
    """With a smaller box: one whose stock runs out on a board that can be listed."""
    monkeypatch.setattr("companion.tiwanaku.deduction.stock.STOCK", stock)
    fewer = 0
    for seed in range(8):
        position = Game(Random(seed), 3, 4).showing({0, 3, 5, 8, 11}, {0, 8})
        ways = courses(position, deduce(position))
        boards, seen = counted(position, stock)
        fewer += boards < counted(position)[0]
        assert [boards_of(course) for course in ways] == [boards] * len(ways)
        for first in range(len(ways)):
            found = met(ways, first)
            assert found.boards == boards
            values = ("D", "S", "G", "R", 1, 2, 3, 4, 5)
            assert found.by_space[6].tolist() == [seen[6, value] for value in values]
    assert fewer


@pytest.mark.parametrize("seed", range(6))
def test_the_odds_of_a_space_sum_to_one(seed):
    rng = Random(seed)
    position = Game(rng, 5, rng.choice([5, 9])).position(0.5, 0.9)
    found = odds(position, seconds=60)
    for terrains, crops in zip(found.terrains, found.crops, strict=True):
        assert sum(terrains.values()) == pytest.approx(1)
        assert sum(crops.values()) == pytest.approx(1)


def test_thinning_keeps_the_heaviest_and_is_right_on_average():
    weights = np.array([50.0, 1.0, 2.0, 3.0, 0.5, 0.25, 7.0])
    random = np.random.default_rng(1)
    runs = np.array([thinned(weights, 4, random) for _ in range(4000)])
    assert (runs[:, 0] == 1).all()
    assert set((runs > 0).sum(axis=1)) <= {3, 4, 5}
    assert runs.mean(axis=0) == pytest.approx(np.ones(7), abs=0.2)


def sampled(position, seed, most=150):
    """An estimate by sweeps that keep few frontiers, so that there is something to estimate."""
    race = Race(courses(position, deduce(position)))
    ticks = count()
    sampler = Sampler(race, seed, first=(most // 2, most), learning=(most,), fewest=most, most=most)
    sampler.scout(never)
    return sampler.estimate(lambda: float(next(ticks)), 1e9, never)


def test_estimates_are_as_good_as_they_say():
    """Twice the error holds the truth nearly always, and not because the error is always large."""
    held, errors = [], []
    for seed in range(3):
        position = Game(Random(seed), 5, 5).position(0.25, 0.35)
        exact = Race(courses(position, deduce(position))).run(10**9, never)
        truth = exact.by_space / exact.boards
        found = sampled(position, seed)
        unsure = (truth > 0) & (truth < 1)
        held += list((np.abs(found.shares - truth) <= 2 * found.errors + 1e-9)[unsure])
        errors += list(found.errors[unsure])
        assert (found.shares[truth == 0] == 0).all()
    assert len(held) > 200
    assert np.mean(held) > 0.9
    assert 0.001 < np.mean(errors) < 0.1


@pytest.fixture(scope="module")
def early():
    """A position with billions of boards, and what is possible in it."""
    position = Game(Random(2), 5, 9).position(0.15, 0.2)
    return position, deduce(position)


def ticking(step):
    """A clock on which every look takes so long."""
    ticks = count()
    return lambda: step * next(ticks)


def test_an_early_position_gets_an_estimate_that_says_so(early):
    position, known = early
    found = odds(position, known, seconds=1, clock=ticking(0.002))
    assert not found.exact
    assert 0 < found.error < 0.5
    for space in position.board.spaces:
        assert sum(found.crops[space.index].values()) == pytest.approx(1)
        assert set(found.terrains[space.index]) == known.terrains(space)
        if known.certain_crop(space):
            assert found.crop_error(space, known.certain_crop(space)) == 0
        else:
            assert all(found.crop_error(space, crop) > 0 for crop in known.crops(space))


def test_the_same_seed_gives_the_same_estimate():
    position = Game(Random(1), 5, 5).position(0.25, 0.3)
    one, same, other = (sampled(position, seed, 60) for seed in (1, 1, 2))
    assert (one.shares == same.shares).all()
    assert (one.errors == same.errors).all()
    assert (one.shares != other.shares).any()


@pytest.mark.parametrize("looks", [0, 1, 50, 200])
def test_odds_end_soon_after_they_are_cancelled(looks, early):
    asked = count()
    stopped = odds(*early, seconds=1e9, cancelled=lambda: next(asked) >= looks, clock=lambda: 0.0)
    assert stopped is None
    assert next(asked) <= looks + 10


@pytest.mark.parametrize("seconds", [0.1, 1.0])
def test_odds_keep_to_their_time(seconds, early):
    clock = ticking(0.01)
    odds(*early, seconds=seconds, clock=clock)
    assert clock() < seconds + 0.15


def test_no_odds_without_time_or_without_a_board(early):
    assert odds(early[0], cancelled=lambda: True) is None
    assert odds(drawn("S3 D3 ..\n.. .. ..\n.. .. ..")) is None
