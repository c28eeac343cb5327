"""The wheel in the hand, as a pure state machine: inputs in, screens and commands out.

Its flow is drawn in :mod:`companion.table.wheel.machine`. It knows public facts only: what lies behind a window it is
told when the window opens, by whoever carries out its effects (:mod:`companion.table.desk`).
"""

from companion.table.wheel.machine import BACK_TIME, begin, next_tick, screen, step
from companion.table.wheel.news import (
    Alerted,
    Answer,
    Asked,
    AskHint,
    Begin,
    BeginNew,
    Declined,
    Delayed,
    Done,
    Effect,
    GameChanged,
    Give,
    Hinted,
    Input,
    KeepSettings,
    Load,
    Loaded,
    OpenWindow,
    Playable,
    Proposed,
    Question,
    Replied,
    SettingsChanged,
    Shown,
    TakeBack,
    Tick,
)
from companion.table.wheel.settings import WheelSettings
from companion.table.wheel.state import Step, WheelState
from companion.table.wheel.telling import last_done, tell_last

__all__ = [
    "BACK_TIME",
    "Alerted",
    "Answer",
    "AskHint",
    "Asked",
    "Begin",
    "BeginNew",
    "Declined",
    "Delayed",
    "Done",
    "Effect",
    "GameChanged",
    "Give",
    "Hinted",
    "Input",
    "KeepSettings",
    "Load",
    "Loaded",
    "OpenWindow",
    "Playable",
    "Proposed",
    "Question",
    "Replied",
    "SettingsChanged",
    "Shown",
    "Step",
    "TakeBack",
    "Tick",
    "WheelSettings",
    "WheelState",
    "begin",
    "last_done",
    "next_tick",
    "screen",
    "step",
    "tell_last",
]
