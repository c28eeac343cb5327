"""What the eye knows of a table: its board's picture, and what every kind of piece looks like."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.pose import BoardPose, Picture
from vision.reader import lessons, light
from vision.reader.colours import BINS, Counts, Indices, Table, densities, in_shadow, lit_mostly, log_table
from vision.reader.cover import RimLook
from vision.reader.prints import Print
from vision.reader.shapes import (
    AREA,
    COVER_RINGS,
    DISC_ZONES,
    TILE_ZONES,
    USUAL_RADII,
    cover_rings,
    usual_cover,
)
from vision.reader.sheet import CELLS, RIM, Flags, Floats, Sheet, unroll

Kind = Terrain | Crop | Colour | None  # None is the bare board
_OUTLIERS = 0.05  # cells of a surface that may look like anything
_FLAT_SPREAD = (0.07, 0.15)  # of brightness and tint, by light that is not quite what it is taken for
_BODY_SPREAD = (0.15, 0.18)
_BORROWED = 0.15  # of each zone's look, from the other zones
_NOISES = (0.0, 1.0, 2.0, 4.0, 8.0)
_NOISES_KEPT = 2
_MOST_CELLS = 40_000  # of a kind: what was seen long ago fades
_DISCS_KEPT = 15
_PATCHES_KEPT = 30
_NOISE_OF_A_CHANNEL = 1.4
_LESSONS_KEPT = 7  # of a board's picture: older ones fade
_RADIUS_STEPS = 96  # a space: radii are rounded, so that their masks can be kept


class PieceKnowledge:
    """The looks of pieces and boards, learnt from pictures whose content is known."""

    def __init__(self) -> None:
        self._counts: dict[Kind, Counts] = {}
        self._radii: dict[Crop, list[float]] = {}
        self._prints: dict[Crop, Floats] = {}
        self._cover = np.stack([usual_cover(), np.ones(COVER_RINGS, np.float32)])  # sum and number
        self._grounds: dict[tuple[int, int], Floats] = {}  # BGR under the reference light, and how often seen
        self._patches: dict[Terrain | None, list[int]] = {}
        self._grain = 0.0  # noise of the first lesson, in grey levels
        self._tables: dict[tuple[tuple[Kind, ...], float, bool], Table] = {}
        self._turned: dict[Crop, Print] = {}
        self._rims: dict[tuple[int, int], RimLook] = {}

    def learn(self, picture: Picture, pose: BoardPose, position: Position) -> None:
        """Learn from a picture of a known position, or go on learning."""
        lessons.give(self, unroll(picture, pose), position)

    # What readers ask

    def log_density(self, kind: Kind, noise: float = 0.0, shadow: bool = False) -> Floats | None:
        """For each zone and each bin the logarithm of how likely it is, or None where the kind was never seen.

        ``noise`` is that of the picture beyond that of the lessons; with ``shadow`` something's shadow falls on it.
        """
        if kind not in self._counts:
            return None
        spread = _BODY_SPREAD if isinstance(kind, Colour) else _FLAT_SPREAD
        smooth = densities(_mixed(self._counts[kind].dense()), spread, _NOISE_OF_A_CHANNEL * _step(noise))
        return log_table(in_shadow(smooth) if shadow else lit_mostly(smooth), _OUTLIERS)

    def table(self, kinds: tuple[Kind, ...], noise: float, shadow: bool = False) -> Table:
        """The same of several kinds that were seen: zone and bin, kind. What is asked of a cell lies side by side."""
        key = kinds, _step(noise), shadow
        if key not in self._tables:
            self._forget_tables(key[1])
            logs = [self.log_density(kind, noise, shadow) for kind in kinds]
            packed = np.stack([one for one in logs if one is not None], axis=-1)
            self._tables[key] = np.ascontiguousarray(packed.reshape(-1, len(kinds)).astype(np.float16))
        return self._tables[key]

    def disc_table(self, crop: Crop, noise: float) -> Table:
        """The same of a disc that was seen: bin, zone."""
        key = (crop,), _step(noise), False
        if key not in self._tables:
            self._forget_tables(key[1])
            logs = self.log_density(crop, noise)
            if logs is None:
                raise LookupError(crop)
            self._tables[key] = np.ascontiguousarray(logs.T.astype(np.float16))
        return self._tables[key]

    def _forget_tables(self, noise: float) -> None:
        """Make room: tables for every amount of noise that ever was would be too much."""
        others = list(dict.fromkeys(key[1] for key in self._tables if key[1] != noise))
        for old in others[: max(0, len(others) + 1 - _NOISES_KEPT)]:
            self._tables = {key: table for key, table in self._tables.items() if key[1] != old}

    def knows(self, kind: Kind) -> bool:
        """Whether a kind of piece was ever seen."""
        return kind in self._counts

    def radius(self, crop: Crop) -> float:
        """The radius of a crop's disc in spaces, as learnt or as usual."""
        found = self._radii.get(crop)
        return rounded(float(np.median(found))) if found else USUAL_RADII[crop.level - 1]

    def print_of(self, crop: Crop) -> Print | None:
        """What is printed on a crop's disc, or None where none was seen."""
        if crop not in self._prints:
            return None
        if crop not in self._turned:
            self._turned[crop] = Print.of(self._prints[crop], self.radius(crop))
        return self._turned[crop]

    @property
    def cover(self) -> Floats:
        """How likely a meeple covers each cell of the space it stands on."""
        return self.cover_at(0.0, 0.0)

    def cover_at(self, right: float, down: float) -> Floats:
        """The same of one that stands so far off the middle, in spaces."""
        rings = self._cover[0] / self._cover[1]
        padded = np.concatenate([rings[:1], rings, rings[-1:]])
        smooth = (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4  # another camera sees it lean otherwise
        return np.asarray(np.clip(smooth, 0.005, 0.9)[cover_rings(right, down)], np.float32)

    def ground(self, rows: int, columns: int) -> Floats | None:
        """The bare board: blue, green and red under the reference light, and how often each cell was seen."""
        return self._grounds.get((rows, columns))

    def usual_colour(self, terrain: Terrain) -> Floats | None:
        """The logarithm of the colour of a tile's inside under the reference light, or None where none was seen."""
        counts = self._counts.get(terrain)
        return None if counts is None or not (counts.places < BINS).any() else counts.mean(0)

    def usual_patch(self, terrain: Terrain | None) -> int:
        """How many cells, in one piece, may differ from those around on a bare tile, or on the bare board: by its print."""
        return max(self._patches.get(terrain, [0]))

    def rim(self, rows: int, columns: int) -> RimLook | None:
        """What the rim of a board looks like, or None where it was never seen."""
        shape = rows, columns
        if shape not in self._grounds:
            return None
        if shape not in self._rims:
            self._rims[shape] = RimLook.of(self._grounds[shape])
        return self._rims[shape]

    def light(self, sheet: Sheet, empty: Flags | None = None) -> tuple[light.Light, float]:
        """The light on a sheet beside that of the first lesson, and how much noisier the picture is.

        ``empty`` says which spaces are known to be empty; else those that look so are taken.
        """
        rows, columns = sheet.rows, sheet.columns
        ground = self.ground(rows, columns)
        rim = light.rim_blocks(rows, columns)
        sure = rim if empty is None else rim | light.grid_blocks(rows, columns, empty)
        likely = ~sure if empty is None and ground is not None else sure & False
        before = None if ground is None else np.ascontiguousarray(ground[..., :3])
        told = sheet.seen if ground is None else sheet.seen & (ground[..., 3] > 0)
        grain = light.grain(sheet.colours)
        lamp = light.measure(sheet.colours, before, told, sure, likely, grain)
        noise = grain / float(lamp.gains.mean())
        return lamp, float(np.sqrt(max(0.0, noise**2 - self._grain**2)))

    # What lessons add

    def add_noise(self, grain: float) -> None:
        """The noise of the first lesson."""
        if not self._grounds:
            self._grain = grain

    def add_ground(self, shape: tuple[int, int], colours: Floats, seen: Flags) -> None:
        """A board of some rows and columns, seen bare in some cells."""
        old = self._grounds.get(shape)
        if old is None:
            old = np.zeros((*seen.shape, 4), np.float32)
        count = np.minimum(old[..., 3:], _LESSONS_KEPT)
        mixed = (old[..., :3] * count + colours) / (count + 1)
        fresh = np.where(seen[..., None], np.concatenate([mixed, count + 1], axis=-1), old)
        self._grounds[shape] = fresh.astype(np.float32)
        self._rims.pop(shape, None)

    def add_surface(self, kind: Kind, bins: Indices, zones: Indices, weights: Floats) -> None:
        """Cells of a surface: their bins, the zones they lie in, and how surely they belong to it."""
        seen = (bins < BINS) & (weights > 0)
        counts = self._counts.get(kind) or Counts.none(_zones_of(kind))
        self._counts[kind] = counts.plus((zones * BINS + bins)[seen], weights[seen]).at_most(_MOST_CELLS)
        self._tables = {key: table for key, table in self._tables.items() if kind not in key[0]}

    def add_disc(self, crop: Crop, radius: float, picture: Floats) -> None:
        """A disc, its print moved to the middle of a space."""
        self._radii[crop] = [*self._radii.get(crop, [])[1 - _DISCS_KEPT :], radius]
        self._prints.setdefault(crop, picture)
        self._turned.pop(crop, None)

    def add_cover(self, covered: Floats) -> None:
        """A meeple: how surely it covers each cell of its space."""
        rings = cover_rings()
        cells = np.maximum(1, np.bincount(rings, minlength=COVER_RINGS))
        self._cover = self._cover + np.stack(
            [np.bincount(rings, covered, COVER_RINGS) / cells, np.ones(COVER_RINGS)]
        ).astype(np.float32)

    def add_patch(self, terrain: Terrain | None, size: int) -> None:
        """A bare tile, or a bare space of the board, with the size of its largest patch."""
        self._patches[terrain] = [*self._patches.get(terrain, [])[1 - _PATCHES_KEPT :], size]

    # Keeping

    def to_arrays(self) -> dict[str, np.ndarray]:
        """All that is known, as plain arrays."""
        arrays: dict[str, np.ndarray] = {"grain": np.array(self._grain), "cover": self._cover}
        for kind, counts in self._counts.items():
            arrays[f"bins {_name(kind)}"] = counts.places.astype(np.int32)
            arrays[f"counts {_name(kind)}"] = counts.numbers
        for crop, radii in self._radii.items():
            arrays[f"radii {crop.name}"] = np.array(radii, np.float32)
            arrays[f"print {crop.name}"] = self._prints[crop]
        for terrain, sizes in self._patches.items():
            arrays[f"patches {_name(terrain)}"] = np.array(sizes, np.int32)
        for (rows, columns), ground in self._grounds.items():
            arrays[f"ground {rows} {columns}"] = ground.astype(np.float16)
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, np.ndarray]) -> PieceKnowledge:
        """What :meth:`to_arrays` gave; ValueError for anything else."""
        try:
            return cls._from_arrays(arrays)
        except (KeyError, TypeError, IndexError, OverflowError) as error:
            raise ValueError(f"no knowledge of pieces: {error}") from None

    @classmethod
    def _from_arrays(cls, arrays: Mapping[str, np.ndarray]) -> PieceKnowledge:
        known = cls()
        known._grain = float(_shaped(arrays["grain"], ()))
        known._cover = _shaped(arrays["cover"], (2, COVER_RINGS))
        for key, array in arrays.items():
            what, _, rest = key.partition(" ")
            if what == "bins":
                kind = _kind(rest)
                empty = Counts.none(_zones_of(kind))
                numbers = _shaped(arrays[f"counts {rest}"], array.shape)
                known._counts[kind] = empty.plus(array.astype(np.int64), numbers)
            elif what == "radii":
                known._radii[Crop[rest]] = [float(radius) for radius in _shaped(array, (len(array),))]
                known._prints[Crop[rest]] = _shaped(arrays[f"print {rest}"], (AREA, 3))
            elif what == "patches":
                known._patches[_ground_kind(rest)] = [
                    int(size) for size in _shaped(array, (max(1, len(array)),))
                ]
            elif what == "ground":
                rows, columns = (int(part) for part in rest.split(" "))
                shape = (rows * CELLS + 2 * RIM, columns * CELLS + 2 * RIM, 4)
                known._grounds[rows, columns] = _shaped(array, shape)
        return known


