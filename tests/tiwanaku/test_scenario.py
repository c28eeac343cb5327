"""Scenario files: read back exactly, refused with line and reason, and silent about the solution."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Unreadable
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.document import Document
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.scenario import Scenario, parse_scenario, write_scenario
from tests.builders import legal_scenario
from tests.damage import attempt, mutated

GOOD = """format = 1
name = "Morning valley"
board = "short"
grid = \"\"\"
S3 S1 D1 G2 G1
S2 G4 G3 G1 R2
R1 R2 D3 D1 R1
D2 D1 S2 S1 G2
R1 R2 G1 D1 S1
\"\"\"
start = ["river/condor", "sun/llama"]

[otoma]
purple = "sun/llama"
yellow = "river/condor"
"""


def refusal(text):
    with pytest.raises(Unreadable) as refused:
        parse_scenario(text, "disc.toml")
    return str(refused.value)


names = st.text(min_size=1, max_size=80).filter(lambda name: name.strip() and name.isprintable())
keys = st.from_regex(r"[a-z][a-z0-9_]{0,10}", fullmatch=True)
facts = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)


@st.composite
def scenarios(draw):
    board = official_board(draw(st.sampled_from(("short", "long"))))
    count = len(board.spaces)
    start = draw(st.lists(st.sampled_from(board.spaces), unique=True, max_size=6))
    colours = draw(st.lists(st.sampled_from(Colour), unique=True, max_size=len(start)))
    return Scenario(
        board,
        draw(names),
        tuple(draw(st.lists(st.sampled_from(Terrain), min_size=count, max_size=count))),
        tuple(draw(st.lists(st.sampled_from(Crop), min_size=count, max_size=count))),
        tuple(start),
        dict(zip(colours, start, strict=False)),
        draw(st.dictionaries(keys, facts, max_size=4)),
    )


@settings(max_examples=60)
@given(scenario=scenarios())
def test_scenario_is_read_back_as_it_was_written(scenario):
    text = write_scenario(scenario)
    again = parse_scenario(text, "disc.toml")
    assert again == scenario
    assert write_scenario(again) == text
    assert parse_scenario(text.encode("utf-8-sig"), "disc.toml") == scenario


def test_scenario_is_read_as_written():
    scenario = parse_scenario(GOOD, "disc.toml")
    board = scenario.board
    assert scenario.name == "Morning valley"
    assert scenario.terrains[0] is Terrain.SAND
    assert scenario.crops[0] is Crop.CHILI
    last_of_second_row = board.space("sun/lizard").index
    assert scenario.terrains[last_of_second_row] is Terrain.ROCK
    assert scenario.crops[last_of_second_row] is Crop.COCA_LEAF
    assert [str(space) for space in scenario.start] == ["river/condor", "sun/llama"]
    assert {colour.value: str(space) for colour, space in scenario.otoma.items()} == {
        "purple": "sun/llama",
        "yellow": "river/condor",
    }


def test_back_of_the_disc_has_counts_and_start_tiles_and_nothing_else():
    back = parse_scenario(GOOD, "disc.toml").back()
    letters = GOOD.split('"""')[1]
    assert {terrain.letter: count for terrain, count in back.tiles.items()} == {
        letter: letters.count(letter) for letter in "DSGR"
    }
    position = back.position()
    laid = [str(space) for space in position.board.spaces if position.terrain(space) or position.crop(space)]
    assert laid == ["river/condor", "sun/llama"]
    assert position.crop(position.board.space("sun/llama")) is Crop.SWEET_POTATO
    assert position.terrain(position.board.space("sun/llama")) is Terrain.ROCK
    assert not hasattr(back, "terrains")
    assert not hasattr(back, "crops")


@pytest.mark.parametrize("size", [(5, 5), (5, 9)])
def test_solution_is_the_whole_board(size):
    scenario = legal_scenario(3, *size)
    solution = scenario.solution()
    assert solution.terrains == scenario.terrains
    assert solution.crops == scenario.crops
    assert set(solution.supply.values()) == {0}


