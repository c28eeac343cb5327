"""What people type: short and long forms, four languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Unreadable
from companion.table.typed import Typed
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import LANGUAGES, language
from tests.damage import attempt

LONG = official_board("long")
CODES = st.sampled_from(LANGUAGES)
SPACES = st.sampled_from(LONG.spaces)


@given(CODES, SPACES, st.sampled_from(Terrain), st.sampled_from(Crop), st.booleans(), st.booleans())
def test_full_names_in_every_language_are_understood(code, space, terrain, crop, english, upper):
    words = language("en" if english else code)
    line = f"{words.say(space)} {words.say(terrain)} {words.say(crop)}"
    line = line.upper() if upper else line
    place, content = Typed(language(code), LONG).place_and_content(line)
    assert (place, content.terrain, content.crop) == (space, terrain, crop)


@given(CODES, SPACES, st.sampled_from(Terrain), st.sampled_from(Crop))
def test_the_letters_of_files_are_understood_in_every_language(code, space, terrain, crop):
    typed = Typed(language(code), LONG)
    for line in (f"{terrain.letter}{int(crop)}", f"{terrain.letter.lower()} {int(crop)}"):
        assert typed.place_and_content(line) == (None, typed.content(line))
        assert (typed.content(line).terrain, typed.content(line).crop) == (terrain, crop)
        assert typed.place_and_content(f"{space} {line}")[0] == space


@pytest.mark.parametrize(
    ("code", "line", "token"),
    [
        ("de", "e1", "D1"),
        ("de", "fels mais", "R4"),
        ("de", "s süß", "S1"),
        ("de", "g suss", "G1"),
        ("fr", "h2", "G2"),
        ("fr", "terre piment", "D3"),
        ("it", "e 5", "G5"),
        ("it", "rocc patata dolce", "R1"),
        ("en", "sand sweet potato", "S1"),
        ("en", "  Rock   QUINOA ", "R5"),
    ],
)
def test_beginnings_and_initials_suffice(code, line, token):
    assert Typed(language(code), LONG).content(line).token == token


@pytest.mark.parametrize(
    "line", ["", "s", "3", "s0", "s6", "x3", "33", "s3 s3", "sand yak", "sun llama", "c 3", "s c"]
)
def test_what_is_no_content_is_refused(line):
    with pytest.raises(Unreadable):
        Typed(language("en"), LONG).content(line)


def test_a_word_with_several_meanings_is_named():
    with pytest.raises(Unreadable, match="several"):
        Typed(language("en"), LONG).place("r llama")
    with pytest.raises(Unreadable, match="several"):
        Typed(language("en"), LONG).place("sun l")


def test_a_whole_word_that_begins_another_is_meant_as_it_is():
    assert str(Typed(language("fr"), LONG).place("feu lama")) == "fire/llama"


@given(st.text(max_size=30), CODES)
def test_anything_is_understood_or_refused_in_one_line(line, code):
    typed = Typed(language(code), LONG)
    for read in (
        typed.content,
        typed.place,
        typed.place_and_content,
        typed.start_tile,
        typed.otoma,
        typed.counts,
    ):
        _, refused = attempt(lambda entry, _, read=read: read(entry), line, "")
        assert refused is None or len(refused.splitlines()) == 1
