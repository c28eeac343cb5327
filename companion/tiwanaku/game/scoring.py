"""Points: offerings, diversity, and who has won.

>>> [worth(count) for count in range(6)]
[0, 0, 1, 3, 6, 10]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.tiwanaku.game.events import Event, Scored
from companion.tiwanaku.game.setup import TERRAIN_NUMBER, Mode
from companion.tiwanaku.game.state import Side, State
from companion.tiwanaku.pieces import Terrain
from companion.words import Text

_WORTH = (0, 0, 1, 3, 6, 10)


def worth(count: int) -> int:
    """The points for offering that many tokens at once."""
    return _WORTH[count]


def next_level(side: Side, terrain: Terrain, last: int) -> tuple[int, int]:
    """The level a side's pawn reaches for a terrain, and the pawns that then stand on it.

    A pawn that stands on the last level stays there and counts alone.

    >>> next_level(Side(diversity=(1, 2, 0, 0)), Terrain.DIRT, last=6)
    (2, 2)
    >>> next_level(Side(diversity=(6, 6, 6, 0)), Terrain.DIRT, last=6)
    (6, 1)
    """
    number = TERRAIN_NUMBER[terrain]
    level = side.diversity[number]
    if level >= last:
        return level, 1
    others = side.diversity[:number] + side.diversity[number + 1 :]
    return level + 1, 1 + others.count(level + 1)


def winners(state: State) -> tuple[int, ...]:
    """The sides that win with the scores as they are; several if they share the victory."""
    if state.setup.mode is not Mode.COMPETITIVE:
        people, otoma = state.sides
        return (0,) if people.score > otoma.score else (1,)
    ranks = [(side.score, sum(side.diversity)) for side in state.sides]
    return tuple(number for number, rank in enumerate(ranks) if rank == max(ranks))


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the answer to "why do I have 23?"."""

    points: int
    total: int
    text: Text


def explain_score(events: Iterable[Event], side: int) -> list[ScoreLine]:
    """Every change of a side's score, with its reason and the score it made."""
    lines: list[ScoreLine] = []
    total = 0
    for event in events:
        if isinstance(event, Scored) and event.side == side:
            total += event.points
            lines.append(ScoreLine(event.points, total, event.text))
    return lines


def scores(events: Iterable[Event], sides: int) -> list[int]:
    """All scores, from events alone."""
    totals = [0] * sides
    for event in events:
        if isinstance(event, Scored):
            totals[event.side] += event.points
    return totals
