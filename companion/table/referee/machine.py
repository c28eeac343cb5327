"""The referee's machine: readings, the game and the time in; proposals, alerts and differences out.

    the table                                     each fault
    ─────────                                     ──────────
    BUSY: hands, or no board                      not there ◄──────────────gone───────────────┐
      │  nothing is said                              │ seen on a still table                 │
      ▼ still                                         ▼                                       │
    SETTLING ──hands──► BUSY                      suspected ──hands, or gone──► not there     │
      │ confirm moment                                │ alert moment                          │
      ▼                                               ▼                                       │
    JUDGED at every look ──hands──► BUSY          shown ──seen to be gone──► withdrawn ───────┘
         │                                            └──"on purpose"──► accepted ─changed─► not there
         └─► proposals, suspicions, differences

Pure: :func:`step` gives the next state and what is to be done; it never sleeps, asks or writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.table.referee import walking_words
from companion.table.referee.alerts import Alert, Haste, Kind, Mark
from companion.table.referee.case import Case
from companion.table.referee.differences import Difference, differences_of
from companion.table.referee.events import Accepted, DifferenceAccepted, DifferenceEnded, LawAccepted
from companion.table.referee.judge import Judgement, judge
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
from companion.table.referee.owing import NOTHING_OWED, Owing, after_game_change, after_look
from companion.table.referee.proposals import Proposal
from companion.table.referee.settings import RefereeSettings
from companion.table.referee.sight import Doubt, Seen, Sight, Spot, What, sight_of, table_of, unseen
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Command, Enter, Move, Phase, Retrieve, State
from companion.tiwanaku.pieces import Colour

_Key = tuple[object, ...]


@dataclass(frozen=True)
class RefereeState:
    """Everything the referee knows; public facts only.

    ``sight`` is what has been seen since the table is still, ``seen_at`` since when each spot is seen so. ``confirmed`` are
    the tiles and crops that were seen lying right. ``suspected`` are faults not yet told, with the time since when they
    are seen; ``shown`` those that were told. ``offered`` is what was proposed, ``offering_since`` since when it is seen.
    """

    game: State
    settings: RefereeSettings
    scene: Scene
    sight: Sight
    seen_at: tuple[float, ...]
    owing: Owing = NOTHING_OWED
    confirmed: frozenset[Spot] = frozenset()
    stop: Space | None = None
    accepted: Accepted = field(default_factory=Accepted)
    suspected: Mapping[_Key, float] = field(default_factory=dict)
    shown: tuple[Alert, ...] = ()
    offered: tuple[Proposal, ...] = ()
    candidate: tuple[Command, ...] = ()
    candidate_since: float = 0.0
    declined: tuple[Command, ...] = ()
    declined_at: float = 0.0
    taken: Command | None = None
    displayed: tuple[Difference, ...] = ()
    blind: bool = False
    judged: tuple[_Key, Judgement] | None = None


class Step(NamedTuple):
    """What came of an input: the new state, and what the table is to do."""

    state: RefereeState
    effects: tuple[Effect, ...] = ()


def begin(
    game: State,
    settings: RefereeSettings | None = None,
    accepted: Accepted | None = None,
    now: float = 0.0,
) -> RefereeState:
    """A referee for a game that has been set up, or goes on: what lies there is taken to lie right until it is seen."""
    table = table_of(game)
    laid = frozenset(spot for spot in range(2 * table.size) if table.things[spot] is not None)
    return RefereeState(
        game=game,
        settings=settings or RefereeSettings(),
        scene=Scene(Motion.NO_BOARD, now),
        sight=unseen(game.board),
        seen_at=(now,) * len(table.things),
        confirmed=laid,
        accepted=accepted or Accepted(),
    )


def step(state: RefereeState, event: Input, now: float) -> Step:
    """What an input leads to."""
    match event:
        case Looked(scene, reading):
            if scene.motion is not Motion.STILL or reading is None:
                return _look_away(state, scene, now)
            return _judged(_look(state, scene, sight_of(reading), now), now)
        case GameIs(game):
            return _judged(_follow(state, game, now), now)
        case Tick():
            return _judged(state, now)
        case Accept(alert):
            return _accept(state, alert, now)
        case Decline():
            if not state.offered:
                return Step(state)
            commands = tuple(proposal.command for proposal in state.offered)
            return Step(replace(state, offered=(), declined=commands, declined_at=now), (TakeBackProposal(),))
        case SettingsAre(settings):
            return _judged(replace(state, settings=settings, judged=None), now)


def next_tick(state: RefereeState, now: float) -> float | None:
    """In how many seconds time itself may change something, if nobody looks meanwhile."""
    settings, since = state.settings, state.scene.since
    moments = [since + settings.confirm_moment, since + settings.alert_moment, since + settings.unsure_moment]
    moments += [at + settings.alert_moment for at in state.suspected.values()]
    moments += [debt.since + settings.patience for debt in state.owing.debts.values()]
    moments += [at + settings.patience for at in state.owing.lifts.values()]
    moments += [state.candidate_since + settings.lift_moment, state.declined_at + settings.alert_moment]
    later = [moment - now for moment in moments if moment > now]
    return min(later, default=None)


# Looking ---------------------------------------------------------------------------------------


def _look_away(state: RefereeState, scene: Scene, now: float) -> Step:
    """Hands, or no board: whatever was suspected is forgotten, what was told stays."""
    state = replace(
        state, scene=scene, sight=unseen(state.game.board), suspected={}, candidate=(), judged=None
    )
    if state.blind or now - scene.since < state.settings.unsure_moment:
        return Step(state)
    return Step(replace(state, blind=True), (Display(state.displayed, blind=True),))


def _look(state: RefereeState, scene: Scene, seen: Sight, now: float) -> RefereeState:
    same = state.scene.motion is Motion.STILL and state.scene.since == scene.since
    sight = state.sight.after(seen) if same else seen
    if not same:
        state = replace(state, sight=sight, seen_at=(scene.since,) * len(sight.things))
    elif sight != state.sight:
        known = zip(state.sight.things, sight.things, state.seen_at, strict=True)
        seen_at = tuple(at if old is new else now for old, new, at in known)
        state = replace(state, sight=sight, seen_at=seen_at)
    return _compared(replace(state, scene=scene), now)


def _compared(state: RefereeState, now: float) -> RefereeState:
    """What is seen as the game has it is settled and confirmed."""
    right, seen = table_of(state.game).things, state.sight.things
    fresh = [
        spot
        for spot in range(2 * state.sight.size)
        if seen[spot] is right[spot] and right[spot] is not None and spot not in state.confirmed
    ]
    return replace(
        state,
        confirmed=state.confirmed.union(fresh) if fresh else state.confirmed,
        owing=after_look(state.owing, state.sight, state.game, now, state.settings.patience),
    )


def _follow(state: RefereeState, game: State, now: float) -> RefereeState:
    """The game went on, or back."""
    before, after = table_of(state.game), table_of(game)
    if before.size != after.size or game.agreed != state.game.agreed:
        return begin(game, state.settings, now=now)
    changed = {spot for spot in range(len(after.things)) if before.things[spot] is not after.things[spot]}
    return _compared(
        replace(
            state,
            game=game,
            owing=after_game_change(state.owing, state.game, game, now) if changed else state.owing,
            confirmed=state.confirmed - changed,
            stop=_stop(state, game, changed),
            taken=None,
            judged=None,
        ),
        now,
    )


def _stop(state: RefereeState, game: State, changed: set[Spot]) -> Space | None:
    """Where the last walk ended if terrain lay there, as long as nothing else happened since."""
    size, colours = len(game.meeples), game.setup.colours
    arrived = [
        spot - 2 * size for spot in changed if spot >= 2 * size and game.meeples[spot - 2 * size] in colours
    ]
    if arrived:
        there = arrived[0]
        return None if state.game.terrains[there] is None else game.board.spaces[there]
    return None if changed else state.stop


# Judging ---------------------------------------------------------------------------------------


def _judged(state: RefereeState, now: float) -> Step:
    """Judge a table that has been still for a moment."""
    if state.scene.motion is not Motion.STILL:
        if state.blind or now - state.scene.since < state.settings.unsure_moment:
            return Step(state)
        return Step(replace(state, blind=True), (Display(state.displayed, blind=True),))
    if not _lasted(state.scene.since, state.settings.confirm_moment, now):
        return Step(state)
    effects: list[Effect] = []
    state = _end_accepted(state, now, effects)
    state, judgement = _judgement(state, now)
    state = _propose(state, judgement.proposals, now, effects)
    state = _tell(state, judgement, now, effects)
    state = _display(state, now, effects)
    return Step(state, tuple(effects))


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
    key: _Key = (state.sight, tuple(owing.debts), late, lifted, state.accepted, state.stop)
    if state.judged is not None and state.judged[0] == key:
        return state, state.judged[1]
    laws = state.judged[1].laws if state.judged is not None else None
    judgement = judge(case, laws, by_tiles=state.settings.open_windows)
    return replace(state, judged=(key, judgement)), judgement


def _tolerated(state: RefereeState, now: float) -> dict[Spot, frozenset[Seen]]:
    tolerated = state.owing.tolerated(now, state.settings.patience)
    for spot, lies in state.accepted.lies.items():
        tolerated[spot] = tolerated.get(spot, frozenset()) | {lies}
    return tolerated


def _propose(
    state: RefereeState, proposals: tuple[Proposal, ...], now: float, effects: list[Effect]
) -> RefereeState:
    commands = tuple(proposal.command for proposal in proposals)
    if commands != state.candidate:
        marks = proposals[0].marks if proposals else ()
        state = replace(state, candidate=commands, candidate_since=_seen_since(state, marks))
    if state.declined and state.declined != commands:
        state = replace(state, declined=())
    if state.offered and tuple(proposal.command for proposal in state.offered) != commands:
        effects.append(TakeBackProposal())
        state = replace(state, offered=())
    if not proposals or state.offered or state.declined or commands == (state.taken,):
        return state
    if not _lasted(state.candidate_since, _moment(state.settings, proposals), now):
        return state
    only = proposals[0]
    settings = state.settings
    if (
        settings.automatic
        and len(proposals) == 1
        and only.sure
        and (settings.open_windows or not only.asks_wheel)
    ):
        effects.append(Take(only.command))
        return replace(state, taken=only.command)
    effects.append(Propose(proposals))
    return replace(state, offered=proposals)


def _moment(settings: RefereeSettings, proposals: tuple[Proposal, ...]) -> float:
    """How long to wait: a meeple that is gone may be in somebody's hand, and what is not clear may become so."""
    if any(isinstance(proposal.command, Retrieve) or _is_unclear(proposal) for proposal in proposals):
        return settings.lift_moment
    return settings.confirm_moment if len(proposals) == 1 else settings.alert_moment


