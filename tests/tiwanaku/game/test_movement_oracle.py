"""Movement against brute force, on thousands of random positions in each mode."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from companion.tiwanaku.board import Board, Direction
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Arrow, EntryRule, HouseRules, Phase, State, otoma_path, reach
from companion.tiwanaku.game.movement import distance, fleeing
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.scenario import Back
from tests.oracles import movement as oracle
from tests.tiwanaku.game.table import SETUPS

POSITIONS = 5000
TINY = Board("tiny", ("river", "leaf", "mountain", "fire"), ("condor", "lizard", "llama"), 6)


def random_position(random: Random, setup, boards, crowded: float) -> State:
    board = random.choice(boards)
    size = len(board.spaces)
    laid, planted = random.random(), random.random() * (crowded if size > 20 else 1)
    terrains = [
        random.choice(list(Terrain)) if random.random() < laid + planted else None for _ in range(size)
    ]
    crops = [
        random.choice(list(Crop)) if terrain and random.random() < planted else None for terrain in terrains
    ]
    meeples: list[Colour | None] = [None] * size
    on_land = [index for index in range(size) if terrains[index]]
    random.shuffle(on_land)
    others = [colour for colour in Colour if colour not in setup.colours]
    if setup.traits.tiles_are_spent:
        others = [setup.shared_otoma_colour()] * setup.otoma_count
    if not setup.traits.otoma:
        others = []
    for colour in set(setup.colours):
        others += [colour] * random.randint(0, setup.meeples_each)
    for index, colour in zip(on_land, random.sample(others, len(others)), strict=False):
        meeples[index] = colour
    back = Back(board, "Random", dict.fromkeys(Terrain, 15), {}, {})
    nothing = (None,) * size
    return State(
        back,
        setup,
        Phase.ACT,
        random.randrange(setup.seats),
        tuple(terrains),
        tuple(crops),
        tuple(meeples),
        nothing,
    )


def owners(state: State) -> list[str | None]:
    return [None if m is None else "me" if m is state.colour else "other" for m in state.meeples]


def starts(state: State):
    return [*state.own(), None]


def compare(state: State, expected, start) -> None:
    found = reach(state, start)
    assert {space.index for space in found.destinations} == set(expected), (state, start)
    for space in found.destinations:
        path = found.path(space)
        assert len(path) == expected[space.index]
        assert path[-1] == space
        whole = path if start is None else (start, *path)
        assert all(distance(one, other) == 1 for one, other in pairwise(whole))


@pytest.mark.parametrize("name", ["competitive-2", "competitive-4", "solo-easy"])
def test_free_movement(name):
    setup = SETUPS[name]
    random = Random(name)
    boards = [official_board("long"), official_board("short"), TINY]
    for _ in range(POSITIONS if name != "competitive-4" else POSITIONS // 5):
        state = random_position(random, setup, boards, crowded=1)
        rows, columns = state.board.rows, state.board.columns
        for start in starts(state):
            index = None if start is None else start.index
            expected = oracle.free_destinations(rows, columns, state.crops, owners(state), index)
            compare(state, expected, start)


@pytest.mark.parametrize("name", ["together-2-easy", "together-4-normal"])
def test_led_movement(name):
    random = Random(name)
    boards = [official_board("long"), official_board("short"), TINY]
    for _ in range(POSITIONS // 2):
        entry = random.choice(list(EntryRule))
        setup = replace(SETUPS[name], house=HouseRules(cooperative_entry=entry))
        state = random_position(random, setup, boards, crowded=0.45)
        way = random.choice(list(Direction))
        state = replace(state, spent_arrow=Arrow(way))
        rows, columns = state.board.rows, state.board.columns
        for start in starts(state):
            expected = oracle.led_destinations(
                rows,
                columns,
                state.crops,
                owners(state),
                None if start is None else start.index,
                way.name.lower(),
                any_edge=entry is EntryRule.ANY_EDGE,
            )
            compare(state, expected, start)


@pytest.mark.parametrize("name", ["solo-hard", "together-3-normal"])
def test_otoma_movement(name):
    random = Random(name)
    for _ in range(POSITIONS):
        state = random_position(random, SETUPS[name], [official_board("long")], crowded=1)
        if random.random() < 0.5:  # nearly full boards make long ways
            few = random.sample(range(45), random.randint(0, 3))
            state = replace(state, terrains=tuple(None if i in few else Terrain.SAND for i in range(45)))
        start, way = random.choice(state.board.spaces), random.choice(list(Direction))
        terrains = list(state.terrains)
        terrains[start.index] = Terrain.ROCK  # where it stands there is always land
        state = replace(state, terrains=tuple(terrains))
        path = otoma_path(state, start, way)
        expected = oracle.otoma_walk(state.terrains, start.index, way.name.lower())
        assert (None if path is None else path[-1].index) == expected


def test_otoma_flee_from_row_and_column_nearest_first():
    random = Random(5)
    for _ in range(500):
        state = random_position(random, SETUPS["together-2-easy"], [official_board("long")], crowded=1)
        space = random.choice([s for s in state.board.spaces if not state.is_otoma(s)])
        movers = fleeing(state, space)
        expected = [s for s in state.otoma() if s.row == space.row or s.column == space.column]
        assert {s for s, _ in movers} == set(expected)
        assert [distance(s, space) for s, _ in movers] == sorted(distance(s, space) for s in expected)
        for there, way in movers:
            rows, columns = way.value
            assert (there.row - space.row) * rows + (there.column - space.column) * columns > 0
