"""The laws once more, slowly: written from the rules alone, to be compared with the product's.

A board is plain lists by reading order: terrains are letters ("D", "S", "G", "R", or "." for unknown), crops
are levels (0 for none). Nothing here is clever: every set of spaces that could be a region is tried.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

TERRAIN_STOCK = {"D": 15, "S": 17, "G": 15, "R": 15}
CROP_STOCK = {1: 13, 2: 12, 3: 12, 4: 10, 5: 10}

REGION_TOO_LARGE = "region-too-large"
REGIONS_TOUCH = "regions-touch"
CROP_REPEATED = "crop-repeated"
CROP_TOO_HIGH = "crop-too-high"
REGION_INCOMPLETE = "region-incomplete"
CROP_ADJACENT = "crop-adjacent"
CROP_WITHOUT_TERRAIN = "crop-without-terrain"
TILE_COUNT = "tile-count"


@cache
def beside(rows, columns, space):
    """The spaces that share a side with a space."""
    return frozenset(
        other
        for other in range(rows * columns)
        if abs(other // columns - space // columns) + abs(other % columns - space % columns) == 1
    )


@cache
def around(rows, columns, space):
    """The spaces that share a side or a corner with a space."""
    return frozenset(
        other
        for other in range(rows * columns)
        if max(abs(other // columns - space // columns), abs(other % columns - space % columns)) == 1
    )


def flood(start, allowed, near):
    """All the allowed spaces that can be reached from one of them."""
    reached, waiting = {start}, [start]
    while waiting:
        for other in near(waiting.pop()):
            if other in allowed and other not in reached:
                reached.add(other)
                waiting.append(other)
    return frozenset(reached)


def pieces_of(spaces, near):
    """A set of spaces, split into the sets that hang together."""
    pieces, left = [], set(spaces)
    while left:
        piece = flood(min(left), left, near)
        pieces.append(piece)
        left -= piece
    return pieces


@cache
def all_shapes(rows, columns):
    """Every connected set of one to five spaces, by trying every set of one to five spaces."""
    return [
        frozenset(spaces)
        for size in range(1, 6)
        for spaces in combinations(range(rows * columns), size)
        if len(flood(spaces[0], frozenset(spaces), lambda s: beside(rows, columns, s))) == size
    ]


@cache
def halo(rows, columns, shape):
    """The spaces that touch a shape from outside, by a side or a corner."""
    return frozenset().union(*(around(rows, columns, space) for space in shape)) - shape


@cache
def shapes_with(rows, columns, space):
    """The shapes that contain a space."""
    return [shape for shape in all_shapes(rows, columns) if space in shape]


def possible_regions(rows, columns, terrains, together):
    """Every region in which spaces of one terrain that touch can end up together."""
    (terrain,) = {terrains[space] for space in together}
    return [
        shape
        for shape in shapes_with(rows, columns, min(together))
        if together <= shape
        and all(terrains[space] in (terrain, ".") for space in shape)
        and all(terrains[space] != terrain for space in halo(rows, columns, shape))
    ]


def can_be_completed(rows, columns, crops, region):
    """Whether the crops 1 to n can be laid in a region, the known ones kept."""
    known = [crops[space] for space in region if crops[space]]
    missing = [level for level in range(1, len(region) + 1) if level not in known]
    if len(set(known)) != len(known) or max(known, default=0) > len(region):
        return False
    choices = [
        [level for level in missing if all(crops[other] != level for other in around(rows, columns, space))]
        for space in region
        if not crops[space]
    ]
    return any(len(set(chosen)) == len(chosen) for chosen in product(*choices))


def broken_laws(rows, columns, terrains, crops, tiles=None):
    """The laws that a board breaks: a set of pairs of a law's name and the spaces concerned.

    For ``tile-count`` the spaces are left empty. Without ``tiles`` the counts are not looked at.
    """
    broken = set()
    everywhere = range(rows * columns)
    for space in everywhere:
        if crops[space] and terrains[space] == ".":
            broken.add((CROP_WITHOUT_TERRAIN, frozenset({space})))
        for other in around(rows, columns, space):
            if crops[space] and crops[space] == crops[other]:
                broken.add((CROP_ADJACENT, frozenset({space, other})))
    for terrain in "DSGR":
        spaces = [space for space in everywhere if terrains[space] == terrain]
        for together in pieces_of(spaces, lambda s: around(rows, columns, s)):
            broken |= _broken_together(rows, columns, terrains, crops, together)
    if tiles is not None and counts_are_wrong(rows, columns, terrains, crops, tiles):
        broken.add((TILE_COUNT, frozenset()))
    return broken


def _broken_together(rows, columns, terrains, crops, together):
    groups = pieces_of(together, lambda s: beside(rows, columns, s))
    broken = {(REGION_TOO_LARGE, group) for group in groups if len(group) > 5}
    regions = possible_regions(rows, columns, terrains, together)
    if len(groups) == 1 or regions:
        return broken | _broken_crops(rows, columns, crops, together, regions)
    broken.add((REGIONS_TOUCH, together))
    for group in groups:
        # They cannot be joined: each is judged alone, as if nothing of its terrain had to be kept apart.
        alone = [
            shape
            for shape in shapes_with(rows, columns, min(group))
            if group <= shape and all(terrains[space] in (terrains[min(group)], ".") for space in shape)
        ]
        broken |= _broken_crops(rows, columns, crops, group, alone)
    return broken


def _broken_crops(rows, columns, crops, spaces, regions):
    """What is wrong with the crops of spaces that end up in one of these regions, if there are any."""
    repeated = _repeated(crops, spaces)
    if not regions:
        return repeated
    largest = max(len(region) for region in regions)
    too_high = frozenset(space for space in spaces if crops[space] > largest)
    if too_high:
        return repeated | {(CROP_TOO_HIGH, too_high)}
    # A region with a crop twice is not called incomplete as well.
    if repeated or any(can_be_completed(rows, columns, crops, region) for region in regions):
        return repeated
    return {(REGION_INCOMPLETE, spaces)}


def _repeated(crops, spaces):
    levels = [crops[space] for space in spaces]
    return {
        (CROP_REPEATED, frozenset(space for space in spaces if crops[space] == level))
        for level in range(1, 6)
        if levels.count(level) > 1
    }


def counts_are_wrong(rows, columns, terrains, crops, tiles):
    """Whether the tiles on the board, of the scenario and of the box contradict each other."""
    return (
        sum(tiles.values()) != rows * columns
        or any(terrains.count(letter) > tiles[letter] for letter in "DSGR")
        or any(tiles[letter] > TERRAIN_STOCK[letter] for letter in "DSGR")
        or any(crops.count(level) > CROP_STOCK[level] for level in range(1, 6))
    )


def is_legal(rows, columns, terrains, crops):
    """Whether a complete board obeys both laws, said as the rules say it."""
    everywhere = range(rows * columns)
    if "." in terrains or 0 in crops:
        return False
    if any(crops[a] == crops[b] for a in everywhere for b in around(rows, columns, a)):
        return False
    for terrain in "DSGR":
        spaces = [space for space in everywhere if terrains[space] == terrain]
        for region in pieces_of(spaces, lambda s: beside(rows, columns, s)):
            if sorted(crops[space] for space in region) != list(range(1, len(region) + 1)):
                return False
            if len(region) > 5 or halo(rows, columns, region) & set(spaces):
                return False
    return True


def can_become_legal(rows, columns, terrains, crops):
    """Whether any way to lay what is missing gives a legal board; tries them all, so keep boards tiny."""
    terrain_choices = ["DSGR" if terrain == "." else terrain for terrain in terrains]
    crop_choices = [range(1, 6) if crop == 0 else [crop] for crop in crops]
    for all_terrains in product(*terrain_choices):
        if any(_too_large_or_touching(rows, columns, all_terrains, terrain) for terrain in "DSGR"):
            continue
        if any(is_legal(rows, columns, all_terrains, all_crops) for all_crops in product(*crop_choices)):
            return True
    return False


def _too_large_or_touching(rows, columns, terrains, terrain):
    spaces = {space for space, letter in enumerate(terrains) if letter == terrain}
    regions = pieces_of(spaces, lambda s: beside(rows, columns, s))
    return any(len(region) > 5 or halo(rows, columns, region) & spaces for region in regions)
