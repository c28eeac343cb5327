"""A lesson taken on the wheel: everything fits on the display, and turning and pushing lead through it."""

from __future__ import annotations

import pytest

from companion.table.lessons import load_lessons
from companion.table.screens.descriptions import Action, Kind, LessonBoard
from companion.table.screens.drawing import lay_out
from companion.tiwanaku.game.examples import morning_valley
from companion.words import LANGUAGES, language
from tests.table.wheel.hands import Hands

LESSONS = load_lessons()


def at_the_lessons(**options):
    hands = Hands(morning_valley(), **options)
    hands.push()
    hands.back()
    hands.choose(Action.LESSONS)
    return hands


def read_to_the_question(hands):
    while not isinstance(hands.screen, LessonBoard) or hands.screen.chosen is None:
        hands.push()


def give(hands, answer):
    question = hands.desk.state.node.sitting.question
    hands.turn(question.choices.index(answer))
    assert hands.screen.chosen == answer
    hands.push()


def question_of(hands):
    return hands.desk.state.node.sitting.question


def test_the_menu_leads_to_five_lessons():
    hands = at_the_lessons()
    assert hands.shown == "Menu"
    assert len(hands.screen.entries) == 5
    hands.back()
    assert hands.shown == "ActionMenu"


def test_a_right_answer_is_praised_and_the_lesson_goes_on():
    hands = at_the_lessons()
    hands.push()
    read_to_the_question(hands)
    give(hands, 4)
    assert hands.screen.kind is Kind.DONE
    hands.push()
    assert hands.shown == "Lesson"


def test_a_wrong_answer_gets_a_hint_then_the_answer():
    hands = at_the_lessons()
    hands.push()
    read_to_the_question(hands)
    give(hands, 2)
    assert hands.screen.kind is Kind.FAILED
    read_to_the_question(hands)
    give(hands, 2)
    assert hands.screen.kind is Kind.INFO


def test_a_long_push_leads_from_the_answer_to_the_question_to_the_list_to_the_menu():
    hands = at_the_lessons()
    hands.push()
    read_to_the_question(hands)
    shown = []
    for _ in range(3):
        hands.back()
        shown.append(hands.shown)
    assert shown == ["Lesson", "Menu", "ActionMenu"]


@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_a_whole_lesson_can_be_taken_and_its_result_is_told(number):
    hands = at_the_lessons()
    hands.turn(number)
    hands.push()
    for _ in LESSONS[number].questions:
        read_to_the_question(hands)
        give(hands, question_of(hands).answers[0])
    for _ in range(20):
        if hands.shown == "Menu":
            break
        hands.push()
    count = len(LESSONS[number].questions)
    assert hands.shown == "Menu"
    assert any(f"{count} of {count}" in str(each.text) for each in hands.seen if hasattr(each, "kind"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_of_any_lesson_is_cut_in_any_language(code):
    hands = at_the_lessons()
    hands.desk._state = hands.desk.state.__class__(
        **{**vars(hands.desk.state), "settings": hands.desk.state.settings.__class__(language=code)}
    )
    for _ in LESSONS:
        hands.push()
        for _ in range(200):
            if hands.shown == "Menu":
                break
            # Wrong answers show most: the hint, then the answer and its reason.
            hands.push()
        hands.turn(1)
    cut = {text for shown in set(hands.seen) for text in lay_out(shown, language(code)).overflows}
    assert len(set(hands.seen)) > 60
    assert cut == set()
