"""The fold: a state and an event give the next state. Nothing is judged here, so nothing can fail."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar, assert_never

from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game import events as happened
from companion.tiwanaku.game.events import Event, Phase
from companion.tiwanaku.game.setup import TERRAIN_NUMBER, Counts, Mode, even_deal
from companion.tiwanaku.game.state import Arrow, Side, State
from companion.tiwanaku.pieces import Terrain

_Thing = TypeVar("_Thing")
_LAST_ROUNDS = (Phase.LAST_DIVINE, Phase.LAST_OFFER)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after all of these events."""
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: Event) -> State:
    """The state after this event."""
    match event:
        case happened.Scored():
            side = state.sides[event.side]
            return _with_side(state, event.side, replace(side, score=side.score + event.points))
        case happened.PhaseBegan():
            if event.phase in _LAST_ROUNDS:
                return replace(state, phase=event.phase, passed=frozenset())
            return replace(state, phase=event.phase)
        case happened.TurnBegan():
            return _turn_began(state, event)
        case happened.MeepleMoved():
            return _meeple_moved(state, event)
        case happened.TerrainRevealed():
            return replace(state, revealed=event.terrain)
        case happened.TileLaid():
            return _tile_laid(state, event)
        case happened.PawnAdvanced():
            side = state.sides[event.side]
            levels = _set(side.diversity, TERRAIN_NUMBER[event.terrain], event.level)
            return _with_side(state, event.side, replace(side, diversity=_counts(levels)))
        case happened.CropRevealed():
            return replace(state, crops=_set(state.crops, event.space.index, event.crop))
        case happened.TokenTaken():
            side = state.sides[event.side]
            return _with_side(state, event.side, replace(side, tokens=side.tokens | {event.crop}))
        case happened.TokensOffered():
            side = state.sides[event.side]
            return _with_side(state, event.side, replace(side, tokens=side.tokens - event.tokens))
        case happened.MeepleRetrieved():
            return replace(state, meeples=_set(state.meeples, event.space.index, None))
        case happened.TileSpent():
            return replace(
                state,
                spent=_add(state.spent, event.terrain, 1),
                stacks=_set(state.stacks, event.seat, _add(state.stacks[event.seat], event.terrain, -1)),
            )
        case happened.ArrowRead():
            arrow = Arrow(event.direction, event.colour)
            if event.space is None:
                return replace(state, spent_arrow=arrow)
            return replace(state, arrows=_set(state.arrows, event.space.index, arrow))
        case happened.OtomaStirred():
            return replace(state, movers=event.movers)
        case happened.OtomaMoved():
            return _otoma_moved(state, event)
        case happened.OtomaStayed():
            return replace(state, movers=_without_mover(state, event.space.index))
        case happened.Passed():
            return replace(state, passed=state.passed | {event.seat})
        case happened.GameEnded():
            return replace(state, phase=Phase.OVER, winners=event.winners)
        case happened.OtomaPlaced():
            return replace(state, meeples=_set(state.meeples, event.space.index, event.colour))
        case happened.GameSetUp():
            return _set_up(state, event)
        case happened.SpaceSeen():
            return replace(state, seen=state.seen | {event.space})
        case _:
            assert_never(event)


def _set_up(state: State, event: happened.GameSetUp) -> State:
    setup, back = event.setup, state.back
    terrains, crops = list(state.terrains), list(state.crops)
    for space, (terrain, crop) in back.start.items():
        terrains[space.index], crops[space.index] = terrain, crop
    stacks: tuple[Counts, ...] = ()
    if setup.traits.tiles_are_spent:
        stacks = setup.deal or even_deal(back, setup.seats, setup.first)
    return replace(
        state,
        agreed=setup,
        terrains=tuple(terrains),
        crops=tuple(crops),
        sides=(Side(),) * len(setup.names),
        stacks=stacks,
    )


def _turn_began(state: State, event: happened.TurnBegan) -> State:
    return replace(
        state,
        seat=event.seat,
        phase=event.phase,
        turns=state.turns + 1,
        spent_arrow=None,
        explorer=None,
        passed=state.passed if event.phase in _LAST_ROUNDS else frozenset(),
    )


def _meeple_moved(state: State, event: happened.MeepleMoved) -> State:
    meeples = list(state.meeples)
    if event.start is not None:
        meeples[event.start.index] = None
    to = event.path[-1]
    meeples[to.index] = event.colour
    waiting = to if state.terrains[to.index] is None else None
    return replace(state, meeples=tuple(meeples), explorer=to, waiting=waiting)


def _otoma_moved(state: State, event: happened.OtomaMoved) -> State:
    meeples = list(state.meeples)
    meeples[event.start.index] = None
    meeples[event.path[-1].index] = event.colour
    return replace(
        state,
        meeples=tuple(meeples),
        waiting=event.path[-1],
        movers=_without_mover(state, event.start.index),
    )


def _without_mover(state: State, index: int) -> tuple[tuple[Space, Direction], ...]:
    if state.setup.mode is Mode.SOLO:
        return ()
    return tuple(mover for mover in state.movers if mover[0].index != index)


def _tile_laid(state: State, event: happened.TileLaid) -> State:
    spent, stacks = state.spent, state.stacks
    if event.giver is not None:
        stacks = _set(stacks, event.giver, _add(stacks[event.giver], event.terrain, -1))
    elif stacks:
        spent = _add(spent, event.terrain, -1)
    return replace(
        state,
        terrains=_set(state.terrains, event.space.index, event.terrain),
        spent=spent,
        stacks=stacks,
        waiting=None,
        revealed=None,
    )


def _with_side(state: State, number: int, side: Side) -> State:
    return replace(state, sides=_set(state.sides, number, side))


def _set(things: tuple[_Thing, ...], index: int, thing: _Thing) -> tuple[_Thing, ...]:
    return (*things[:index], thing, *things[index + 1 :])


def _add(counts: Counts, terrain: Terrain, more: int) -> Counts:
    number = TERRAIN_NUMBER[terrain]
    return _counts(_set(counts, number, counts[number] + more))


def _counts(numbers: tuple[int, ...]) -> Counts:
    dirt, sand, grass, rock = numbers
    return dirt, sand, grass, rock
