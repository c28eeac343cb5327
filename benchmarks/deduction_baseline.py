"""The straightforward method of deduction, kept as the yardstick of ``bench_deduction.py``.

One variable for every placement of a region and every terrain, pruned by what is known; CaDiCaL; and repeated questions
"at least one value without a witness", until none is left.
"""

from __future__ import annotations

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Solver

from companion.tiwanaku.pieces import BOX, Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.tables import Shape, bits, tables

# The space's index and a terrain or crop.
Values = set[tuple[int, Terrain | Crop]]


def deduce(position: Position) -> Values | None:
    """All possible values, or None for an inconsistent position."""
    clauses, pool = _clauses(position)
    left = {
        pool.id((cell, value)): (cell, value)
        for cell in range(len(position.board.spaces))
        for value in (*Terrain, *Crop)
    }
    possible: Values = set()
    with Solver(name="cadical153", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return None
        while True:
            model = solver.get_model()
            for literal in [literal for literal in left if model[literal - 1] > 0]:
                possible.add(left.pop(literal))
            selector = pool.id(("selector", len(left)))
            solver.add_clause([-selector, *left])
            if not left or not solver.solve(assumptions=[selector]):
                return possible


def _clauses(position: Position) -> tuple[list[list[int]], IDPool]:
    table, pool = tables(position.board.rows, position.board.columns), IDPool()
    cells = range(table.size)
    # Terrains and crops first, so that a model's first numbers are theirs.
    on = {(cell, value): pool.id((cell, value)) for cell in cells for value in (*Terrain, *Crop)}
    clauses: list[list[int]] = []
    covering: list[list[int]] = [[] for _ in cells]
    for number, shape in enumerate(table.shapes):
        for terrain in Terrain:
            if not _fits(position, shape, terrain):
                continue
            chosen = pool.id(("placement", number, terrain))
            for cell in shape.spaces:
                covering[cell].append(chosen)
                clauses.append([-chosen, on[cell, terrain]])
                clauses += [[-chosen, -on[cell, crop]] for crop in Crop if crop > shape.size]
            clauses += [[-chosen, -on[cell, terrain]] for cell in bits(shape.halo)]
            clauses += [
                [-chosen, *(on[c, crop] for c in shape.spaces)] for crop in Crop if crop <= shape.size
            ]
    clauses += covering
    for cell in cells:
        for kind in (Terrain, Crop):
            literals = [on[cell, value] for value in kind]
            clauses.append(literals)
            clauses += [[-a, -b] for i, a in enumerate(literals) for b in literals[:i]]
        for shown in (position.terrains[cell], position.crops[cell]):
            if shown is not None:
                clauses.append([on[cell, shown]])
        for near in bits(table.around[cell] >> cell << cell):
            clauses += [[-on[cell, crop], -on[near, crop]] for crop in Crop]
    for terrain in Terrain:
        literals = [on[cell, terrain] for cell in cells]
        count = position.tiles[terrain]
        clauses += CardEnc.equals(literals, count, vpool=pool, encoding=EncType.seqcounter).clauses
    for crop in Crop:
        literals = [on[cell, crop] for cell in cells]
        clauses += CardEnc.atmost(literals, BOX.crops[crop], vpool=pool, encoding=EncType.seqcounter).clauses
    return clauses, pool


def _fits(position: Position, shape: Shape, terrain: Terrain) -> bool:
    """Whether a region of this terrain may lie exactly here, as far as known tiles tell."""
    crops = [crop for crop in (position.crops[cell] for cell in shape.spaces) if crop is not None]
    return (
        all(position.terrains[cell] in (None, terrain) for cell in shape.spaces)
        and all(position.terrains[cell] is not terrain for cell in bits(shape.halo))
        and len(set(crops)) == len(crops)
        and max(crops, default=0) <= shape.size <= position.tiles[terrain]
    )
