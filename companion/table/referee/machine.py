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

from dataclasses import replace

from companion.table.referee.accepting import accept
from companion.table.referee.believing import sight_of
from companion.table.referee.looking import Looks
from companion.table.referee.news import (
    Accept,
    Decline,
    Display,
    GameIs,
    Input,
    Looked,
    Motion,
    Scene,
    SettingsAre,
    TakeBackProposal,
    Tick,
)
from companion.table.referee.owing import after_game_change, after_look
from companion.table.referee.sight import Sight, Spot, table_of, unseen
from companion.table.referee.state import RefereeState, Step, begin
from companion.table.referee.telling import judged
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import State

__all__ = ["RefereeState", "Step", "begin", "next_tick", "step"]


def step(state: RefereeState, event: Input, now: float) -> Step:
    """What an input leads to."""
    match event:
        case Looked(scene, reading):
            if scene.motion is not Motion.STILL or reading is None:
                return _look_away(state, scene, now)
            if len(reading.spaces) != state.sight.size:
                # Another board than the game's lies there.
                return _look_away(state, Scene(Motion.NO_BOARD, scene.since), now)
            seen = sight_of(reading, table_of(state.game), state.owing.laying(state.game))
            return judged(_look(state, scene, seen, now), now)
        case GameIs(game):
            return judged(_follow(state, game, now), now)
        case Tick():
            return judged(state, now)
        case Accept(alert):
            state, kept = accept(state, alert)
            after, effects = judged(state, now)
            return Step(after, (*kept, *effects))
        case Decline():
            if not state.offered:
                return Step(state)
            commands = tuple(proposal.command for proposal in state.offered)
            return Step(replace(state, offered=(), declined=commands), (TakeBackProposal(),))
        case SettingsAre(settings):
            return judged(replace(state, settings=settings, judged=None), now)


def next_tick(state: RefereeState, now: float) -> float | None:
    """In how many seconds time itself may change something, if nobody looks meanwhile."""
    settings, since = state.settings, state.scene.since
    moments = [since + settings.confirm_moment, since + settings.alert_moment, since + settings.unsure_moment]
    moments += [
        known.since + moment
        for known in state.suspected.values()
        for moment in (settings.alert_moment, settings.patience)
    ]
    moments += [debt.since + settings.patience for debt in state.owing.debts.values()]
    moments += [at + settings.patience for at in state.owing.lifts.values()]
    moments += [
        state.candidate_since + moment
        for moment in (settings.confirm_moment, settings.alert_moment, settings.lift_moment)
    ]
    later = [moment - now for moment in moments if moment > now]
    return min(later, default=None)


# Looking ---------------------------------------------------------------------------------------


def _look_away(state: RefereeState, scene: Scene, now: float) -> Step:
    """Hands, or no board: whatever was suspected is forgotten, what was told stays."""
    nothing = Looks.first(unseen(state.game.board), scene.since)
    state = replace(
        state, scene=scene, looks=nothing, suspected={}, candidate=(), judged=None, judged_at=None
    )
    if state.blind or now - scene.since < state.settings.unsure_moment:
        return Step(state)
    return Step(replace(state, blind=True), (Display(state.displayed, blind=True),))


def _look(state: RefereeState, scene: Scene, seen: Sight, now: float) -> RefereeState:
    if state.scene.motion is Motion.STILL and state.scene.since == scene.since:
        return _compared(replace(state, looks=state.looks.after(seen, now)), now)
    return _compared(replace(state, scene=scene, looks=Looks.first(seen, scene.since), judged_at=None), now)


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
    if game.back != state.game.back or game.agreed != state.game.agreed:
        return begin(game, state.settings, now=now)
    changed = {spot for spot in range(len(after.things)) if before.things[spot] is not after.things[spot]}
    return _compared(
        replace(
            state,
            game=game,
            game_since=now if changed else state.game_since,
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