def _is_unclear(proposal: Proposal) -> bool:
    return isinstance(proposal.command, Move | Enter) and not proposal.sure


def _tell(state: RefereeState, judgement: Judgement, now: float, effects: list[Effect]) -> RefereeState:
    """Show what has been wrong for long enough, withdraw what no longer is."""
    faults = [
        fault for fault in (*judgement.faults, *_declined_walk(state)) if not _is_accepted(state, fault)
    ]
    suspected = {
        fault.key: state.suspected.get(fault.key, _seen_since(state, fault.marks)) for fault in faults
    }
    keys = {alert.key for alert in state.shown}
    shown = []
    for alert in state.shown:
        if alert.key in suspected or _may_still_be(state, alert, now):
            shown.append(alert)
        else:
            effects.append(Withdraw(alert))
    for fault in faults:
        if fault.key not in keys and _lasted(suspected[fault.key], _delay(state, fault), now):
            shown.append(fault)
            effects.append(Show(fault))
    return replace(state, suspected=suspected, shown=tuple(shown))


def _seen_since(state: RefereeState, marks: tuple[Mark, ...]) -> float:
    """Since when all of this is seen on the still table."""
    return max((state.seen_at[mark.spot] for mark in marks), default=state.scene.since)


def _lasted(since: float, moment: float, now: float) -> bool:
    # A clock of floating seconds is not exact to the last digit.
    return now - since >= moment - 1e-6


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
    size, found = state.sight.size, []
    for command in state.declined[:1]:
        if isinstance(command, Move | Enter) and state.game.phase is not Phase.OVER:
            start = command.start if isinstance(command, Move) else None
            case = _bare_case(state)
            spots = [2 * size + space.index for space in (command.to, start) if space is not None]
            marks = case.marks(spots)
            found.append(walking_words.unexplained(state.game.colour, start, command.to, marks))
    return found


