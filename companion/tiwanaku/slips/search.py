"""The smallest sets of entries whose change can make a board legal, by exact search.

Every conflict must be met by a set of slips. So: take a conflict, doubt one entry of it after the other, look what
clashes still, and go on, with a limit on how much may be doubted that grows until sets are found. Where nothing
clashes any more all contents of the doubted spaces are tried; if none makes the board legal, the entries that
stood in the way are the next conflict. So a found set is proven to suffice, and proven to be among the smallest.

How much an entry *weighs* is how many slips it would take for it to be wrong: one as a rule, more for what was
confirmed by the other side of the disc or by a second look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.tiwanaku.masks import indices
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.slips.conflicts import Conflict, Grid, Sheet

MOST_STEPS = 10_000
_HEAVIEST = 12


@dataclass(frozen=True, slots=True)
class Explanation:
    """Entries whose change can make the board legal, as a mask, and in how many details they would change at least.

    A detail is one terrain or one crop.
    """

    doubted: int
    changes: int


@dataclass(frozen=True, slots=True)
class Explanations:
    """The smallest explanations, the likeliest first; without ``proven`` a mere guess at one."""

    found: tuple[Explanation, ...]
    proven: bool


class _OutOfSteps(Exception):  # noqa: N818 (leaves the search, is no error)
    pass


def explain_slips(
    grid: Grid, weights: Sequence[int], doubted: int = 0, most_steps: int = MOST_STEPS
) -> Explanations:
    """Every smallest set of entries that explains what is wrong on a board.

    ``weights`` has one number a space and one for the tile counts; what is ``doubted`` from the outset is part of
    every set and weighs nothing.
    """
    if sum(grid.counts) != len(grid.terrains):
        doubted |= grid.counts_bit
    search = _Search(grid, weights, most_steps)
    try:
        for limit in range(_HEAVIEST + 1):
            search.look(doubted, 0, limit)
            if search.found:
                return Explanations(tuple(sorted(search.found, key=_likeliest)), proven=True)
    except _OutOfSteps:
        pass
    found = search.found or [Explanation(_guess(grid, weights, doubted), 0)]
    return Explanations(tuple(sorted(found, key=_likeliest)), proven=False)


def _likeliest(explanation: Explanation) -> tuple[int, int, int]:
    return explanation.changes, explanation.doubted.bit_count(), explanation.doubted


class _Search:
    def __init__(self, grid: Grid, weights: Sequence[int], most_steps: int) -> None:
        self.grid = grid
        self.weights = weights
        self.steps_left = most_steps
        self.found: list[Explanation] = []

    def look(self, doubted: int, trusted: int, limit: int) -> None:
        """Find every explanation with these doubts, none of the trusted entries, and at most that much more weight."""
        self.step()
        conflicts = list(Sheet(self.grid, doubted).conflicts())
        if not conflicts:
            changes, conflict = self._try_contents(doubted)
            if changes is not None:
                self.found.append(Explanation(doubted, changes))
                return
            conflicts = [conflict]
        if self._least_weight(conflicts, trusted, limit) > limit:
            return
        smallest = min((conflict & ~trusted for conflict in conflicts), key=int.bit_count)
        for entry in indices(smallest):
            if self.weights[entry] <= limit:
                self.look(doubted | 1 << entry, trusted, limit - self.weights[entry])
            trusted |= 1 << entry

    def _least_weight(self, conflicts: list[Conflict], trusted: int, limit: int) -> int:
        """No less than this has to be doubted: conflicts that share no entry each need one of their own."""
        weight = 0
        met = 0
        for conflict in sorted((conflict & ~trusted for conflict in conflicts), key=int.bit_count):
            if not conflict:
                return limit + 1
            if not conflict & met:
                met |= conflict
                weight += min(self.weights[entry] for entry in indices(conflict))
        return weight

    def _try_contents(self, doubted: int) -> tuple[int | None, Conflict]:
        """The fewest details to change on the doubted spaces for a legal board; or None, and what stood in the way."""
        sheet = Sheet(self.grid, doubted)
        spaces = list(indices(sheet.open))
        return _Trial(self, sheet, spaces, doubted).run()

    def step(self) -> None:
        """Count one more step; leave the search when there were too many."""
        self.steps_left -= 1
        if self.steps_left < 0:
            raise _OutOfSteps


class _Trial:
    """Tries all contents of a few spaces."""

    def __init__(self, search: _Search, sheet: Sheet, spaces: list[int], doubted: int) -> None:
        self.search = search
        self.sheet = sheet
        self.spaces = spaces
        self.doubted = doubted
        self.best: int | None = None
        self.in_the_way: Conflict = 0

    def run(self) -> tuple[int | None, Conflict]:
        """The fewest changes for a legal board; or None, and the entries that stood in the way."""
        self._fill(0, 0)
        return self.best, self.in_the_way & ~self.doubted

    def _fill(self, number: int, changes: int) -> None:
        if self.best is not None and self.best <= changes:
            return
        if number == len(self.spaces):
            self.best = changes
            return
        index = self.spaces[number]
        grid, sheet = self.search.grid, self.sheet
        for terrain, land in enumerate(sheet.land):
            if sheet.counts_known and land.bit_count() >= grid.counts[terrain]:
                self.in_the_way |= land | grid.counts_bit
                continue
            for crop in Crop:
                equal = sheet.planted[crop] & sheet.masks.around[index]
                if equal:
                    self.in_the_way |= equal
                    continue
                changed = (terrain != grid.terrains[index]) + (crop != grid.crops[index])
                sheet.put(index, terrain, crop)
                self._go_on(number + 1, changes + changed)
                sheet.take(index, terrain, crop)

    def _go_on(self, number: int, changes: int) -> None:
        """Fill the next space unless something clashes already."""
        self.search.step()
        conflict = next(self.sheet.conflicts(), None)
        if conflict is None:
            self._fill(number, changes)
        else:
            self.in_the_way |= conflict


def _guess(grid: Grid, weights: Sequence[int], doubted: int) -> int:
    """Doubt what meets most conflicts until none is left: no smallest set, but a place to begin."""
    while conflicts := list(Sheet(grid, doubted).conflicts()):
        entries = indices((1 << len(weights)) - 1 & ~doubted)
        met = {entry: sum(conflict >> entry & 1 for conflict in conflicts) for entry in entries}
        doubted |= 1 << max(met, key=lambda entry: met[entry] / weights[entry])
    return doubted
