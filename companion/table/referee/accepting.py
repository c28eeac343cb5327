"""“We did it on purpose”: what the table accepts is not told again as long as it lies so."""

from __future__ import annotations

from dataclasses import replace

from companion.table.referee.alerts import Alert, Kind
from companion.table.referee.events import DifferenceAccepted, DifferenceEnded, LawAccepted
from companion.table.referee.news import Effect, Keep, Withdraw
from companion.table.referee.sight import Doubt, table_of
from companion.table.referee.state import RefereeState, Step, lasted


def accept(state: RefereeState, alert: Alert) -> Step:
    """Write down that the table wants it so."""
    event: LawAccepted | DifferenceAccepted
    if alert.kind is Kind.LAW_BROKEN and alert.laws:
        event = LawAccepted(alert.laws[0].law, alert.spaces)
    else:
        event = DifferenceAccepted(alert.kind, alert.marks)
    gone = [Withdraw(shown) for shown in state.shown if shown.key == alert.key]
    left = tuple(shown for shown in state.shown if shown.key != alert.key)
    accepted = state.accepted.after(event)
    return Step(replace(state, accepted=accepted, shown=left, judged=None), (*gone, Keep(event)))


def is_accepted(state: RefereeState, fault: Alert) -> bool:
    """Whether the table wants it so."""
    if fault.kind is Kind.LAW_BROKEN:
        return bool(fault.laws) and LawAccepted(fault.laws[0].law, fault.spaces) in state.accepted.laws
    lies = state.accepted.lies
    return bool(fault.marks) and all(
        mark.spot in lies and lies[mark.spot] is mark.lies for mark in fault.marks
    )


def end_accepted(state: RefereeState, now: float, effects: list[Effect]) -> RefereeState:
    """What was accepted and lies otherwise now, or as the game has it, is no longer accepted."""
    if not lasted(state.scene.since, state.settings.alert_moment, now):
        return state
    right, seen = table_of(state.game).things, state.sight.things
    for each in state.accepted.differences:
        changed = any(seen[mark.spot] not in (mark.lies, Doubt.UNSEEN) for mark in each.marks)
        agreed = all(right[mark.spot] is mark.lies for mark in each.marks)
        if changed or agreed:
            ended = DifferenceEnded(each.fault, each.marks)
            effects.append(Keep(ended))
            state = replace(state, accepted=state.accepted.after(ended), judged=None)
    return state
