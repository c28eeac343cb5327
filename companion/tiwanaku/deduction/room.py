"""Whether each open region of a frontier has room to become whole.

For every shape that a region can take: the crops that the part already laid can have, if the rest of the shape can
hold the others. This looks at one region at a time, so it is a filter: what it rejects can never be completed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.course import LEVELS, Course
from companion.tiwanaku.deduction.grid import TERRAIN_COUNT, Layout
from companion.tiwanaku.tables import Shape, bits, tables

# Sets of sets of crops: bit m says that the crops whose bits make the number m are in.
_Sets = npt.NDArray[np.uint32]
_Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class _Views:
    """All views of shapes from frontiers: by target the shape and the part of its cells that hangs together there.

    A target is a number of spaces laid, a slot, and which other slots have the same terrain. Views are sorted by it;
    ``starts`` are the places where a new target begins.
    """

    shapes: _Numbers
    parts: _Numbers
    starts: npt.NDArray[np.intp]
    targets: _Numbers


def room(course: Course) -> list[list[npt.NDArray[np.uint32]]]:
    """By spaces laid and slot (from 1), by the pattern of the frontier's terrains: the sets of crops with room."""
    layout = Layout(course.rows)
    views = _views(course.rows, course.columns)
    sets = _sets_with_room(course)
    terrains = _terrains_of_shapes(course)
    equal = 1 << layout.slots
    found = np.zeros(((course.size + 1) * layout.slots * equal, TERRAIN_COUNT), dtype=np.uint32)
    each = sets[views.shapes, views.parts]
    for terrain in range(TERRAIN_COUNT):
        allowed = np.where(terrains[views.shapes] >> terrain & 1, each, 0).astype(np.uint32)
        found[views.targets, terrain] = np.bitwise_or.reduceat(allowed, views.starts)
    by_target = found.reshape(course.size + 1, layout.slots, equal * TERRAIN_COUNT)
    columns = _columns_by_pattern(course.rows)
    return [
        [by_target[laid, slot][columns[slot]] for slot in range(layout.slots)]
        for laid in range(course.size + 1)
    ]


@lru_cache(maxsize=8)
def _columns_by_pattern(rows: int) -> list[npt.NDArray[np.intp]]:
    """By slot and pattern of terrains: which other slots have the slot's terrain, and that terrain."""
    layout = Layout(rows)
    patterns = np.arange(layout.terrain_patterns)
    found = []
    for slot in range(layout.slots):
        terrain = patterns >> 2 * slot & 3
        equal = np.zeros(len(patterns), dtype=np.intp)
        for other in range(layout.slots):
            if other != slot:
                equal |= (patterns >> 2 * other & 3 == terrain).astype(np.intp) << other
        found.append(equal * TERRAIN_COUNT + terrain)
    return found


