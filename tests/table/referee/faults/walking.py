"""Meeples that go where they may not, or when, or two at once; and more of them than there are."""

from __future__ import annotations

from dataclasses import replace

from companion.table.referee import Kind
from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game import Arrow, Mode, Move, Phase, Refused, Rule, legal, reach, why_not
from companion.tiwanaku.pieces import Colour
from tests.table.referee.faults.situation import Situation, Wrong, crops, done, free, walk, walk_on


def acting(state) -> bool:
    return state.phase is Phase.ACT and not (state.setup.traits.tiles_are_spent and state.spent_arrow is None)


def no_path(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: acting(state) and state.own()) is None:
        return None
    rig = there.rig
    start = there.rng.choice(rig.game.own())
    ends = [
        there.space[i]
        for i in free(rig.game)
        if _refused(rig.game, start, there.space[i]) is Rule.OUT_OF_REACH
    ]
    if not ends:
        return None
    end = there.rng.choice(ends)
    rig.hands()
    walk(rig, Move(start, end))
    return done(there, Kind.NO_PATH, [end])


def _refused(state, start: Space, to: Space):
    reason = why_not(state, Move(start, to))
    return reason.code if isinstance(reason, Refused) else None


def may_not_stop(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: acting(state) and state.own() and crops(state)) is None:
        return None
    rig = there.rig
    if rig.game.setup.mode is not Mode.COOPERATIVE:
        return None
    start = there.rng.choice(rig.game.own())
    found = reach(rig.game, start)
    end = there.pick(crops(rig.game))
    passed = there.pick(i for i in crops(rig.game) if found.entered(there.space[i]))
    end = passed if passed is not None else end
    rig.hands()
    walk(rig, Move(start, there.space[end]))
    return done(there, Kind.MAY_NOT_STOP, [there.space[end]])


def _others(state) -> list[Space]:
    colours = set(state.setup.colours) - {state.colour}
    return [state.board.spaces[i] for i, colour in enumerate(state.meeples) if colour in colours]


def _legal_for(state, start: Space, to: Space) -> bool:
    seat = state.setup.colours.index(state.meeples[start.index])
    theirs = replace(state, seat=seat, phase=Phase.ACT, spent_arrow=None)
    arrows = [None]
    if state.setup.traits.tiles_are_spent:
        arrows = [Arrow(way) for way in Direction]
    return any(legal(replace(theirs, spent_arrow=arrow), Move(start, to)) for arrow in arrows)


def foreign_meeple(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: acting(state) and _others(state)) is None:
        return None
    rig = there.rig
    start = there.rng.choice(_others(rig.game))
    colour = rig.game.meeples[start.index]
    ends = [i for i in free(rig.game) if not _legal_for(rig.game, start, there.space[i])]
    end = there.pick(ends)
    rig.hands()
    if end is None or there.rng.random() < 0.3:
        rig.top.meeples[start.index] = None
        return done(there, Kind.FOREIGN_MEEPLE, [start])
    walk_on(rig.top, Move(start, there.space[end]), colour)
    return done(there, Kind.FOREIGN_MEEPLE, [there.space[end]])


def out_of_turn(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: acting(state) and _others(state)) is None:
        return None
    rig = there.rig
    start = there.rng.choice(_others(rig.game))
    colour = rig.game.meeples[start.index]
    end = there.pick(i for i in free(rig.game) if _legal_for(rig.game, start, there.space[i]))
    if end is None:
        return None
    rig.hands()
    walk_on(rig.top, Move(start, there.space[end]), colour)
    return done(there, Kind.OUT_OF_TURN, [there.space[end]])


def two_moved(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: acting(state) and len(state.own()) > 1) is None:
        return None
    rig = there.rig
    starts = there.rng.sample(rig.game.own(), 2)
    ends: list[Space] = []
    for start in starts:
        free_ones = [to for to in reach(rig.game, start).destinations if to not in (*starts, *ends)]
        if not free_ones:
            return None
        ends.append(there.rng.choice(free_ones))
    rig.hands()
    for start, end in zip(starts, ends, strict=True):
        walk(rig, Move(start, end))
    return done(there, Kind.TWO_MOVED, ends)


def too_many(there: Situation) -> Wrong | None:
    def suits(state, command) -> bool:
        return any(state.supply(colour) == 0 for colour in state.setup.colours) or acting(state)

    if there.find(suits) is None:
        return None
    rig = there.rig
    full = [colour for colour in rig.game.setup.colours if rig.game.supply(colour) == 0]
    unused = [
        colour
        for colour in Colour
        if colour not in rig.game.setup.colours
        and (
            rig.game.setup.mode is not Mode.COOPERATIVE or colour is not rig.game.setup.shared_otoma_colour()
        )
    ]
    colour = there.rng.choice(full or unused)
    end = there.pick(free(rig.game))
    rig.hands()
    rig.top.meeples[end] = colour
    return done(there, Kind.TOO_MANY_MEEPLES, [there.space[end]])


def two_on_one(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: acting(state) and state.own()) is None:
        return None
    rig = there.rig
    start = there.rng.choice(rig.game.own())
    colour = rig.game.colour
    others = [i for i, standing in enumerate(rig.game.meeples) if standing and i != start.index]
    end = there.pick(others)
    if end is None:
        return None
    rig.hands()
    rig.top.meeples[start.index] = None
    rig.stand_beside(end, colour, hides=rig.game.meeples[end] is not colour and there.rng.random() < 0.5)
    return done(there, Kind.TWO_ON_ONE, [there.space[end]])