def test_scenario_never_prints_its_grid():
    secret = parse_scenario(GOOD, "disc.toml")
    plain = parse_scenario(GOOD.replace("S3", "D5").replace("R2", "G4"), "disc.toml")
    assert repr(secret) == repr(plain)
    assert str(secret) == str(plain)
    document = Document.parse(GOOD, "disc.toml", ("format", "name", "board", "grid", "start", "otoma"))
    assert "D3" not in repr(document)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("D3", "..", 7, "mountain/llama: “..” is not complete"),
        ("D3", "D.", 7, "mountain/llama: “D.” is not complete"),
        ("D3", ".3", 7, "mountain/llama: “.3” is not complete"),
        ("D3", "Q3", 7, "mountain/llama: “Q3” is unknown"),
        ("D3 ", "", 7, "the row of the llama has 4 spaces; the short board has 5"),
        ("S2 G4 G3 G1 R2\n", "", 4, "the grid has 4 rows"),
        ('"sun/llama"]', '"sun/yak"]', 11, "sun/yak: the short board has no animal yak"),
        ('"sun/llama"]', '"star/llama"]', 11, "no element star"),
        ('"sun/llama"]', '"river/condor"]', 11, "river/condor is listed twice"),
        ('"sun/llama"]', "3]", 11, "start must be a list of texts"),
        (
            'purple = "sun/llama"',
            'purple = "leaf/llama"',
            14,
            "the purple Otoma stands on leaf/llama, which is no start tile",
        ),
        ('purple = "sun/llama"', 'purple = "sun/yak"', 14, "no animal yak"),
        ('purple = "sun/llama"', "purple = 4", 14, "a place must be text in quotes"),
        ('purple = "sun/llama"', 'pink = "sun/llama"', 14, "pink is no colour of a meeple"),
        ('purple = "sun/llama"', 'name = "sun/llama"', 14, "name is no colour of a meeple"),
        ('yellow = "river/condor"', 'yellow = "sun/llama"', 15, "two Otoma stand on sun/llama"),
        ("[otoma]", "[otomo]", 13, "unknown name otomo; did you mean otoma?"),
        ("start = ", "strat = ", 11, "unknown name strat; did you mean start?"),
        ('"Morning valley"', '""', 2, "the name must be one line of at most 80 characters"),
        ('"Morning valley"', '"  "', 2, "the name must be one line"),
        ('"Morning valley"', '"a\\nb"', 2, "the name must be one line"),
        ('"Morning valley"', '"' + "a" * 81 + '"', 2, "the name must be one line"),
        ('"Morning valley"', "7", 2, "name must be text"),
        ('"short"', "[]", 3, "board must be text"),
        ('"short"', '"medium"', 3, "unknown board medium"),
        ("format = 1", "format = 0", 1, "format 0 is not known here"),
        ("format = 1", "format = 1.0", 1, "format must be a whole number"),
    ],
)
def test_fault_in_a_scenario_names_line_and_what_was_expected(old, new, line, reason):
    assert GOOD.count(old) == 1
    message = refusal(GOOD.replace(old, new))
    assert message.startswith(f"disc.toml, line {line}: ")
    assert reason in message


@pytest.mark.parametrize("value", ["5", '"sun/llama"', "{}", "true"])
def test_start_that_is_no_list_is_refused(value):
    message = refusal(GOOD.replace('["river/condor", "sun/llama"]', value))
    assert message.startswith("disc.toml, line 11: start must be a list of texts")


@pytest.mark.parametrize("key", ["otoma", "certificate"])
def test_table_that_is_none_is_refused(key):
    message = refusal(GOOD[: GOOD.index("[otoma]")] + f"{key} = 3\n")
    assert message.startswith(f"disc.toml, line 13: {key} must be a table")


@pytest.mark.parametrize("value", ["1.5", "[]", "{}", "1979-05-27"])
def test_certificate_of_anything_but_plain_facts_is_refused_by_its_line(value):
    message = refusal(GOOD + f"\n[certificate]\nseed = 7\nname = {value}\n")
    assert message.startswith("disc.toml, line 19: name in the certificate must be text")


@pytest.mark.parametrize("key", ["format", "name", "board"])
def test_scenario_without_a_needed_key_is_refused(key):
    text = "\n".join(line for line in GOOD.split("\n") if not line.startswith(key))
    assert refusal(text) == f"disc.toml: {key} is missing."


def test_scenario_without_start_and_otoma_is_read():
    scenario = parse_scenario(GOOD[: GOOD.index("start")], "disc.toml")
    assert (scenario.start, dict(scenario.otoma)) == ((), {})


@settings(max_examples=150)
@given(content=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content):
    scenario, refused = attempt(parse_scenario, content, "disc.toml")
    assert scenario or refused.startswith("disc.toml")


@settings(max_examples=400)
@given(content=mutated(GOOD + "\n[certificate]\nseed = 7\nfair = true\n"))
def test_a_damaged_scenario_is_read_or_refused_with_its_file(content):
    scenario, refused = attempt(parse_scenario, content, "disc.toml")
    if refused:
        assert refused.startswith("disc.toml")
    else:
        assert parse_scenario(write_scenario(scenario), "again.toml") == scenario
