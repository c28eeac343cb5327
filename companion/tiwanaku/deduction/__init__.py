"""What is certain: every terrain and crop still possible on every space, exactly, and how likely each is.

The input is always what everybody can see: a position, never a solution. Possible means that a complete board with
the value obeys both laws, agrees with the tiles and crops on the table, and uses the scenario's tiles and no more
crops than the box holds.

>>> from companion.tiwanaku.position import parse_position
>>> position = parse_position('''
... format = 1
... board = "short"
... tiles = { dirt = 4, sand = 5, grass = 8, rock = 8 }
... grid = \"\"\"
... .. D2 .. R2 ..
... .. .. .. R5 R1
... .. .. G1 G. ..
... .. .. .. S4 S.
... D1 S. G1 G. ..
... \"\"\"
... ''', "example.toml")
>>> known = deduce(position)
>>> known.complete
True
>>> sorted(crop.level for crop in known.crops(position.board.space("leaf/lizard")))
[4, 5]
>>> odds(position, known).boards
8
"""

from companion.tiwanaku.deduction.counting import Odds, odds
from companion.tiwanaku.deduction.possibilities import Possibilities
from companion.tiwanaku.deduction.reasoner import Cancelled, Clock, Progress, Reasoner, deduce
from companion.tiwanaku.deduction.solving import LawSolver

__all__ = [
    "Cancelled",
    "Clock",
    "LawSolver",
    "Odds",
    "Possibilities",
    "Progress",
    "Reasoner",
    "deduce",
    "odds",
]
