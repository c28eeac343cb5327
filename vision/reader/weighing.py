"""Weighing: how likely each way a space may look is, meeples included, from how likely each of its cells is."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache

import numpy as np

from companion.tiwanaku.pieces import Colour
from vision.reader.blots import is_two_bodies, patch_sizes, solid_share
from vision.reader.cells import Cells
from vision.reader.colours import Indices
from vision.reader.crowds import WAYS, pair_gains
from vision.reader.flats import (
    ANY,
    CELLS_AS_ONE,
    LEVELS,
    NOTHING,
    SAY,
    UNKNOWN_TERRAIN,
    Flats,
    Ways,
)
from vision.reader.knowledge import PieceKnowledge
from vision.reader.memory import Memory
from vision.reader.shapes import AREA, beside_the_middle, in_the_middle, tile_zones
from vision.reader.sheet import Flags, Floats

UNKNOWN_COLOUR = len(Colour) + 1

_CANDIDATES = 7
_TEMPERATURE = np.float32(2.5)  # by which scores have to be cooled down to be as sure as they are right
_BLINDED = np.float32(2.0)  # by which more, were all cells of a space too bright for the camera
_SHADE_PRIOR = np.float32(-1.5)  # the logarithm of how much of the ground beside a meeple lies in its shadow
_MEEPLE_PRIOR = -2.0
_ON_BOARD_PRIOR = np.float32(-3.0)  # beside one on a tile: it stands there only until its tile is laid
_ON_STRAY_DISC_PRIOR = np.float32(
    -8.0
)  # one that stands on a disc that lies on the bare board: two faults in one place
_UNKNOWN_PRIOR = -5.0  # while there are colours that were never seen
_FOREIGN_PRIOR = -12.0  # of something that is not from the box
_SUSPICIOUS = -6.0  # where even a meeple of any colour makes a space so much less likely, none is weighed
_EXPLAINED = np.float32(2.0)  # beyond a cell of any colour
_TWO_BODIES = np.float32(6.0)  # by which two meeples are likelier where one would hide two bodies apart
_WIDE = 0.55  # of what a meeple usually covers
_OTHER_LIGHT = np.float32(
    3.0
)  # by which a space is less likely to lie under another light than the board around


@lru_cache(maxsize=1)
def enough() -> Floats:
    """How likely each cell must be, to be explained."""
    return np.asarray(ANY + _EXPLAINED * SAY[tile_zones()], np.float32)


@dataclass(frozen=True, eq=False)
class Weighed:
    """How likely each terrain, crop and meeple is on each space, by their numbers, and how well all is explained."""

    terrains: Floats
    crops: Floats
    colours: Floats
    hidden: Flags  # space, cell: under the likeliest meeple, were it there
    strange: Floats  # how much of the middle of a space looks like nothing known
    ground: Floats  # how much of a space shows the terrain that is likeliest
    explained: Flags  # space, cell: looks as it should, were no meeple there and no shadow of one
    fit: Floats  # how much of what no meeple hides looks as it should
    scores: Floats  # of the likeliest way
    crowded: Floats  # how much likelier two meeples are there than at most one
    solid: Floats  # where a meeple is likeliest: how much of what it hides hangs together; else all of it
    patches: Indices  # where nothing is likeliest to lie or stand on a ground: how many cells differ from those around

    def with_better(self, some: Indices, others: Weighed) -> Weighed:
        """The same, but for some spaces that are likelier under another light: ``others`` has all, light by light."""
        scores = others.scores.reshape(-1, len(some)) - _OTHER_LIGHT
        best = scores.argmax(axis=0)
        better = scores[best, np.arange(len(some))] > self.scores[some]
        rows = (best * len(some) + np.arange(len(some)))[better]
        parts = {}
        for part in fields(self):
            mine = getattr(self, part.name).copy()
            mine[some[better]] = getattr(others, part.name)[rows]
            parts[part.name] = mine
        return Weighed(**parts)


class Scales:
    """Weighs the spaces of one picture."""

    def __init__(
        self, knowledge: PieceKnowledge, cells: Cells, noise: float, memory: Memory | None = None
    ) -> None:
        self._known = knowledge
        self._cells = cells
        self._memory = memory
        self._noise = noise
        self._count = len(cells.bins)
        self._flats = Flats(knowledge, cells, noise)
        complete = all(knowledge.knows(colour) for colour in Colour)
        self._unknown_prior = _FOREIGN_PRIOR if complete else _UNKNOWN_PRIOR

    def weigh(self) -> Weighed:
        """All spaces."""
        ways = self._flats.ways()
        if self._memory is not None:
            ways = replace(ways, scores=ways.scores + _TEMPERATURE * self._memory.rarity(ways))
        order = ways.best(_CANDIDATES)
        weights = np.full((self._count, order.shape[1], UNKNOWN_COLOUR + 1), -np.inf, np.float32)
        weights[..., NOTHING] = np.take_along_axis(ways.scores, order, axis=1)
        crowded = np.full(self._count, -np.inf, np.float32)
        hidden = np.zeros((self._count, AREA), bool)
        lit = self._flats.maps(ways, order[:, :1], np.arange(self._count))[:, 0]
        shaded = lit.copy()
        if len(ways.open):
            self._stand_meeples(ways, order, weights, hidden, lit, shaded, crowded)
        if self._memory is not None:
            weights += _TEMPERATURE * self._memory.absence(weights.shape[2])[:, None]
            crowded += _TEMPERATURE * self._memory.crowding()
        return self._judged(ways, order, weights, hidden, lit, shaded, crowded)

    def _stand_meeples(
        self,
        ways: Ways,
        order: Indices,
        weights: Floats,
        hidden: Flags,
        lit: Floats,
        shaded: Floats,
        crowded: Floats,
    ) -> None:
        """Weigh meeples where something may stand.

        Notes what they hide, and how likely cells are in the way that is then the likeliest, in light and in shadow.
        """
        colours, bodies = self._bodies(ways.open)
        base = weights[ways.open, :, NOTHING]
        maps = self._flats.maps(ways, order, ways.open)
        anyone = self._gains(maps, maps, bodies.max(axis=0, keepdims=True))[0][..., 0] + base
        rows = np.flatnonzero(anyone.max(axis=1) + _MEEPLE_PRIOR > base[:, 0] + _SUSPICIOUS)
        suspects = ways.open[rows]
        if not len(suspects):
            return
        dark = self._flats.maps(ways, order, suspects, shadow=True)
        gains, covered = self._gains(maps[rows], dark, bodies[:, rows])
        rare = self._rareness(ways, order[suspects])
        standing = (base[rows] + rare)[..., None] + gains + self._priors(colours)
        weights[suspects[:, None], :, colours] = np.moveaxis(standing, 2, 1)
        everyone = np.arange(len(suspects))
        way, colour = np.divmod(standing.reshape(len(suspects), -1).argmax(axis=1), len(colours))
        hidden[suspects] = covered[everyone, way, colour]
        best = weights[suspects].max(axis=2).argmax(axis=1)
        lit[suspects] = maps[rows, best]
        shaded[suspects] = np.maximum(lit[suspects], dark[everyone, best])
        wide = np.flatnonzero(self._spreads(hidden[suspects], shaded[suspects]))
        if len(wide) and len(colours) > 1:
            likely = np.argsort(-standing[wide].max(axis=2), axis=1)[:, :WAYS]
            lit_maps, dark_maps = (
                np.take_along_axis(each[wide], likely[..., None], axis=1) for each in (maps[rows], dark)
            )
            shade = self._shade(lit_maps, dark_maps)
            pairs = pair_gains(self._known, lit_maps, shade, bodies[:-1, rows[wide]])
            pairs += np.take_along_axis((base[rows] + rare)[wide], likely, axis=1) + 2 * _MEEPLE_PRIOR
            crowded[suspects[wide]] = pairs.max(axis=1) - weights[suspects[wide]].max(axis=(1, 2))
            crowded[suspects[wide]] += [_TWO_BODIES * is_two_bodies(each) for each in hidden[suspects[wide]]]

    def _spreads(self, hidden: Flags, shaded: Floats) -> Flags:
        """Whether so much beside the middle is hidden or not explained that two meeples may stand there."""
        beside = beside_the_middle()
        odd = hidden[:, beside] | (shaded[:, beside] < enough()[beside])
        return np.asarray(odd.sum(axis=1) > _WIDE * self._known.cover.sum())

    def _bodies(self, some: Indices) -> tuple[Indices, Floats]:
        """The colours known and the unknown one; how likely cells of some spaces are on a meeple: colour, space, cell."""
        kinds = tuple(colour for colour in Colour if self._known.knows(colour))
        found = np.full((len(kinds) + 1, len(some), AREA), ANY, np.float32)
        if kinds:
            found[:-1] = self._cells.part(some).look_up(self._known.table(kinds, self._noise))
        numbers = [number for number, colour in enumerate(Colour, 1) if colour in kinds]
        return np.array([*numbers, UNKNOWN_COLOUR]), found

    def _priors(self, colours: Indices) -> Floats:
        return np.where(colours == UNKNOWN_COLOUR, self._unknown_prior, _MEEPLE_PRIOR).astype(np.float32)

    @staticmethod
    def _rareness(ways: Ways, order: Indices) -> Floats:
        """How much less likely a meeple stands on the ground of each way than on a tile."""
        on_board, on_disc = ways.terrains[order] == NOTHING, ways.crops[order] > NOTHING
        return np.asarray(on_board * (_ON_BOARD_PRIOR + on_disc * _ON_STRAY_DISC_PRIOR), np.float32)

    def _gains(self, maps: Floats, dark: Floats, bodies: Floats) -> tuple[Floats, Flags]:
        """How much likelier each meeple makes each way of some spaces, and which cells it would hide.

        Beside a meeple lies its shadow.
        """
        cover = self._known.cover
        here, away = np.log(cover), np.log1p(-cover)
        with_body = here + np.swapaxes(bodies, 0, 1)[:, None] - maps[:, :, None]
        beside = (away + self._shade(maps, dark))[:, :, None]
        return np.maximum(with_body, beside).sum(axis=3) / CELLS_AS_ONE, with_body > beside

    @staticmethod
    def _shade(maps: Floats, dark: Floats) -> Floats:
        """How much likelier cells are if they may lie in a shadow."""
        return np.asarray(np.maximum(0, dark + _SHADE_PRIOR - maps), np.float32)

    def _judged(
        self,
        ways: Ways,
        order: Indices,
        weights: Floats,
        hidden: Flags,
        lit: Floats,
        shaded: Floats,
        crowded: Floats,
    ) -> Weighed:
        """Chances, and how well the likeliest way explains what is seen."""
        everyone = np.arange(self._count)
        best, colour = np.divmod(weights.reshape(self._count, -1).argmax(axis=1), weights.shape[2])
        explained, as_it_should = lit > enough(), shaded > enough()
        disc = ways.crops[order[everyone, best]] - 1
        tile = 1 - self._flats.circles.outer[disc % LEVELS, ways.places[disc, everyone]]
        bare = explained * np.where(disc[:, None] >= 0, tile, 1)
        open_cells = ~(hidden & (colour > NOTHING)[:, None])
        solid, patches = self._blots(ways.open[disc[ways.open] < 0], colour, hidden)
        return Weighed(
            *self._chances(ways, order, weights),
            hidden=hidden,
            strange=1 - explained[:, in_the_middle()].mean(axis=1),
            ground=bare.mean(axis=1),
            explained=explained,
            fit=(as_it_should & open_cells).sum(axis=1) / np.maximum(1, open_cells.sum(axis=1)),
            scores=weights.max(axis=(1, 2)),
            crowded=crowded,
            solid=solid,
            patches=patches,
        )

    def _blots(self, grounds: Indices, colour: Indices, hidden: Flags) -> tuple[Floats, Indices]:
        """Whether meeples have bodies, and whether some grounds without a disc are as bare as they are thought to be."""
        solid, patches = np.ones(self._count, np.float32), np.zeros(self._count, np.int64)
        for number in np.flatnonzero(colour > NOTHING):
            solid[number] = solid_share(hidden[number])
        bare = grounds[colour[grounds] == NOTHING]
        patches[bare] = patch_sizes(self._cells.values[bare])
        return solid, patches

    def _chances(self, ways: Ways, order: Indices, weights: Floats) -> tuple[Floats, Floats, Floats]:
        temperature = _TEMPERATURE * (1 + _BLINDED * self._cells.doubtful.mean(axis=1, dtype=np.float32))
        chances = np.exp((weights - weights.max(axis=(1, 2), keepdims=True)) / temperature[:, None, None])
        chances /= chances.sum(axis=(1, 2), keepdims=True)
        lying = chances.sum(axis=2)
        everyone = np.arange(self._count)[:, None]
        terrains = np.zeros((self._count, UNKNOWN_TERRAIN + 1), np.float32)
        crops = np.zeros((self._count, 2 * LEVELS + 1), np.float32)
        np.add.at(terrains, (everyone, ways.terrains[order]), lying)
        np.add.at(crops, (everyone, ways.crops[order]), lying)
        return terrains, crops, chances.sum(axis=1)
