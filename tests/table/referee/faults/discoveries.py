"""Tiles of a discovery that are not laid, laid without one, or laid where no board could have them."""

from __future__ import annotations

from dataclasses import replace

from companion.table.referee import Kind
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Discover, Enter, Mode, Move, Phase, Retrieve, play, reach
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import Terrain
from tests.table.referee.faults.situation import WALKS, Situation, Wrong, bare_board, done, walk, walk_on
from tests.table.referee.readings import Tabletop


def law_broken(there: Situation) -> Wrong | None:
    """A tile lies there before the wheel is asked, and no board could be so."""

    def impossible(state, terrain: Terrain) -> bool:
        return bool(violations(state.position().with_space(state.waiting, terrain, None)))

    def suits(state, command) -> bool:
        return isinstance(command, Discover) and any(impossible(state, terrain) for terrain in Terrain)

    command = there.find(suits)
    if command is None:
        return None
    rig = there.rig
    terrain = there.rng.choice([terrain for terrain in Terrain if impossible(rig.game, terrain)])
    rig.hands()
    rig.top.terrains[command.space.index] = terrain
    broken = violations(rig.game.position().with_space(command.space, terrain, None))
    return done(there, Kind.LAW_BROKEN, [violation.spaces[0] for violation in broken])


def discovery_not_made(there: Situation) -> Wrong | None:
    command = there.find(
        lambda state, command: isinstance(command, Discover) and not state.is_otoma(command.space)
    )
    if command is None:
        return None
    rig, index = there.rig, command.space.index
    asked = there.rng.random() < 0.5
    if asked:
        there.next()
        if rig.game.terrains[index] is None:
            return None
    # Everything else is done as it should be, until somebody walks on.
    while there.at < len(there.record.entries):
        coming = there.record.entries[there.at].command
        if isinstance(coming, WALKS):
            break
        if not asked:
            return _next_walk_before_asking(there, index)
        there.next()
        rig.hands(0.3)
        rig.top = Tabletop.of(rig.game)
        rig.top.terrains[index] = None
        rig.top.crops[index] = None
    else:
        return None
    if rig.game.meeples[index] is None or rig.game.phase is Phase.OVER:
        return None
    if _looks_like_laying(rig.game, coming, command.space):
        return None
    right = Tabletop.of(rig.game)
    rig.hands()
    walk(rig, coming)
    walk_on(right, coming, rig.game.colour)
    return Wrong(Kind.DISCOVERY_NOT_MADE, {command.space}, right)


def _looks_like_laying(state, command, space: Space) -> bool:
    """Who lifts the meeple, or sets it aside, to lay the tile does just the same: it is told when the patience is over."""
    match command:
        case Move(start, to):
            return start == space and to in state.board.around(space)
        case Retrieve(start):
            return start == space
        case _:
            return False


def _next_walk_before_asking(there: Situation, index: int) -> Wrong | None:
    """The wheel was not asked, and the next player walks."""
    rig = there.rig
    state = rig.game
    if state.setup.mode is not Mode.COMPETITIVE or state.side.tokens:
        return None
    following = replace(state, seat=(state.seat + 1) % state.setup.seats, phase=Phase.ACT, waiting=None)
    ways = [Move(start, to) for start in following.own() for to in reach(following, start).destinations]
    ways = [way for way in ways if state.terrains[way.to.index] is not None]
    if not ways:
        return None
    way = there.rng.choice(ways)
    rig.hands()
    right = rig.top.copy()
    walk_on(rig.top, way, following.colour)
    return Wrong(Kind.DISCOVERY_NOT_MADE, {there.space[index]}, right)


def discovery_without_stop(there: Situation) -> Wrong | None:
    def around(state, command) -> list[int]:
        near = {space.index for space in state.board.around(command.to)}
        return [i for i in bare_board(state) if i in near]

    def suits(state, command) -> bool:
        if not isinstance(command, Move | Enter):
            return False
        return state.terrains[command.to.index] is not None and bool(around(state, command))

    command = there.find(suits)
    if command is None:
        return None
    rig = there.rig
    # Where an Otoma will go because of this walk, a tile will indeed be due.
    due = play(rig.game, command, rig.wheel)[0].waiting
    index = there.pick(i for i in around(rig.game, command) if due is None or i != due.index)
    if index is None:
        return None
    rig.hands()
    walk(rig, command)
    right = rig.top.copy()
    if there.rng.random() < 0.5:
        rig.still(1.5)
        there.next()
        if rig.game.meeples[index] is not None or rig.game.waiting is not None:
            return None
        if rig.game.phase is Phase.OVER:
            return None
        rig.hands()
    rig.top.terrains[index] = there.rng.choice(list(Terrain))
    return Wrong(Kind.DISCOVERY_WITHOUT_STOP, {there.space[index]}, right)
