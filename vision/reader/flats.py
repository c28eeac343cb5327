"""What may lie flat on a space: nothing, a tile, a disc on either, or something never learnt in place of these.

Each way has a score: the logarithm of how likely all cells of the space are to look as they do. Neighbouring cells tell
much the same, so that many of them count as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from companion.tiwanaku.pieces import Crop, Terrain
from vision.reader.cells import Cells
from vision.reader.colours import BIN_SIZE, BINS, UNIFORM, Indices
from vision.reader.knowledge import PieceKnowledge
from vision.reader.shapes import AREA, disc_masks, discs, middle_shift, middles, shifts, tile_zones
from vision.reader.sheet import CELLS, Flags, Floats

NOTHING = 0  # of terrains and crops; their own numbers begin at 1
UNKNOWN_TERRAIN = len(Terrain) + 1
LEVELS = len(Crop)  # the disc of an unknown crop has the number of the crop of its size, and this added
ANY = np.float32(np.log(UNIFORM))  # of a cell of any colour
CELLS_AS_ONE = np.float32(12.0)

_PRINTED = np.float32(0.96)  # of a disc's cells look as its print does; the others as its colours do
_SHIFT_DEVIATION = 0.045  # spaces that discs lie off the middle
_EDGE = 1.2 / CELLS  # around a disc, where its colours and its shadow mix with the tile's
_EDGE_CELL = ANY + np.float32(2.5)  # what such a cell tells, whatever tile it is
_DISC_PRIOR = -0.5
# Of discs that lie on the bare board, where none belongs; small ones look like meeples, which may stand there.
_NO_TILE_PRIORS = np.array([-3, -3, -3, -3, -1], np.float32)
_UNKNOWN_PRIORS = (-4.0, -6.0)  # of a tile and of a disc, while there are kinds that were never seen
_FOREIGN_PRIORS = (-12.0, -14.0)  # of something that is not from the box
_LEAST_SPREAD = np.array([0.08, 0.18, 0.18], np.float32)  # of the colour of a tile never seen
_NEWNESS = np.float32(1.5)  # by which each of its cells is less likely than on a tile known as well
_HOPELESS = (
    30.0  # a disc that by its colours makes a space so much less likely is not compared with its print
)
_TILES = 2  # terrains that discs are weighed on: the likeliest ones by what shows around
# How much cells of each zone of a tile are heard: on its edge a neighbour may show that lies askew.
SAY = np.array([1, 0.8, 0.8, 0.35, 0.35], np.float32)
_PLAIN = np.float32(
    3.0
)  # beyond any colour: cells of the middle that are so likely, all of them, show a bare ground


@dataclass(frozen=True, eq=False)
class Ways:
    """All ways to lay something on a space."""

    terrains: Indices
    crops: Indices
    scores: Floats  # space, way
    places: Indices  # disc, space: which shift a disc would have
    open: Indices  # spaces whose middle is not wholly like some bare ground: only there may something lie or stand

    def best(self, count: int) -> Indices:
        """The likeliest ones of each space."""
        return np.argsort(-self.scores, axis=1)[:, :count]


@dataclass(frozen=True, eq=False)
class _Circles:
    """Discs of all levels in all places: level, shift, (zone,) cell."""

    reach: tuple[Indices, ...]  # cells that a disc of a level may cover
    zones: tuple[Floats, ...]  # of these cells only
    inner: Floats
    outer: Floats  # with the edge around
    edges: Floats  # what the cells of the edge tell, summed
    off: Floats  # how unlikely each shift is

    @property
    def shifts(self) -> int:
        return len(self.off)


@lru_cache(maxsize=2)
def _circles(radii: tuple[float, ...]) -> _Circles:
    inner = np.stack([discs(radius) for radius in radii])
    outer = np.stack([discs(radius + _EDGE) for radius in radii])
    off = (shifts() ** 2).sum(axis=1) / (2 * _SHIFT_DEVIATION**2)
    reach = tuple(np.flatnonzero(mask.any(axis=0)) for mask in inner)
    zones = tuple(disc_masks(radius)[..., cells] for radius, cells in zip(radii, reach, strict=True))
    return _Circles(
        reach, zones, inner, outer, (outer - inner).sum(axis=2) * _EDGE_CELL, off.astype(np.float32)
    )


@lru_cache(maxsize=1)
def _around() -> Floats:
    """Cells that show the ground whatever disc lies on it, but for the largest."""
    return np.asarray(np.hypot(*middles()) > 0.45, np.float32)


@lru_cache(maxsize=1)
def _within() -> Flags:
    """Cells that the smallest disc covers, wherever it lies."""
    return np.asarray(np.hypot(*middles()) < 0.3)


class Flats:
    """Weighs what may lie on the spaces of one picture."""

    def __init__(self, knowledge: PieceKnowledge, cells: Cells, noise: float) -> None:
        self._known = knowledge
        self._cells = cells
        self._noise = noise
        self._count = len(cells.bins)
        self._complete = all(knowledge.knows(terrain) for terrain in Terrain)
        self._crops = [crop.level for crop in Crop if knowledge.knows(crop)]
        self._tile_prior = (_FOREIGN_PRIORS if self._complete else _UNKNOWN_PRIORS)[0]
        self._disc_prior = (_FOREIGN_PRIORS if len(self._crops) == LEVELS else _UNKNOWN_PRIORS)[1]
        self.circles = _circles(tuple(knowledge.radius(crop) for crop in Crop))
        # In the light and in the shadow: disc, space, cell. Those of crops are filled in where they are weighed.
        self._lit = np.full((2 * LEVELS, self._count, AREA), ANY, np.float32)
        self._dark = self._lit.copy()

    def maps(self, ways: Ways, order: Indices, some: Indices, shadow: bool = False) -> Floats:
        """How likely each cell of some spaces is in the likeliest ways, in the light or in a shadow: space, way, cell."""
        order = order[some]
        if shadow:
            covers, grounds = self._dark, self._lying(some, shadow=True)
            maps = grounds[ways.terrains[order], np.arange(len(some))[:, None]]
        else:
            covers = self._lit
            maps = self._grounds[ways.terrains[order], some[:, None]]
        disc = ways.crops[order] - 1
        row, way = np.nonzero(disc >= 0)
        which, space = disc[row, way], some[row]
        place = ways.places[which, space]
        inner, outer = self.circles.inner[which % LEVELS, place], self.circles.outer[which % LEVELS, place]
        covering = covers[which, space] * inner + _EDGE_CELL * (outer - inner)
        maps[row, way] = maps[row, way] * (1 - outer) + covering
        return np.asarray(maps, np.float32)

    def ways(self) -> Ways:
        """All ways, weighed; what is out of the question has no score at all."""
        bare = self._grounds.sum(axis=2) / CELLS_AS_ONE
        bare[UNKNOWN_TERRAIN] += self._tile_prior
        tiles = [n for n, kind in enumerate(Terrain, 1) if self._known.knows(kind)] + [UNKNOWN_TERRAIN]
        lying = [*([NOTHING] if self._known.knows(None) else []), *tiles]
        kinds = [(terrain, NOTHING) for terrain in lying]
        kinds += [(terrain, disc) for terrain in lying for disc in self._discs_to_try]
        terrains, crops = (np.array(part) for part in zip(*kinds, strict=True))
        scores = np.full((self._count, len(kinds)), -np.inf, np.float32)
        scores[:, : len(lying)] = bare[lying].T
        places = np.full((2 * LEVELS, self._count), middle_shift(), np.int64)
        some = self._not_plain(bare, lying)
        if len(some) and len(kinds) > len(lying):
            self._lay_discs(some, lying, bare, scores, places, terrains, crops)
        return Ways(terrains, crops, scores, places, some)

    @property
    def _discs_to_try(self) -> list[int]:
        """The crops known, and unknown ones: of all sizes, or, where all crops are known, of some."""
        step = 2 if len(self._crops) == LEVELS else 1
        return [*self._crops, *range(LEVELS + 1, 2 * LEVELS + 1, step)]

    def _not_plain(self, bare: Floats, lying: list[int]) -> Indices:
        """Spaces whose middle is not wholly like some bare ground."""
        best = np.array(lying)[bare[lying].argmax(axis=0)]
        middle = self._grounds[best, np.arange(self._count)][:, _within()]
        return np.flatnonzero((middle < ANY + _PLAIN).mean(axis=1) > 0.02)

    # What cells look like on each ground

    @cached_property
    def _grounds(self) -> Floats:
        """Terrain, space, cell; what was never seen is nowhere likely."""
        found = self._lying(np.arange(self._count), shadow=False)
        if not self._complete:
            found[UNKNOWN_TERRAIN] = self._even()
        if self._known.knows(None):  # around a tile the board shows
            around = np.maximum(found[NOTHING], ANY)
            found[UNKNOWN_TERRAIN] = np.where(tile_zones() >= 3, around, found[UNKNOWN_TERRAIN])
        return found

    def _lying(self, some: Indices, shadow: bool) -> Floats:
        found = np.full((UNKNOWN_TERRAIN + 1, len(some), AREA), ANY, np.float32)
        kinds = tuple(kind for kind in (None, *Terrain) if self._known.knows(kind))
        if kinds:
            table = self._known.table(kinds, self._noise, shadow)
            numbers = [(None, *Terrain).index(kind) for kind in kinds]
            logs = self._cells.part(some).look_up(table, tile_zones() * (BINS + 1))
            found[numbers] = ANY + (logs - ANY) * SAY[tile_zones()]
        return found

    def _even(self) -> Floats:
        """How likely cells are on a tile never seen: it has some colour, much the same all over."""
        values = self._cells.values
        middle = np.median(values, axis=1, keepdims=True)
        spread = np.maximum(1.5 * np.median(np.abs(values - middle), axis=1, keepdims=True), _LEAST_SPREAD)
        far = (((values - middle) / spread) ** 2).sum(axis=2)
        norm = np.log(spread / BIN_SIZE).sum(axis=2) + np.float32(1.5 * np.log(2 * np.pi))
        return np.asarray(np.maximum(-0.5 * far - norm - _NEWNESS, ANY - 1), np.float32)

    # Discs

    def _lay_discs(
        self,
        some: Indices,
        lying: list[int],
        bare: Floats,
        scores: Floats,
        places: Indices,
        terrains: Indices,
        crops: Indices,
    ) -> None:
        """Weigh all discs on the likeliest grounds of some spaces."""
        under = self._under(some, lying)
        zones = {level: self._zones(Crop(level), some) for level in self._crops}
        inside = self._placed(some, zones, under, places)
        tried = np.array(self._discs_to_try)
        place = places[tried - 1][:, some].T  # space, disc
        column = (tried - 1) % LEVELS * self.circles.shifts + place
        prior = np.where(tried <= LEVELS, _DISC_PRIOR, self._disc_prior) - self.circles.off[place]
        gain = np.stack([inside[disc] for disc in self._discs_to_try], axis=1) + prior.astype(np.float32)
        for terrain, sums in under.items():
            mine = np.flatnonzero((terrains == terrain) & (crops > NOTHING))  # in the order they are tried
            hides = np.take_along_axis(sums, column, axis=1)
            rare = _NO_TILE_PRIORS[(tried - 1) % LEVELS] * np.float32(terrain == NOTHING)
            scores[np.ix_(some, mine)] = bare[terrain, some][:, None] - hides + gain + rare
        self._compare(some, zones, inside, scores, places, terrains, crops)
        self._keep_one_unknown(some, under, scores, terrains, crops)

    def _under(self, some: Indices, lying: list[int]) -> dict[int, Floats]:
        """What discs would hide of each ground, for all levels and shifts; where a ground is unlikely, everything."""
        outer = self.circles.outer.reshape(-1, AREA).T
        known = [terrain for terrain in lying if terrain != UNKNOWN_TERRAIN or not self._complete]
        around = self._grounds[np.ix_(np.array(known), some)] @ _around()
        tiles = around[[number for number, terrain in enumerate(known) if terrain != NOTHING]]
        least = np.sort(tiles, axis=0)[-min(len(tiles), _TILES)] if len(tiles) else around.min(axis=0)
        found = {}
        for number, terrain in enumerate(known):
            mine = np.flatnonzero(around[number] >= least)
            found[terrain] = np.full((len(some), outer.shape[1]), np.inf, np.float32)
            found[terrain][mine] = self._grounds[terrain, some[mine]] @ outer / CELLS_AS_ONE
        return found

    def _zones(self, crop: Crop, some: Indices) -> Floats:
        part = self._cells.part(some, self.circles.reach[crop.level - 1])
        return np.moveaxis(part.look_up(self._known.disc_table(crop, self._noise)), 0, 1)

    def _placed(
        self, some: Indices, zones: dict[int, Floats], under: dict[int, Floats], places: Indices
    ) -> dict[int, Floats]:
        """Find where each disc would lie, and how likely its cells are there by their colours."""
        circles, each = self.circles, self.circles.shifts
        known = [sums for terrain, sums in under.items() if terrain != UNKNOWN_TERRAIN] or list(
            under.values()
        )
        least = np.minimum.reduce(known)
        found = {}
        for disc in self._discs_to_try:
            level = (disc - 1) % LEVELS
            if disc <= LEVELS:
                masks = circles.zones[level]
                sums = zones[disc].reshape(len(some), -1) @ masks.reshape(len(masks), -1).T
            else:
                sums = np.broadcast_to(ANY * circles.inner[level].sum(axis=1), (len(some), each))
            sums = (sums + circles.edges[level]) / CELLS_AS_ONE
            place = (sums - least[:, level * each : (level + 1) * each] - circles.off).argmax(axis=1)
            places[disc - 1, some] = place
            found[disc] = sums[np.arange(len(some)), place]
        return found

    def _compare(
        self,
        some: Indices,
        zones: dict[int, Floats],
        inside: dict[int, Floats],
        scores: Floats,
        places: Indices,
        terrains: Indices,
        crops: Indices,
    ) -> None:
        """Compare discs that may be right with their prints; the others are out of the question."""
        hopeful = scores[some] > scores[some].max(axis=1, keepdims=True) - _HOPELESS
        for level, cells in zones.items():
            mine = np.flatnonzero(crops == level)
            rows = np.flatnonzero(hopeful[:, mine].any(axis=1))
            place = places[level - 1, some[rows]]
            lit, dark = self._printed(Crop(level), cells[rows], some[rows], place)
            self._lit[level - 1, some[rows]], self._dark[level - 1, some[rows]] = lit, dark
            sums = (lit * self.circles.inner[level - 1, place]).sum(axis=1) + self.circles.edges[
                level - 1, place
            ]
            change = np.full(len(some), -np.inf, np.float32)
            change[rows] = sums / CELLS_AS_ONE - inside[level][rows]
            scores[np.ix_(some, mine)] += change[:, None]

    def _printed(self, crop: Crop, zones: Floats, some: Indices, place: Indices) -> tuple[Floats, Floats]:
        """How likely each cell of some spaces is, in light and in shadow, were it covered by a disc at a place."""
        circles, number = self.circles, crop.level - 1
        masks = circles.zones[number][place]
        lit = np.full((len(some), AREA), ANY, np.float32)
        lit[:, circles.reach[number]] = (zones * masks).sum(axis=1) / np.maximum(masks.sum(axis=1), 1e-3)
        dark = lit.copy()
        found = self._known.print_of(crop)
        if found is not None and len(some):
            where, *printed = found.log_likelihoods(self._cells.values[some], place)
            told = np.take_along_axis(self._cells.told[some], where, axis=1)
            by_zone = np.take_along_axis(lit, where, axis=1)
            for whole, one in zip((lit, dark), printed, strict=True):
                mixed = np.maximum(one + np.log(_PRINTED), by_zone + np.log(1 - _PRINTED))
                np.put_along_axis(whole, where, np.where(told, mixed, by_zone), axis=1)
        return lit, dark

    @staticmethod
    def _keep_one_unknown(
        some: Indices, under: dict[int, Floats], scores: Floats, terrains: Indices, crops: Indices
    ) -> None:
        """Of unknown discs on a terrain only the one of the likeliest size."""
        for terrain in under:
            strange = np.flatnonzero((terrains == terrain) & (crops > LEVELS))
            part = scores[np.ix_(some, strange)]
            part[part < part.max(axis=1, keepdims=True)] = -np.inf
            scores[np.ix_(some, strange)] = part
