"""``pachamama lessons`` with lines from a made-up keyboard."""

import io

import pytest

from companion.cli import main
from companion.table.lessons import Mood, load_lessons, sit_down


@pytest.fixture
def typing(monkeypatch):
    """Runs the command while somebody types these lines; the exit code."""

    def run(lines, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return main(["lessons", *arguments])

    return run


def right_lines(lesson):
    """What somebody types who knows everything."""
    lines, sitting = [], sit_down(lesson)
    while sitting.mood is not Mood.OVER:
        if sitting.mood is Mood.ASKING:
            answer = sitting.question.answers[0]
            lines.append(str(sitting.question.choices.index(answer) + 1))
            sitting = sitting.answer(answer)
        else:
            lines.append("")
            sitting = sitting.go_on()
    return lines


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.name)
@pytest.mark.parametrize("code", ["en", "it"])
def test_a_lesson_is_taken_by_typing_numbers(typing, capsys, lesson, code):
    assert typing(right_lines(lesson), lesson.name, "--lang", code) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for question in lesson.questions:
        assert " ".join(question.why.say(code).split()) in shown


def test_a_lesson_is_chosen_by_its_number_and_enter_stops(typing, capsys):
    assert typing(["2", "", "x", "9", "2", "", ""]) == 0
    shown = capsys.readouterr().out
    assert "2. Keep apart" in shown
    assert "A number from 1 to" in shown


def test_the_end_of_the_input_stops_politely(typing):
    assert typing([], "1") == 0
    assert typing([]) == 0


def test_a_lesson_that_does_not_exist_is_refused_with_those_that_do(typing, capsys):
    assert typing([], "weather") == 2
    assert "shapes" in capsys.readouterr().err


def test_no_answer_is_shown_before_it_was_given(typing, capsys):
    lesson = load_lessons()[2]
    typing(["", "", ""], "sizes")
    assert lesson.questions[0].why.say("en") not in " ".join(capsys.readouterr().out.split())
