"""Counting boards by naming each one: for boards of unusual size, where a sweep is not made for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from companion.tiwanaku.deduction.reasoner import limits_of
from companion.tiwanaku.deduction.solving import Inquiry
from companion.tiwanaku.position import Position
from companion.tiwanaku.values import VALUES, facts_of, literal_of

# Conflicts of the solver between two looks at the clock.
_SLICE = 3000


def name_all(position: Position, stop: Callable[[], bool]) -> tuple[int, list[list[int]]] | None:
    """How many boards there are, and by space and value how many have it; None if they are too many for the time."""
    inquiry = Inquiry(position.board.rows, position.board.columns)
    try:
        counts = inquiry.encoding.counts(*limits_of(position))
        if counts is None:
            return None
        facts = {literal_of(*fact) for fact in facts_of(position)}
        inquiry.learn([*counts, *facts])
        seen: Counter[int] = Counter()
        boards = 0
        while not stop():
            answer = inquiry.ask([], _SLICE)
            if answer is False:
                cells = range(len(position.board.spaces))
                return boards, [[seen[literal_of(cell, v)] for v in range(len(VALUES))] for cell in cells]
            if answer:
                literals = inquiry.board_literals()
                seen.update(literals)
                boards += 1
                inquiry.forbid(literal for literal in literals if literal not in facts)
        return None
    finally:
        inquiry.close()
