"""The plot of the scores: where lines, ticks and labels go, for whoever draws it.

Lines are told apart by dashes and markers, and named at their ends: colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.table.recap.story import Story

Point = tuple[float, float]
DASHES: tuple[tuple[int, ...], ...] = ((), (10, 5), (2, 5), (12, 4, 2, 4))
"""Lengths of strokes and gaps, by the number of a party; the first line is whole."""
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
_MOST_TICKS = 6
_MARKERS_A_LINE = 12


class Marker(Enum):
    """The shape that marks the points of a line."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"

    def corners(self, size: float) -> tuple[Point, ...]:
        """The corners around the middle; none for a circle."""
        return {
            Marker.CIRCLE: (),
            Marker.SQUARE: ((-size, -size), (size, -size), (size, size), (-size, size)),
            Marker.TRIANGLE: ((0, -1.2 * size), (1.2 * size, size), (-1.2 * size, size)),
            Marker.DIAMOND: ((0, -1.4 * size), (1.4 * size, 0), (0, 1.4 * size), (-1.4 * size, 0)),
        }[self]


MARKERS = tuple(Marker)


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: where, and the number there."""

    at: float
    number: int


@dataclass(frozen=True)
class Line:
    """The scores of one party: the corners of a line, some of them marked, and where its label stands."""

    party: int
    points: tuple[Point, ...]
    marked: tuple[Point, ...]
    label_y: float

    @property
    def dashes(self) -> tuple[int, ...]:
        """Its strokes and gaps."""
        return DASHES[self.party % len(DASHES)]

    @property
    def marker(self) -> Marker:
        """The shape of its marks."""
        return MARKERS[self.party % len(MARKERS)]


@dataclass(frozen=True)
class Box:
    """A rectangle to plot in."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Chart:
    """A laid out plot: turns go right, points go up."""

    box: Box
    turns: tuple[Tick, ...]
    points: tuple[Tick, ...]
    lines: tuple[Line, ...]


def lay_out(story: Story, box: Box, label_height: float) -> Chart:
    """Where everything of the plot goes; labels keep at least a height apart."""
    most = max((max(moment.scores) for moment in story.moments), default=0)
    step = step_for(most)
    top = max(step, -(-most // step) * step)
    turns = max(1, story.turns)

    def place(turn: int, score: int) -> Point:
        x = box.left + (box.right - box.left) * turn / turns
        return x, box.bottom - (box.bottom - box.top) * score / top

    lines = []
    ends = [place(0, party.score)[1] for party in story.parties]
    heights = spread(ends, label_height, box.top, box.bottom)
    every = max(1, -(-len(story.moments) // _MARKERS_A_LINE))
    for party in range(len(story.parties)):
        corners = tuple(place(moment.turn, moment.scores[party]) for moment in story.moments)
        # The marks of the lines are shifted against each other, so that equal scores hide none.
        shift = (party * every) // max(1, len(story.parties))
        marked = tuple(dict.fromkeys((*corners[shift::every], corners[-1]))) if corners else ()
        lines.append(Line(party, corners, marked, heights[party]))
    return Chart(
        box,
        tuple(Tick(place(turn, 0)[0], turn) for turn in range(0, turns + 1, step_for(turns))),
        tuple(Tick(place(0, score)[1], score) for score in range(0, top + 1, step)),
        tuple(lines),
    )


def step_for(most: int) -> int:
    """A round step that gives a handful of ticks up to a number.

    >>> [step_for(most) for most in (3, 27, 104)]
    [1, 5, 20]
    """
    return next((step for step in _STEPS if most / step <= _MOST_TICKS), _STEPS[-1])


def spread(wishes: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Places as near to the wishes as can be, in their order, each at least so far from the next.

    >>> spread([50, 52, 10], 10, 0, 100)
    [46.0, 56.0, 10.0]
    """
    order = sorted(range(len(wishes)), key=lambda number: (wishes[number], number))
    groups: list[list[int]] = []

    def middle(group: list[int]) -> float:
        half = apart * (len(group) - 1) / 2
        mean = sum(wishes[number] for number in group) / len(group)
        return max(top + half, min(mean, bottom - half))

    for number in order:
        groups.append([number])
        # Groups that would overlap become one.
        while len(groups) > 1:
            upper, lower = groups[-2], groups[-1]
            room = apart * (len(upper) + len(lower)) / 2
            if middle(lower) - middle(upper) >= room:
                break
            groups[-2:] = [upper + lower]
    places = [0.0] * len(wishes)
    for group in groups:
        first = middle(group) - apart * (len(group) - 1) / 2
        for rank, number in enumerate(group):
            places[number] = first + rank * apart
    return places