def _turned(shape: Shape, columns: int, rows: int) -> list[int]:
    """A shape's spaces counted along the course."""
    return [space % columns * rows + space // columns for space in shape.spaces]


@lru_cache(maxsize=8)
def _cells(rows: int, columns: int) -> list[_Numbers]:
    """By size of shapes from 1: their spaces, counted along the course."""
    shapes = tables(rows, columns).shapes
    return [
        np.array(
            [_turned(shape, columns, rows) for shape in shapes if shape.size == size], dtype=np.int32
        ).reshape(-1, size)
        for size in range(1, LEVELS + 1)
    ]


def _terrains_of_shapes(course: Course) -> _Numbers:
    """By shape the terrains it can have: possible on all its spaces, and certain on none that touches it."""
    shapes = tables(course.rows, course.columns).shapes
    every = (1 << TERRAIN_COUNT) - 1
    possible, certain = [0] * TERRAIN_COUNT, [0] * TERRAIN_COUNT
    for step, left in enumerate(course.terrains):
        cell = 1 << step % course.rows * course.columns + step // course.rows
        for terrain in range(TERRAIN_COUNT):
            possible[terrain] |= cell * (left >> terrain & 1)
            certain[terrain] |= cell * (left & every == 1 << terrain)
    return np.array(
        [
            sum(
                1 << terrain
                for terrain in range(TERRAIN_COUNT)
                if not shape.cells & ~possible[terrain] and not shape.halo & certain[terrain]
            )
            for shape in shapes
        ],
        dtype=np.int32,
    )


def _sets_with_room(course: Course) -> _Sets:
    """By shape and part of its cells: the sets of crops that the part can have while the rest has the others."""
    crops = np.array(course.crops, dtype=np.int64)
    found = []
    for size, cells in enumerate(_cells(course.rows, course.columns), start=1):
        parts = 1 << size
        plantable = np.zeros((len(cells), parts), dtype=np.uint32)
        plantable[:, 0] = 1
        for part in range(1, parts):
            last = part.bit_length() - 1
            left = crops[cells[:, last]]
            before = plantable[:, part ^ 1 << last]
            for crop in range(size):
                without = _sets_without(crop)
                grown = (before & without) << np.uint32(1 << crop)
                plantable[:, part] |= np.where(left >> crop & 1, grown, 0).astype(np.uint32)
        both = np.zeros((len(cells), 1 << LEVELS), dtype=np.uint32)
        for part in range(parts):
            rest = _complements(plantable[:, parts - 1 - part], parts)
            both[:, part] = plantable[:, part] & rest
        found.append(both)
    return np.concatenate(found)


def _sets_without(crop: int) -> np.uint32:
    return np.uint32(sum(1 << number for number in range(1 << LEVELS) if not number >> crop & 1))


def _complements(sets: _Sets, parts: int) -> _Sets:
    """Each set of crops replaced by the crops it lacks: the order of the bits is turned around."""
    result = np.zeros_like(sets)
    for number in range(parts):
        result |= (sets >> np.uint32(number) & np.uint32(1)) << np.uint32(parts - 1 - number)
    return result


@lru_cache(maxsize=4)
def _views(rows: int, columns: int) -> _Views:
    layout, table = Layout(rows), tables(rows, columns)
    found: list[tuple[int, int, int, int, int]] = []
    for number, shape in enumerate(table.shapes):
        cells = _turned(shape, columns, rows)
        order = [cell % columns * rows + cell // columns for cell in range(table.size)]
        halo = {order[cell] for cell in bits(shape.halo)}
        linked = [
            sum(1 << other for other, b in enumerate(shape.spaces) if table.beside[a] >> b & 1)
            for a in shape.spaces
        ]
        for laid in range(min(cells) + 1, min(max(cells) + rows, rows * columns) + 1):
            seen = {slot: layout.cell(laid, slot) for slot in layout.laid(laid)}
            inside = sum(1 << slot for slot, cell in seen.items() if cell in cells)
            outside = sum(1 << slot for slot, cell in seen.items() if cell in halo)
            for part in _parts(cells, linked, laid):
                for slot, cell in seen.items():
                    if slot and cell in cells and part >> cells.index(cell) & 1:
                        target = laid * layout.slots + slot
                        found.append((target, number, part, inside & ~(1 << slot), outside | 1 << slot))
    return _expanded(np.array(found, dtype=np.int32), layout.slots)


def _parts(cells: list[int], linked: list[int], laid: int) -> list[int]:
    """The laid cells of a shape, in parts that hang together, each as bits of the numbers of cells."""
    left = sum(1 << number for number, cell in enumerate(cells) if cell < laid)
    found = []
    while left:
        part, edge = 0, left & -left
        while edge:
            part |= edge
            near = 0
            for number in bits(edge):
                near |= linked[number]
            edge = near & left & ~part
        found.append(part)
        left &= ~part
    return found


def _expanded(entries: _Numbers, slots: int) -> _Views:
    """The same views once for each pattern of equal terrains that they allow."""
    target, shape, part, inside, outside = entries.T
    targets, rows = [], []
    for pattern in range(1 << slots):
        fits = np.flatnonzero((inside & ~pattern == 0) & (outside & pattern == 0))
        targets.append(target[fits] << slots | pattern)
        rows.append(fits)
    key, row = np.concatenate(targets), np.concatenate(rows)
    order = np.argsort(key, kind="stable")
    key, row = key[order], row[order]
    starts = np.flatnonzero(np.r_[True, key[1:] != key[:-1]])
    return _Views(shape[row], part[row], starts, key[starts])
