"""The rules once more as a model for CP-SAT, written from the rules: it judges what a solver calls impossible.

Lists as in :mod:`tests.oracles.laws`. Needs ``ortools`` (the dependency group ``campaign``), which the tests do not.
"""

from __future__ import annotations

from functools import cache

from ortools.sat.python import cp_model

from tests.oracles.laws import CROP_STOCK, around, beside, halo

LETTERS = "DSGR"
LEVELS = range(1, 6)


@cache
def shapes(rows, columns):
    """Every connected set of one to five spaces."""
    layer = {frozenset([space]) for space in range(rows * columns)}
    found = set(layer)
    for _ in range(4):
        layer = {
            shape | {near}
            for shape in layer
            for space in shape
            for near in beside(rows, columns, space) - shape
        }
        found |= layer
    return sorted(found, key=sorted)


def any_board_with(rows, columns, terrains, crops, tiles, wished=None, seconds=60.0):
    """Whether some complete legal board agrees with a position and has one of the wished values; None: not known.

    Wished values are pairs of a space and a letter or level; None wishes for nothing but a board.
    """
    model = cp_model.CpModel()
    spaces = range(rows * columns)
    has = {(s, value): model.new_bool_var("") for s in spaces for value in (*LETTERS, *LEVELS)}
    for s in spaces:
        model.add_exactly_one(has[s, letter] for letter in LETTERS)
        model.add_exactly_one(has[s, level] for level in LEVELS)
        if terrains[s] != ".":
            model.add(has[s, terrains[s]] == 1)
        if crops[s]:
            model.add(has[s, crops[s]] == 1)
        for near in around(rows, columns, s):
            for level in LEVELS if near > s else ():
                model.add_at_most_one(has[s, level], has[near, level])
    _regions(model, has, rows, columns, terrains)
    for letter in LETTERS:
        model.add(sum(has[s, letter] for s in spaces) == tiles[letter])
    for level in LEVELS:
        model.add(sum(has[s, level] for s in spaces) <= CROP_STOCK[level])
    if wished is not None:
        model.add_bool_or(has[wish] for wish in wished)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    return {cp_model.INFEASIBLE: False, cp_model.FEASIBLE: True, cp_model.OPTIMAL: True}.get(status)


def _regions(model, has, rows, columns, terrains):
    """Every space lies in exactly one region; a region touches no other of its terrain and has each of 1..n once."""
    covering = {space: [] for space in range(rows * columns)}
    for shape in shapes(rows, columns):
        rim = halo(rows, columns, shape)
        for letter in LETTERS:
            if any(terrains[s] not in (".", letter) for s in shape) or any(
                terrains[s] == letter for s in rim
            ):
                continue
            region = model.new_bool_var("")
            for space in shape:
                covering[space].append(region)
                model.add_implication(region, has[space, letter])
            for space in rim:
                model.add_implication(region, ~has[space, letter])
            for level in LEVELS:
                planted = [has[space, level] for space in shape]
                if level <= len(shape):
                    model.add(sum(planted) == 1).only_enforce_if(region)
                else:
                    for crop in planted:
                        model.add_implication(region, ~crop)
    for regions in covering.values():
        model.add_exactly_one(regions)
