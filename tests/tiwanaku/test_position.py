"""Position files: read back exactly as written, and every fault says where it is and what was expected."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Unreadable
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position, parse_position, write_position
from tests.damage import attempt, mutated

GOOD = """format = 1
board = "short"
tiles = { dirt = 6, sand = 7, grass = 6, rock = 6 }
grid = \"\"\"
S3 .. S. .. ..
.. .. .. .. ..
.. .. D1 .. ..
.. .. .. .. ..
.. .. .. .. R5
\"\"\"

[meeples]
"sun/llama" = "blue"
"river/condor" = "white"
"""


def refusal(text, source="table.toml"):
    with pytest.raises(Unreadable) as refused:
        parse_position(text, source)
    return str(refused.value)


@st.composite
def positions(draw):
    board = official_board(draw(st.sampled_from(("short", "long"))))
    count = len(board.spaces)
    return Position(
        board,
        tuple(draw(st.lists(st.sampled_from([None, *Terrain]), min_size=count, max_size=count))),
        tuple(draw(st.lists(st.sampled_from([None, *Crop]), min_size=count, max_size=count))),
        {terrain: draw(st.integers(0, 99)) for terrain in Terrain},
        draw(st.dictionaries(st.sampled_from(board.spaces), st.sampled_from(Colour), max_size=8)),
    )


@settings(max_examples=60)
@given(position=positions())
def test_position_is_read_back_as_it_was_written(position):
    text = write_position(position)
    again = parse_position(text, "table.toml")
    assert again == position
    assert write_position(again) == text


@settings(max_examples=20)
@given(position=positions())
def test_position_reads_the_same_with_other_line_ends_and_byte_order_mark(position):
    text = write_position(position)
    assert parse_position(text.replace("\n", "\r\n").encode("utf-8-sig"), "table.toml") == position


def test_position_is_read_as_drawn():
    position = parse_position(GOOD, "table.toml")
    board = position.board
    assert board is official_board("short")
    drawn = {
        str(space): (position.terrain(space), position.crop(space))
        for space in board.spaces
        if position.terrain(space)
    }
    assert drawn == {
        "river/condor": (Terrain.SAND, Crop.CHILI),
        "mountain/condor": (Terrain.SAND, None),
        "mountain/llama": (Terrain.DIRT, Crop.SWEET_POTATO),
        "sun/turtle": (Terrain.ROCK, Crop.QUINOA),
    }
    assert position.supply == {Terrain.DIRT: 5, Terrain.SAND: 5, Terrain.GRASS: 6, Terrain.ROCK: 5}
    assert position.meeples == {
        board.space("sun/llama"): Colour.BLUE,
        board.space("river/condor"): Colour.WHITE,
    }


def test_changing_a_space_leaves_the_first_position_as_it_was():
    first = parse_position(GOOD, "table.toml")
    space = first.board.space("leaf/condor")
    second = first.with_space(space, Terrain.GRASS, Crop.CORN)
    assert (first.terrain(space), first.crop(space)) == (None, None)
    assert (second.terrain(space), second.crop(space)) == (Terrain.GRASS, Crop.CORN)
    assert second.with_space(space, None, None) == first


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("S3 .. S. .. ..", "S3 .. S. ..", 5, "the row of the condor has 4 spaces; the short board has 5"),
        ("R5", "R5 R.", 9, "the row of the turtle has 6 spaces"),
        ("D1 .. ..\n", "D1 .. ..\n.. .. .. .. ..\n", 4, "the grid has 6 rows; the short board has 5"),
        ("D1", "X1", 7, "mountain/llama: “X1” is unknown"),
        ("D1", "D6", 7, "mountain/llama: “D6” is unknown"),
        ("D1", "D0", 7, "mountain/llama: “D0” is unknown"),
        ("D1", "D", 7, "mountain/llama: “D” is unknown"),
        ("D1", "d1", 7, "mountain/llama: “d1” is unknown"),
        ("D1", "D12", 7, "mountain/llama: “D12” is unknown"),
        ("D1", "D²", 7, "mountain/llama: “D²” is unknown"),
        ('"short"', '"tall"', 2, "unknown board tall; known are long, short"),
        ('"short"', "5", 2, "board must be text"),
        ('"short"', '"long"', 5, "the row of the condor has 5 spaces; the long board has 9"),
        ("dirt = 6", "dirt = -1", 3, "tiles must count the dirt tiles, from 0 to 99"),
        ("dirt = 6", "dirt = 100", 3, "tiles must count the dirt tiles, from 0 to 99"),
        ("dirt = 6", "dirt = 6.0", 3, "tiles must count the dirt tiles"),
        ("dirt = 6", "dirt = true", 3, "tiles must count the dirt tiles"),
        ("dirt = 6, ", "", 3, "tiles must count the dirt tiles"),
        ("dirt = 6", "dirt = 6, snow = 1", 3, "snow is no terrain; known are dirt, sand, grass, rock"),
        ("{ dirt = 6, sand = 7, grass = 6, rock = 6 }", "25", 3, "tiles must be a table"),
        ('"sun/llama"', '"sun/yak"', 13, "the short board has no animal yak"),
        ('"sun/llama"', '"moon/llama"', 13, "the short board has no element moon"),
        ('"sun/llama"', '"sun"', 13, "write it as element/animal"),
        ('"white"', '"pink"', 14, "pink is no colour of a meeple; known are brown, white"),
        ('"white"', "3", 14, "3 is no colour of a meeple"),
        ('"white"', '["white"]', 14, "is no colour of a meeple"),
        ("[meeples]", "[meepels]", 12, "unknown name meepels; did you mean meeples?"),
        ("format = 1", "format = 3", 1, "reads format 1"),
        ('"river/condor" = "white"', '"sun/llama" = "white"', 14, "this is not TOML"),
    ],
)
def test_fault_in_a_position_names_line_and_what_was_expected(old, new, line, reason):
    assert GOOD.count(old) == 1
    message = refusal(GOOD.replace(old, new))
    assert message.startswith(f"table.toml, line {line}: ")
    assert reason in message


@pytest.mark.parametrize("value", ["5", "true", "1.5", "[]", "{}", "1979-05-27"])
def test_grid_that_is_no_text_is_refused(value):
    start, end = GOOD.index("grid"), GOOD.index("[meeples]")
    message = refusal(GOOD[:start] + f"grid = {value}\n" + GOOD[end:])
    assert message == "table.toml, line 4: grid must be text in quotes."


@pytest.mark.parametrize("value", ["5", '"blue"', "[]"])
def test_meeples_that_are_no_table_are_refused(value):
    message = refusal(GOOD[: GOOD.index("[meeples]")] + f"meeples = {value}\n")
    assert message.startswith("table.toml, line 12: meeples must be a table")


@pytest.mark.parametrize("key", ["format", "board", "tiles"])
def test_position_without_a_needed_key_is_refused(key):
    text = "\n".join(line for line in GOOD.split("\n") if not line.startswith(key))
    assert refusal(text) == f"table.toml: {key} is missing."


def test_faulty_terrain_of_a_written_out_table_is_named_by_its_own_line():
    text = GOOD.replace("tiles = { dirt = 6, sand = 7, grass = 6, rock = 6 }\n", "")
    text += "\n[tiles]\ndirt = 6\nsand = 7\ngrass = -6\nrock = 6\n"
    line = text.split("\n").index("grass = -6") + 1
    assert refusal(text).startswith(f"table.toml, line {line}: tiles must count the grass tiles")


def test_lines_of_faults_are_right_after_windows_line_ends_and_byte_order_mark():
    text = "\ufeff" + GOOD.replace("D1", "X1").replace("\n", "\r\n")
    assert refusal(text.encode()).startswith("table.toml, line 7: mountain/llama")


def test_position_may_use_boards_of_ones_own():
    own = official_board("short")
    assert parse_position(GOOD.replace('"short"', '"mine"'), "x", {"mine": own}).board is own


@settings(max_examples=200)
@given(content=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content):
    position, refused = attempt(parse_position, content, "table.toml")
    assert position or refused.startswith("table.toml")


@settings(max_examples=400)
@given(content=mutated(GOOD))
def test_a_damaged_position_is_read_or_refused_with_its_file(content):
    position, refused = attempt(parse_position, content, "table.toml")
    if refused:
        assert refused.startswith("table.toml")
    else:
        assert parse_position(write_position(position), "again.toml") == position


@pytest.mark.parametrize("value", ["0x" + "f" * 5000, "-9223372036854775809"])
def test_endless_numbers_are_refused(value):
    assert "not TOML" in refusal(GOOD.replace('"white"', value))
