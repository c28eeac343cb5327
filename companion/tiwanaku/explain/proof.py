"""The laws as clauses, and a prover that says what given facts entail.

It shares nothing with the techniques, so that it can judge them. Regions are variables of their own, tied to the
terrain by "these two neighbours are alike". Two equal terrains at a corner are joined by one of the two spaces
between them: a way around would need seven spaces, and five are the most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from companion.tiwanaku.explain.knowledge import FIRST_CROP, TERRAINS, VALUES, Limits
from companion.tiwanaku.tables import Tables, bits

if TYPE_CHECKING:
    from pysat.solvers import Solver

Clause = list[int]
# What is known of a space: its index and a value.
Fact = tuple[int, int]
_SOLVER = "minisat22"
# Conflicts of the solver before a question is given up.
PATIENCE = 3_000


class Prover:
    """Proves from facts, by the laws alone or with the counts of tiles. Use one for many questions, from one thread."""

    def __init__(self, table: Tables, limits: Limits) -> None:
        from pysat.solvers import Solver

        self._table = table
        self._limits = limits
        self._free = len(VALUES) * table.size + 1
        self._solver: Solver = Solver(name=_SOLVER, bootstrap_with=self._laws())
        self._counts: list[int] | None = None

    def impossible(
        self, facts: Iterable[Fact], counting: bool, suppositions: Sequence[int], patience: int = PATIENCE
    ) -> bool | None:
        """Whether no complete board has all the facts and the supposed literals (see :func:`variable`).

        None where the patience, counted in conflicts of the solver, was not enough to tell.
        """
        self._solver.conf_budget(patience)
        answer = self._solver.solve_limited(assumptions=self._assumptions(facts, counting, suppositions))
        return None if answer is None else not answer

    def enough(
        self, facts: Iterable[Fact], counting: bool, suppositions: Sequence[int], patience: int = PATIENCE
    ) -> list[Fact] | None:
        """Facts among these that exclude the suppositions, not many too many; None if that could not be proved."""
        facts = list(facts)
        if not self.impossible(facts, counting, suppositions, patience):
            return None
        core = set(self._solver.get_core() or ())
        return [fact for fact in facts if variable(*fact) in core]

    def witness(
        self, facts: Iterable[Fact], suppositions: Sequence[int] = (), patience: int = PATIENCE
    ) -> set[int] | None:
        """The literals of some complete board with these facts; None if there is none, or none was found in time."""
        if self.impossible(facts, True, suppositions, patience) is not False:
            return None
        return set(self._solver.get_model() or ())

    def grounds(
        self, ruled_out: Sequence[Fact], counting: bool, supposition: Fact, patience: int = PATIENCE
    ) -> list[Fact] | None:
        """Of values that are ruled out those that exclude the supposition, the first ones rather than the last."""
        against = {-variable(*value): value for value in ruled_out}
        supposed = [*(self._counting() if counting else ()), variable(*supposition)]
        self._solver.conf_budget(patience)
        if self._solver.solve_limited(assumptions=[*supposed, *against]) is not False:
            return None
        core = set(self._solver.get_core() or ())
        return [value for number, value in against.items() if number in core]

    @property
    def conflicts(self) -> int:
        """How many conflicts the solver has met so far: a clock that goes the same everywhere."""
        return int(self._solver.accum_stats()["conflicts"])

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.delete()

    def _assumptions(self, facts: Iterable[Fact], counting: bool, suppositions: Sequence[int]) -> list[int]:
        found = [variable(*fact) for fact in facts]
        if counting:
            found += self._counting()
        return [*found, *suppositions]

    def _fresh(self) -> int:
        self._free += 1
        return self._free - 1

    def _laws(self) -> list[Clause]:
        cells = range(self._table.size)
        pairs = {(a, b): self._fresh() for a in cells for b in bits(self._table.beside[a]) if a < b}
        clauses = [clause for cell in cells for clause in _one_of_each_kind(cell)]
        for (a, b), alike in pairs.items():
            for value in range(len(TERRAINS)):
                on_a, on_b = variable(a, value), variable(b, value)
                clauses += [[-alike, -on_a, on_b], [-alike, on_a, -on_b], [alike, -on_a, -on_b]]
        for first, second, between in self._table.corners:
            ends = (first.bit_length() - 1, second.bit_length() - 1)
            for value in range(len(TERRAINS)):
                joined = [variable(cell, value) for cell in bits(between)]
                clauses.append([*(-variable(cell, value) for cell in ends), *joined])
        for a in cells:
            for b in bits(self._table.around[a] >> a << a):
                clauses += [[-variable(a, v), -variable(b, v)] for v in range(FIRST_CROP, len(VALUES))]
        return clauses + self._region_laws(pairs) + self._block_lemmas()

    def _block_lemmas(self) -> list[Clause]:
        """Four spaces that touch each other have four different crops of five: of any two crops one is there."""
        blocks = {first | second | between for first, second, between in self._table.corners}
        return [
            [variable(cell, value) for cell in bits(block) for value in two]
            for block in sorted(blocks)
            for two in combinations(range(FIRST_CROP, len(VALUES)), 2)
        ]

    def _region_laws(self, pairs: dict[tuple[int, int], int]) -> list[Clause]:
        clauses: list[Clause] = []
        covering: list[Clause] = [[] for _ in range(self._table.size)]
        for shape in self._table.shapes:
            chosen = self._fresh()
            for a in shape.spaces:
                covering[a].append(chosen)
                for b in bits(self._table.beside[a]):
                    alike = pairs[min(a, b), max(a, b)]
                    if not shape.cells >> b & 1:
                        clauses.append([-chosen, -alike])
                    elif a < b:
                        clauses.append([-chosen, alike])
            for value in range(FIRST_CROP, len(VALUES)):
                planted = [variable(cell, value) for cell in shape.spaces]
                if value < FIRST_CROP + shape.size:
                    clauses.append([-chosen, *planted])
                else:
                    clauses += [[-chosen, -crop] for crop in planted]
        return clauses + covering

    def _counting(self) -> list[int]:
        if self._counts is None:
            self._counts = []
            # Column by column, so that the halves of a counter are halves of the board.
            rows = self._table.rows
            columns = self._table.size // rows
            cells = [row * columns + column for column in range(columns) for row in range(rows)]
            for value, total in enumerate(self._limits.tiles):
                self._counts += self._limit([variable(cell, value) for cell in cells], total, exactly=True)
            for value, stock in enumerate(self._limits.crops, start=FIRST_CROP):
                self._counts += self._limit([variable(cell, value) for cell in cells], stock, exactly=False)
        return self._counts

    def _limit(self, literals: list[int], number: int, *, exactly: bool) -> list[int]:
        """Literals that say: at most (or exactly) so many of these."""
        at_least = self._counter(literals, number + 1)
        found = [-at_least[number]] if number < len(at_least) else []
        if exactly and number > len(literals):
            return [literals[0], -literals[0]]
        if exactly and number:
            found.append(at_least[number - 1])
        return found

    def _counter(self, literals: list[int], most: int) -> list[int]:
        """A totalizer: literals for "at least 1, 2, ... of these", up to ``most``."""
        if len(literals) == 1:
            return literals
        half = len(literals) // 2
        left, right = self._counter(literals[:half], most), self._counter(literals[half:], most)
        result = [self._fresh() for _ in range(min(len(left) + len(right), most))]
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                if i + j:
                    both = [-x for x in left[i - 1 : i] * (i > 0) + right[j - 1 : j] * (j > 0)]
                    self._solver.add_clause([*both, result[min(i + j, most) - 1]])
                if i + j < len(result):
                    self._solver.add_clause([*left[i : i + 1], *right[j : j + 1], -result[i + j]])
        return result


def variable(cell: int, value: int) -> int:
    """The literal that says: this space has this value. Negated: it has not."""
    return cell * len(VALUES) + value + 1


def _one_of_each_kind(cell: int) -> list[Clause]:
    clauses: list[Clause] = []
    for values in (range(FIRST_CROP), range(FIRST_CROP, len(VALUES))):
        choices = [variable(cell, value) for value in values]
        clauses += [choices, *([-a, -b] for a, b in combinations(choices, 2))]
    return clauses
