"""From a picture and where the board lies in it to what lies on every space.

Every way a space may look (nothing; a terrain; a terrain with a disc; a meeple on any of them; something never learnt) is
weighed by how likely each cell of the space is to look as it does. The weights of all ways become probabilities.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.pose import BoardPose, Picture
from vision.reader.colours import BLIND, UNIFORM, Indices, bins_at_least, bins_of, scaled
from vision.reader.knowledge import PieceKnowledge
from vision.reader.shapes import AREA, disc_masks, meeple_cover, shifts, tile_zones
from vision.reader.sheet import Floats, by_space, unroll
from vision.reading import SURE, Opinion, Reading, SpaceReading, Thing

_LOG_UNIFORM = np.float32(np.log(UNIFORM))
_TAU = 12.0  # neighbouring cells say the same: so many of them count as one
_CANDIDATES = 6
_DISC_PRIOR = -0.5
_UNKNOWN_TILE_PRIOR = -4.0
_UNKNOWN_DISC_PRIOR = -6.0
_MEEPLE_PRIOR = -2.0
_UNKNOWN_MEEPLE_PRIOR = -5.0
_SHIFT_DEVIATION = 0.045
_SUSPICIOUS = -1.0
_HIDDEN = 0.5  # of a disc: with more of it covered it is unseen
_UNKNOWN = -1  # in place of a terrain, crop or meeple


@dataclass(frozen=True)
class _Flats:
    """All that may lie flat on a space: one entry a way; the number of a terrain, crop or meeple plus 1, 0 being none."""

    terrains: list[int]
    crops: list[int]
    radii: list[float | None]
    scores: Floats  # space, way
    shifts: Indices  # space, way


class Reader:
    """Reads pictures of one board with what is known of its pieces."""

    def __init__(self, board: Board, knowledge: PieceKnowledge) -> None:
        self.board = board
        self.knowledge = knowledge

    def read(self, picture: Picture, pose: BoardPose) -> Reading:
        """What every space shows."""
        sheet = unroll(picture, pose)
        lamp, noise = self.knowledge.light(sheet)
        colours = lamp.removed(sheet.colours)
        bins = bins_of(scaled(colours))
        if sheet.blinding.any():
            bins[sheet.blinding] = bins_at_least(colours[sheet.blinding].max(axis=1))
        bins[~sheet.inside] = BLIND
        cells = by_space(bins, sheet.rows, sheet.columns).reshape(-1, AREA)
        return Reading(self.board, tuple(_Space(self.knowledge, cells, noise).readings()))


class _Space:
    """The spaces of one picture, weighed."""

    def __init__(self, knowledge: PieceKnowledge, cells: Indices, noise: float) -> None:
        self.knowledge = knowledge
        self.noise = noise
        self.cells = cells
        self.grounds = self._grounds()
        self.discs = self._discs()
        self.bodies = self._bodies()

    def readings(self) -> list[SpaceReading]:
        flats = self._flats()
        order = np.argsort(-flats.scores, axis=1)[:, :_CANDIDATES]
        count, best = len(self.cells), order.shape[1]
        base = np.take_along_axis(flats.scores, order, axis=1)
        colours = [0, *self.bodies]
        weights = np.full((count, best, len(colours)), -np.inf, np.float32)
        weights[..., 0] = base
        covered: dict[tuple[int, int], tuple[Floats, Floats]] = {}
        for number in range(count):
            first = self._map(flats, number, int(order[number, 0]))
            gains, _ = self._meeple(number, first)
            if gains.max() < _SUSPICIOUS:
                continue
            for place in range(best):
                ground = self._map(flats, number, int(order[number, place]))
                gains, cover = self._meeple(number, ground)
                weights[number, place, 1:] = base[number, place] + gains
                covered[number, place] = gains, cover
        flat = weights.reshape(count, -1)
        chances = np.exp(flat - flat.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        chances = chances.reshape(weights.shape)
        return [self._reading(flats, order[n], chances[n], n, covered) for n in range(count)]

    def _reading(self, flats: _Flats, order: Indices, chances: Floats, number: int, covered: dict[tuple[int, int], tuple[Floats, Floats]]) -> SpaceReading:
        terrains: dict[int, float] = {}
        crops: dict[int, float] = {}
        for way, chance in zip(order, chances.sum(axis=1), strict=True):
            terrains[flats.terrains[way]] = terrains.get(flats.terrains[way], 0.0) + float(chance)
            crops[flats.crops[way]] = crops.get(flats.crops[way], 0.0) + float(chance)
        meeples = dict(zip([0, *self.bodies], chances.sum(axis=0).tolist(), strict=True))
        terrain = _opinion(terrains, list(Terrain))
        crop = _opinion(crops, list(Crop))
        meeple = _opinion(meeples, list(Colour))
        if meeple.value is not None or meeple.unknown:
            place, colour = np.unravel_index(int(chances[:, 1:].argmax()), chances[:, 1:].shape)
            cover = covered[number, int(place)][1][colour]
            radius = self.knowledge.radius(crop.value if crop.value is not None else Crop.SWEET_POTATO)
            disc = disc_masks(radius)[len(shifts()) // 2].sum(axis=0)
            if crop.probability < SURE or float((disc * cover).sum()) > _HIDDEN * float(disc.sum()):
                crop = Opinion(None, crop.probability, seen=False)
        return SpaceReading(terrain, crop, meeple)

    def _meeple(self, number: int, ground: Floats) -> tuple[Floats, Floats]:
        """How much likelier each meeple makes a space, and which cells it covers."""
        cover, bare = _cover()
        bodies = np.stack([body[number] for body in self.bodies.values()])
        with_body = cover + bodies - ground
        gains = np.maximum(with_body, bare).sum(axis=1) / _TAU
        priors = [_UNKNOWN_MEEPLE_PRIOR if colour == _UNKNOWN else _MEEPLE_PRIOR for colour in self.bodies]
        return gains + np.array(priors, np.float32), with_body > bare

    def _grounds(self) -> dict[int, Floats]:
        zones = tile_zones()
        found: dict[int, Floats] = {}
        for number, kind in enumerate((None, *Terrain)):
            logs = self.knowledge.log_density(kind, self.noise)
            if logs is not None:
                found[number] = logs[zones[None, :], self.cells]
        unknown = np.full(self.cells.shape, _LOG_UNIFORM, np.float32)
        if 0 in found:
            unknown = np.where(zones >= 3, np.maximum(found[0], unknown), unknown)
        found[_UNKNOWN] = unknown
        return found

    def _discs(self) -> dict[int, Floats]:
        found = {}
        for crop in Crop:
            logs = self.knowledge.log_density(crop, self.noise)
            if logs is not None:
                found[crop.level] = np.stack([np.take(zone, self.cells) for zone in logs], axis=1)
        return found

    def _bodies(self) -> dict[int, Floats]:
        found: dict[int, Floats] = {}
        for number, colour in enumerate(Colour):
            logs = self.knowledge.log_density(colour, self.noise)
            if logs is not None:
                found[number + 1] = np.take(logs[0], self.cells)
        found[_UNKNOWN] = np.full(self.cells.shape, _LOG_UNIFORM, np.float32)
        return found

    def _flats(self) -> _Flats:
        terrains: list[int] = []
        crops: list[int] = []
        radii: list[float | None] = []
        scores: list[Floats] = []
        best_shifts: list[Indices] = []
        count = len(self.cells)
        everyone = np.arange(count)
        off = (shifts() ** 2).sum(axis=1) / (2 * _SHIFT_DEVIATION**2)

        def add(terrain: int, crop: int, radius: float | None, score: Floats, shift: Indices) -> None:
            terrains.append(terrain)
            crops.append(crop)
            radii.append(radius)
            scores.append(score)
            best_shifts.append(shift)

        none = np.zeros(count, np.int64)
        inside = {}
        for crop, cells in self.discs.items():
            masks = disc_masks(self.knowledge.radius(Crop(crop)))
            inside[crop] = cells.reshape(count, -1) @ masks.reshape(len(masks), -1).T
        for terrain, ground in self.grounds.items():
            whole = ground.sum(axis=1) / _TAU + (_UNKNOWN_TILE_PRIOR if terrain == _UNKNOWN else 0)
            add(terrain, 0, None, whole, none)
            if terrain == 0:
                continue
            for crop in Crop:
                radius = self.knowledge.radius(crop)
                masks = disc_masks(radius).sum(axis=1)
                under = ground @ masks.T
                if crop.level in inside:
                    gain = (inside[crop.level] - under) / _TAU - off
                    shift = gain.argmax(axis=1)
                    add(terrain, crop.level, radius, whole + gain[everyone, shift] + _DISC_PRIOR, shift)
                if terrain != _UNKNOWN:
                    gain = (_LOG_UNIFORM * masks.sum(axis=1) - under) / _TAU - off
                    shift = gain.argmax(axis=1)
                    add(terrain, _UNKNOWN, radius, whole + gain[everyone, shift] + _UNKNOWN_DISC_PRIOR, shift)
        return _Flats(terrains, crops, radii, np.stack(scores, axis=1), np.stack(best_shifts, axis=1))

    def _map(self, flats: _Flats, number: int, way: int) -> Floats:
        """How likely each cell of a space is, one way being true."""
        ground, radius = self.grounds[flats.terrains[way]][number], flats.radii[way]
        if radius is None:
            return ground
        masks = disc_masks(radius)[flats.shifts[number, way]]
        outside = 1 - masks.sum(axis=0)
        if flats.crops[way] == _UNKNOWN:
            return ground * outside + _LOG_UNIFORM * (1 - outside)
        return ground * outside + (self.discs[flats.crops[way]][number] * masks).sum(axis=0)


def _cover() -> tuple[Floats, Floats]:
    cover = np.clip(meeple_cover(), 1e-4, 1)
    return np.log(cover), np.log1p(-cover)


def _opinion(chances: dict[int, float], things: list[Thing]) -> Opinion[Thing]:
    number = max(chances, key=lambda key: chances[key])
    if number == _UNKNOWN:
        return Opinion(None, chances[number], unknown=True)
    return Opinion(things[number - 1] if number else None, chances[number])
