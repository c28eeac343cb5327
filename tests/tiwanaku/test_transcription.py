"""Transcriptions as folds of entries, and their drafts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotLegal, Unreadable
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.transcription import (
    BACK_PARTS,
    BackDone,
    Content,
    FrontSpace,
    OtomaPlace,
    StartTile,
    TileCounts,
    Transcription,
)
from companion.tiwanaku.transcription_file import parse_transcription, write_transcription
from tests.damage import attempt, mutated
from tests.discs import disc, transcribed

SHORT = official_board("short")
contents = st.builds(Content, st.sampled_from(Terrain), st.sampled_from(Crop))
spaces = st.sampled_from(SHORT.spaces)
entries = st.one_of(
    st.builds(TileCounts, st.tuples(*[st.integers(0, 99)] * 4), st.booleans()),
    st.builds(StartTile, spaces, st.none() | contents),
    st.builds(OtomaPlace, st.sampled_from(Colour), st.none() | spaces),
    st.builds(BackDone, st.sampled_from(BACK_PARTS)),
    st.builds(FrontSpace, spaces, contents, st.booleans()),
)
transcriptions = st.builds(
    Transcription, st.just("Attic find"), st.just(SHORT), st.lists(entries, max_size=40).map(tuple)
)


@given(transcriptions)
def test_a_draft_that_is_read_is_the_one_that_was_written(transcription):
    assert parse_transcription(write_transcription(transcription), "draft.toml") == transcription


@given(transcriptions, entries)
def test_taking_back_undoes_an_entry_wholly(transcription, entry):
    back = transcription.after(entry).undone()
    assert back == transcription
    assert back.front == transcription.front


@given(transcriptions, spaces, contents)
def test_a_later_entry_overrules_an_earlier_one(transcription, space, content):
    after = transcription.after(FrontSpace(space, content)).after(StartTile(space, None))
    assert after.front[space] == content
    assert space not in after.start
    assert space not in after.missing


@given(st.integers(0, 5), st.randoms(use_true_random=False))
def test_the_order_of_entries_about_different_things_does_not_matter(seed, rng):
    whole = transcribed(disc(seed, "short"))
    shuffled = list(whole.entries)
    rng.shuffle(shuffled)
    assert Transcription(whole.name, whole.board, tuple(shuffled)).scenario() == whole.scenario()


@pytest.mark.parametrize("board", ["short", "long"])
def test_a_disc_entered_without_slips_is_the_disc(board):
    scenario = disc(2, board)
    read = transcribed(scenario).scenario()
    assert (read.terrains, read.crops, dict(read.otoma)) == (
        scenario.terrains,
        scenario.crops,
        dict(scenario.otoma),
    )
    assert set(read.start) == set(scenario.start)
    assert transcribed(scenario).back().tiles == scenario.back().tiles


@given(contents, contents)
def test_two_looks_alike_confirm_and_two_different_ones_do_not(first, second):
    space = SHORT.spaces[0]
    disc = (
        Transcription("x", SHORT).after(FrontSpace(space, first)).after(FrontSpace(space, second, again=True))
    )
    assert (space in disc.confirmed) == (first == second)
    assert disc.front[space] == second


def test_no_otoma_stands_beside_the_start_tiles_nor_two_on_one():
    scenario = disc(2, "long")
    whole = transcribed(scenario)
    free = next(space for space in scenario.board.spaces if space not in scenario.start)
    with pytest.raises(NotLegal, match="no start tile"):
        whole.after(OtomaPlace(Colour.YELLOW, free)).scenario()
    taken = scenario.otoma[Colour.PURPLE]
    with pytest.raises(NotLegal, match="Another Otoma"):
        whole.after(OtomaPlace(Colour.YELLOW, taken)).scenario()


def test_a_transcription_does_not_print_what_it_holds():
    shown = repr(transcribed(disc(2, "short")))
    assert "S1" not in shown
    assert "SAND" not in shown
    assert "SAND" not in repr(Content(Terrain.SAND, Crop.CHILI))


def test_what_is_not_there_yet_is_said():
    empty = Transcription("x", SHORT)
    with pytest.raises(NotLegal, match="counts"):
        empty.back()
    with pytest.raises(NotLegal, match="completely"):
        empty.scenario()


DRAFT = write_transcription(transcribed(disc(2, "short")))


@given(mutated(DRAFT))
def test_a_damaged_draft_is_read_or_refused_in_one_sentence_that_shows_no_entry(content):
    transcription, refused = attempt(parse_transcription, content, "draft.toml")
    if refused is None:
        assert parse_transcription(write_transcription(transcription), "draft.toml") == transcription
    else:
        assert refused.startswith("draft.toml")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "front",
        "front sun/llama",
        "front sun/llama S6",
        "front sun/llama X3",
        "front sun/llama S3 S3",
        "front sun/yak S3",
        "front  sun/llama S3",
        "again sun/llama ..",
        "start sun/llama S.",
        "otoma pink sun/llama",
        "otoma purple",
        "tiles 6 7 6",
        "tiles 6 7 6 -6",
        "tiles 6 7 6 100",
        "tiles 6 7 6 ²",
        "done front",
        "Front sun/llama S3",
    ],
)
def test_an_entry_that_is_none_is_refused_by_its_number_and_not_shown(line):
    draft = DRAFT.replace("entries = [", f'entries = [\n  "done start",\n  "{line}",')
    with pytest.raises(Unreadable) as refused:
        parse_transcription(draft, "draft.toml")
    assert str(refused.value) == "draft.toml, line 4: entry 2 cannot be understood."
