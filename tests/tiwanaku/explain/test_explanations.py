"""Explanations: complete, proved, short, and independent of the solver that judges them."""

from random import Random
from statistics import median

import pytest

from companion.tiwanaku.explain import (
    Claim,
    Explainer,
    contradiction,
    difficulty,
    explain,
    hint,
    solve_crops,
    why_not,
)
from companion.tiwanaku.explain.knowledge import Knowledge
from companion.tiwanaku.explain.ladder import plain_techniques
from companion.tiwanaku.explain.trail import Trail
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.values import VALUES, facts_of
from tests.builders import drawn
from tests.games import Game
from tests.oracles.small_boards import all_boards
from tests.tiwanaku.explain.test_techniques import CASES, CASES_TILES, NEARLY

LETTERS = "DSGR"
# Their facts may differ with what the solver has learned before.
BY_THE_SOLVER = ("every-case", "facts-together")


def agrees(board, facts):
    terrains, crops = board
    return all(
        LETTERS[value] == terrains[cell] if value < 4 else value - 3 == crops[cell] for cell, value in facts
    )


def has(board, claim):
    terrains, crops = board
    cell = claim.space.index
    value = LETTERS[claim.number] == terrains[cell] if claim.number < 4 else claim.number - 3 == crops[cell]
    return value == claim.certain


@pytest.mark.parametrize("seed", range(6))
def test_cited_facts_entail_the_claim_on_all_boards_of_a_small_size(seed):
    rng = Random(seed)
    boards = all_boards(2, 4)
    game = Game.__new__(Game)
    game.rng, game.board = rng, drawn(".. .. .. ..\n.. .. .. ..").board
    terrains, crops = rng.choice(boards)
    game.terrains, game.crops = list(terrains), list(crops)
    position = game.any_position()
    explainer = Explainer.of(position)
    known = facts_of(position)
    tiles = [terrains.count(letter) for letter in LETTERS]
    alike = [b for b in boards if agrees(b, known) and [b[0].count(x) for x in LETTERS] == tiles]
    for space in position.board.spaces:
        for value in VALUES:
            for certain in (True, False):
                claim = Claim(space, value, certain)
                true = all(has(board, claim) for board in alike)
                explanation = explainer.why(position, claim)
                assert (explanation is not None) == true
                if explanation is not None:
                    cited = [b for b in boards if agrees(b, explanation.facts)]
                    if explanation.counting:
                        cited = [b for b in cited if [b[0].count(x) for x in LETTERS] == tiles]
                    assert all(has(board, claim) for board in cited)
                    assert set(explanation.facts) <= set(known)


def test_explanations_of_games_are_proved_and_short():
    rng = Random(7)
    steps = []
    for _ in range(8):
        position = Game(rng, 5, rng.choice([5, 9])).position()
        explainer = Explainer.of(position)
        known = Knowledge.of(position)
        Trail.beginning(known).climb(known, plain_techniques(), lambda _: False)
        for cell, mask in enumerate(known.masks):
            space, crops = position.board.spaces[cell], mask & 0b111110000
            if position.crops[cell] is None and crops.bit_count() == 1:
                explanation = explainer.why(position, Claim(space, VALUES[crops.bit_length() - 1]))
                assert explanation is not None
                assert explainer.proved(explanation)
                assert explanation.by_techniques_alone
                shown = {space for step in explanation.steps for space in step.spaces}
                assert {position.board.spaces[cell] for cell, _ in explanation.facts} <= shown
                steps.append(len(explanation.steps))
    assert len(steps) > 20
    assert median(steps) <= 4


def hard_claims(seed):
    """Claims about a game that are true, with its position; many of them need suppositions."""
    game = Game(Random(seed), 5, 5)
    position = game.position(0.4, 0.6)
    for space in position.board.spaces:
        for value in (Terrain.of_letter(game.terrains[space.index]), Crop(game.crops[space.index])):
            yield position, Claim(space, value)


@pytest.mark.parametrize("seed", range(4))
def test_an_explanation_does_not_depend_on_what_was_asked_before(seed):
    asked = list(hard_claims(seed))
    shared = Explainer.of(asked[0][0])
    other, _ = next(hard_claims(seed + 10))
    for number, (position, claim) in enumerate(asked[::5]):
        if number % 3 == 1:
            shared.certain_value(other, claim.space, Crop)
        first, second = Explainer.of(position).why(position, claim), shared.why(position, claim)
        assert (first is None) == (second is None)
        if first is not None and second is not None and first.hardest not in BY_THE_SOLVER:
            assert first == second


