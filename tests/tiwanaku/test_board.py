"""The board's geometry against plain counting, its trails as the rules list them, and wrong descriptions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from companion.errors import Unreadable
from companion.tiwanaku.board import ANIMALS, ELEMENTS, Direction
from companion.tiwanaku.board_file import official_board, official_boards, parse_board
from tests.builders import board_of
from tests.damage import attempt, mutated

SIZES = [(2, 2), (2, 5), (3, 4), (5, 5), (5, 9)]
SIDES = {
    "top": (Direction.NORTH, Direction.SOUTH),
    "bottom": (Direction.SOUTH, Direction.NORTH),
    "left": (Direction.WEST, Direction.EAST),
    "right": (Direction.EAST, Direction.WEST),
}
# The long board's trails as the rules list them, by side and number.
TRAILS = [
    *[(("top", a), ("top", a + 1)) for a in (0, 2, 4, 6)],
    (("top", 8), ("right", 0)),
    *[(("right", a), ("right", a + 1)) for a in (1, 3)],
    *[(("bottom", a), ("bottom", a + 1)) for a in (1, 3, 5, 7)],
    *[(("left", a), ("left", a + 1)) for a in (0, 2)],
    (("left", 4), ("bottom", 0)),
]


def edge_space(board, side, number):
    return {
        "top": lambda: board.at(0, number),
        "bottom": lambda: board.at(board.rows - 1, number),
        "left": lambda: board.at(number, 0),
        "right": lambda: board.at(number, board.columns - 1),
    }[side]()


# --- geometry


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_are_the_spaces_one_step_away_in_reading_order(size):
    board = board_of(*size)
    for space in board.spaces:
        apart = {
            other: (abs(other.row - space.row), abs(other.column - space.column)) for other in board.spaces
        }
        assert list(board.beside(space)) == [o for o, (r, c) in apart.items() if r + c == 1]
        assert list(board.cornering(space)) == [o for o, (r, c) in apart.items() if r == c == 1]
        assert list(board.around(space)) == [o for o, (r, c) in apart.items() if max(r, c) == 1]


@pytest.mark.parametrize("size", SIZES)
def test_spaces_are_named_by_element_of_the_column_and_animal_of_the_row(size):
    board = board_of(*size)
    names = [f"{element}/{animal}" for animal in ANIMALS[: size[0]] for element in ELEMENTS[: size[1]]]
    assert [str(space) for space in board.spaces] == names
    for index, space in enumerate(board.spaces):
        assert space.index == index
        assert board.space(str(space)) is space
        assert board.at(space.row, space.column) is space


@pytest.mark.parametrize("size", SIZES)
def test_edge_is_where_a_step_leaves_the_board(size):
    board = board_of(*size)
    for space in board.spaces:
        leaves = any(board.step(space, direction) is None for direction in Direction)
        assert board.is_edge(space) is leaves
        assert (space in board.edge) is leaves


@pytest.mark.parametrize("size", SIZES)
def test_a_step_and_the_step_back_return_to_the_space(size):
    board = board_of(*size)
    for space in board.spaces:
        for direction in Direction:
            there = board.step(space, direction)
            if there is not None:
                assert there in board.beside(space)
                assert board.step(there, direction.opposite) is space


def test_directions_are_as_on_the_map():
    board = official_board("short")
    middle = board.space("mountain/llama")
    assert str(board.step(middle, Direction.NORTH)) == "mountain/lizard"
    assert str(board.step(middle, Direction.EAST)) == "fire/llama"
    assert str(board.step(middle, Direction.SOUTH)) == "mountain/snake"
    assert str(board.step(middle, Direction.WEST)) == "leaf/llama"


def test_official_boards_are_five_by_five_and_five_by_nine():
    assert {name: (board.rows, board.columns) for name, board in official_boards().items()} == {
        "short": (5, 5),
        "long": (5, 9),
    }


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("sunllama", "element/animal"),
        ("", "element/animal"),
        ("moon/llama", "the short board has no element moon"),
        ("sun/yak", "the short board has no animal yak"),
        ("llama/sun", "no element llama"),
        ("sun/llama/sun", "no animal llama/sun"),
        ("Sun/llama", "no element Sun"),
    ],
)
def test_a_place_off_the_board_is_refused_with_the_reason(place, reason):
    with pytest.raises(Unreadable) as refused:
        official_board("short").space(place)
    assert reason in str(refused.value)


# --- trails


@pytest.mark.parametrize(("one", "other"), [*TRAILS, *[(b, a) for a, b in TRAILS]])
def test_trail_leads_from_each_exit_to_the_other_and_inwards(one, other):
    board = official_board("long")
    out, _ = SIDES[one[0]]
    _, inwards = SIDES[other[0]]
    assert board.follow_trail(edge_space(board, *one), out) == (edge_space(board, *other), inwards)


def test_trails_join_every_exit_of_the_long_board_once():
    assert len({end for trail in TRAILS for end in trail}) == 2 * (9 + 5)
    assert len(official_board("long").trails) == len(TRAILS)


def test_leaving_where_no_trail_begins_is_refused():
    short = official_board("short")
    with pytest.raises(Unreadable, match="No trail leaves the board at sun/condor"):
        short.follow_trail(short.space("sun/condor"), Direction.NORTH)
    long = official_board("long")
    with pytest.raises(Unreadable, match="No trail"):
        long.follow_trail(long.space("sun/llama"), Direction.NORTH)


# --- descriptions

GOOD = """format = 1
name = "tiny"
elements = ["river", "leaf"]
animals = ["condor", "llama"]
diversity_levels = 4
trails = [
  ["top river", "top leaf"],
  ["bottom river", "bottom leaf"],
  ["left condor", "left llama"],
  ["right condor", "right llama"],
]
"""


def test_own_board_is_read_as_described():
    board = parse_board(GOOD, "tiny.toml")
    assert (board.name, board.rows, board.columns, board.diversity_levels) == ("tiny", 2, 2, 4)
    space, direction = board.follow_trail(board.space("leaf/llama"), Direction.EAST)
    assert (str(space), direction) == ("leaf/condor", Direction.WEST)


@pytest.mark.parametrize("trails", ["", "trails = []\n"])
def test_board_without_any_trails_is_legal(trails):
    text = GOOD[: GOOD.index("trails")] + trails
    assert parse_board(text, "tiny.toml").trails == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (
            '"top river", "top leaf"',
            '"top river", "top river"',
            6,
            "the exit top river is the end of two trails",
        ),
        (
            '"bottom river", "bottom leaf"',
            '"top river", "bottom leaf"',
            6,
            "top river is the end of two trails",
        ),
        ('  ["top river", "top leaf"],\n', "", 6, "no trail ends at top river, top leaf"),
        ('"top river"', '"top condor"', 6, "top condor is no exit"),
        ('"top river"', '"river"', 6, "river is no exit"),
        ('"top river"', '"top moon"', 6, "top moon is no exit"),
        ('"top river", "top leaf"', '"top river"', 6, "a trail joins two exits"),
        ('"top river", "top leaf"', '"top river", "top leaf", "x"', 6, "a trail joins two exits"),
        ('"top river", "top leaf"', '"top river", 5', 6, "a trail joins two exits"),
        ('["top river", "top leaf"]', '"top river"', 6, "a trail joins two exits"),
        ('"leaf"]\nanimals', '"yak"]\nanimals', 3, "unknown sign yak; known are river"),
        ('"leaf"]\nanimals', '"llama"]\nanimals', 3, "unknown sign llama"),
        ('"leaf"]\nanimals', '"river"]\nanimals', 3, "river names two of the elements"),
        ('["condor", "llama"]', '["condor", "condor"]', 4, "condor names two of the animals"),
        ('["condor", "llama"]', '["condor"]', 4, "two signs at least"),
        ('["condor", "llama"]', "[]", 4, "two signs at least"),
        ('["condor", "llama"]', "7", 4, "animals must be a list of texts"),
        ('["condor", "llama"]', '["condor", 7]', 4, "animals must be a list of texts"),
        ("levels = 4", "levels = 0", 5, "whole number from 1 to 20"),
        ("levels = 4", "levels = 21", 5, "whole number from 1 to 20"),
        ("levels = 4", "levels = -1", 5, "whole number from 1 to 20"),
        ("levels = 4", "levels = true", 5, "whole number from 1 to 20"),
        ("levels = 4", "levels = 4.0", 5, "whole number from 1 to 20"),
        ("levels = 4", 'levels = "4"', 5, "whole number from 1 to 20"),
        ('"tiny"', '"ti ny"', 2, "letters, digits and hyphens"),
        ('"tiny"', '""', 2, "letters, digits and hyphens"),
        ('"tiny"', "3", 2, "name must be text"),
        ("format = 1", "format = 2", 1, "format 2 is not known here"),
        ("format = 1", "format = true", 1, "format must be a whole number"),
        ("format = 1", 'format = "1"', 1, "format must be a whole number"),
        ("diversity_levels", "diversty_levels", 5, "did you mean diversity_levels?"),
    ],
)
def test_wrong_description_is_refused_with_line_and_reason(old, new, line, reason):
    assert GOOD.count(old) >= 1
    with pytest.raises(Unreadable) as refused:
        parse_board(GOOD.replace(old, new, 1), "tiny.toml")
    message = str(refused.value)
    assert message.startswith(f"tiny.toml, line {line}: ")
    assert reason in message


@pytest.mark.parametrize("key", ["format", "name", "elements", "animals", "diversity_levels"])
def test_description_without_a_needed_key_is_refused(key):
    text = "\n".join(line for line in GOOD.split("\n") if not line.startswith(key))
    with pytest.raises(Unreadable, match=f"^tiny.toml: {key} is missing"):
        parse_board(text, "tiny.toml")


def test_trails_that_are_no_list_are_refused():
    text = GOOD[: GOOD.index("trails")] + "trails = 3\n"
    with pytest.raises(Unreadable, match=r"tiny.toml, line 6: trails must be a list"):
        parse_board(text, "tiny.toml")


@settings(max_examples=300)
@given(content=mutated(GOOD))
def test_a_damaged_description_is_read_or_refused_with_its_file(content):
    board, refused = attempt(parse_board, content, "tiny.toml")
    assert board or refused.startswith("tiny.toml")
