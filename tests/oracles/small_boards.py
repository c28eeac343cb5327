"""All complete legal boards of a small size, laid region by region: slow, plain, and nothing of the product."""

from __future__ import annotations

from functools import cache
from itertools import permutations

from tests.oracles.laws import around, beside


@cache
def all_boards(rows, columns):
    """Every legal board of that size, as pairs of terrains and crops; the box's stock is never short there."""
    found = []
    _lay(rows, columns, ["."] * (rows * columns), [0] * (rows * columns), found)
    return found


def _lay(rows, columns, terrains, crops, found):
    if "." not in terrains:
        found.append(("".join(terrains), tuple(crops)))
        return
    first = terrains.index(".")
    for region in _regions(rows, columns, first, frozenset(i for i, t in enumerate(terrains) if t == ".")):
        near = set().union(*(around(rows, columns, space) for space in region)) - region
        for terrain in "DSGR":
            if any(terrains[space] == terrain for space in near):
                continue
            for order in permutations(range(1, len(region) + 1)):
                planted = list(zip(sorted(region), order, strict=True))
                if any(
                    crops[other] == level
                    for space, level in planted
                    for other in around(rows, columns, space)
                ):
                    continue
                for space, level in planted:
                    terrains[space], crops[space] = terrain, level
                _lay(rows, columns, terrains, crops, found)
                for space in region:
                    terrains[space], crops[space] = ".", 0


def _regions(rows, columns, first, free):
    layer = {frozenset([first])}
    for _ in range(5):
        yield from sorted(layer, key=sorted)
        layer = {
            region | {near}
            for region in layer
            for space in region
            for near in beside(rows, columns, space) & free - region
        }
