"""What is said of a still table: proposals, alerts, differences; and when, for nothing is said too early."""

from __future__ import annotations

from dataclasses import replace

from companion.table.referee import walking_words
from companion.table.referee.accepting import end_accepted, is_accepted
from companion.table.referee.alerts import Alert, Haste, Mark
from companion.table.referee.case import Case
from companion.table.referee.differences import Difference, differences_of
from companion.table.referee.judge import Judgement, judge
from companion.table.referee.news import (
    Display,
    Effect,
    Motion,
    Propose,
    Show,
    Take,
    TakeBackProposal,
    Withdraw,
)
from companion.table.referee.proposals import Proposal
from companion.table.referee.settings import RefereeSettings
from companion.table.referee.sight import Doubt, Seen, Spot, What, table_of
from companion.table.referee.state import Key, RefereeState, Step, Suspicion, lasted, seen_since
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Enter, Move, Phase, Retrieve
from companion.tiwanaku.pieces import Colour


def judged(state: RefereeState, now: float) -> Step:
    """Judge a table that has been still for a moment."""
    if state.scene.motion is not Motion.STILL:
        if state.blind or now - state.scene.since < state.settings.unsure_moment:
            return Step(state)
        return Step(replace(state, blind=True), (Display(state.displayed, blind=True),))
    if not lasted(state.scene.since, state.settings.confirm_moment, now):
        return Step(state)
    effects: list[Effect] = []
    state = end_accepted(state, now, effects)
    state, judgement = _judgement(state, now)
    state = _propose(state, judgement.proposals, now, effects)
    state = _tell(state, judgement, now, effects)
    state = _display(state, now, effects)
    return Step(replace(state, judged_at=now), tuple(effects))


def _judgement(state: RefereeState, now: float) -> tuple[RefereeState, Judgement]:
    """The judgement of what is seen; the last one if nothing has changed that it depends on."""
    patience, owing = state.settings.patience, state.owing
    case = Case(
        game=state.game,
        state=state.game,
        sight=state.sight,
        tolerated=_tolerated(state, now),
        confirmed=state.confirmed,
        owing=owing,
        now=now,
        patience=patience,
        stop=state.stop,
    )
    late = tuple(spot for spot, debt in owing.debts.items() if debt.is_overdue(now, patience))
    lifted = tuple(spot for spot, since in owing.lifts.items() if now - since < patience)
    key: Key = (state.sight, tuple(owing.debts), late, lifted, state.accepted, state.stop)
    if state.judged is not None and state.judged[0] == key:
        return state, state.judged[1]
    judgement = judge(case, state.laws, by_tiles=state.settings.open_windows)
    return replace(state, judged=(key, judgement), laws=judgement.laws), judgement


def _tolerated(state: RefereeState, now: float) -> dict[Spot, frozenset[Seen]]:
    tolerated = state.owing.tolerated(state.sight, state.game, now, state.settings.patience)
    for spot, lies in state.accepted.lies.items():
        tolerated[spot] = tolerated.get(spot, frozenset()) | {lies}
    return tolerated


def _propose(
    state: RefereeState, proposals: tuple[Proposal, ...], now: float, effects: list[Effect]
) -> RefereeState:
    commands = tuple(proposal.command for proposal in proposals)
    if commands != state.candidate:
        marks = proposals[0].marks if proposals else ()
        state = replace(state, candidate=commands, candidate_since=seen_since(state, marks))
    if state.declined and state.declined != commands:
        state = replace(state, declined=())
    if state.offered and tuple(proposal.command for proposal in state.offered) != commands:
        effects.append(TakeBackProposal())
        state = replace(state, offered=())
    if not proposals or state.offered or state.declined or commands == (state.taken,):
        return state
    takes = _takes(state.settings, proposals)
    if not lasted(state.candidate_since, _moment(state.settings, proposals, takes=takes), now):
        return state
    if takes:
        effects.append(Take(proposals[0].command))
        return replace(state, taken=proposals[0].command)
    effects.append(Propose(proposals))
    return replace(state, offered=proposals)


def _takes(settings: RefereeSettings, proposals: tuple[Proposal, ...]) -> bool:
    """Whether the game may be told without asking anybody.

    A meeple that is gone may have walked where the eye takes it for something else: that it was taken back is asked, unless
    nobody is there to be asked.
    """
    if not settings.automatic or len(proposals) != 1 or not proposals[0].sure:
        return False
    is_asked = proposals[0].asks_wheel or isinstance(proposals[0].command, Retrieve)
    return settings.open_windows or not is_asked


