"""Tiles and crops that are wrong, strays, moved, removed, swapped or not laid."""

from __future__ import annotations

from companion.table.referee import Kind
from companion.tiwanaku.game import Discover, Divine, Phase
from companion.tiwanaku.pieces import Crop, Terrain
from tests.table.referee.faults.situation import Situation, Wrong, another, bare_board, crops, done, tiles
from tests.table.referee.readings import Tabletop


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
