"""Why something is certain or impossible, in steps a person would take; hints; and how hard a position is.

The input is always what everybody can see: a position, never a solution. Every explanation is proved again, from the
facts it cites alone, before it is given away.

>>> from companion.tiwanaku.position import parse_position
>>> position = parse_position('''
... format = 1
... board = "short"
... tiles = { dirt = 6, sand = 7, grass = 6, rock = 6 }
... grid = \"\"\"
... S. D3 .. .. ..
... R1 .. .. .. ..
... .. .. .. .. ..
... .. .. .. .. ..
... .. .. .. .. ..
... \"\"\"
... ''', "example.toml")
>>> why_not(position, position.board.space("river/condor"), Crop.CHILI).possible
False
>>> contradiction(position).spaces[0].element
'river'
"""

from companion.tiwanaku.explain.coaching import Hint, SpaceExplanation, WhyNot, explain, hint, why_not
from companion.tiwanaku.explain.contradiction import Contradiction, contradiction
from companion.tiwanaku.explain.difficulty import CropSolution, Difficulty, difficulty, solve_crops
from companion.tiwanaku.explain.explainer import FACTS_TOGETHER, Claim, Explainer, Explanation
from companion.tiwanaku.explain.ladder import ladder, rank
from companion.tiwanaku.explain.telling import Step
from companion.tiwanaku.pieces import Crop

__all__ = [
    "FACTS_TOGETHER",
    "Claim",
    "Contradiction",
    "Crop",
    "CropSolution",
    "Difficulty",
    "Explainer",
    "Explanation",
    "Hint",
    "SpaceExplanation",
    "Step",
    "WhyNot",
    "contradiction",
    "difficulty",
    "explain",
    "hint",
    "ladder",
    "rank",
    "solve_crops",
    "why_not",
]
