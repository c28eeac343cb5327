"""The dialogue of transcribing, line by line, without a terminal."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.transcribing import Dialogue, Stage
from companion.tiwanaku.board_file import official_boards
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.transcription import FrontSpace
from companion.words import LANGUAGES, language
from tests.discs import content, disc, slipped, transcribed, with_slips


def begin(transcription=None, code="en"):
    return Dialogue.begin("Attic find", language(code), official_boards(), transcription)


def hear(dialogue, *lines):
    """The dialogue after these lines, and what it said to the last one, in English."""
    said = ()
    for line in lines:
        dialogue, said = dialogue.hear(line)
    return dialogue, " ".join(str(text) for text in said)


def back_lines(scenario):
    yield scenario.board.name
    yield " ".join(str(scenario.terrains.count(terrain)) for terrain in Terrain)
    yield from (f"{space} {content(scenario, space).token}" for space in scenario.start)
    yield ""
    if scenario.board.trails:
        yield from (f"{colour.value} {space}" for colour, space in scenario.otoma.items())
        yield ""


def front_lines(scenario):
    return [content(scenario, space).token.lower() for space in scenario.board.spaces]


@pytest.mark.parametrize("board", ["short", "long"])
def test_a_disc_entered_row_by_row_is_kept_as_it_is(board):
    scenario = disc(2, board)
    dialogue, said = hear(begin(), *back_lines(scenario), *front_lines(scenario))
    assert dialogue.stage is Stage.FINISHED
    assert "Everything fits" in said
    read = dialogue.transcription.scenario()
    assert (read.terrains, read.crops, dict(read.otoma)) == (
        scenario.terrains,
        scenario.crops,
        dict(scenario.otoma),
    )


def test_the_stages_follow_each_other_back_first():
    scenario = disc(2, "long")
    dialogue, stages = begin(), []
    for line in [*back_lines(scenario), *front_lines(scenario)]:
        if dialogue.stage not in stages:
            stages.append(dialogue.stage)
        dialogue, _ = dialogue.hear(line)
    assert stages == [Stage.BOARD, Stage.COUNTS, Stage.START, Stage.OTOMA, Stage.FRONT]


@given(st.integers(0, 5), st.randoms(use_true_random=False))
def test_spaces_can_be_entered_in_any_order_by_their_coordinates(seed, rng):
    scenario = disc(seed, "short")
    spaces = list(scenario.board.spaces)
    rng.shuffle(spaces)
    lines = [f"{space} {content(scenario, space).token}" for space in spaces]
    dialogue, _ = hear(begin(), *back_lines(scenario), *lines)
    assert dialogue.stage is Stage.FINISHED


def test_progress_and_the_next_missing_space_are_asked_for():
    scenario = disc(2, "short")
    dialogue, _ = hear(begin(), *back_lines(scenario))
    assert str(dialogue.prompt) == "1 of 25: front, river/condor?"
    dialogue, _ = hear(dialogue, f"sun llama {front_lines(scenario)[14]}")
    assert str(dialogue.prompt) == "2 of 25: front, river/snake?"


def test_after_a_break_it_goes_on_where_it_was():
    scenario = disc(2, "short")
    before, _ = hear(begin(), *back_lines(scenario), *front_lines(scenario)[:7])
    assert begin(before.transcription).prompt == before.prompt


def test_entries_are_taken_back_one_by_one_down_to_the_first():
    scenario = disc(2, "long")
    lines = [*back_lines(scenario), *front_lines(scenario)[:3]]
    dialogue, prompts = begin(), []
    for line in lines:
        prompts.append(dialogue.prompt)
        dialogue, _ = dialogue.hear(line)
    for prompt in reversed(prompts):
        dialogue, _ = dialogue.hear("u")
        assert dialogue.prompt == prompt
    assert hear(dialogue, "u")[1] == "There is nothing to take back."


def test_q_stops_and_changes_nothing():
    dialogue, _ = hear(begin(), "short", "6 7 6 6")
    stopped, _ = dialogue.hear("Q")
    assert stopped.stopped
    assert stopped.transcription == dialogue.transcription


@pytest.mark.parametrize(
    ("lines", "refused"),
    [
        (["middle"], "not understood"),
        (["short", "6 7 6"], "four numbers"),
        (["short", "6 7 6 5"], "24 tiles"),
        (["short", "16 3 3 3"], "the box holds 15"),
        (["short", "6 7 6 6", "sun llama"], "not understood"),
        (["short", "6 7 6 6", "moon llama s3"], "not understood"),
        (["short", "6 7 6 6", "sun llama s3", "fire llama s3", ""], "The back does not fit yet"),
        (["long", "11 12 11 11", "", "purple sun llama"], "no start tile"),
        (["long", "11 12 11 11", "sun llama s3", "", "purple sun llama", "white sun llama"], "Another Otoma"),
        (
            ["long", "11 12 11 11", "sun llama s3", "", "purple sun llama", "start sun llama -"],
            "An Otoma begins",
        ),
        (["short", "6 7 6 6", "", "s9"], "not understood"),
        (["short", "6 7 6 6", "", ""], "not understood"),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence_and_changes_nothing(lines, refused):
    before, _ = hear(begin(), *lines[:-1])
    after, said = hear(before, lines[-1])
    assert refused in said
    assert after == before


def test_the_back_can_be_corrected_at_any_time():
    dialogue, _ = hear(begin(), "long", "11 12 11 11", "sun llama s3", "", "purple sun llama", "", "d1")
    dialogue, said = hear(
        dialogue,
        "tiles 12 11 11 11",
        "start sun llama s2",
        "start moon condor g1",
        "otoma purple -",
        "otoma blue moon condor",
    )
    disc_now = dialogue.transcription
    assert said == ""
    assert list(disc_now.counts.values()) == [12, 11, 11, 11]
    assert {str(space): shown.token for space, shown in disc_now.start.items()} == {
        "sun/llama": "S2",
        "moon/condor": "G1",
    }
    assert {colour.value: str(space) for colour, space in disc_now.otoma.items()} == {"blue": "moon/condor"}
    assert dialogue.stage is Stage.FRONT


@given(
    st.integers(0, 9),
    st.sampled_from(["short", "long"]),
    st.integers(1, 3),
    st.randoms(use_true_random=False),
)
def test_somebody_who_answers_only_what_is_asked_again_mends_every_slip_that_shows(seed, board, slips, rng):
    scenario = disc(seed, board)
    transcription, _ = with_slips(scenario, slips, rng)
    dialogue = begin(transcription)
    for _ in range(200):
        if dialogue.stage is Stage.FINISHED:
            break
        dialogue, _ = dialogue.hear(answer(dialogue, scenario))
    assert dialogue.stage is Stage.FINISHED


def answer(dialogue, scenario):
    """What the disc shows of the thing asked for."""
    if dialogue.looks[0].side == "counts":
        return " ".join(str(scenario.terrains.count(terrain)) for terrain in Terrain)
    space = dialogue.asked_space
    if dialogue.looks[0].side == "back" and space not in scenario.start:
        return "-"
    return content(scenario, space).token


def test_a_second_look_asks_for_the_named_spaces_alone_and_says_whether_it_fits_now():
    scenario = disc(2, "long")
    transcription, [slip] = with_slips(scenario, 1, Random(1))
    dialogue = begin(transcription)
    assert dialogue.stage is Stage.RECHECK
    assert dialogue.report.look_again == (slip,)
    assert str(slip) in str(dialogue.prompt)
    wrong = slipped(Random(5), content(scenario, slip))
    still, said = hear(dialogue, wrong.token)
    assert "does not fit" in said
    assert still.stage is Stage.RECHECK
    mended, said = hear(dialogue, content(scenario, slip).token)
    assert "Everything fits" in said
    assert mended.stage is Stage.FINISHED


def test_another_space_can_be_corrected_during_a_second_look():
    scenario = disc(2, "short")
    transcription = transcribed(scenario)
    first, second = (space for space in (scenario.board.spaces[0], scenario.board.spaces[24]))
    rng = Random(3)
    for space in (first, second):
        transcription = transcription.after(FrontSpace(space, slipped(rng, content(scenario, space))))
    dialogue = begin(transcription)
    dialogue, _ = hear(dialogue, f"{second} {content(scenario, second).token}")
    assert dialogue.transcription.front[second] == content(scenario, second)
    for _ in range(20):
        if dialogue.stage is not Stage.FINISHED:
            dialogue, _ = dialogue.hear(answer(dialogue, scenario))
    assert dialogue.stage is Stage.FINISHED


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_that_is_said_repeats_what_was_entered(code):
    scenario = disc(4, "long")
    words = language(code)
    dialogue, said = begin(code=code), []
    for line in back_lines(scenario):
        dialogue, _ = dialogue.hear(line)
    for line in front_lines(scenario):
        dialogue, texts = dialogue.hear(line)
        said += [*texts, dialogue.prompt]
    for text in said:
        spoken = words.say(text).casefold()
        assert not any(
            content(scenario, space).token.casefold() in spoken.split() for space in scenario.board.spaces
        )
        assert not any(words.say(crop).casefold() in spoken for crop in Crop)


@pytest.mark.parametrize(
    "lines", [[], ["short"], ["short", "6 7 6 6"], ["long", "11 12 11 11", ""], ["short", "6 7 6 6", ""]]
)
def test_help_is_there_at_every_stage(lines):
    before, _ = hear(begin(), *lines)
    after, said = hear(before, "?")
    assert after == before
    assert "Enter" in said
    assert "q stops" in said


@given(
    st.lists(
        st.text(max_size=12) | st.sampled_from(["", "u", "?", "s3", "short", "6 7 6 6", "sun llama s3"]),
        max_size=15,
    )
)
def test_no_line_breaks_the_dialogue(lines):
    dialogue = begin()
    for line in lines:
        dialogue, said = dialogue.hear(line)
        assert str(dialogue.prompt)
        assert all(str(text) for text in said)
