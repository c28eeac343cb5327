"""Weighing: how likely each way a space may look is, from how likely each of its cells is to look as it does.

Ways are: nothing; a terrain; a terrain with a disc; each of them with a meeple; and things never learnt in place of any
of these. Neighbouring cells tell much the same, so that many of them count as one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.reader.cells import Cells
from vision.reader.colours import UNIFORM, Indices
from vision.reader.knowledge import PieceKnowledge
from vision.reader.shapes import AREA, disc_masks, middle_shift, shifts, tile_zones
from vision.reader.sheet import CELLS, Flags, Floats

NOTHING, UNKNOWN = 0, -1  # in place of the number of a terrain, crop or colour, which begin at 1
_LOG_UNIFORM = np.float32(np.log(UNIFORM))
_CELLS_AS_ONE = 12.0
_CANDIDATES = 6
_PRINTED = 0.95  # of a disc's cells look as its print does; the others as its colours do
_SHIFT_DEVIATION = 0.045
EDGE = 1.2 / CELLS  # around a disc, where its colours and its shadow mix with the tile's
_EDGE_CELL = _LOG_UNIFORM + np.float32(2.5)  # what such a cell tells, whatever tile it is
_DISC_PRIOR = -0.5
_SHADE_PRIOR = np.float32(-1.5)  # the logarithm of how much of the ground beside a meeple lies in its shadow
_MEEPLE_PRIOR = -2.0
_UNKNOWN_PRIORS = (-4.0, -6.0, -5.0)  # of a tile, a disc, a meeple, while there are kinds that were never seen
_FOREIGN_PRIORS = (-12.0, -14.0, -12.0)  # of something that is not from the box
_SUSPICIOUS = -6.0  # where even a meeple of any colour makes a space so much less likely, none is weighed


@dataclass(frozen=True, eq=False)
class Weighed:
    """The likeliest ways of each space: what lies and stands there, and how likely that is."""

    terrains: Indices  # space, candidate
    crops: Indices  # space, candidate
    colours: tuple[int, ...]
    chances: Floats  # space, candidate, colour
    covered: Flags  # space, cell: what the likeliest meeple hides, were it there
    explained: Floats  # space: how well the likeliest way explains its cells, per cell, beyond any colour


class Scales:
    """Weighs the spaces of one picture."""

    def __init__(self, knowledge: PieceKnowledge, cells: Cells, noise: float) -> None:
        self._known = knowledge
        self._cells = cells
        self._noise = noise
        self._count = len(cells.bins)
        families: tuple[type[Terrain] | type[Crop] | type[Colour], ...] = (Terrain, Crop, Colour)
        self._unknown = [
            foreign if all(knowledge.knows(kind) for kind in family) else unknown
            for family, unknown, foreign in zip(families, _UNKNOWN_PRIORS, _FOREIGN_PRIORS, strict=True)
        ]
        self._radii = [knowledge.radius(crop) for crop in Crop]
        self._whole = np.stack([disc_masks(radius).sum(axis=1) for radius in self._radii])
        self._wide = np.stack([disc_masks(radius + EDGE).sum(axis=1) for radius in self._radii])

    def weigh(self) -> Weighed:
        """All spaces."""
        grounds = self._grounds()
        terrains, crops, scores, discs, shady, places = self._flats(grounds)
        order = np.argsort(-scores, axis=1)[:, :_CANDIDATES]
        maps = self._maps(grounds, discs, places, terrains, crops, order)
        dark = self._maps(self._grounds(shadow=True), shady, places, terrains, crops, order)
        base = np.take_along_axis(scores, order, axis=1)
        colours, bodies = self._bodies()
        weights = np.full((self._count, order.shape[1], len(colours)), -np.inf, np.float32)
        weights[..., 0] = base
        covered = np.zeros((self._count, AREA), bool)
        any_body = self._gains(maps, dark, bodies.max(axis=0, keepdims=True))[0][..., 0] + base
        suspects = np.flatnonzero(any_body.max(axis=1) > base[:, 0] + _SUSPICIOUS)
        if len(suspects):
            gains, hidden = self._gains(maps[suspects], dark[suspects], bodies[:, suspects])
            weights[suspects, :, 1:] = base[suspects, :, None] + gains
            flat = weights[suspects, :, 1:].reshape(len(suspects), -1).argmax(axis=1)
            way, colour = np.divmod(flat, len(colours) - 1)
            covered[suspects] = hidden[np.arange(len(suspects)), way, colour]
        flat_weights = weights.reshape(self._count, -1)
        chances = np.exp(flat_weights - flat_weights.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return Weighed(
            terrains[order],
            crops[order],
            colours,
            chances.reshape(weights.shape),
            covered,
            maps[:, 0].mean(axis=1) - _LOG_UNIFORM,
        )

    def _grounds(self, shadow: bool = False) -> dict[int, Floats]:
        zones = tile_zones()
        found: dict[int, Floats] = {}
        for number, kind in enumerate((None, *Terrain)):
            logs = self._known.log_density(kind, self._noise, shadow)
            if logs is not None:
                found[number] = self._cells.look_up_zones(logs, zones)
        unknown = np.full((self._count, AREA), _LOG_UNIFORM, np.float32)
        if NOTHING in found:  # around a tile the board shows
            unknown = np.where(zones >= 3, np.maximum(found[NOTHING], unknown), unknown)
        found[UNKNOWN] = unknown
        return found

    def _bodies(self) -> tuple[tuple[int, ...], Floats]:
        colours, found = [NOTHING], []
        for number, colour in enumerate(Colour):
            logs = self._known.log_density(colour, self._noise)
            if logs is not None:
                colours.append(number + 1)
                found.append(self._cells.look_up(logs[0]))
        colours.append(UNKNOWN)
        found.append(np.full((self._count, AREA), _LOG_UNIFORM, np.float32))
        return tuple(colours), np.stack(found)

    def _gains(self, maps: Floats, dark: Floats, bodies: Floats) -> tuple[Floats, Flags]:
        """How much likelier each meeple makes each way of each space, and which cells it would hide.

        Beside a meeple lies its shadow.
        """
        cover = self._known.cover
        here, away = np.log(cover), np.log1p(-cover)
        with_body = here + np.swapaxes(bodies, 0, 1)[:, None] - maps[:, :, None]
        beside = (away + np.maximum(0, dark + _SHADE_PRIOR - maps))[:, :, None]
        gains = np.maximum(with_body, beside).sum(axis=3) / np.float32(_CELLS_AS_ONE)
        priors = np.full(bodies.shape[0], _MEEPLE_PRIOR, np.float32)
        if len(priors) > 1:
            priors[-1] = self._unknown[2]
        return gains + priors, with_body > beside

    def _flats(
        self, grounds: dict[int, Floats]
    ) -> tuple[Indices, Indices, Floats, Floats, Floats, Indices]:
        """All ways without meeples: terrain, crop and score of each; how discs explain cells; where they lie."""
        everyone = np.arange(self._count)
        off = (shifts() ** 2).sum(axis=1) / (2 * _SHIFT_DEVIATION**2)
        tiles = np.stack([ground for terrain, ground in grounds.items() if terrain > NOTHING] or [grounds[UNKNOWN]])
        under = [ground @ self._wide.reshape(-1, AREA).T for ground in tiles]
        under_unknown = grounds[UNKNOWN] @ self._wide.reshape(-1, AREA).T
        rings = (self._wide - self._whole).sum(axis=2) * _EDGE_CELL
        kinds = [crop for crop in Crop if self._known.log_density(crop, self._noise) is not None]
        each = len(shifts())
        discs = np.full((2 * len(Crop), self._count, AREA), _LOG_UNIFORM, np.float32)
        shady = discs.copy()
        places = np.full((2 * len(Crop), self._count), middle_shift(), np.int64)
        inside = np.zeros((2 * len(Crop), self._count), np.float32)
        for crop in Crop:
            part = slice((crop.level - 1) * each, crop.level * each)
            if crop in kinds:
                logs = self._known.log_density(crop, self._noise)
                assert logs is not None  # noqa: S101
                zones = np.stack([self._cells.look_up(zone) for zone in logs], axis=1)
                masks = disc_masks(self._radii[crop.level - 1])
                sums = zones.reshape(self._count, -1) @ masks.reshape(len(masks), -1).T
                sums = sums + rings[crop.level - 1]
                gains = np.stack([sums - one[:, part] for one in under]).max(axis=0) / _CELLS_AS_ONE - off
                shift = gains.argmax(axis=1)
                number = crop.level - 1
                places[number] = shift
                discs[number], shady[number] = self._disc(crop, zones, masks, shift)
            whole = self._whole[crop.level - 1]
            sums = _LOG_UNIFORM * whole.sum(axis=1) + rings[crop.level - 1]
            gains = np.stack([sums - one[:, part] for one in under]).max(axis=0)
            places[len(Crop) + crop.level - 1] = (gains / _CELLS_AS_ONE - off).argmax(axis=1)
        for number in range(2 * len(Crop)):
            mask = self._whole[number % len(Crop)][places[number]]
            inside[number] = (discs[number] * mask).sum(axis=1) + rings[number % len(Crop), places[number]]
        terrains: list[int] = []
        crops: list[int] = []
        scores: list[Floats] = []
        for terrain, ground in grounds.items():
            whole_score = ground.sum(axis=1) / _CELLS_AS_ONE
            whole_score = whole_score + (self._unknown[0] if terrain == UNKNOWN else 0)
            terrains.append(terrain)
            crops.append(NOTHING)
            scores.append(whole_score)
            if terrain == NOTHING:
                continue
            for number in range(2 * len(Crop)):
                known = number < len(Crop)
                if (known and Crop(number + 1) not in kinds) or (not known and terrain == UNKNOWN):
                    continue
                own = under_unknown if terrain == UNKNOWN else under[sorted(t for t in grounds if t > 0).index(terrain)]
                below = own[everyone, (number % len(Crop)) * each + places[number]]
                prior = _DISC_PRIOR if known else self._unknown[1]
                terrains.append(terrain)
                crops.append(number + 1)
                scores.append(whole_score + (inside[number] - below) / _CELLS_AS_ONE - off[places[number]] + prior)
        return np.array(terrains), np.array(crops), np.stack(scores, axis=1).astype(np.float32), discs, shady, places

    def _disc(self, crop: Crop, zones: Floats, masks: Floats, shift: Indices) -> tuple[Floats, Floats]:
        """How likely each cell of each space is, in light and in shadow, were it covered by a disc at a shift."""
        mine = masks[shift]
        by_zone = (zones * mine).sum(axis=1) / np.maximum(mine.sum(axis=1), 1e-3)
        found = self._known.print_of(crop)
        if found is None:
            return by_zone, by_zone
        told, rest = self._cells.told, by_zone + np.float32(np.log(1 - _PRINTED))
        lit, shaded = (
            np.where(told, np.logaddexp(printed + np.float32(np.log(_PRINTED)), rest), by_zone)
            for printed in found.log_likelihoods(self._cells.values, shift)
        )
        return lit, shaded

    def _maps(
        self,
        grounds: dict[int, Floats],
        discs: Floats,
        places: Indices,
        terrains: Indices,
        crops: Indices,
        order: Indices,
    ) -> Floats:
        """How likely each cell is in the likeliest ways of each space."""
        stacked = np.zeros((max(grounds) + 2, self._count, AREA), np.float32)
        for terrain, ground in grounds.items():
            stacked[terrain] = ground
        everyone = np.arange(self._count)[:, None]
        maps = stacked[terrains[order], everyone]
        number = crops[order] - 1
        space, way = np.nonzero(number >= 0)
        which = number[space, way]
        mask = self._whole[which % len(Crop), places[which, space]]
        wide = self._wide[which % len(Crop), places[which, space]]
        inner = discs[which, space] * mask + _EDGE_CELL * (wide - mask)
        maps[space, way] = maps[space, way] * (1 - wide) + inner
        return maps
