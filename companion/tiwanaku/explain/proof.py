"""A prover that says what given facts entail, by the laws as clauses.

It shares nothing with the techniques, so that it can judge them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from companion.tiwanaku.deduction.encoding import encoding
from companion.tiwanaku.explain.knowledge import Limits
from companion.tiwanaku.tables import Tables
from companion.tiwanaku.values import Fact, literal_of

if TYPE_CHECKING:
    from pysat.solvers import Solver

_SOLVER = "minisat22"
# Conflicts of the solver before a question is given up.
PATIENCE = 3_000


class Prover:
    """Proves from facts, by the laws alone or with the counts of tiles. Use one for many questions, from one thread."""

    def __init__(self, table: Tables, limits: Limits) -> None:
        from pysat.solvers import Solver

        self._limits = limits
        self._encoding = encoding(table.rows, table.size // table.rows)
        self._solver: Solver = Solver(name=_SOLVER, bootstrap_with=self._encoding.laws)
        self._counts: list[int] | None = None

    def impossible(
        self, facts: Iterable[Fact], counting: bool, suppositions: Sequence[int], patience: int = PATIENCE
    ) -> bool | None:
        """Whether no complete board has all the facts and the supposed literals (see :func:`literal_of`).

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
        return [fact for fact in facts if literal_of(*fact) in core]

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
        against = {-literal_of(*value): value for value in ruled_out}
        supposed = [*(self._counting() if counting else ()), literal_of(*supposition)]
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
        found = [literal_of(*fact) for fact in facts]
        if counting:
            found += self._counting()
        return [*found, *suppositions]

    def _counting(self) -> list[int]:
        if self._counts is None:
            self._solver.append_formula(self._encoding.counting)
            counts = self._encoding.counts(self._limits.tiles, self._limits.crops)
            # Where no board has these numbers, nothing is left to suppose.
            self._counts = [1, -1] if counts is None else counts
        return self._counts
