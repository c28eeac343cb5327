"""The whole game as a library: competitive, solo and co-operative, as commands and events.

A :class:`Wheel` holds the secret, a :class:`State` what everybody sees. A command gives events, or is refused
with the rule that forbids it; the state is nothing but the sum of the events.

>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour, Crop
>>> wheel = Wheel(morning_valley())
>>> place = wheel.back.board.space
>>> record = Record.begin(wheel.back)
>>> record = record.do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
>>> record = record.do(Enter(place("river/turtle")), wheel)
>>> record = record.do(Discover(place("river/turtle")), wheel)
>>> record.state.terrains[20]
<Terrain.GRASS: 'grass'>
>>> record.do(Retrieve(place("river/turtle")), wheel)
Traceback (most recent call last):
    ...
companion.tiwanaku.game.refusal.Refused: river/turtle: no meeple of yours stands there.
>>> [(line.points, line.total, str(line.text)) for line in explain_score(record.events, 0)]
[(10, 10, 'start of the game'), (1, 11, 'river/turtle: grass; 1 pawn on the level reached')]
"""

from companion.tiwanaku.game.checks import legal, why_not
from companion.tiwanaku.game.codec import command_data, event_data, read_command, read_event
from companion.tiwanaku.game.commands import (
    ArrowSeen,
    ChooseOtoma,
    Command,
    Discover,
    Divine,
    EndTurn,
    Enter,
    GiveTile,
    Move,
    Offer,
    Pass,
    Retrieve,
    SetUp,
    SpendTile,
)
from companion.tiwanaku.game.decide import decide, play
from companion.tiwanaku.game.events import Event, Phase, Reason, Scored
from companion.tiwanaku.game.fold import apply, fold
from companion.tiwanaku.game.movement import Reach, otoma_path, reach, reaches
from companion.tiwanaku.game.queries import Offering, Option, legal_commands, offerings, options
from companion.tiwanaku.game.record import Correction, Entry, Misfit, Record, Standing, entry_data, read_entry
from companion.tiwanaku.game.refusal import Refused, Rule
from companion.tiwanaku.game.scoring import ScoreLine, explain_score, scores, worth
from companion.tiwanaku.game.setup import (
    Difficulty,
    EntryRule,
    HouseRules,
    Mode,
    Setup,
    SetupOrder,
    even_deal,
)
from companion.tiwanaku.game.state import Arrow, Side, State, before_set_up
from companion.tiwanaku.game.view import PublicView, SideView, public_view
from companion.tiwanaku.game.view_data import VIEW_FORMAT, board_data, side_names, view_data
from companion.tiwanaku.game.wheel import Memory, Oracle, Wheel

__all__ = [
    "VIEW_FORMAT",
    "Arrow",
    "ArrowSeen",
    "ChooseOtoma",
    "Command",
    "Correction",
    "Difficulty",
    "Discover",
    "Divine",
    "EndTurn",
    "Enter",
    "Entry",
    "EntryRule",
    "Event",
    "GiveTile",
    "HouseRules",
    "Memory",
    "Misfit",
    "Mode",
    "Move",
    "Offer",
    "Offering",
    "Option",
    "Oracle",
    "Pass",
    "Phase",
    "PublicView",
    "Reach",
    "Reason",
    "Record",
    "Refused",
    "Retrieve",
    "Rule",
    "ScoreLine",
    "Scored",
    "SetUp",
    "Setup",
    "SetupOrder",
    "Side",
    "SideView",
    "SpendTile",
    "Standing",
    "State",
    "Wheel",
    "apply",
    "before_set_up",
    "board_data",
    "command_data",
    "decide",
    "entry_data",
    "even_deal",
    "event_data",
    "explain_score",
    "fold",
    "legal",
    "legal_commands",
    "offerings",
    "options",
    "otoma_path",
    "play",
    "public_view",
    "reach",
    "reaches",
    "read_command",
    "read_entry",
    "read_event",
    "scores",
    "side_names",
    "view_data",
    "why_not",
    "worth",
]
