"""Counting crop layouts of a board whose land is known: plain search, cell by cell, written from the rules alone."""


def count_layouts(rows, columns, terrains, given, limit=2):
    """In how many ways the land can be planted around given crops ({space: level}), counted up to a limit."""
    region_of = _regions(rows, columns, terrains)
    crops = dict(given)
    if any(not _fits(rows, columns, region_of, crops, space) for space in crops):
        return 0
    return _count(rows, columns, region_of, crops, limit)


def _count(rows, columns, region_of, crops, limit):
    open_spaces = [space for space in range(rows * columns) if space not in crops]
    if not open_spaces:
        return 1
    space, choices = min(
        ((space, _choices(rows, columns, region_of, crops, space)) for space in open_spaces),
        key=lambda each: len(each[1]),
    )
    found = 0
    for level in choices:
        crops[space] = level
        found += _count(rows, columns, region_of, crops, limit - found)
        del crops[space]
        if found >= limit:
            break
    return found


def _choices(rows, columns, region_of, crops, space):
    forbidden = {crops.get(near) for near in _around(rows, columns, space)}
    forbidden |= {crops.get(other) for other in region_of[space] if other != space}
    return [level for level in range(1, len(region_of[space]) + 1) if level not in forbidden]


def _fits(rows, columns, region_of, crops, space):
    others = {other: level for other, level in crops.items() if other != space}
    return crops[space] in _choices(rows, columns, region_of, others, space)


def _regions(rows, columns, terrains):
    region_of = {}
    for start in range(rows * columns):
        if start in region_of:
            continue
        region, edge = {start}, [start]
        while edge:
            row, column = divmod(edge.pop(), columns)
            for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                near = r * columns + c
                inside = 0 <= r < rows and 0 <= c < columns
                if inside and near not in region and terrains[near] == terrains[start]:
                    region.add(near)
                    edge.append(near)
        for space in region:
            region_of[space] = region
    return region_of


def _around(rows, columns, space):
    row, column = divmod(space, columns)
    return [
        r * columns + c
        for r in range(max(0, row - 1), min(rows, row + 2))
        for c in range(max(0, column - 1), min(columns, column + 2))
        if (r, c) != (row, column)
    ]
