"""Every question of a lesson has exactly the answers that its file gives: by brute force, and by the engine."""

from __future__ import annotations

import pytest

from companion.table.lessons import Ask, Question, load_lessons
from companion.tiwanaku.explain.knowledge import limits_of
from companion.tiwanaku.explain.proof import Prover
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.tables import tables
from companion.tiwanaku.values import facts_of, literal_of, value_of
from tests.builders import LETTERS, plain
from tests.oracles import lessons as oracle
from tests.oracles.completions import completions

QUESTIONS = [
    pytest.param(lesson, question, id=f"{lesson.name}-{number}")
    for lesson in load_lessons()
    for number, question in enumerate(lesson.questions, 1)
]
LETTER_OF = {terrain: letter for letter, terrain in LETTERS.items()}


def certain_or_never(question, possible_at):
    """The right answers to a question about values, from who says what is possible where."""
    board = question.position.board
    match question.ask:
        case Ask.CROP | Ask.TERRAIN:
            possible = [value for value in question.choices if possible_at(question.space, value)]
            return set(possible) if len(possible) == 1 else set()
        case Ask.NO_CROP | Ask.NO_TERRAIN:
            return {value for value in question.choices if not possible_at(question.space, value)}
        case Ask.PLACE:
            others = [value for value in type(question.value) if value != question.value]
            return {
                space for space in question.choices if not any(possible_at(space, other) for other in others)
            }
        case Ask.NO_PLACE:
            return {space for space in board.spaces if not possible_at(space, question.value)} & set(
                question.choices
            )
    return None


def by_brute_force(lesson, question):
    board = question.position.board
    terrains, crops, tiles = plain(question.position)
    given = (board.rows, board.columns, terrains, crops, tiles if lesson.counting else None)
    if question.ask is Ask.SIZE:
        return oracle.region_sizes(*given, question.space.index)
    if question.ask is Ask.REGIONS:
        return oracle.region_counts(*given, LETTER_OF[question.value])

    def possible_at(space, value):
        plain_value = LETTER_OF[value] if isinstance(value, Terrain) else int(value)
        return oracle.possible(*given, space.index, plain_value)

    return certain_or_never(question, possible_at)


def by_engine(lesson, question):
    position = question.position
    prover = Prover(tables(position.board.rows, position.board.columns), limits_of(position))

    def possible_at(space, value):
        wish = literal_of(space.index, value_of(value))
        return prover.impossible(facts_of(position), lesson.counting, [wish]) is False

    return certain_or_never(question, possible_at)


@pytest.mark.parametrize(("lesson", "question"), QUESTIONS)
def test_a_question_has_exactly_its_answers(lesson, question):
    right = by_brute_force(lesson, question)
    assert right
    assert set(question.answers) == right


@pytest.mark.parametrize(("lesson", "question"), QUESTIONS)
def test_the_engine_says_the_same(lesson, question):
    said = by_engine(lesson, question)
    assert said is None or said == set(question.answers)


@pytest.mark.parametrize(("lesson", "question"), QUESTIONS)
def test_the_board_of_a_question_can_be_finished_with_its_answer_on_it(lesson, question):
    board = question.position.board
    terrains, crops, tiles = plain(question.laid())
    given = (board.rows, board.columns, terrains, crops, tiles if lesson.counting else None)
    assert next(completions(*given), None) is not None


def test_there_are_five_lessons_and_each_asks():
    lessons = load_lessons()
    assert len(lessons) == 5
    assert all(len(lesson.questions) >= 3 for lesson in lessons)


def test_every_board_of_the_last_lesson_leads_to_the_next():
    lesson = load_lessons()[-1]
    seen: set[tuple[int, Terrain | Crop]] = set()
    for step in lesson.steps:
        position = step.laid() if isinstance(step, Question) else step.position
        if position is not None:
            facts = set(facts_of(position))
            assert seen <= facts
            seen = facts
