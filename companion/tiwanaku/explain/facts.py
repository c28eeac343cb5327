"""Where no technique helps: a small set of facts that leaves no choice, near ones first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.tiwanaku.explain.proof import Prover
from companion.tiwanaku.position import Position
from companion.tiwanaku.tables import Tables
from companion.tiwanaku.values import Fact, facts_of

_RADII = (1, 2, 3)
_PATIENCE_A_WINDOW = 100
# For one fact, and for all of a question.
_PATIENCE_A_FACT = 50
_PATIENCE = 250


def few_facts(
    prover: Prover, table: Tables, position: Position, around: int, suppositions: Sequence[int]
) -> tuple[list[Fact], bool] | None:
    """Facts that exclude the suppositions, as few as some patience finds, and whether tiles had to be counted.

    Looked for near the given spaces, then on the whole board; with the counts only where the laws alone seem not to be
    enough. None if the suppositions are possible, or if it could not be told in time.
    """
    windows = [table.grown(around, radius) for radius in _RADII]
    everything = facts_of(position)
    laws_alone = prover.enough(everything, False, suppositions, _PATIENCE_A_WINDOW)
    if laws_alone is None:
        counted = prover.enough(_nearest_first(table, around, everything), True, suppositions)
        return (
            (minimised(prover, counted, True, suppositions, _PATIENCE), True) if counted is not None else None
        )
    for cells in windows:
        found = prover.enough(facts_of(position, cells), False, suppositions, _PATIENCE_A_WINDOW)
        if found is not None:
            laws_alone = found
            break
    ordered = _nearest_first(table, around, laws_alone)
    return minimised(prover, ordered, False, suppositions, _PATIENCE), False


def minimised(
    prover: Prover,
    facts: list[Fact],
    counting: bool,
    suppositions: Sequence[int],
    patience: int | None = None,
    each: int = _PATIENCE_A_FACT,
) -> list[Fact]:
    """Drop every fact that is not needed, the last first; one whose need cannot be judged in time stays.

    ``patience`` is for all facts together, ``each`` for one of them, in conflicts of the solver.
    """
    kept = list(facts)
    end = None if patience is None else prover.conflicts + patience
    for fact in reversed(facts):
        if fact not in kept:
            continue
        if end is not None and prover.conflicts >= end:
            break
        fewer = [other for other in kept if other != fact]
        enough = prover.enough(fewer, counting, suppositions, each)
        if enough is not None:
            kept = enough
    return kept


def _nearest_first(table: Tables, around: int, facts: Sequence[Fact]) -> list[Fact]:
    found: list[Fact] = []
    cells, done = around, 0
    while len(found) < len(facts):
        found += [fact for fact in facts if (cells & ~done) >> fact[0] & 1]
        done, cells = cells, table.grown(cells, 1)
    return found
