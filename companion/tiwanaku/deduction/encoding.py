"""The laws as clauses for a SAT solver, in a form that is small and propagates well.

- A region's shape is one variable without terrain, tied to the terrain by "these two neighbours are alike".
- Two equal terrains at a corner are joined by one of the two spaces between them: a way around would need seven
  spaces, and five are the most.
- Four spaces that all touch have four different crops of five, so of any two crops one is there. Solvers do not find
  this by themselves.
- Numbers of tiles are not part of the laws: they are literals of counters, to be asserted or assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from companion.tiwanaku.deduction.levels import level_bounds
from companion.tiwanaku.pieces import BOX
from companion.tiwanaku.tables import Tables, bits, tables
from companion.tiwanaku.values import FIRST_CROP, TERRAINS, VALUES, literal_of

Clause = list[int]
_TERRAIN_VALUES = range(FIRST_CROP)
_CROP_VALUES = range(FIRST_CROP, len(VALUES))
_TERRAIN_STOCK = tuple(BOX.terrains[terrain] for terrain in TERRAINS)


@dataclass(frozen=True)
class Encoding:
    """The clauses of a board's size, the same for all positions. Literals of values come first, space by space.

    ``terrain_counters`` and ``level_counters`` hold by terrain and by level the literals "at least 1, 2, ... of it".
    """

    rows: int
    columns: int
    laws: list[Clause]
    counting: list[Clause]
    terrain_counters: tuple[tuple[int, ...], ...]
    level_counters: tuple[tuple[int, ...], ...]
    free: int

    @property
    def values(self) -> int:
        """How many variables say something that a player can see."""
        return len(VALUES) * self.rows * self.columns

    def counts(self, tiles: Sequence[int], crop_stock: Sequence[int]) -> list[int] | None:
        """Literals that say: exactly so many tiles of each terrain, and no more crops than there are.

        They hold together with the clauses of ``counting``. None if no board has these numbers.
        """
        bounds = level_bounds(self.rows, self.columns, tiles, crop_stock)
        if bounds is None or any(n > stock for n, stock in zip(tiles, _TERRAIN_STOCK, strict=True)):
            return None
        found = []
        for counter, (least, most) in zip(self.level_counters, bounds, strict=True):
            found += [*counter[:least], *(-literal for literal in counter[most : most + 1])]
        for counter, count in zip(self.terrain_counters, tiles, strict=True):
            found += [
                *counter[count - 1 : count] * (count > 0),
                *(-more for more in counter[count : count + 1]),
            ]
        return found


@lru_cache(maxsize=8)
def encoding(rows: int, columns: int) -> Encoding:
    """The clauses of a board of this size.

    >>> form = encoding(5, 5)
    >>> form.values
    225
    >>> form.counts((30, 0, 0, 0), (13, 12, 12, 10, 10)) is None
    True
    """
    builder = _Builder(tables(rows, columns), columns)
    laws = [*builder.terrain_laws(), *builder.crop_laws(), *builder.region_laws()]
    terrain_counters = tuple(builder.terrain_counter(value) for value in _TERRAIN_VALUES)
    level_counters = tuple(builder.level_counter(value) for value in _CROP_VALUES)
    counting = builder.counting
    for lower, higher in pairwise(level_counters):  # every region with a level k + 1 has a level k
        counting += [[-more, less] for less, more in zip(lower, higher, strict=True)]
    return Encoding(rows, columns, laws, counting, terrain_counters, level_counters, builder.free)


class _Builder:
    def __init__(self, table: Tables, columns: int) -> None:
        self.table = table
        self.columns = columns
        self.counting: list[Clause] = []
        self.free = len(VALUES) * table.size + 1
        cells = range(table.size)
        self.alike = {(a, b): self.fresh() for a in cells for b in bits(table.beside[a]) if a < b}

    def fresh(self) -> int:
        self.free += 1
        return self.free - 1

    def terrain_laws(self) -> list[Clause]:
        clauses: list[Clause] = []
        for cell in range(self.table.size):
            clauses += _exactly_one([literal_of(cell, value) for value in _TERRAIN_VALUES])
        for (a, b), alike in self.alike.items():
            for value in _TERRAIN_VALUES:
                on_a, on_b = literal_of(a, value), literal_of(b, value)
                clauses += [[-alike, -on_a, on_b], [-alike, on_a, -on_b], [alike, -on_a, -on_b]]
        for first, second, between in self.table.corners:
            ends = (first.bit_length() - 1, second.bit_length() - 1)
            for value in _TERRAIN_VALUES:
                joined = [literal_of(cell, value) for cell in bits(between)]
                clauses.append([*(-literal_of(cell, value) for cell in ends), *joined])
        return clauses

    def crop_laws(self) -> list[Clause]:
        clauses: list[Clause] = []
        for cell in range(self.table.size):
            clauses += _exactly_one([literal_of(cell, value) for value in _CROP_VALUES])
            for near in bits(self.table.around[cell] >> cell << cell):
                clauses += [[-literal_of(cell, value), -literal_of(near, value)] for value in _CROP_VALUES]
        blocks = {first | second | between for first, second, between in self.table.corners}
        for block in sorted(blocks):
            for two in combinations(_CROP_VALUES, 2):
                clauses.append([literal_of(cell, value) for cell in bits(block) for value in two])
        return clauses

    def region_laws(self) -> list[Clause]:
        clauses: list[Clause] = []
        covering: list[Clause] = [[] for _ in range(self.table.size)]
        for shape in self.table.shapes:
            chosen = self.fresh()
            for a in shape.spaces:
                covering[a].append(chosen)
                for b in bits(self.table.beside[a]):
                    alike = self.alike[min(a, b), max(a, b)]
                    if not shape.cells >> b & 1:
                        clauses.append([-chosen, -alike])
                    elif a < b:
                        clauses.append([-chosen, alike])
            for value in _CROP_VALUES:
                planted = [literal_of(cell, value) for cell in shape.spaces]
                if value < FIRST_CROP + shape.size:
                    clauses.append([-chosen, *planted])
                else:
                    clauses += [[-chosen, -crop] for crop in planted]
        return clauses + covering

    def terrain_counter(self, value: int) -> tuple[int, ...]:
        """A counter of a terrain, column by column, so that its halves are halves of the board."""
        rows, columns = self.table.rows, self.columns
        order = [row * columns + column for column in range(columns) for row in range(rows)]
        most = min(_TERRAIN_STOCK[value], self.table.size) + 1
        return tuple(self._counter([literal_of(cell, value) for cell in order], most))

    def level_counter(self, value: int) -> tuple[int, ...]:
        """A counter of a crop over blocks of 2×2 spaces, each of which has it at most once."""
        rows, columns = self.table.rows, self.columns
        blocks = []
        for left in range(0, columns, 2):
            for top in range(0, rows, 2):
                members = [
                    literal_of(row * columns + column, value)
                    for row in range(top, min(top + 2, rows))
                    for column in range(left, min(left + 2, columns))
                ]
                block = self.fresh()
                self.counting += [[-block, *members], *([-member, block] for member in members)]
                blocks.append(block)
        return tuple(self._counter(blocks, len(blocks)))

    def _counter(self, literals: list[int], most: int) -> list[int]:
        """A totalizer: literals for "at least 1, 2, ... of these", up to ``most``."""
        if len(literals) == 1:
            return literals
        half = len(literals) // 2
        left, right = self._counter(literals[:half], most), self._counter(literals[half:], most)
        result = [self.fresh() for _ in range(min(len(left) + len(right), most))]
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                if i + j:
                    both = [-x for x in left[i - 1 : i] * (i > 0) + right[j - 1 : j] * (j > 0)]
                    self.counting.append([*both, result[min(i + j, most) - 1]])
                if i + j < len(result):
                    self.counting.append([*left[i : i + 1], *right[j : j + 1], -result[i + j]])
        return result


def _exactly_one(literals: list[int]) -> list[Clause]:
    return [literals, *([-a, -b] for a, b in combinations(literals, 2))]
