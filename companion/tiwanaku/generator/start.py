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
    board = solution.land.board
    with_otoma = bool(board.trails)
    known = all_land(solution)
    climb(known)
    chosen: list[int] = []
    while len(chosen) < (OTOMA if with_otoma else 0) or not solved(known):
        if len(chosen) >= _MOST[with_otoma]:
            return None
        index, known = _most_telling(solution, known, chosen, dice)
        chosen.append(index)
        climb(known)
    otoma = tuple(chosen[:OTOMA]) if with_otoma else ()
    others = _without_idle(solution, otoma, chosen[len(otoma) :], dice)
    if _some_is_redundant(solution, otoma, others):
        return None
    return measured(solution, otoma, others)


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
    """Of a few spaces, open ones if there are any and far from those taken, the one whose crop settles most."""
    open_spaces = [index for index, mask in enumerate(known.masks) if mask.bit_count() > 2]
    choices = dice.shuffled(open_spaces or [index for index in range(len(known.masks)) if index not in taken])
    far = sorted(choices[: 2 * _CANDIDATES], key=lambda index: -_distance(solution.land.board, index, taken))
    tried = [(_with_crop(solution, known, index), index) for index in far[:_CANDIDATES]]
    told, index = min(tried, key=lambda each: sum(mask.bit_count() for mask in each[0].masks))
    return index, told


def _with_crop(solution: Solution, known: Knowledge, index: int) -> Knowledge:
    told = known.copy()
    reveal_crop(told, index, solution.levels[index])
    climb(told, crop_ladder()[:_QUICK])
    return told


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


def measured(solution: Solution, otoma: tuple[int, ...], others: list[int]) -> Start:
    """Start tiles with what the ladder says of them."""
    known = all_land(solution, [*otoma, *others])
    trail = climb(known)
    hardest = max((rank(entry.finding.technique.id) for entry in trail.entries), default=1)
    return Start(otoma, tuple(sorted(others)), hardest, len(trail.entries))


def _distance(board: Board, index: int, others: Iterable[int]) -> int:
    """How far the nearest of the others is, in steps of a king of chess."""
    row, column = divmod(index, board.columns)
    places = (divmod(other, board.columns) for other in others)
    return min((max(abs(row - r), abs(column - c)) for r, c in places), default=board.columns)
