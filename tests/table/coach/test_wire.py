"""What goes to the coach and comes back is the same at both ends, and holds public positions only."""

from __future__ import annotations

import contextlib
import json
import select
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Unreadable
from companion.table.coach.questions import (
    Advice,
    Follow,
    HintWanted,
    JudgementWanted,
    NewsWanted,
    WarningWanted,
)
from companion.table.coach.wire import (
    read_advice,
    read_cancel,
    read_message,
    read_number,
    write_advice,
    write_cancel,
    write_failure,
    write_message,
)
from companion.tiwanaku.explain import Explainer, hint
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import LANGUAGES, TN, T, language
from tests.games import Game


def messages(seed):
    rng = Random(seed)
    game = Game(rng, *rng.choice([(5, 5), (5, 9)]))
    position, before = game.any_position(), game.any_position()
    space, crop, other = rng.choice(position.board.spaces), rng.choice(list(Crop)), rng.choice(list(Crop))
    return [
        HintWanted(position, rng.choice((1, 2, 3))),
        NewsWanted(position, before),
        WarningWanted(position, space, crop),
        JudgementWanted(position, space, crop, other),
        Follow(position),
    ]


def same(one, other):
    """Whether two positions show the same: the coach's board has no trails and no tracks."""
    return (one.terrains, one.crops, dict(one.tiles), one.board.elements, one.board.animals) == (
        other.terrains,
        other.crops,
        dict(other.tiles),
        other.board.elements,
        other.board.animals,
    )


@pytest.mark.parametrize("seed", range(20))
def test_a_message_arrives_as_it_was_sent(seed):
    for number, message in enumerate(messages(seed)):
        read, arrived = read_message(write_message(number, message))
        assert read == number
        assert type(arrived) is type(message)
        assert same(arrived.position, message.position)
        for field in ("strength", "space", "crop", "announced"):
            assert getattr(arrived, field, None) == getattr(message, field, None)
        if isinstance(message, NewsWanted):
            assert same(arrived.before, message.before)


@pytest.mark.parametrize("seed", range(20))
def test_a_line_goes_through_a_pipe_in_one_piece_and_names_nothing_else(seed):
    names = {"number", "ask", "position", "before", "strength", "space", "crop", "announced"}
    for message in messages(seed):
        line = write_message(999_999, message)
        assert len(line) <= select.PIPE_BUF
        data = json.loads(line)
        assert set(data) <= names
        assert set(data["position"]) == {"board", "tiles", "grid"}


@pytest.mark.parametrize("seed", range(12))
def test_a_hint_says_the_same_at_both_ends_in_every_language(seed):
    position = Game(Random(seed), 5, 5).position()
    found = hint(position, Explainer.of(position))
    if found is None:
        return
    for text in (found.look, found.technique, T("{steps}", steps=[step.text for step in found.steps])):
        line = write_advice(3, Advice(text, text, found.space))
        advice = read_advice(line, position.board)
        assert read_number(line) == 3
        assert advice.space == found.space
        for code in LANGUAGES:
            assert language(code).say(advice.text) == language(code).say(text)
            assert language(code).say(advice.more) == language(code).say(text)


def test_numbers_lists_and_plurals_arrive():
    position = Game(Random(1), 5, 5).any_position()
    text = TN("{count} of {things}", "{count} of {things}", 2, things=[Terrain.SAND, Crop.CORN, "…"])
    assert read_advice(write_advice(1, Advice(text)), position.board) == Advice(text)


def test_silence_and_failures_arrive_as_such():
    board = Game(Random(1), 5, 5).board
    assert read_advice(write_advice(4, Advice()), board) == Advice()
    line = write_failure(4, "ValueError")
    assert read_number(line) == 4
    with pytest.raises(Unreadable):
        read_advice(line, board)


def test_what_no_sentence_of_the_coach_holds_cannot_be_written():
    with pytest.raises(TypeError):
        write_advice(1, Advice(T("{thing}", thing=object())))


def test_a_question_is_taken_back_by_its_number():
    assert read_cancel(write_cancel(12)) == 12
    assert read_cancel(write_message(12, messages(1)[0])) is None


@given(st.binary(max_size=60))
def test_other_lines_are_refused(line):
    assert read_cancel(line) is None or b"cancel" in line
    with pytest.raises(Unreadable):
        read_message(line)
    with pytest.raises(Unreadable):
        read_advice(line, Game(Random(1), 5, 5).board)


def test_a_number_without_an_end_is_no_number_of_ours():
    assert read_cancel(b'{"cancel": Infinity}') is None
    assert read_number(b'{"number": 1e999}') is None
    endless = json.loads(write_message(5, messages(3)[0])) | {"number": float("inf")}
    with pytest.raises(Unreadable):
        read_message(json.dumps(endless))


@given(st.integers(0, 400), st.binary(min_size=1, max_size=3))
def test_a_damaged_line_is_read_or_refused_never_worse(at, put):
    line = write_message(5, messages(3)[3])
    damaged = line[:at] + put + line[at + 1 :]
    with contextlib.suppress(Unreadable):
        read_message(damaged)
