"""No possible value is ever missing, no impossible one ever kept: the engine beside an oracle that lays every board."""

from random import Random

import pytest

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.deduction import LawSolver, Reasoner, deduce
from companion.tiwanaku.explain import Explainer, contradiction
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import BOX, Crop, Terrain
from companion.tiwanaku.position import Position
from tests.builders import board_of, drawn, position_of
from tests.games import Game, small_position
from tests.oracles import builder
from tests.tiwanaku.deduction.comparing import as_lists, expected, is_witness

# Columns, and the share of tiles that lies on the board.
STAGES = [(5, 0.5), (5, 0.6), (5, 0.75), (9, 0.7), (9, 0.8), (9, 0.9)]


@pytest.mark.parametrize(("columns", "share"), STAGES)
@pytest.mark.parametrize("seed", range(4))
def test_the_engine_agrees_with_the_oracle(columns, share, seed):
    game = Game(Random(seed), 5, columns)
    position = game.position(share, share + 0.1)
    assert as_lists(deduce(position)) == expected(position)


@pytest.mark.parametrize("seed", range(30))
def test_small_boards_of_any_shape_agree_with_the_oracle(seed):
    rng = Random(seed)
    position = small_position(rng)
    assert as_lists(deduce(position)) == expected(position)


@pytest.mark.parametrize("seed", range(30))
def test_wrong_numbers_and_wrong_tiles_agree_with_the_oracle(seed):
    rng = Random(seed)
    rows, columns = rng.choice([(2, 4), (3, 3), (3, 4)])
    terrains, crops = builder.build(rng, rows, columns)
    tiles = builder.counts(terrains)
    one, other = rng.sample("DSGR", 2)
    if tiles[one]:
        tiles[one], tiles[other] = tiles[one] - 1, tiles[other] + 1
    shown = [letter if rng.random() < 0.3 else "." for letter in terrains]
    planted = [
        level if letter != "." and rng.random() < 0.5 else 0
        for letter, level in zip(shown, crops, strict=True)
    ]
    position = position_of(board_of(rows, columns), shown, planted, tiles)
    assert as_lists(deduce(position)) == expected(position)


@pytest.mark.parametrize("seed", range(6))
def test_every_witness_is_a_legal_board(seed):
    rng = Random(seed)
    position = Game(rng, 5, rng.choice([5, 9])).position()
    reasoner = Reasoner(position)
    known = reasoner.work()
    witnesses = reasoner.witnesses()
    assert all(is_witness(position, board) for board in witnesses)
    for space in position.board.spaces:
        assert {board.terrain(space) for board in witnesses} == known.terrains(space)
        assert {board.crop(space) for board in witnesses} == known.crops(space)
    reasoner.close()


def test_a_shared_solver_answers_like_one_of_its_own():
    laws = LawSolver(5, 5)
    for seed in range(12):
        position = Game(Random(seed), 5, 5).position(0.3, 0.9)
        assert deduce(position, laws=laws) == deduce(position)
    laws.close()


@pytest.mark.parametrize(
    "text",
    ["S1 S. .1\n.. .. ..\n.. .. ..", "S3 D3 ..\n.. .. ..\n.. .. ..", "S2 D. ..\nD. .. ..\n.. .. .."],
    ids=["crop-without-terrain", "crop-adjacent", "crop-too-high"],
)
def test_a_broken_law_is_inconsistent_and_its_spaces_are_named(text):
    position = drawn(text)
    assert violations(position)
    known = deduce(position)
    assert known.consistent is False
    assert known.complete
    assert not any(known.terrains(space) or known.crops(space) for space in position.board.spaces)
    assert contradiction(position).spaces


def test_numbers_that_no_board_has_are_inconsistent():
    board = official_board("short")
    for tiles in ((25, 0, 0, 0), (6, 6, 6, 6), (16, 3, 3, 3)):
        position = Position.empty(board, dict(zip(Terrain, tiles, strict=True)))
        assert deduce(position).consistent is False
        assert contradiction(position).spaces == ()


@pytest.mark.parametrize("seed", range(4))
def test_contradicting_spaces_are_as_few_as_can_be(seed):
    rng = Random(seed)
    position = Game(rng, 5, 5).position(0.4, 0.5)
    known = deduce(position)
    space, terrain = next(
        (space, terrain)
        for space in position.board.spaces
        for terrain in Terrain
        if terrain not in known.terrains(space)
        and position.terrain(space) is None
        and position.supply[terrain]
    )
    wrong = position.with_space(space, terrain, None)
    assert deduce(wrong).consistent is False
    found = contradiction(wrong, patience=100_000)
    prover = Explainer.of(wrong).prover
    assert prover.impossible(found.facts, found.counting, (), patience=100_000)
    for one in found.spaces:
        others = [fact for fact in found.facts if fact[0] != one.index]
        assert prover.impossible(others, found.counting, (), patience=100_000) is False


def test_the_stock_of_the_box_counts():
    """Thirteen sweet potatoes are all there are: fourteen shown cannot be."""
    board = official_board("long")
    assert BOX.crops[Crop.SWEET_POTATO] == 13
    position = Position.empty(board, dict(zip(Terrain, (11, 12, 11, 11), strict=True)))
    places = [board.at(row, column) for row in (0, 2, 4) for column in range(0, 9, 2)][:14]
    for number, space in enumerate(places):
        position = position.with_space(space, list(Terrain)[number % 4], Crop.SWEET_POTATO)
    assert deduce(position).consistent is False
