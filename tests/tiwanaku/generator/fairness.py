"""What a certified scenario has to keep, checked without any code of the generator or the ladder."""

from itertools import permutations

from tests.builders import plain
from tests.oracles import laws
from tests.oracles.layouts import count_layouts

BOX_TERRAINS = {"D": 15, "S": 17, "G": 15, "R": 15}
BOX_CROPS = {1: 13, 2: 12, 3: 12, 4: 10, 5: 10}
OTOMA_PLACES = 5


def faults(scenario):
    """Everything that is unfair about a scenario, in words; an empty list for a fair one."""
    board = scenario.board
    terrains, crops, _ = plain(scenario.solution())
    start = [space.index for space in scenario.start]
    found = []
    if not laws.is_legal(board.rows, board.columns, terrains, crops):
        found.append("a law is broken")
    if any(terrains.count(letter) > stock for letter, stock in BOX_TERRAINS.items()):
        found.append("too many tiles of a terrain")
    if any(crops.count(level) > stock for level, stock in BOX_CROPS.items()):
        found.append("too many crops of a level")
    if count_layouts(board.rows, board.columns, terrains, {index: crops[index] for index in start}) != 1:
        found.append("the crops can be laid out in more than one way")
    carriers = {space.index for space in scenario.otoma.values()}
    if board.trails and len(carriers) != OTOMA_PLACES:
        found.append("Otoma without a place of their own")
    for index in set(start) - carriers:
        fewer = {other: crops[other] for other in start if other != index}
        if count_layouts(board.rows, board.columns, terrains, fewer) == 1:
            found.append(f"start tile {index} is redundant")
    return found


def essence(scenario):
    """The same for scenarios that are mirror images of each other, or have terrains exchanged."""
    terrains, crops, _ = plain(scenario.solution())
    rows, columns = scenario.board.rows, scenario.board.columns
    grids = []
    for up in (False, True):
        for left in (False, True):
            order = [
                (rows - 1 - r if up else r) * columns + (columns - 1 - c if left else c)
                for r in range(rows)
                for c in range(columns)
            ]
            for names in permutations("DSGR"):
                exchanged = dict(zip("DSGR", names, strict=True))
                grids.append("".join(f"{exchanged[terrains[i]]}{crops[i]}" for i in order))
    return min(grids)
