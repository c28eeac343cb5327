"""One fault at one table: was it told in time, as what, where; and was it withdrawn when it was put right?"""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.referee import Show
from tests.table.referee.faults import Situation
from tests.table.referee.players import simulated
from tests.table.referee.rig import Rig

IN_TIME = 3.0


@dataclass(frozen=True)
class Verdict:
    """``told``: the right kind and space within three seconds of stillness. ``others``: what else was told."""

    told: bool
    withdrawn: bool
    others: tuple[str, ...]
    said: tuple[str, ...]


def try_fault(fault, mode, seats: int, seed: int, make_rig=Rig) -> Verdict | None:
    """Make a fault in a random game; None where there is no room for it."""
    scenario, setup, record = simulated(mode, seats, seed)
    there = Situation(scenario, setup, record, seed, make_rig(scenario, setup, seed))
    wrong = fault(there)
    if wrong is None:
        return None
    rig = there.rig
    said = [effect.alert for effect in rig.still(IN_TIME) if isinstance(effect, Show)]
    right = [alert for alert in said if alert.kind is wrong.kind and alert.spaces[0] in wrong.spaces]
    others = [alert for alert in said if alert not in right]
    rig.hands(0.8)
    rig.top = wrong.right
    rig.still(IN_TIME)
    return Verdict(
        told=bool(right),
        withdrawn=not rig.shown(),
        others=tuple(f"{alert.kind.value}: {alert.text}" for alert in others),
        said=tuple(f"{alert.kind.value}: {alert.text}" for alert in said),
    )
