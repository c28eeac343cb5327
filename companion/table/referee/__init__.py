"""The referee: what was done at the table, and what is wrong there, from what the eye reads and the game knows.

>>> from companion.table.referee import GameIs, begin, step
>>> from companion.tiwanaku.game.examples import morning_valley_game
>>> game = morning_valley_game()
>>> state, effects = step(begin(game), GameIs(game), now=0.0)
>>> state.shown, effects
((), ())

See ``docs/referee.md`` for what each alert means and ``machine.py`` for how it works.
"""

from companion.table.referee.alerts import Alert, Haste, Kind, Mark
from companion.table.referee.differences import Difference, Sort, differences
from companion.table.referee.events import (
    Accepted,
    DifferenceAccepted,
    DifferenceEnded,
    LawAccepted,
    TableEvent,
    read_table_event,
    table_event_data,
)
from companion.table.referee.machine import RefereeState, Step, begin, next_tick, step
from companion.table.referee.news import (
    Accept,
    Decline,
    Display,
    Effect,
    GameIs,
    Input,
    Keep,
    Looked,
    Motion,
    Propose,
    Scene,
    SettingsAre,
    Show,
    Take,
    TakeBackProposal,
    Tick,
    Withdraw,
)
from companion.table.referee.proposals import Proposal
from companion.table.referee.set_up import SetUpCheck, Task, Wanted, set_up_position
from companion.table.referee.settings import RefereeSettings
from companion.table.referee.sight import Doubt, What

__all__ = [
    "Accept",
    "Accepted",
    "Alert",
    "Decline",
    "Difference",
    "DifferenceAccepted",
    "DifferenceEnded",
    "Display",
    "Doubt",
    "Effect",
    "GameIs",
    "Haste",
    "Input",
    "Keep",
    "Kind",
    "LawAccepted",
    "Looked",
    "Mark",
    "Motion",
    "Proposal",
    "Propose",
    "RefereeSettings",
    "RefereeState",
    "Scene",
    "SetUpCheck",
    "SettingsAre",
    "Show",
    "Sort",
    "Step",
    "TableEvent",
    "Take",
    "TakeBackProposal",
    "Task",
    "Tick",
    "Wanted",
    "What",
    "Withdraw",
    "begin",
    "differences",
    "next_tick",
    "read_table_event",
    "set_up_position",
    "step",
    "table_event_data",
]
