"""Checks each part of a table alone, and says in plain words what to do.

Nothing here raises for a missing or broken part: whatever is wrong becomes a :class:`Diagnosis`.

>>> from hardware.doctor import State, examine, worst
>>> from hardware.doctor.machine import Machine
>>> from hardware.settings import HardwareSettings
>>> from pathlib import Path
>>> nowhere = Machine(Path("/nowhere"), run=lambda command: None)
>>> diagnoses = examine(HardwareSettings(), Path("/nowhere/games"), nowhere, parts=["board"])
>>> diagnoses[0].part, diagnoses[0].state is State.VIRTUAL
('board', True)
"""

from hardware.doctor.examination import PARTS, examine
from hardware.doctor.report import Diagnosis, State, worst

__all__ = ["PARTS", "Diagnosis", "State", "examine", "worst"]
