"""Every fault that a table can make, as hands make it: where it is possible, what should be said of it.

A fault takes a rig whose table is right, does something wrong, and returns what is expected; or None where this
situation has no room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random

from companion.table.referee import Kind, begin
from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game import (
    Arrow,
    Discover,
    Divine,
    Enter,
    Mode,
    Move,
    Phase,
    Record,
    Refused,
    Retrieve,
    Rule,
    legal,
    play,
    reach,
    why_not,
)
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tests.table.referee.readings import Noise, Tabletop
from tests.table.referee.rig import Rig

WALKS = (Move, Enter, Retrieve)
TRIES = 60


@dataclass
class Wrong:
    """What was done, and the spaces one of which the alert should name first."""

    kind: Kind
    spaces: set[Space]
    right: Tabletop


class Situation:
    """A rig at some moment of a game that was simulated, with what comes next."""

    def __init__(self, scenario, setup, record: Record, seed: int, rig: Rig | None = None) -> None:
        self.rng = Random(f"fault {seed}")
        self.rig = rig or Rig(scenario, setup, seed)
        self.rig.noise = Noise(unsure=0.02)
        self.record = record
        self.at = 0

    def go_to(self, at: int) -> None:
        """Let the table be right after so many commands."""
        rig, self.at = self.rig, at
        rig.record = Record.restore(self.record.back, self.record.entries[:at])
        rig.top = Tabletop.of(rig.game)
        rig.now += 10
        rig.look_anew()
        rig.referee = begin(rig.game, rig.referee.settings, now=rig.now)
        rig.effects.clear()
        rig.hands(0.4)
        rig.still(2.5)

    def find(self, suits: Callable[[object, object], bool]) -> object | None:
        """A random moment at which the game and its next command suit; that command."""
        order = list(range(1, len(self.record.entries)))
        self.rng.shuffle(order)
        for at in order[:TRIES]:
            state = Record.restore(self.record.back, self.record.entries[:at]).state
            command = self.record.entries[at].command
            if state.phase is not Phase.OVER and suits(state, command):
                self.go_to(at)
                return command
        return None

    def next(self) -> object:
        """Give the game its next command, as it was."""
        command = self.record.entries[self.at].command
        self.rig.do(command)
        self.at += 1
        return command

    @property
    def space(self):
        return self.rig.game.board.spaces

    def pick(self, indexes: Iterable[int]) -> int | None:
        found = list(indexes)
        return self.rng.choice(found) if found else None


def free(state) -> list[int]:
    """Spaces where nobody stands, and nobody is waited for."""
    return [
        i
        for i, standing in enumerate(state.meeples)
        if standing is None and (state.waiting is None or state.waiting.index != i)
    ]


def bare_board(state) -> list[int]:
    return [i for i in free(state) if state.terrains[i] is None]


def tiles(state) -> list[int]:
    return [i for i in free(state) if state.terrains[i] is not None]


def crops(state) -> list[int]:
    return [i for i in free(state) if state.crops[i] is not None]


def another(rng: Random, kind, value):
    return rng.choice([each for each in kind if each is not value])


def done(there: Situation, kind: Kind, spaces, right: Tabletop | None = None) -> Wrong:
    return Wrong(kind, set(spaces), right or Tabletop.of(there.rig.game))


# Placements ------------------------------------------------------------------------------------


def wrong_terrain(there: Situation) -> Wrong | None:
    command = there.find(lambda state, command: isinstance(command, Discover))
    if command is None:
        return None
    there.next()
    rig, index = there.rig, command.space.index
    if rig.game.terrains[index] is None or rig.game.phase is Phase.OVER:
        return None
    rig.hands()
    rig.top = Tabletop.of(rig.game)
    rig.top.terrains[index] = another(there.rng, Terrain, rig.game.terrains[index])
    return done(there, Kind.WRONG_TERRAIN, [command.space])


def wrong_crop(there: Situation) -> Wrong | None:
    command = there.find(lambda state, command: isinstance(command, Divine))
    if command is None:
        return None
    there.next()
    rig, index = there.rig, command.space.index
    if rig.game.phase is Phase.OVER:
        return None
    rig.hands()
    rig.top = Tabletop.of(rig.game)
    rig.top.crops[index] = another(there.rng, [Crop.CORN, Crop.QUINOA], rig.game.crops[index])
    return done(there, Kind.WRONG_CROP, [command.space])


def stray_tile(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: bare_board(state)) is None:
        return None
    index = there.pick(bare_board(there.rig.game))
    there.rig.hands()
    there.rig.top.terrains[index] = there.rng.choice(list(Terrain))
    return done(there, Kind.STRAY_TILE, [there.space[index]])


def _undivined(state) -> list[int]:
    return [i for i in tiles(state) if state.crops[i] is None]


def stray_crop(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: _undivined(state)) is None:
        return None
    index = there.pick(_undivined(there.rig.game))
    there.rig.hands()
    there.rig.top.crops[index] = there.rng.choice(list(Crop))
    return done(there, Kind.STRAY_CROP, [there.space[index]])


def crop_without_terrain(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: bare_board(state)) is None:
        return None
    index = there.pick(bare_board(there.rig.game))
    there.rig.hands()
    there.rig.top.crops[index] = there.rng.choice(list(Crop))
    return done(there, Kind.CROP_WITHOUT_TERRAIN, [there.space[index]])


def tile_moved(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: bare_board(state) and tiles(state)) is None:
        return None
    rig = there.rig
    start, end = there.pick(tiles(rig.game)), there.pick(bare_board(rig.game))
    rig.hands()
    top = rig.top
    top.terrains[start], top.terrains[end] = None, top.terrains[start]
    top.crops[start], top.crops[end] = None, top.crops[start]
    return done(there, Kind.TILE_MOVED, [there.space[end]])


def tile_removed(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: tiles(state)) is None:
        return None
    index = there.pick(tiles(there.rig.game))
    there.rig.hands()
    there.rig.top.terrains[index] = there.rig.top.crops[index] = None
    return done(there, Kind.TILE_REMOVED, [there.space[index]])


def tile_swapped(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: tiles(state)) is None:
        return None
    rig = there.rig
    first = there.pick(tiles(rig.game))
    others = [i for i in tiles(rig.game) if rig.game.terrains[i] is not rig.game.terrains[first]]
    rig.hands()
    second = there.pick(others)
    if second is None or there.rng.random() < 0.4:
        rig.top.terrains[first] = another(there.rng, Terrain, rig.game.terrains[first])
        return done(there, Kind.TILE_SWAPPED, [there.space[first]])
    for layer in (rig.top.terrains, rig.top.crops):
        layer[first], layer[second] = layer[second], layer[first]
    return done(there, Kind.TILE_SWAPPED, [there.space[first], there.space[second]])


def crop_moved(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: crops(state) and _undivined(state)) is None:
        return None
    rig = there.rig
    start, end = there.pick(crops(rig.game)), there.pick(_undivined(rig.game))
    rig.hands()
    rig.top.crops[start], rig.top.crops[end] = None, rig.top.crops[start]
    return done(there, Kind.CROP_MOVED, [there.space[end]])


def crop_removed(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: crops(state)) is None:
        return None
    index = there.pick(crops(there.rig.game))
    there.rig.hands()
    there.rig.top.crops[index] = None
    return done(there, Kind.CROP_REMOVED, [there.space[index]])


def crop_swapped(there: Situation) -> Wrong | None:
    if there.find(lambda state, command: crops(state)) is None:
        return None
    rig = there.rig
    first = there.pick(crops(rig.game))
    second = there.pick(i for i in crops(rig.game) if rig.game.crops[i] != rig.game.crops[first])
    rig.hands()
    if second is None or there.rng.random() < 0.4:
        rig.top.crops[first] = another(there.rng, Crop, rig.game.crops[first])
        return done(there, Kind.CROP_SWAPPED, [there.space[first]])
    layer = rig.top.crops
    layer[first], layer[second] = layer[second], layer[first]
    return done(there, Kind.CROP_SWAPPED, [there.space[first], there.space[second]])


def crop_not_laid(there: Situation) -> Wrong | None:
    """Nobody sees it before the meeple goes away."""
    command = there.find(lambda state, command: isinstance(command, Divine))
    if command is None:
        return None
    rig, index = there.rig, command.space.index
    while there.at < len(there.record.entries):
        there.next()
        if rig.game.phase is Phase.OVER:
            return None
        rig.hands(0.4)
        rig.top = Tabletop.of(rig.game)
        rig.top.crops[index] = None
        if rig.game.meeples[index] is None:
            return done(there, Kind.CROP_NOT_LAID, [command.space])
        rig.still(1.2)
        rig.now += 20
        if rig.shown():
            return None
    return None


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
    _walk(rig, coming)
    _walk_on(right, coming, rig.game.colour)
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
    _walk_on(rig.top, way, following.colour)
    return Wrong(Kind.DISCOVERY_NOT_MADE, {there.space[index]}, right)


def _walk(rig: Rig, command) -> None:
    _walk_on(rig.top, command, rig.game.colour)


def _walk_on(top: Tabletop, command, colour: Colour) -> None:
    match command:
        case Move(start, to):
            top.meeples[start.index] = None
            top.meeples[to.index] = colour
        case Enter(to):
            top.meeples[to.index] = colour
        case Retrieve(space):
            top.meeples[space.index] = None


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
    _walk(rig, command)
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


# Quechua ---------------------------------------------------------------------------------------


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
    _walk(rig, Move(start, end))
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
    _walk(rig, Move(start, there.space[end]))
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
    _walk_on(rig.top, Move(start, there.space[end]), colour)
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
    _walk_on(rig.top, Move(start, there.space[end]), colour)
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
        _walk(rig, Move(start, end))
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


# Otoma -----------------------------------------------------------------------------------------


def _otoma_walk(there: Situation) -> tuple[int, int] | None:
    """The next command makes an Otoma walk: from where to where; everything else is done."""

    def suits(state, command) -> bool:
        return bool(state.setup.traits.otoma) and not isinstance(command, Discover)

    for _ in range(10):
        if there.find(suits) is None:
            return None
        rig = there.rig
        before = rig.game
        there.next()
        after = rig.game
        if after.phase is Phase.OVER:
            continue
        lost = [
            i
            for i in range(len(before.meeples))
            if before.is_otoma(there.space[i]) and after.meeples[i] is None
        ]
        gained = [
            i
            for i in range(len(before.meeples))
            if after.is_otoma(there.space[i]) and before.meeples[i] is None
        ]
        if len(lost) == 1 and len(gained) == 1:
            rig.hands()
            rig.top = Tabletop.of(after)
            return lost[0], gained[0]
    return None


def otoma_wrong_space(there: Situation) -> Wrong | None:
    walk = _otoma_walk(there)
    if walk is None:
        return None
    rig, (_, end) = there.rig, walk
    wrong = there.pick(i for i in free(rig.game) if i not in walk)
    rig.top.meeples[end], rig.top.meeples[wrong] = None, rig.top.meeples[end]
    return done(there, Kind.OTOMA_WRONG_SPACE, [there.space[wrong]])


def wrong_otoma(there: Situation) -> Wrong | None:
    walk = _otoma_walk(there)
    if walk is None:
        return None
    rig, (start, end) = there.rig, walk
    top = rig.top
    # One under which something is just being laid may be set aside.
    lifted = {spot % len(top.meeples) for spot in rig.referee.owing.lifts}
    other = there.pick(
        i for i in range(len(top.meeples)) if rig.game.is_otoma(there.space[i]) and i not in {end, *lifted}
    )
    colour = top.meeples[end]
    top.meeples[end], top.meeples[start] = None, colour
    target = end if there.rng.random() < 0.6 else there.pick(i for i in free(rig.game) if i not in walk)
    top.meeples[other], top.meeples[target] = None, top.meeples[other]
    return done(there, Kind.WRONG_OTOMA, [there.space[other], there.space[target]])


PLACEMENTS = (
    wrong_terrain,
    wrong_crop,
    stray_tile,
    stray_crop,
    crop_without_terrain,
    tile_moved,
    tile_removed,
    tile_swapped,
    crop_moved,
    crop_removed,
    crop_swapped,
    crop_not_laid,
    law_broken,
    discovery_not_made,
    discovery_without_stop,
)
WALKING = (no_path, may_not_stop, foreign_meeple, out_of_turn, two_moved, too_many, two_on_one)
OTOMA = (otoma_wrong_space, wrong_otoma)
FAULTS = (*PLACEMENTS, *WALKING, *OTOMA)
FITTING = {
    Mode.COMPETITIVE: (*PLACEMENTS, *(fault for fault in WALKING if fault is not may_not_stop)),
    Mode.SOLO: (
        *PLACEMENTS,
        *(fault for fault in WALKING if fault not in (may_not_stop, foreign_meeple, out_of_turn)),
        *OTOMA,
    ),
    Mode.COOPERATIVE: FAULTS,
}
