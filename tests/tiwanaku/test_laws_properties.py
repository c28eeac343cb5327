"""The laws on boards by the thousand, compared with the slow reimplementation in tests/oracles."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tiwanaku.laws import Law, violations
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.regions import clusters, possible_regions
from tests.builders import board_of, fitting_tiles, legal_position, plain, position_of
from tests.oracles import builder
from tests.oracles import laws as oracle

SMALL = [(3, 3), (3, 4), (2, 5), (4, 4)]
seeds = st.integers(0, 10_000)


def names(found):
    return {violation.law.value for violation in found}


def flagged_spaces(found):
    return {space for violation in found for space in violation.spaces}


# --- legal boards and what is left of them


@settings(max_examples=60)
@given(seed=seeds)
def test_no_complete_legal_short_board_is_flagged(seed):
    assert violations(legal_position(seed, 5, 5)) == []


@settings(max_examples=25)
@given(seed=seeds)
def test_no_complete_legal_long_board_is_flagged(seed):
    assert violations(legal_position(seed, 5, 9)) == []


@settings(max_examples=100)
@given(seed=seeds, size=st.sampled_from(SMALL))
def test_no_complete_legal_small_board_is_flagged(seed, size):
    position = legal_position(seed, *size)
    terrains, crops, _ = plain(position)
    assert oracle.is_legal(*size, terrains, crops)
    assert violations(position) == []


def thinned(position, bare, empty):
    """The position without the crops of some spaces, and without tile and crop of others."""
    for space in position.board.spaces:
        if space.index in empty:
            position = position.with_space(space, None, None)
        elif space.index in bare:
            position = position.with_space(space, position.terrain(space), None)
    return position


@settings(max_examples=150)
@given(
    seed=st.integers(0, 40),
    size=st.sampled_from([(5, 5), (5, 9)]),
    thin=st.randoms(use_true_random=False),
    share=st.floats(0, 1),
    crops_left=st.floats(0, 1),
)
def test_no_part_of_a_legal_board_is_ever_flagged(seed, size, thin, share, crops_left):
    position = legal_position(seed, *size)
    everywhere = range(len(position.board.spaces))
    empty = {index for index in everywhere if thin.random() > share}
    bare = {index for index in everywhere if thin.random() > crops_left}
    assert violations(thinned(position, bare, empty)) == []


def test_no_board_of_a_game_in_progress_is_ever_flagged():
    # As in play: tiles come one by one in any order, crops on tiles that lie there.
    for seed in range(12):
        rng = Random(seed)
        goal = legal_position(seed, 5, 9 if seed % 3 == 0 else 5)
        position = thinned(goal, set(), set(range(len(goal.board.spaces))))
        steps = [(space, crop) for space in goal.board.spaces for crop in (False, True)]
        rng.shuffle(steps)
        for space, with_crop in steps:
            crop = goal.crop(space) if with_crop or position.crop(space) else None
            position = position.with_space(space, goal.terrain(space), crop)
            assert violations(position) == []


# --- one thing wrong


def changes(position, space):
    """Every board that differs in the terrain or the crop of one space."""
    for terrain in Terrain:
        if terrain is not position.terrain(space):
            yield position.with_space(space, terrain, position.crop(space))
    for crop in Crop:
        if crop is not position.crop(space):
            yield position.with_space(space, position.terrain(space), crop)


@settings(max_examples=25)
@given(seed=st.integers(0, 40), size=st.sampled_from([*SMALL, (5, 5), (5, 9)]), where=st.integers(0, 44))
def test_any_single_wrong_terrain_or_crop_is_flagged_at_its_space(seed, size, where):
    legal = legal_position(seed, *size)
    space = legal.board.spaces[where % len(legal.board.spaces)]
    for changed in changes(legal, space):
        terrains, crops, _ = plain(changed)
        local = [each for each in violations(changed) if each.law is not Law.TILE_COUNT]
        if oracle.is_legal(*size, terrains, crops):
            assert local == []
        else:
            assert space in flagged_spaces(local)


# --- agreement with the oracle


def random_board(rng):
    """A small board: legal, spoilt, or wild; whole or in part; with counts that mostly fit."""
    rows, columns = rng.choice(SMALL)
    kind = rng.choice(("part", "spoilt", "wild", "wild"))
    if kind == "wild":
        letters = "DSGR"[: rng.randint(1, 4)] + "." * rng.choice((0, 1, 2, 4))
        terrains = [rng.choice(letters) for _ in range(rows * columns)]
        planted, floating = rng.random(), rng.choice((0, 0, 0.1))
        crops = [
            rng.randint(1, 5) if rng.random() < (planted if terrain != "." else floating) else 0
            for terrain in terrains
        ]
    else:
        terrains, crops = builder.build(rng, rows, columns)
        tiles_left, crops_left = rng.choice((1, rng.random())), rng.choice((1, rng.random()))
        for space in range(rows * columns):
            if rng.random() > tiles_left:
                terrains[space], crops[space] = ".", 0
            elif rng.random() > crops_left:
                crops[space] = 0
        if kind == "spoilt":
            for space in rng.sample(range(rows * columns), rng.randint(1, 3)):
                terrains[space] = rng.choice("DSGR")
                crops[space] = rng.randint(0, 5)
    tiles = fitting_tiles(terrains)
    if rng.random() < 0.1:
        tiles[rng.choice("DSGR")] += rng.choice((-1, 1))
    return rows, columns, terrains, crops, tiles


def assert_agreement(rows, columns, terrains, crops, tiles):
    expected = oracle.broken_laws(rows, columns, terrains, crops, tiles)
    found = violations(position_of(board_of(rows, columns), terrains, crops, tiles))
    assert names(found) == {name for name, _ in expected}
    listed = [
        (each.law.value, [space.index for space in each.spaces])
        for each in found
        if each.law is not Law.TILE_COUNT
    ]
    wanted = [(name, spaces) for name, spaces in expected if name != oracle.TILE_COUNT]
    assert len(listed) == len(wanted)
    for name, spaces in wanted:
        same = [indices for law, indices in listed if law == name and spaces <= set(indices)]
        assert same
        if name in (oracle.CROP_ADJACENT, oracle.CROP_WITHOUT_TERRAIN, oracle.REGION_TOO_LARGE):
            # Exactly these.
            assert any(set(indices) == spaces for indices in same)
        elif name != oracle.REGIONS_TOUCH:
            # These come first; what explains them follows.
            assert any(set(indices[: len(spaces)]) == spaces for indices in same)
    for _, indices in listed:
        assert len(set(indices)) == len(indices)


@pytest.mark.parametrize("part", range(10))
def test_laws_agree_with_the_oracle_on_ten_thousand_small_boards(part):
    rng = Random(part)
    for _ in range(1000):
        board = random_board(rng)
        try:
            assert_agreement(*board)
        except AssertionError as error:
            raise AssertionError(f"{board}") from error


def test_random_boards_of_the_comparison_break_every_law_and_none():
    rng = Random(0)
    broken = [{name for name, _ in oracle.broken_laws(*random_board(rng))} for _ in range(1000)]
    for law in Law:
        assert sum(law.value in each for each in broken) >= 20
    assert sum(not each for each in broken) >= 100


def test_small_boards_that_can_become_legal_are_never_flagged():
    rng = Random(11)
    can, cannot = 0, 0
    for _ in range(700):
        rows, columns = rng.choice([(2, 3), (3, 3), (2, 4)])
        terrains, crops = builder.build(rng, rows, columns)
        for space in rng.sample(range(rows * columns), rng.randint(0, 2)):
            terrains[space] = rng.choice("DSGR")
            crops[space] = rng.randint(1, 5)
        for space in rng.sample(range(rows * columns), rng.randint(0, 3)):
            crops[space] = 0
            if rng.random() < 0.7:
                terrains[space] = "."
        found = violations(position_of(board_of(rows, columns), terrains, crops))
        if oracle.can_become_legal(rows, columns, terrains, crops):
            can += 1
            assert names(found) <= {"tile-count"}, (rows, columns, terrains, crops)
        else:
            cannot += 1
    assert can > 100
    assert cannot > 100


def test_a_complete_board_is_flagged_exactly_if_it_is_not_legal():
    rng = Random(12)
    legal = 0
    for _ in range(2000):
        rows, columns = rng.choice(SMALL)
        terrains, crops = builder.build(rng, rows, columns)
        for space in rng.sample(range(rows * columns), rng.randint(0, 2)):
            terrains[space] = rng.choice("DSGR")
            crops[space] = rng.randint(1, 5)
        is_legal = oracle.is_legal(rows, columns, terrains, crops)
        legal += is_legal
        assert bool(violations(position_of(board_of(rows, columns), terrains, crops))) is not is_legal
    assert legal > 100


def test_possible_regions_are_those_of_the_oracle_each_once():
    rng = Random(13)
    for _ in range(300):
        rows, columns, terrains, crops, tiles = random_board(rng)
        position = position_of(board_of(rows, columns), terrains, crops, tiles)
        for cluster in clusters(position):
            found = [frozenset(s.index for s in region) for region in possible_regions(position, cluster)]
            together = frozenset(space.index for space in cluster)
            wanted = oracle.possible_regions(rows, columns, terrains, together)
            assert len(found) == len(set(found))
            assert set(found) == set(wanted)
