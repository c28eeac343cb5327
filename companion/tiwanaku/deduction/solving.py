"""Questions to a SAT solver about one position, in slices that can be stopped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.tiwanaku.deduction.encoding import encoding

if TYPE_CHECKING:
    from pysat.solvers import Solver

_SOLVER = "glucose4"


class LawSolver:
    """A solver that knows the laws of a board's size and nothing of any position.

    Loading the laws costs more than a late position does, so late positions can share one of these: their facts are
    assumed, not asserted, and whatever the solver learns holds for every position. Use it from one thread at a time.
    """

    def __init__(self, rows: int, columns: int) -> None:
        from pysat.solvers import Solver

        self.encoding = encoding(rows, columns)
        self.solver: Solver = Solver(name=_SOLVER, bootstrap_with=self.encoding.laws)
        self.solver.append_formula(self.encoding.counting)
        self._next_selector = self.encoding.free

    def selector(self) -> int:
        """A fresh variable that switches one question on."""
        self._next_selector += 1
        return self._next_selector - 1

    def close(self) -> None:
        """Give the solver's memory back."""
        self.solver.delete()


class Inquiry:
    """A solver together with the facts of a position.

    With a shared :class:`LawSolver` facts are assumptions; alone it owns a solver and asserts them, which makes every
    conflict about half as expensive.
    """

    def __init__(self, rows: int, columns: int, shared: LawSolver | None = None) -> None:
        self._owned = shared is None
        self._laws = shared or LawSolver(rows, columns)
        self._solver = self._laws.solver
        self.encoding = self._laws.encoding
        self._assumed: list[int] = []
        self._found: list[int] | None = None

    def close(self) -> None:
        """Give the solver's memory back, if it is not shared."""
        if self._owned:
            self._laws.close()

    def learn(self, literals: Iterable[int]) -> None:
        """Facts, or proofs: true from now on."""
        if self._owned:
            self._solver.append_formula([[literal] for literal in literals])
        else:
            self._assumed.extend(literals)

    def forbid(self, literals: Iterable[int]) -> None:
        """Not all of these together: the board just seen shall not come back."""
        if not self._owned:
            raise RuntimeError("a shared solver must not forget the boards of other positions")
        self._solver.add_clause([-literal for literal in literals])

    def implied(self) -> list[int] | None:
        """All that follows at once by propagation; None for a contradiction."""
        agrees, follows = self._solver.propagate(self._assumed)
        return follows if agrees else None

    def ask(self, literals: Iterable[int], conflicts: int) -> bool | None:
        """Whether there is a board with these literals; None if so many conflicts did not settle it."""
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited(assumptions=[*self._assumed, *literals])
        self._found = self._solver.get_model() if answer else None
        return answer

    def ask_any(self, literals: Iterable[int], conflicts: int) -> bool | None:
        """Whether there is a board with at least one of these; the solver picks the easiest."""
        selector = self._laws.selector()
        self._solver.add_clause([-selector, *literals])
        answer = self.ask([selector], conflicts)
        # The question is over: the solver may forget it.
        self._solver.add_clause([-selector])
        return answer

    def board_literals(self) -> list[int]:
        """The literals of the terrains and crops of the board just found."""
        if self._found is None:
            raise RuntimeError("the last question found no board")
        return [literal for literal in self._found[: self.encoding.values] if literal > 0]

    def prefer(self, literals: list[int]) -> None:
        """Values to try first, so that one board witnesses many new ones."""
        self._solver.set_phases(literals)
