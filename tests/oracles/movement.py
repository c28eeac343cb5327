"""Movement once more, slowly: written from the rules alone, to be compared with the product's.

A board is plain lists by reading order. ``crops`` says where a crop lies, ``terrains`` where a tile lies,
``owners`` who stands where: "me", "other" or None. Nothing here is clever: walks are simply tried out.
"""

from __future__ import annotations

WAYS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}

# Each trail of the long board joins two exits: a side, and the column or row counted from 0.
TRAILS = [
    (("top", 0), ("top", 1)),
    (("top", 2), ("top", 3)),
    (("top", 4), ("top", 5)),
    (("top", 6), ("top", 7)),
    (("top", 8), ("right", 0)),
    (("right", 1), ("right", 2)),
    (("right", 3), ("right", 4)),
    (("bottom", 1), ("bottom", 2)),
    (("bottom", 3), ("bottom", 4)),
    (("bottom", 5), ("bottom", 6)),
    (("bottom", 7), ("bottom", 8)),
    (("left", 0), ("left", 1)),
    (("left", 2), ("left", 3)),
    (("left", 4), ("bottom", 0)),
]


def neighbours(rows, columns, space):
    row, column = divmod(space, columns)
    for down, right in WAYS.values():
        if 0 <= row + down < rows and 0 <= column + right < columns:
            yield (row + down) * columns + column + right


def is_edge(rows, columns, space):
    row, column = divmod(space, columns)
    return row in (0, rows - 1) or column in (0, columns - 1)


def free_destinations(rows, columns, crops, owners, start):
    """Competitive and solo: every destination and the fewest steps to it, by trying all walks step by step.

    After each number of steps, ``walking`` holds where walks that may go on can be.
    """
    found = {}
    size = rows * columns
    if start is None:
        entered = {space for space in range(size) if is_edge(rows, columns, space)}
    else:
        entered = set(neighbours(rows, columns, start))
    for steps in range(1, size + 2):
        walking = set()
        for space in entered:
            own = owners[space] == "me" and space != start
            if owners[space] == "other":
                continue
            if space == start:
                # The mover has left it: with a crop it can be crossed, without one the walk would end there,
                # where it began, which is forbidden.
                if crops[space]:
                    walking.add(space)
            elif own:
                walking.add(space)
            elif crops[space]:
                found.setdefault(space, steps)
                walking.add(space)
            else:
                found.setdefault(space, steps)
        entered = {near for space in walking for near in neighbours(rows, columns, space)}
    return found


def led_destinations(rows, columns, crops, owners, start, way, any_edge=False):
    """Co-operative: every destination and the fewest steps, by trying every path that visits no space twice."""
    found = {}
    down, right = WAYS[way]

    def visit(space, path):
        if owners[space] == "other" or space in path or space == start:
            return
        path = [*path, space]
        if owners[space] != "me" and not crops[space]:
            found[space] = min(len(path), found.get(space, len(path)))
            return
        for near in neighbours(rows, columns, space):
            visit(near, path)

    if start is not None:
        row, column = divmod(start, columns)
        if 0 <= row + down < rows and 0 <= column + right < columns:
            visit((row + down) * columns + column + right, [])
        return found
    for space in range(rows * columns):
        row, column = divmod(space, columns)
        comes_in = not (0 <= row - down < rows and 0 <= column - right < columns)
        if comes_in or (any_edge and is_edge(rows, columns, space)):
            visit(space, [])
    return found


def otoma_walk(terrains, start, way):
    """Long board: where an Otoma gets to, or None if its way closes."""
    row, column = divmod(start, 9)
    down, right = WAYS[way]
    first = None
    while True:
        row, column = row + down, column + right
        if not (0 <= row < 5 and 0 <= column < 9):
            row, column, down, right = _along_trail(row, column)
        here = (row, column, down, right)
        if not terrains[row * 9 + column]:
            return row * 9 + column
        if here == first:
            return None
        first = first or here


def _along_trail(row, column):
    if row < 0:
        end = ("top", column)
    elif row > 4:
        end = ("bottom", column)
    elif column < 0:
        end = ("left", row)
    else:
        end = ("right", row)
    for one, other in TRAILS:
        if end in (one, other):
            side, number = other if end == one else one
            return {
                "top": (0, number, 1, 0),
                "bottom": (4, number, -1, 0),
                "left": (number, 0, 0, 1),
                "right": (number, 8, 0, -1),
            }[side]
    raise AssertionError(end)
