"""How hard a scenario is, from what can be known along a simulated game.

Somebody walks over the board, space by space, as players do. A few times they stop and ask: whose crop can be told
by now, and by which technique? A scenario is easy if most crops can be told early and at a glance, and hard if they
can be told late, or by techniques that need a long breath. How many start tiles there are does not enter.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.tiwanaku.explain.knowledge import CROP_BITS, Knowledge
from companion.tiwanaku.explain.ladder import plain_techniques, rank
from companion.tiwanaku.explain.tables import bits, tables
from companion.tiwanaku.explain.technique import Technique
from companion.tiwanaku.explain.trail import Trail
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.generator.planting import Solution
from companion.tiwanaku.generator.seeing import nothing_seen, reveal_crop, reveal_land
from companion.tiwanaku.generator.start import Start
from companion.words import T, Text

STOPS = 8
_WALK = 1  # the seed of the walk: every scenario is walked by the same rules of chance


class Difficulty(Enum):
    """Four steps, cut from the spread of scenarios as chance makes them; docs/scenarios.md shows it."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"

    @property
    def text(self) -> Text:
        """Its name, to be said in any language."""
        return _NAMES[self]


_NAMES = {
    Difficulty.EASY: T("easy"),
    Difficulty.MEDIUM: T("medium"),
    Difficulty.HARD: T("hard"),
    Difficulty.EXPERT: T("expert"),
}


# Cut so that of scenarios as they come about a quarter is easy, 40 % medium, a quarter hard and a tenth expert.
_MOST_SCORE = {Difficulty.EASY: 0.46, Difficulty.MEDIUM: 0.53, Difficulty.HARD: 0.575}


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk showed: how late crops could be told on average, and how hard a look it took; both 0 to 1."""

    lateness: float
    hardness: float

    @property
    def score(self) -> float:
        """One number for both, 0 to 1."""
        return (self.lateness + self.hardness) / 2


def difficulty_of(shown: Walk) -> Difficulty:
    """The step that a walk's score falls on."""
    for difficulty, most in _MOST_SCORE.items():
        if shown.score < most:
            return difficulty
    return Difficulty.EXPERT


def walk(solution: Solution, start: Start) -> Walk:
    """Walk over a board that begins with these start tiles."""
    techniques = plain_techniques()
    order = _way(solution, start)
    terrains = solution.land.terrains()
    known = nothing_seen(solution)
    for index in start.spaces:
        reveal_land(known, index, terrains[index])
        reveal_crop(known, index, solution.levels[index])
    told: dict[int, tuple[int, int]] = {}
    walked: set[int] = set()
    for stop in range(1, STOPS + 1):
        reached = order[: len(order) * stop // STOPS]
        for index in reached:
            if index not in walked:
                walked.add(index)
                reveal_land(known, index, terrains[index])
        ranks = _ranks_of_told_crops(known, techniques)
        for index in reached:
            if index not in told and (known.masks[index] & CROP_BITS).bit_count() == 1:
                told[index] = (stop, ranks.get(index, 1))
    return _summed_up(told, len(order), len(techniques))


def _summed_up(told: dict[int, tuple[int, int]], spaces: int, hardest: int) -> Walk:
    """Averages over all spaces; a crop that was never told counts as the latest and hardest."""
    untold = spaces - len(told)
    lateness = sum((stop - 1) / (STOPS - 1) for stop, _ in told.values()) + untold
    hardness = sum((number - 1) / (hardest - 1) for _, number in told.values()) + untold
    return Walk(lateness / max(spaces, 1), hardness / max(spaces, 1))


def _ranks_of_told_crops(known: Knowledge, techniques: tuple[Technique, ...]) -> dict[int, int]:
    """Climb the ladder; for each space whose crop was settled, the rank of the hardest technique that spoke of it."""
    trail = Trail.beginning(known)
    trail.climb(known, techniques, lambda _: False)
    ranks: dict[int, int] = {}
    for entry in trail.entries:
        number = rank(entry.finding.technique.id)
        for index, removed in entry.finding.removed:
            if removed & CROP_BITS:
                ranks[index] = max(number, ranks.get(index, 1))
    return ranks


def _way(solution: Solution, start: Start) -> list[int]:
    """The spaces in the order in which somebody enters them: from the edge, or beside land that is known."""
    board = solution.land.board
    table = tables(board.rows, board.columns)
    dice = Dice(_WALK)
    edge = sum(1 << space.index for space in board.edge)
    known = sum(1 << index for index in start.spaces)
    order = []
    while left := table.every & ~known:
        index = dice.pick(list(bits((edge | table.spread(known)) & left)))
        order.append(index)
        known |= 1 << index
    return order