@pytest.mark.parametrize("seed", range(8))
def test_every_case_names_facts_enough(seed):
    """What it stands on was named by a solver; another one, which has learned nothing yet, agrees."""
    asked = list(hard_claims(100 + seed))
    explainer = Explainer.of(asked[0][0])
    for position, claim in asked:
        explanation = explainer.why(position, claim)
        if explanation is not None and explanation.hardest == "every-case":
            assert explanation.by_techniques_alone
            assert set(explanation.facts) <= set(facts_of(position))
            assert Explainer.of(position).proved(explanation)
            shown = {space for step in explanation.steps for space in step.spaces}
            assert {position.board.spaces[cell] for cell, _ in explanation.facts} <= shown


def test_a_value_out_of_reach_of_the_plain_techniques_is_explained_case_by_case():
    position = drawn(CASES, CASES_TILES)
    claim = Claim(position.board.space("river/llama"), Terrain.SAND)
    explanation = Explainer.of(position).why(position, claim)
    assert explanation is not None
    assert explanation.hardest == "every-case"
    assert explanation.counting
    assert "river/llama: sand" in str(explanation.steps[-1].text)
    nearly = drawn(NEARLY, CASES_TILES)
    assert Explainer.of(nearly).why(nearly, claim) is None


WALLED = "S. D. ..\nR. .. ..\n.. .. .."


def test_what_is_certain_on_a_space_and_why():
    position = drawn(WALLED)
    found = explain(position, position.board.space("river/condor"))
    assert (found.terrain, found.crop) == (Terrain.SAND, Crop.SWEET_POTATO)
    [step] = found.steps
    assert step.technique == "single-space-region"
    assert [str(space) for space in step.spaces] == ["river/condor", "leaf/condor", "river/lizard"]
    assert "river/condor: sweet potato" in str(step.text)


def test_where_nothing_is_certain_nothing_is_explained():
    position = drawn(WALLED)
    found = explain(position, position.board.space("mountain/llama"))
    assert (found.terrain, found.crop, found.steps) == (None, None, ())


def test_a_hint_comes_in_three_strengths():
    tip = hint(drawn(WALLED))
    assert str(tip.space) == "river/condor"
    assert "river/condor" in str(tip.look)
    assert "Region of one space" in str(tip.technique)
    assert "sweet potato" in str(tip.steps[-1].text)


def test_a_finished_board_gives_no_hint():
    game = Game(Random(5), 5, 5)
    assert hint(game.showing(set(range(25)), set(range(25)))) is None


def test_why_an_announced_crop_was_impossible():
    position = drawn(WALLED)
    answer = why_not(position, position.board.space("river/condor"), Crop.CHILI)
    assert not answer.possible
    assert answer.explanation is not None
    assert answer.explanation.steps[-1].technique in ("single-space-region", "region-closed")


def test_an_announced_crop_that_was_possible_comes_with_its_odds():
    position = Game(Random(2), 5, 5).showing({0}, set())
    space = position.board.space("river/condor")
    assert why_not(position, space, Crop.COCA_LEAF).possible
    answer = why_not(position, space, Crop.COCA_LEAF, odds=lambda *_: 1 / 3)
    assert "1 in 3" in str(answer.text)


def test_a_contradiction_names_few_spaces():
    position = drawn("S3 .. D.\n.. D3 ..\n.. .. R.")
    found = contradiction(position)
    assert [str(space) for space in found.spaces] == ["river/condor", "leaf/lizard"]
    assert not found.counting


def test_a_contradiction_by_numbers_of_tiles_says_so():
    position = drawn("S. .. ..\n.. .. ..\n.. .. ..", {"D": 4, "S": 0, "G": 3, "R": 2})
    found = contradiction(position)
    assert found.counting
    assert [str(space) for space in found.spaces] == ["river/condor"]


def test_a_legal_position_has_no_contradiction():
    assert contradiction(Game(Random(3)).position()) is None


def test_difficulty_names_the_hardest_technique():
    assert difficulty(drawn(WALLED)).hardest is not None
    game = Game(Random(5), 5, 5)
    finished = difficulty(game.showing(set(range(25)), set(range(25))))
    assert (finished.hardest, finished.steps, finished.complete) == (None, 0, True)


@pytest.mark.parametrize("seed", range(10))
def test_solved_crops_are_the_true_ones(seed):
    game = Game(Random(seed))
    terrains = [Terrain.of_letter(letter) for letter in game.terrains]
    shown = [
        Crop(crop) if Random(seed + cell).random() < 0.5 else None for cell, crop in enumerate(game.crops)
    ]
    solution = solve_crops(game.board, terrains, shown)
    if solution.crops is not None:
        assert list(solution.crops) == game.crops
    assert solution.steps > 0
    unknown = solve_crops(game.board, terrains, [None] * 45)
    assert unknown.crops is None or list(unknown.crops) == game.crops
