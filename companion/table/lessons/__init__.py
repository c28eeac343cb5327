"""Five short lessons for new players: a step tells or asks, an answer gets its feedback; all of it is plain data.

A lesson comes from a file (``companion/lessons``). :class:`Sitting` is somebody taking it, as a pure state machine; the
wheel, the terminal and the page show its cards, each in its own way.

>>> from companion.table.lessons import load_lessons, sit_down
>>> lessons = load_lessons()
>>> [lesson.name for lesson in lessons]
['shapes', 'apart', 'sizes', 'equals', 'deduction']
>>> sitting = sit_down(lessons[0]).go_on().go_on()
>>> sitting.card.text.say("en")
'How many spaces has the region of the marked space?'
>>> sitting.answer(3).mood, sitting.answer(4).mood
(<Mood.MISSED: 'missed'>, <Mood.RIGHT: 'right'>)
"""

from companion.table.lessons.lesson import Answer, Ask, Lesson, Question, Tell, Told
from companion.table.lessons.lesson_file import load_lessons, parse_lesson
from companion.table.lessons.sitting import Card, Mood, Sitting, sit_down

__all__ = [
    "Answer",
    "Ask",
    "Card",
    "Lesson",
    "Mood",
    "Question",
    "Sitting",
    "Tell",
    "Told",
    "load_lessons",
    "parse_lesson",
    "sit_down",
]
