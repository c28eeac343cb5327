"""Where no technique helps: a smallest set of facts that leaves no choice, near ones first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.tiwanaku.explain.knowledge import FIRST_CROP, TERRAINS
from companion.tiwanaku.explain.proof import PATIENCE, Fact, Prover
from companion.tiwanaku.explain.tables import Tables
from companion.tiwanaku.position import Position

_RADII = (1, 2, 3)
_PATIENCE_A_FACT = 100
_PATIENCE_A_WINDOW = 500


def facts_of(position: Position, cells: int | None = None) -> list[Fact]:
    """What lies on the board, or on these spaces of it."""
    found = []
    for cell, (terrain, crop) in enumerate(zip(position.terrains, position.crops, strict=True)):
        if cells is not None and not cells >> cell & 1:
            continue
        if terrain is not None:
            found.append((cell, TERRAINS.index(terrain)))
        if crop is not None:
            found.append((cell, crop.level + FIRST_CROP - 1))
    return found


def smallest_facts(
    prover: Prover, table: Tables, position: Position, around: int, suppositions: Sequence[int]
) -> tuple[list[Fact], bool] | None:
    """Facts that exclude the suppositions, none of them idle, and whether tiles had to be counted.

    Looked for near the given spaces first, then on the whole board, then with the counts. None if the suppositions
    are possible, or if it could not be told in time.
    """
    windows = [table.grown(around, radius) for radius in _RADII] + [table.every]
    for cells, counting in [*((cells, False) for cells in windows), (table.every, True)]:
        patience = PATIENCE if cells == table.every else _PATIENCE_A_WINDOW
        facts = prover.enough(facts_of(position, cells), counting, suppositions, patience)
        if facts is not None:
            return minimised(prover, facts, counting, suppositions), counting
    return None


def minimised(prover: Prover, facts: list[Fact], counting: bool, suppositions: Sequence[int]) -> list[Fact]:
    """Drop every fact that is not needed; one whose need cannot be judged in time stays."""
    kept = list(facts)
    for fact in reversed(facts):
        if fact not in kept:
            continue
        fewer = [each for each in kept if each != fact]
        enough = prover.enough(fewer, counting, suppositions, _PATIENCE_A_FACT)
        if enough is not None:
            kept = enough
    return kept
