"""Taking a lesson: what is told, asked, answered and shown, and that every file can be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Unreadable
from companion.table.lessons import Mood, Question, load_lessons, parse_lesson, sit_down
from companion.table.lessons.cards import answer_key, card_data, read_answer
from companion.table.screens.font import TEXT
from companion.words import LANGUAGES, language
from tests.damage import attempt, mutated

LESSONS = load_lessons()
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


def wrong(question):
    return next(choice for choice in question.choices if choice not in question.answers)


@each_lesson
def test_whoever_answers_right_comes_to_the_end_with_all_questions_known(lesson):
    sitting = sit_down(lesson)
    for _ in range(100):
        if sitting.mood is Mood.OVER:
            break
        question = sitting.question
        sitting = sitting.answer(question.answers[-1]) if sitting.mood is Mood.ASKING else sitting.go_on()
    assert sitting.mood is Mood.OVER
    assert sitting.known == len(lesson.questions)


def first_question():
    sitting = sit_down(LESSONS[0])
    while sitting.mood is not Mood.ASKING:
        sitting = sitting.go_on()
    return sitting


def test_a_wrong_answer_gets_the_hint_and_the_question_comes_again():
    asked = first_question()
    missed = asked.answer(wrong(asked.question))
    assert missed.mood is Mood.MISSED
    assert missed.card.text == asked.question.hint
    assert missed.go_on().mood is Mood.ASKING
    assert missed.go_on().card.text == asked.question.text


def test_a_second_wrong_answer_shows_the_right_one_and_does_not_count():
    asked = first_question()
    shown = asked.answer(wrong(asked.question)).go_on().answer(wrong(asked.question))
    assert shown.mood is Mood.SHOWN
    assert shown.card.text == asked.question.why
    assert shown.go_on().step == asked.step + 1
    assert shown.known == 0


def test_an_open_question_waits_and_what_is_no_choice_is_no_answer():
    asked = first_question()
    assert asked.go_on() == asked
    assert asked.answer(17) == asked


def test_what_was_answered_lies_on_the_next_board():
    lesson = LESSONS[4]
    first, second = lesson.questions[:2]
    assert first.position.crop(first.space) is None
    assert second.position.crop(first.space) == first.answers[0]


@given(st.sampled_from(LESSONS), st.lists(st.integers(0, 20), max_size=60))
def test_no_sequence_of_answers_fails_or_loses_the_way(lesson, acts):
    sitting = sit_down(lesson)
    for act in acts:
        before = sitting
        question = sitting.question
        if question is not None and act < len(question.choices):
            sitting = sitting.answer(question.choices[act])
        else:
            sitting = sitting.go_on()
        assert 0 <= sitting.step - before.step <= 1
        assert sitting.known <= len(lesson.questions)
        assert sitting.card.text.say("de")


@each_lesson
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_letter_of_a_lesson_can_be_shown_on_the_wheel(lesson, code):
    told = [lesson.title, *(step.text for step in lesson.steps)]
    told += [each for question in lesson.questions for each in (question.hint, question.why)]
    assert {letter for text in told for letter in text.say(code) if not TEXT.knows(letter)} == set()


def test_the_four_languages_say_different_things():
    for lesson in LESSONS:
        for step in lesson.steps:
            texts = [step.text, step.hint, step.why] if isinstance(step, Question) else [step.text]
            for text in texts:
                assert len({text.say(code) for code in LANGUAGES}) == len(LANGUAGES)


SMALL = '''
format = 1
name = "small"
columns = 2
rows = 2
tiles = { dirt = 2, sand = 2 }
[title]
en = "A"
fr = "B"
de = "C"
it = "D"
[[step]]
ask = "crop"
space = "river/condor"
answers = [1]
grid = """
D. ..
.. ..
"""
text = { en = "a", fr = "b", de = "c", it = "d" }
hint = { en = "a", fr = "b", de = "c", it = "d" }
why = { en = "a", fr = "b", de = "c", it = "d" }
'''


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("answers = [1]", "answers = []"),
        ("answers = [1]", 'answers = ["sand"]'),
        ("answers = [1]", "answers = [7]"),
        ('space = "river/condor"', 'space = "sun/condor"'),
        ('space = "river/condor"', ""),
        ('ask = "crop"', 'ask = "weather"'),
        ('fr = "b", ', ""),
        ("columns = 2", "columns = 9"),
        ("D. ..", "D. .. .."),
        ("dirt = 2", "mud = 2"),
        ("why =", "because ="),
    ],
)
def test_a_lesson_that_cannot_be_meant_is_refused_by_file(was, becomes):
    assert parse_lesson(SMALL, "small.toml").questions[0].answers
    with pytest.raises(Unreadable, match=r"small\.toml"):
        parse_lesson(SMALL.replace(was, becomes, 1), "small.toml")


@given(mutated(SMALL))
def test_a_damaged_file_is_read_or_refused_in_one_sentence(content):
    lesson, refusal = attempt(parse_lesson, content, "small.toml")
    assert lesson is not None or refusal.startswith("small.toml")


@each_lesson
def test_the_data_of_a_card_tells_no_answer_before_it_was_given(lesson):
    sitting = sit_down(lesson)
    while sitting.mood is not Mood.OVER:
        data = card_data(sitting, language("en"))
        if sitting.mood is Mood.ASKING:
            assert data["answers"] is None
            keys = [choice["key"] for choice in data["question"]["choices"]]
            assert [read_answer(sitting, key) for key in keys] == list(sitting.question.choices)
            sitting = sitting.answer(sitting.question.answers[0])
            told = card_data(sitting, language("en"))["answers"]
            assert told == [answer_key(answer) for answer in sitting.question.answers]
        else:
            sitting = sitting.go_on()
        assert json.loads(json.dumps(data)) == data
