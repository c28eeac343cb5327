"""Weighing: how likely each way a space may look is, from how likely each of its cells is to look as it does.

Ways are: nothing; a terrain; a terrain with a disc; each of them with a meeple; and things never learnt in place of any
of these. Neighbouring cells tell much the same, so that many of them count as one.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.reader.cells import Cells
from vision.reader.colours import BIN_SIZE, UNIFORM, Indices
from vision.reader.knowledge import PieceKnowledge
from vision.reader.shapes import AREA, disc_masks, in_the_middle, shifts, tile_zones
from vision.reader.sheet import CELLS, Flags, Floats

NOTHING = 0  # of terrains, crops and colours; their own numbers begin at 1
UNKNOWN_TERRAIN, UNKNOWN_COLOUR = len(Terrain) + 1, len(Colour) + 1
LEVELS = len(Crop)  # the disc of an unknown crop has the number of the crop of its size, and this added

_ANY = np.float32(np.log(UNIFORM))  # of a cell of any colour
_CELLS_AS_ONE = np.float32(12.0)
_EXPLAINED = np.float32(2.0)  # beyond a cell of any colour
_LEAST_SPREAD = np.array([0.08, 0.18, 0.18], np.float32)  # of the colour of a tile never seen
_NEWNESS = np.float32(1.5)  # by which each of its cells is less likely than on a tile known as well
_OTHER_LIGHT = np.float32(
    3.0
)  # by which a space is less likely to lie under another light than the board around
_TEMPERATURE = np.float32(2.0)  # by which scores have to be cooled down to be as sure as they are right
_CANDIDATES = 7
_PRINTED = np.float32(0.96)  # of a disc's cells look as its print does; the others as its colours do
_SHIFT_DEVIATION = 0.045  # spaces that discs lie off the middle
_EDGE = 1.2 / CELLS  # around a disc, where its colours and its shadow mix with the tile's
_EDGE_CELL = _ANY + np.float32(2.5)  # what such a cell tells, whatever tile it is
_SHADE_PRIOR = np.float32(-1.5)  # the logarithm of how much of the ground beside a meeple lies in its shadow
_DISC_PRIOR = -0.5
_MEEPLE_PRIOR = -2.0
_ON_BOARD_PRIOR = -3.0  # beside a meeple on a tile: one stands there only until its tile is laid
_UNKNOWN_PRIORS = (
    -4.0,
    -6.0,
    -5.0,
)  # of a tile, a disc, a meeple, while there are kinds that were never seen
_FOREIGN_PRIORS = (-12.0, -14.0, -12.0)  # of something that is not from the box
_HOPELESS = (
    20.0  # a disc that by its colours makes a space so much less likely is not compared with its print
)
_SUSPICIOUS = -6.0  # where even a meeple of any colour makes a space so much less likely, none is weighed


@dataclass(frozen=True, eq=False)
class Weighed:
    """How likely each terrain, crop and meeple is on each space, by their numbers, and what a meeple would hide."""

    terrains: Floats
    crops: Floats
    colours: Floats
    hidden: Flags  # space, cell: under the likeliest meeple, were it there
    strange: Floats  # how much of the middle of a space looks like nothing known
    ground: Floats  # how much of a space shows the terrain that is likeliest
    explained: Flags  # space, cell: looks as it should, were no meeple there
    fit: Floats  # how much of what no meeple hides looks as it should
    scores: Floats  # of the likeliest way

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


@dataclass(frozen=True, eq=False)
class _Ways:
    """All ways to lay something on a space."""

    terrains: Indices
    crops: Indices
    scores: Floats  # space, way
    places: Indices  # disc, space: which shift a disc would have

    def best(self, count: int) -> Indices:
        return np.argsort(-self.scores, axis=1)[:, :count]


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
        radii = [knowledge.radius(crop) for crop in Crop]
        self._masks = [disc_masks(radius) for radius in radii]
        self._inner = np.stack([masks.sum(axis=1) for masks in self._masks])  # level, shift, cell
        self._outer = np.stack([disc_masks(radius + _EDGE).sum(axis=1) for radius in radii])
        self._edges = (self._outer - self._inner).sum(axis=2) * _EDGE_CELL
        self._off = ((shifts() ** 2).sum(axis=1) / (2 * _SHIFT_DEVIATION**2)).astype(np.float32)

    def weigh(self) -> Weighed:
        """All spaces."""
        ways = self._ways()
        order = ways.best(_CANDIDATES)
        base = np.take_along_axis(ways.scores, order, axis=1)
        maps = self._maps(self._grounds, self._discs[0], ways, order)
        colours, bodies = self._bodies
        weights = np.full((self._count, order.shape[1], UNKNOWN_COLOUR + 1), -np.inf, np.float32)
        weights[..., NOTHING] = base
        hidden = np.zeros((self._count, AREA), bool)
        anyone = self._meeples(maps, maps, bodies.max(axis=0, keepdims=True))[0][..., 0] + base
        suspects = np.flatnonzero(anyone.max(axis=1) > base[:, 0] + _SUSPICIOUS)
        if len(suspects):
            dark = self._maps(self._shaded_grounds, self._discs[1], ways, order, suspects)
            gains, covered = self._meeples(maps[suspects], dark, bodies[:, suspects])
            gains += np.array([self._meeple_prior(colour) for colour in colours], np.float32)
            on_board = ways.terrains[order[suspects]] == NOTHING
            standing = base[suspects, :, None] + gains + np.float32(_ON_BOARD_PRIOR) * on_board[..., None]
            weights[suspects[:, None], :, colours] = np.moveaxis(standing, 2, 1)
            way, colour = np.divmod(standing.reshape(len(suspects), -1).argmax(axis=1), len(colours))
            hidden[suspects] = covered[np.arange(len(suspects)), way, colour]
            maps[suspects] = np.maximum(maps[suspects], dark)
        return self._judged(ways, order, weights, maps, hidden)

    def _judged(self, ways: _Ways, order: Indices, weights: Floats, maps: Floats, hidden: Flags) -> Weighed:
        """Chances, and how well the likeliest way explains what is seen."""
        everyone = np.arange(self._count)
        best, colour = np.divmod(weights.reshape(self._count, -1).argmax(axis=1), weights.shape[2])
        explained = maps[everyone, best] > _ANY + _EXPLAINED
        disc = ways.crops[order[everyone, best]] - 1
        tile = 1 - self._outer[disc % LEVELS, ways.places[disc, everyone]]
        bare = explained * np.where(disc[:, None] >= 0, tile, 1)
        open_cells = ~(hidden & (colour > NOTHING)[:, None])
        return Weighed(
            *self._chances(ways, order, weights),
            hidden=hidden,
            strange=1 - explained[:, in_the_middle()].mean(axis=1),
            ground=bare.mean(axis=1),
            explained=explained,
            fit=(explained & open_cells).sum(axis=1) / np.maximum(1, open_cells.sum(axis=1)),
            scores=weights.max(axis=(1, 2)),
        )

    def _chances(self, ways: _Ways, order: Indices, weights: Floats) -> tuple[Floats, Floats, Floats]:
        chances = np.exp((weights - weights.max(axis=(1, 2), keepdims=True)) / _TEMPERATURE)
        chances /= chances.sum(axis=(1, 2), keepdims=True)
        lying = chances.sum(axis=2)
        everyone = np.arange(self._count)[:, None]
        terrains = np.zeros((self._count, UNKNOWN_TERRAIN + 1), np.float32)
        crops = np.zeros((self._count, 2 * LEVELS + 1), np.float32)
        np.add.at(terrains, (everyone, ways.terrains[order]), lying)
        np.add.at(crops, (everyone, ways.crops[order]), lying)
        return terrains, crops, chances.sum(axis=1)

    def _meeple_prior(self, colour: int) -> float:
        return self._unknown[2] if colour == UNKNOWN_COLOUR else _MEEPLE_PRIOR

    # What cells look like on each surface

    @cached_property
    def _grounds(self) -> Floats:
        """Terrain, space, cell; what was never seen is nowhere likely."""
        found = self._lying(shadow=False)
        if not all(self._known.knows(terrain) for terrain in Terrain):
            found[UNKNOWN_TERRAIN] = self._even()
        if self._known.knows(None):  # around a tile the board shows
            around = np.maximum(found[NOTHING], _ANY)
            found[UNKNOWN_TERRAIN] = np.where(tile_zones() >= 3, around, found[UNKNOWN_TERRAIN])
        return found

    def _even(self) -> Floats:
        """How likely cells are on a tile never seen: it has some colour, much the same all over."""
        values = self._cells.values
        middle = np.median(values, axis=1, keepdims=True)
        spread = np.maximum(1.5 * np.median(np.abs(values - middle), axis=1, keepdims=True), _LEAST_SPREAD)
        far = (((values - middle) / spread) ** 2).sum(axis=2)
        norm = np.log(spread / BIN_SIZE).sum(axis=2) + np.float32(1.5 * np.log(2 * np.pi))
        return np.asarray(np.maximum(-0.5 * far - norm - _NEWNESS, _ANY - 1), np.float32)

    @cached_property
    def _shaded_grounds(self) -> Floats:
        return self._lying(shadow=True)

    def _lying(self, shadow: bool) -> Floats:
        found = np.full((UNKNOWN_TERRAIN + 1, self._count, AREA), _ANY, np.float32)
        for number, kind in enumerate((None, *Terrain)):
            logs = self._known.log_density(kind, self._noise, shadow)
            if logs is not None:
                found[number] = self._cells.look_up_zones(logs, tile_zones())
        return found

    @cached_property
    def _bodies(self) -> tuple[Indices, Floats]:
        """The colours known and the unknown one; colour, space, cell."""
        numbers, found = [], []
        for number, colour in enumerate(Colour):
            logs = self._known.log_density(colour, self._noise)
            if logs is not None:
                numbers.append(number + 1)
                found.append(self._cells.look_up(logs[0]))
        found.append(np.full((self._count, AREA), _ANY, np.float32))
        return np.array([*numbers, UNKNOWN_COLOUR]), np.stack(found)

    @cached_property
    def _discs(self) -> tuple[Floats, Floats]:
        """In the light and in the shadow: disc, space, cell. Those of crops are filled in where they are weighed."""
        blank = np.full((2 * LEVELS, self._count, AREA), _ANY, np.float32)
        return blank, blank.copy()

    def _meeples(self, maps: Floats, dark: Floats, bodies: Floats) -> tuple[Floats, Flags]:
        """How much likelier each meeple makes each way of some spaces, and which cells it would hide.

        Beside a meeple lies its shadow.
        """
        cover = self._known.cover
        here, away = np.log(cover), np.log1p(-cover)
        with_body = here + np.swapaxes(bodies, 0, 1)[:, None] - maps[:, :, None]
        beside = (away + np.maximum(0, dark + _SHADE_PRIOR - maps))[:, :, None]
        return np.maximum(with_body, beside).sum(axis=3) / _CELLS_AS_ONE, with_body > beside

    # What may lie on a space

    def _ways(self) -> _Ways:
        tiles = [n for n, kind in enumerate(Terrain, 1) if self._known.knows(kind)] + [UNKNOWN_TERRAIN]
        ground = self._grounds.sum(axis=2) / _CELLS_AS_ONE
        under = {
            terrain: self._grounds[terrain] @ self._outer.reshape(-1, AREA).T / _CELLS_AS_ONE
            for terrain in tiles
        }
        known = [crop.level for crop in Crop if self._known.knows(crop)]
        zones = {level: self._zones(Crop(level)) for level in known}
        inside, places = self._placed(zones, under)
        terrains, crops, scores = [], [], []
        for terrain in ([NOTHING] if self._known.knows(None) else []) + tiles:
            bare = ground[terrain] + (self._unknown[0] if terrain == UNKNOWN_TERRAIN else 0)
            terrains.append(terrain)
            crops.append(NOTHING)
            scores.append(bare)
            if terrain == NOTHING:
                continue
            for disc in [*known, *range(LEVELS + 1, 2 * LEVELS + 1)]:
                terrains.append(terrain)
                crops.append(disc)
                scores.append(bare - self._at(under[terrain], disc, places) + self._disc_prior(disc, places))
        ways = _Ways(np.array(terrains), np.array(crops), np.stack(scores, axis=1), places)
        return self._compared(ways, zones, inside)

    def _disc_prior(self, disc: int, places: Indices) -> Floats:
        prior = _DISC_PRIOR if disc <= LEVELS else self._unknown[1]
        return np.asarray(prior - self._off[places[disc - 1]], np.float32)

    def _at(self, sums: Floats, disc: int, places: Indices) -> Floats:
        """Of sums for all levels and shifts those of a disc where it lies."""
        start = (disc - 1) % LEVELS * len(self._off)
        return np.take_along_axis(sums, (start + places[disc - 1])[:, None], axis=1)[:, 0]

    def _zones(self, crop: Crop) -> Floats:
        logs = self._known.log_density(crop, self._noise)
        if logs is None:
            raise LookupError(crop)
        return np.stack([self._cells.look_up(zone) for zone in logs], axis=1)

    def _placed(self, zones: dict[int, Floats], under: dict[int, Floats]) -> tuple[Floats, Indices]:
        """Where each disc would lie on each space, and how likely its cells are there by their colours."""
        least = np.stack(
            [sums for terrain, sums in under.items() if len(under) == 1 or terrain != UNKNOWN_TERRAIN]
        )
        places = np.zeros((2 * LEVELS, self._count), np.int64)
        inside = np.zeros((2 * LEVELS, self._count), np.float32)
        for disc in range(1, 2 * LEVELS + 1):
            level = (disc - 1) % LEVELS
            if disc in zones:
                masks = self._masks[level]
                sums = zones[disc].reshape(self._count, -1) @ masks.reshape(len(masks), -1).T
            elif disc > LEVELS:
                sums = np.broadcast_to(_ANY * self._inner[level].sum(axis=1), (self._count, len(self._off)))
            else:
                continue
            sums = (sums + self._edges[level]) / _CELLS_AS_ONE
            part = slice(level * len(self._off), (level + 1) * len(self._off))
            gains = (sums - least[..., part]).max(axis=0) - self._off
            places[disc - 1] = gains.argmax(axis=1)
            inside[disc - 1] = np.take_along_axis(sums, places[disc - 1][:, None], axis=1)[:, 0]
        return inside, places

    def _compared(self, ways: _Ways, zones: dict[int, Floats], inside: Floats) -> _Ways:
        """Scores with discs: by their colours first; those that may be right are compared with their prints."""
        laid = ways.crops > NOTHING
        scores = ways.scores.copy()
        scores[:, laid] += inside[ways.crops[laid] - 1].T
        hopeful = scores > scores.max(axis=1, keepdims=True) - _HOPELESS
        for level, cells in zones.items():
            mine = ways.crops == level
            some = np.flatnonzero(hopeful[:, mine].any(axis=1))
            place = ways.places[level - 1, some]
            lit, dark = self._printed(Crop(level), cells[some], some, place)
            self._discs[0][level - 1, some], self._discs[1][level - 1, some] = lit, dark
            again = (lit * self._inner[level - 1][place]).sum(axis=1) + self._edges[level - 1][place]
            exact = np.full(self._count, -np.inf, np.float32)
            exact[some] = again / _CELLS_AS_ONE
            scores[:, mine] = ways.scores[:, mine] + exact[:, None]
        for terrain in np.unique(
            ways.terrains
        ):  # of unknown discs on a terrain only the one of the likeliest size
            strange = np.flatnonzero((ways.terrains == terrain) & (ways.crops > LEVELS))
            if len(strange):
                least = scores[:, strange].max(axis=1, keepdims=True)
                scores[:, strange] = np.where(scores[:, strange] < least, -np.inf, scores[:, strange])
        return _Ways(ways.terrains, ways.crops, scores, ways.places)

    def _printed(self, crop: Crop, zones: Floats, some: Indices, place: Indices) -> tuple[Floats, Floats]:
        """How likely each cell of some spaces is, in light and in shadow, were it covered by a disc at a place."""
        masks = self._masks[crop.level - 1][place]
        by_zone = (zones * masks).sum(axis=1) / np.maximum(masks.sum(axis=1), 1e-3)
        found = self._known.print_of(crop)
        if found is None or not len(some):
            return by_zone, by_zone
        told, rest = self._cells.told[some], by_zone + np.log(1 - _PRINTED)
        lit, shaded = (
            np.where(told, np.logaddexp(printed + np.log(_PRINTED), rest), by_zone)
            for printed in found.log_likelihoods(self._cells.values[some], place)
        )
        return lit, shaded

    def _maps(
        self, grounds: Floats, discs: Floats, ways: _Ways, order: Indices, some: Indices | None = None
    ) -> Floats:
        """How likely each cell is in the likeliest ways of some spaces: space, way, cell."""
        numbers = np.arange(self._count) if some is None else some
        order = order[numbers]
        maps = grounds[ways.terrains[order], numbers[:, None]]
        disc = ways.crops[order] - 1
        row, way = np.nonzero(disc >= 0)
        which, space = disc[row, way], numbers[row]
        place = ways.places[which, space]
        inner, outer = self._inner[which % LEVELS, place], self._outer[which % LEVELS, place]
        covering = discs[which, space] * inner + _EDGE_CELL * (outer - inner)
        maps[row, way] = maps[row, way] * (1 - outer) + covering
        return maps