def _bare_case(state: RefereeState) -> Case:
    return Case(
        state.game, state.game, state.sight, {}, state.confirmed, state.owing, 0.0, state.settings.patience
    )


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


# Accepting -------------------------------------------------------------------------------------


def _accept(state: RefereeState, alert: Alert, now: float) -> Step:
    """We did it on purpose: written down, and not told again as long as it lies so."""
    event: LawAccepted | DifferenceAccepted
    if alert.kind is Kind.LAW_BROKEN and alert.laws:
        event = LawAccepted(alert.laws[0].law, alert.spaces)
    else:
        event = DifferenceAccepted(alert.kind, alert.marks)
    gone = [shown for shown in state.shown if shown.key == alert.key]
    left = tuple(shown for shown in state.shown if shown.key != alert.key)
    state = replace(state, accepted=state.accepted.after(event), shown=left, judged=None)
    after, effects = _judged(state, now)
    return Step(after, (*(Withdraw(shown) for shown in gone), Keep(event), *effects))


def _is_accepted(state: RefereeState, fault: Alert) -> bool:
    if fault.kind is Kind.LAW_BROKEN:
        return bool(fault.laws) and LawAccepted(fault.laws[0].law, fault.spaces) in state.accepted.laws
    lies = state.accepted.lies
    return bool(fault.marks) and all(
        mark.spot in lies and lies[mark.spot] is mark.lies for mark in fault.marks
    )


def _end_accepted(state: RefereeState, now: float, effects: list[Effect]) -> RefereeState:
    """What was accepted and lies otherwise now, or as the game has it, is no longer accepted."""
    if not _lasted(state.scene.since, state.settings.alert_moment, now):
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