def _moment(settings: RefereeSettings, proposals: tuple[Proposal, ...], *, takes: bool) -> float:
    """How long to wait: a meeple that is gone may be in somebody's hand, what is not clear may become so, and what
    nobody is asked about may not be finished."""
    if any(isinstance(proposal.command, Retrieve) or _is_unclear(proposal) for proposal in proposals):
        return settings.lift_moment
    return settings.alert_moment if takes or len(proposals) > 1 else settings.confirm_moment


def _is_unclear(proposal: Proposal) -> bool:
    return isinstance(proposal.command, Move | Enter) and not proposal.sure


def _tell(state: RefereeState, judgement: Judgement, now: float, effects: list[Effect]) -> RefereeState:
    """Show what has been wrong for long enough, withdraw what no longer is."""
    faults = [fault for fault in (*judgement.faults, *_declined_walk(state)) if not is_accepted(state, fault)]
    suspected = _suspected(state, faults, now)
    found = {fault.key for fault in faults}
    keys = {alert.key for alert in state.shown}
    shown = []
    for alert in state.shown:
        if alert.key in found or _may_still_be(state, alert, now):
            shown.append(alert)
        else:
            effects.append(Withdraw(alert))
    for fault in faults:
        if fault.key not in keys and lasted(suspected[fault.key].since, _delay(state, fault), now):
            shown.append(fault)
            effects.append(Show(fault))
    return replace(state, suspected=suspected, shown=tuple(shown))


def _suspected(state: RefereeState, faults: list[Alert], now: float) -> dict[Key, Suspicion]:
    """The faults with the time since when each is seen; one that was lost from sight for a blink is the same one."""
    blink = state.settings.confirm_moment
    suspected = {
        key: known
        for key, known in state.suspected.items()
        if known.last == state.judged_at or now - known.last <= blink
    }
    for fault in faults:
        known = suspected.get(fault.key)
        since = seen_since(state, fault.marks) if known is None else known.since
        suspected[fault.key] = Suspicion(since, now)
    return suspected


def _delay(state: RefereeState, fault: Alert) -> float:
    return state.settings.alert_moment if fault.haste is Haste.SOON else state.settings.patience


def _may_still_be(state: RefereeState, alert: Alert, now: float) -> bool:
    """Whether the places of an alert cannot be seen now, and the game has not come to agree with it.

    A crop under a meeple is not waited for: it will be seen when the meeple goes on.
    """
    right, seen, size = table_of(state.game).things, state.sight.things, state.sight.size
    settled = now - state.scene.since >= state.settings.alert_moment
    hidden = [
        mark
        for mark in alert.marks
        if seen[mark.spot] is Doubt.UNSEEN
        and not (settled and mark.what is What.CROP and isinstance(seen[mark.spot + size], Colour))
    ]
    return bool(hidden) and all(
        right[mark.spot] is not mark.lies and seen[mark.spot] in (mark.lies, Doubt.UNSEEN)
        for mark in alert.marks
    )


def _declined_walk(state: RefereeState) -> list[Alert]:
    """Somebody said no to what was seen, and it is still there."""
    game, size = state.game, state.sight.size

    def marks(*spaces: Space | None) -> tuple[Mark, ...]:
        spots = [(2 * size + space.index, space) for space in spaces if space is not None]
        return tuple(Mark(spot, space, What.MEEPLE, state.sight.things[spot]) for spot, space in spots)

    match state.declined[:1]:
        case (Move(start, to),):
            return [walking_words.unexplained(game.colour, start, to, marks(to, start))]
        case (Enter(to),):
            return [walking_words.unexplained(game.colour, None, to, marks(to))]
        case (Retrieve(space),):
            return [walking_words.meeple_missing(space, game.colour, marks(space), Haste.SOON)]
        case _:
            return []


def _display(state: RefereeState, now: float, effects: list[Effect]) -> RefereeState:
    unsure = now - state.scene.since >= state.settings.unsure_moment
    if state.game.phase in (Phase.SET_UP, Phase.OVER):
        found: tuple[Difference, ...] = ()
    else:
        found = tuple(differences_of(state.game, state.sight, state.accepted, state.owing, unsure=unsure))
    if found == state.displayed and not state.blind:
        return state
    effects.append(Display(found))
    return replace(state, displayed=found, blind=False)
