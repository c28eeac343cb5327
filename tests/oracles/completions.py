"""All complete legal boards that agree with a position, laid region by region: plain, and nothing of the product.

A board is plain lists as in :mod:`tests.oracles.laws`: letters of terrains, "." for unknown; levels of crops, 0 for
unknown. ``tiles`` counts the scenario's terrain tiles by letter.
"""

from __future__ import annotations

from tests.oracles.laws import CROP_STOCK, around, beside, counts_are_wrong, halo


def completions(rows, columns, terrains, crops, tiles=None):
    """Every complete board, as pairs of a string of terrains and a tuple of crops."""
    if tiles is not None and counts_are_wrong(rows, columns, terrains, crops, tiles):
        return
    known = (list(terrains), list(crops))
    yield from _lay(rows, columns, known, ["."] * (rows * columns), [0] * (rows * columns), tiles)


def possible_values(rows, columns, terrains, crops, tiles):
    """By space the letters and levels that some complete board has there; None if there is no board."""
    letters = [set() for _ in terrains]
    levels = [set() for _ in terrains]
    found = False
    for board_terrains, board_crops in completions(rows, columns, terrains, crops, tiles):
        found = True
        for space, (letter, level) in enumerate(zip(board_terrains, board_crops, strict=True)):
            letters[space].add(letter)
            levels[space].add(level)
    return (letters, levels) if found else None


def _lay(rows, columns, known, terrains, crops, tiles):
    if "." not in terrains:
        if all(crops.count(level) <= stock for level, stock in CROP_STOCK.items()):
            yield "".join(terrains), tuple(crops)
        return
    first = terrains.index(".")
    free = frozenset(space for space, letter in enumerate(terrains) if letter == ".")
    for terrain in "DSGR":
        fitting = frozenset(space for space in free if known[0][space] in (".", terrain))
        if first not in fitting:
            continue
        for region in _regions(rows, columns, first, fitting):
            rim = halo(rows, columns, region)
            if any(terrain in (terrains[space], known[0][space]) for space in rim):
                continue
            if tiles is not None and terrains.count(terrain) + len(region) > tiles[terrain]:
                continue
            for space in region:
                terrains[space] = terrain
            left = sorted(region, key=lambda space: -known[1][space])
            for _ in _plant(rows, columns, known, crops, left, set(range(1, len(region) + 1))):
                yield from _lay(rows, columns, known, terrains, crops, tiles)
            for space in region:
                terrains[space] = "."


def _plant(rows, columns, known, crops, spaces, levels):
    """Lay the levels on the spaces of a region in every legal way, one after the other."""
    if not spaces:
        yield None
        return
    space, *rest = spaces
    for level in sorted(levels & {known[1][space]} if known[1][space] else levels):
        if all(level not in (crops[near], known[1][near]) for near in around(rows, columns, space)):
            crops[space] = level
            yield from _plant(rows, columns, known, crops, rest, levels - {level})
            crops[space] = 0


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