def rounded(radius: float) -> float:
    """A radius as masks are kept for it."""
    return round(radius * _RADIUS_STEPS) / _RADIUS_STEPS


def _step(noise: float) -> float:
    return max(limit for limit in _NOISES if limit <= noise)


def _shaped(array: np.ndarray, shape: tuple[int, ...]) -> Floats:
    if array.shape != shape or not np.isfinite(array).all():
        raise ValueError(f"an array of shape {array.shape} instead of {shape}, or not of numbers")
    return array.astype(np.float32)


def _zones_of(kind: Kind) -> int:
    if isinstance(kind, Colour):
        return 1
    return DISC_ZONES if isinstance(kind, Crop) else TILE_ZONES


def _mixed(counts: Floats) -> Floats:
    """Zones that were seen little borrow from the others: a tile's edge may look like its inside."""
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    common = counts.sum(axis=0) / max(1.0, float(counts.sum()))
    return np.asarray((1 - _BORROWED) * shares + _BORROWED * common, np.float32)


def _name(kind: Kind) -> str:
    return "BOARD" if kind is None else kind.name


def _ground_kind(name: str) -> Terrain | None:
    return None if name == _name(None) else Terrain[name]


def _kind(name: str) -> Kind:
    if name == "BOARD":
        return None
    for family in (Terrain, Crop, Colour):
        if name in family.__members__:
            return family[name]
    raise KeyError(name)
