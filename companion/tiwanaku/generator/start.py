"""Choosing start tiles: few, spread, and none that could be left out.

With all land known, the crops on the start tiles have to lead to every other crop by the techniques of the ladder:
so the layout is the only one, and nobody ever has to guess.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.tiwanaku.board import Board
from companion.tiwanaku.explain.knowledge import Knowledge
from companion.tiwanaku.explain.ladder import crop_ladder, rank
from companion.tiwanaku.explain.technique import Technique
from companion.tiwanaku.explain.trail import Trail
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.generator.planting import Solution, has_one_layout
from companion.tiwanaku.generator.seeing import all_land, reveal_crop

OTOMA = 5
# Beyond these a board would be half given away; official discs show about as many.
_MOST = {False: 6, True: 9}
_CANDIDATES = 5
# The first techniques of the crop ladder take a tenth of the time of all; enough to compare candidates.
_QUICK = 7


@dataclass(frozen=True, slots=True)
class Start:
    """The start tiles of a board: those that carry an Otoma, and others; the hardest technique they ask for."""

    otoma: tuple[int, ...]
    others: tuple[int, ...]
    hardest: int
    steps: int

    @property
    def spaces(self) -> tuple[int, ...]:
        """All of them in reading order."""
        return tuple(sorted(self.otoma + self.others))


def choose_start(solution: Solution, dice: Dice) -> Start | None:
    """Start tiles for a solution; None if it would take too many, or one too many could not be helped."""
    with_otoma = bool(solution.land.board.trails)
    otoma = _spread(solution.land.board, OTOMA if with_otoma else 0, dice)
    known = all_land(solution)
    climb(known)
    for index in otoma:
        reveal_crop(known, index, solution.levels[index])
    climb(known)
    others: list[int] = []
    while not solved(known):
        if len(otoma) + len(others) >= _MOST[with_otoma]:
            return None
        index, known = _most_telling(solution, known, [*otoma, *others], dice)
        others.append(index)
        climb(known)
    others = _without_idle(solution, otoma, others, dice)
    if _some_is_redundant(solution, otoma, others):
        return None
    return _measured(solution, otoma, others)


def climb(known: Knowledge, techniques: tuple[Technique, ...] | None = None) -> Trail:
    """Use the crop techniques until nothing is left to find; the trail tells which."""
    trail = Trail.beginning(known)
    trail.climb(known, techniques or crop_ladder(), lambda _: False)
    return trail


def solved(known: Knowledge) -> bool:
    """Whether every space has one terrain and one crop left."""
    return all(mask.bit_count() == 2 for mask in known.masks)


def _most_telling(
    solution: Solution, known: Knowledge, taken: list[int], dice: Dice
) -> tuple[int, Knowledge]:
    """Of a few open spaces the one whose crop settles most, and what is known with it."""
    open_spaces = [
        index for index, mask in enumerate(known.masks) if mask.bit_count() > 2 and index not in taken
    ]
    best: tuple[tuple[int, int], int, Knowledge] | None = None
    for index in dice.shuffled(open_spaces)[:_CANDIDATES]:
        tried = known.copy()
        reveal_crop(tried, index, solution.levels[index])
        climb(tried, crop_ladder()[:_QUICK])
        left = sum(mask.bit_count() for mask in tried.masks)
        score = (-left, _distance(solution.land.board, index, taken))
        if best is None or score > best[0]:
            best = (score, index, tried)
    if best is None:
        raise LookupError("a board that is not solved has an open space")
    return best[1], best[2]


def _without_idle(solution: Solution, otoma: tuple[int, ...], others: list[int], dice: Dice) -> list[int]:
    """Drop every start tile that the ladder does not need."""
    kept = list(others)
    for index in dice.shuffled(others):
        fewer = [other for other in kept if other != index]
        known = all_land(solution, [*otoma, *fewer])
        climb(known)
        if solved(known):
            kept = fewer
    return kept


def _some_is_redundant(solution: Solution, otoma: tuple[int, ...], others: list[int]) -> bool:
    """Whether the layout would be the only one even without some tile: by counting, not by technique."""
    for index in others:
        given = [other for other in (*otoma, *others) if other != index]
        if has_one_layout(solution, given):
            return True
    return False


def _measured(solution: Solution, otoma: tuple[int, ...], others: list[int]) -> Start:
    known = all_land(solution, [*otoma, *others])
    trail = climb(known)
    hardest = max((rank(entry.finding.technique.id) for entry in trail.entries), default=1)
    return Start(otoma, tuple(sorted(others)), hardest, len(trail.entries))


def _spread(board: Board, count: int, dice: Dice) -> tuple[int, ...]:
    """Spaces far from each other: each the farthest of a few at random."""
    chosen: list[int] = []
    while len(chosen) < count:
        tries = [dice.below(len(board.spaces)) for _ in range(_CANDIDATES)]
        chosen.append(max(tries, key=lambda index: _distance(board, index, chosen)))
    return tuple(chosen)


def _distance(board: Board, index: int, others: Iterable[int]) -> int:
    """How far the nearest of the others is, in steps of a king of chess."""
    row, column = divmod(index, board.columns)
    places = (divmod(other, board.columns) for other in others)
    return min((max(abs(row - r), abs(column - c)) for r, c in places), default=board.columns)
