"""From a picture and where the board lies in it to what lies on every space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.pose import BoardPose, Picture
from vision.reader.colours import UNIFORM, Indices, bins_of, scaled
from vision.reader.knowledge import PieceKnowledge
from vision.reader.shapes import (
    AREA,
    USUAL_RADII,
    disc_masks,
    meeple_cover,
    shifts,
    tile_zones,
)
from vision.reader.sheet import Floats, by_space, unroll
from vision.reading import Opinion, Reading, SpaceReading

_LOG_UNIFORM = float(np.log(UNIFORM))
_TAU = 12.0  # neighbouring cells say the same: so many of them count as one
_CANDIDATES = 5
_UNKNOWN = "unknown"


@dataclass(frozen=True)
class _Flat:
    """What may lie on a space: terrain and crop, or something never learnt."""

    terrain: Terrain | str | None
    crop: Crop | str | None
    prior: float


class Reader:
    """Reads pictures of one board with what is known of its pieces."""

    def __init__(self, board: Board, knowledge: PieceKnowledge) -> None:
        self.board = board
        self.knowledge = knowledge

    def read(self, picture: Picture, pose: BoardPose) -> Reading:
        """What every space shows."""
        sheet = unroll(picture, pose)
        colours = self.knowledge.under_reference_light(sheet)
        cells = bins_of(scaled(by_space(colours, sheet.rows, sheet.columns))).reshape(-1, AREA)
        return Reading(self.board, tuple(self._judge(cells)))

    def _judge(self, cells: Indices) -> list[SpaceReading]:
        grounds = self._grounds(cells)
        flats, scores, maps = self._flats(cells, grounds)
        order = np.argsort(-scores, axis=1)[:, :_CANDIDATES]
        bodies = self._bodies(cells)
        readings = []
        cover = meeple_cover()
        for number in range(len(cells)):
            chances: dict[tuple[object, object, object], float] = {}
            for candidate in order[number]:
                flat = flats[candidate]
                ground = maps(number, candidate)
                base = scores[number, candidate]
                chances[flat.terrain, flat.crop, None] = base
                if flat.terrain is None:
                    pass
                for colour, body in bodies.items():
                    gain = np.log((1 - cover) + cover * np.exp(np.clip(body[number] - ground, -30, 30))).sum()
                    prior = -4.0 if colour == _UNKNOWN else -2.0
                    chances[flat.terrain, flat.crop, colour] = base + gain / _TAU + prior
            readings.append(_space(chances))
        return readings

    def _grounds(self, cells: Indices) -> dict[Terrain | str | None, Floats]:
        zones = tile_zones()
        found: dict[Terrain | str | None, Floats] = {}
        for kind in (None, *Terrain):
            logs = self.knowledge.log_density(kind)
            if logs is not None:
                found[kind] = logs[zones[None, :], cells]
        board = found.get(None)
        unknown = np.full(cells.shape, _LOG_UNIFORM, np.float32)
        found[_UNKNOWN] = (
            unknown if board is None else np.where(zones >= 3, np.maximum(board, unknown), unknown)
        )
        return found

    def _bodies(self, cells: Indices) -> dict[Colour | str, Floats]:
        found: dict[Colour | str, Floats] = {}
        for colour in Colour:
            logs = self.knowledge.log_density(colour)
            if logs is not None:
                found[colour] = logs[0][cells]
        found[_UNKNOWN] = np.full(cells.shape, _LOG_UNIFORM, np.float32)
        return found

    def _flats(self, cells: Indices, grounds: dict[Terrain | str | None, Floats]):
        flats: list[_Flat] = []
        columns: list[np.ndarray] = []
        makers: list[object] = []
        off = (shifts() ** 2).sum(axis=1) / 0.04**2 / 2
        discs = {}
        for crop in Crop:
            logs = self.knowledge.log_density(crop)
            if logs is None:
                continue
            masks = disc_masks(self.knowledge.radius(crop))
            inside = np.stack([zone[cells] for zone in logs], axis=1)
            discs[crop] = (masks, inside, np.einsum("nzc,szc->ns", inside, masks, optimize=True))
        for terrain, ground in grounds.items():
            total = ground.sum(axis=1)
            flats.append(_Flat(terrain, None, 0))
            columns.append(total / _TAU - (4 if terrain == _UNKNOWN else 0))
            makers.append((terrain, None, None))
            if terrain is None:
                continue
            for crop, (masks, inside, sums) in discs.items():
                gain = sums - ground @ masks.sum(axis=1).T
                score = gain / _TAU - off
                best = score.argmax(axis=1)
                flats.append(_Flat(terrain, crop, 0))
                columns.append(
                    total / _TAU + score[np.arange(len(cells)), best] - 1 - (4 if terrain == _UNKNOWN else 0)
                )
                makers.append((terrain, crop, best))
            if terrain == _UNKNOWN:
                continue
            for radius in USUAL_RADII[::1]:
                whole = disc_masks(float(radius)).sum(axis=1)
                gain = (_LOG_UNIFORM * whole.sum(axis=1))[None] - ground @ whole.T
                score = gain / _TAU - off
                best = score.argmax(axis=1)
                flats.append(_Flat(terrain, _UNKNOWN, 0))
                columns.append(total / _TAU + score[np.arange(len(cells)), best] - 6)
                makers.append((terrain, radius, best))
        scores = np.stack(columns, axis=1)

        def cell_map(number: int, candidate: int) -> np.ndarray:
            terrain, crop, best = makers[candidate]
            ground = grounds[terrain][number]
            if crop is None:
                return ground
            if isinstance(crop, Crop):
                masks, inside, _ = discs[crop]
                mine = masks[best[number]]
                return ground * (1 - mine.sum(axis=0)) + (inside[number] * mine).sum(axis=0)
            mine = disc_masks(float(crop))[best[number]].sum(axis=0)
            return ground * (1 - mine) + _LOG_UNIFORM * mine

        return flats, scores, cell_map


def _space(chances: dict[tuple[object, object, object], float]) -> SpaceReading:
    keys = list(chances)
    values = np.array([chances[key] for key in keys])
    weights = np.exp(values - values.max())
    weights /= weights.sum()
    return SpaceReading(*(_opinion(keys, weights, part) for part in range(3)))


def _opinion(keys: list[tuple[object, object, object]], weights: np.ndarray, part: int) -> Opinion:  # type: ignore[type-arg]
    sums: dict[object, float] = {}
    for key, weight in zip(keys, weights, strict=True):
        sums[key[part]] = sums.get(key[part], 0.0) + float(weight)
    value = max(sums, key=lambda key: sums[key])
    if value == _UNKNOWN:
        return Opinion(None, sums[value], unknown=True)
    return Opinion(value, sums[value])  # type: ignore[type-var]
