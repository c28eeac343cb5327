"""A scenario as a short text: nothing lost, no slip unnoticed."""

import random

import pytest

from companion.errors import NotLegal, Unreadable
from companion.tiwanaku.code import GROUP, LETTERS, scenario_code, scenario_of_code
from companion.tiwanaku.pieces import Colour
from tests.builders import board_of, legal_scenario

SIZES = [(5, 5), (5, 9)]


def some_scenario(seed, rows, columns):
    """A legal scenario with start tiles, and Otoma on long boards."""
    dice = random.Random(seed)
    bare = legal_scenario(seed, rows, columns)
    start = sorted(dice.sample(bare.board.spaces, dice.randint(5, 9)), key=lambda space: space.index)
    otoma = dict(zip(dice.sample(list(Colour), 5), start, strict=False)) if columns == 9 else {}
    return legal_scenario(seed, rows, columns, start=tuple(start), otoma=otoma)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_a_code_gives_back_the_same_scenario(seed, rows, columns):
    scenario = some_scenario(seed, rows, columns)
    assert scenario_of_code(scenario_code(scenario), scenario.name) == scenario


def test_a_code_can_be_typed_carelessly():
    scenario = some_scenario(1, 5, 5)
    code = scenario_code(scenario)
    sloppy = "  " + code.lower().replace("-", " ").replace("0", "o").replace("1", "l") + "\n"
    assert scenario_of_code(sloppy, scenario.name) == scenario


@pytest.mark.parametrize(("rows", "columns", "most"), [(5, 5, 35), (5, 9, 50)])
def test_a_code_is_at_most_seven_groups_for_a_short_board_and_ten_for_a_long_one(rows, columns, most):
    lengths = [len(scenario_code(some_scenario(seed, rows, columns)).replace("-", "")) for seed in range(30)]
    assert max(lengths) <= most


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_every_single_wrong_letter_is_noticed(seed, rows, columns):
    letters = scenario_code(some_scenario(seed, rows, columns)).replace("-", "")
    for place, letter in enumerate(letters):
        for other in set(LETTERS) - {letter}:
            assert refused(letters[:place] + other + letters[place + 1 :])


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_every_swap_of_neighbours_is_noticed(seed, rows, columns):
    letters = scenario_code(some_scenario(seed, rows, columns)).replace("-", "")
    for place in range(len(letters) - 1):
        if letters[place] != letters[place + 1]:
            assert refused(letters[:place] + letters[place + 1] + letters[place] + letters[place + 2 :])


def test_the_mistyped_letter_is_named_and_the_meant_one_suggested():
    letters = scenario_code(some_scenario(3, 5, 9)).replace("-", "")
    wrong = "A" if letters[11] != "A" else "B"
    with pytest.raises(Unreadable, match=f"Letter 12 of the code, “{wrong}”.*“{letters[11]}”"):
        scenario_of_code(letters[:11] + wrong + letters[12:], "x")


def test_swapped_letters_are_named():
    letters = scenario_code(some_scenario(3, 5, 9)).replace("-", "")
    place = next(place for place in range(len(letters)) if letters[place] != letters[place + 1])
    swapped = letters[:place] + letters[place + 1] + letters[place] + letters[place + 2 :]
    with pytest.raises(Unreadable, match=f"Letters {place + 1} and {place + 2}"):
        scenario_of_code(swapped, "x")


@pytest.mark.parametrize("code", ["", "A", "HELLO-TABLE", "§" * 30, "0" * 40, "Z" * 500, "ABCDE-" * 9])
def test_what_is_no_code_is_refused(code):
    assert refused(code)


def test_a_lost_letter_is_noticed():
    letters = scenario_code(some_scenario(5, 5, 9)).replace("-", "")
    assert all(refused(letters[:place] + letters[place + 1 :]) for place in range(len(letters)))


def test_the_letters_stand_in_groups_that_can_be_read_aloud():
    code = scenario_code(some_scenario(2, 5, 9))
    *groups, last = code.split("-")
    assert {len(group) for group in groups} == {GROUP}
    assert 1 <= len(last) <= GROUP


def test_a_scenario_on_a_board_of_ones_own_has_no_code():
    with pytest.raises(NotLegal):
        scenario_code(legal_scenario(1, 3, 4))
    assert board_of(3, 4).name not in ("short", "long")


def refused(code):
    try:
        scenario_of_code(code, "x")
    except Unreadable:
        return True
    return False
