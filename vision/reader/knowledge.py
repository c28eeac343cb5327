"""What the eye knows of a table: its board's picture, and the colours of every kind of piece."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.pose import BoardPose, Picture
from vision.reader import light
from vision.reader.colours import BINS, UNIFORM, Indices, bins_of, densities, log_table, scaled
from vision.reader.shapes import (
    AREA,
    DISC_ZONES,
    TILE_ZONES,
    USUAL_RADII,
    disc_masks,
    meeple_cover,
    middles,
    shifts,
    tile_zones,
)
from vision.reader.sheet import CELLS, RIM, Flags, Floats, Sheet, by_space, unroll

Kind = Terrain | Crop | Colour | None  # None is the bare board
_OUTLIERS = 0.05
_FLAT_SPREAD = (0.07, 0.15)
_BODY_SPREAD = (0.15, 0.18)
_BORROWED = 0.15
_NOISES = (0.0, 1.0, 2.0, 4.0, 8.0)
_RADII = np.arange(0.17, 0.5, 1 / 96)
_RADIUS_DEVIATION = 0.05


class PieceKnowledge:
    """The looks of pieces and boards, learnt from pictures whose content is known."""

    def __init__(self) -> None:
        self._counts: dict[Kind, Floats] = {}
        self._radii: dict[Crop, list[float]] = {}
        self._grounds: dict[tuple[int, int], Floats] = {}  # BGR under the reference light, and how often seen
        self._grain = 0.0  # noise of the first lesson, in grey levels
        self._logs: dict[tuple[Kind, float], Floats] = {}

    # -- what readers ask

    def log_density(self, kind: Kind, noise: float = 0.0) -> Floats | None:
        """For each zone and each bin the logarithm of how likely it is, or None where the kind was never seen.

        ``noise`` is that of the picture beyond that of the lessons.
        """
        if kind not in self._counts:
            return None
        step = max(limit for limit in _NOISES if limit <= noise)
        if (kind, step) not in self._logs:
            spread = _BODY_SPREAD if isinstance(kind, Colour) else _FLAT_SPREAD
            smooth = densities(_mixed(self._counts[kind]), spread, 1.4 * step)
            self._logs[kind, step] = log_table(smooth, _OUTLIERS)
        return self._logs[kind, step]

    def radius(self, crop: Crop) -> float:
        """The radius of a crop's disc in spaces, as learnt or as usual."""
        found = self._radii.get(crop)
        return float(np.round(np.median(found) * 96) / 96) if found else USUAL_RADII[crop.level - 1]

    def ground(self, rows: int, columns: int) -> Floats | None:
        """The bare board: blue, green and red under the reference light, and how often each cell was seen."""
        return self._grounds.get((rows, columns))

    def light(self, sheet: Sheet, empty: Flags | None = None) -> tuple[light.Light, float]:
        """The light on a sheet beside that of the first lesson, and how much noisier the picture is.

        ``empty`` says which spaces are known to be empty; else those that look so are taken.
        """
        rows, columns = sheet.rows, sheet.columns
        ground = self.ground(rows, columns)
        squares, rim = light.terms(rows, columns, light.BLOCK), light.rim_blocks(rows, columns)
        sure = rim if empty is None else rim | light.grid_blocks(rows, columns, empty)
        likely = ~sure if empty is None and ground is not None else sure & False
        before = None if ground is None else np.ascontiguousarray(ground[..., :3])
        told = sheet.seen if ground is None else sheet.seen & (ground[..., 3] > 0)
        lamp = light.measure(sheet.colours, before, told, sure, likely, squares)
        noise = light.grain(sheet.colours) / float(lamp.gains.mean())
        return lamp, float(np.sqrt(max(0.0, noise**2 - self._grain**2)))

    # -- learning

    def learn(self, picture: Picture, pose: BoardPose, position: Position) -> None:
        """Learn from a picture of a known position, or go on learning."""
        board = position.board
        sheet = unroll(picture, pose)
        empty = np.array(
            [position.terrain(space) is None and space not in position.meeples for space in board.spaces]
        )
        lamp, _ = self.light(sheet, empty)
        colours = lamp.removed(sheet.colours)
        if not self._grounds:
            self._grain = light.grain(sheet.colours)
        self._learn_ground(colours, sheet, empty)
        cells = bins_of(scaled(by_space(colours, board.rows, board.columns))).reshape(-1, AREA)
        self._learn_bare(board, cells, position)
        self._learn_discs(board, cells, position)
        self._learn_meeples(board, cells, position)

    def _learn_ground(self, colours: Floats, sheet: Sheet, empty: Flags) -> None:
        rows, columns = sheet.rows, sheet.columns
        seen = np.ones(sheet.seen.shape, bool)
        seen[RIM:-RIM, RIM:-RIM] = np.kron(empty.reshape(rows, columns), np.ones((CELLS, CELLS), bool))
        seen &= sheet.seen
        old = self._grounds.get((rows, columns))
        if old is None:
            old = np.zeros((*seen.shape, 4), np.float32)
        count = np.minimum(old[..., 3:], 7)
        mixed = (old[..., :3] * count + colours) / (count + 1)
        fresh = np.where(seen[..., None], np.concatenate([mixed, count + 1], axis=-1), old)
        self._grounds[rows, columns] = fresh.astype(np.float32)

    def _learn_bare(self, board: Board, cells: Indices, position: Position) -> None:
        zones, whole = tile_zones(), np.ones(AREA, np.float32)
        outside = (np.hypot(*middles()) > 0.5).astype(np.float32)
        for space in board.spaces:
            terrain, crop = position.terrain(space), position.crop(space)
            if space in position.meeples or crop is not None:
                if terrain is not None:
                    self._count(terrain, TILE_ZONES, cells[space.index], zones, outside)
            else:
                self._count(terrain, TILE_ZONES, cells[space.index], zones, whole)

    def _learn_discs(self, board: Board, cells: Indices, position: Position) -> None:
        for space in board.spaces:
            terrain, crop = position.terrain(space), position.crop(space)
            if terrain is None or crop is None or space in position.meeples:
                continue
            radius, shift = self._circle(terrain, crop, cells[space.index])
            self._radii.setdefault(crop, []).append(radius)
            masks = disc_masks(radius)[shift]
            for zone, mask in enumerate(masks):
                self._count(
                    crop, DISC_ZONES, cells[space.index], np.full(AREA, zone), (mask > 0.5).astype(np.float32)
                )
            around = disc_masks(round((radius + 1.5 / CELLS) * 96) / 96)[shift].sum(axis=0)
            around = np.maximum(around, np.hypot(*middles()) > 0.5)
            self._count(
                terrain, TILE_ZONES, cells[space.index], tile_zones(), (around < 0.5).astype(np.float32)
            )

    def _circle(self, terrain: Terrain, crop: Crop, cells: Indices) -> tuple[float, int]:
        """The radius of a disc and which shift it has: outside it is like the terrain, inside it is not."""
        logs = self.log_density(terrain)
        if logs is None:
            raise LookupError(terrain)
        alike = np.clip(logs[tile_zones(), cells] - np.log(UNIFORM), -2, 2)
        alike[np.maximum(*(np.abs(part) for part in middles())) > 0.46] = 0
        best, found = -np.inf, (USUAL_RADII[crop.level - 1], 0)
        usual = self.radius(crop)
        off = (shifts() ** 2).sum(axis=1) / 0.04**2
        for radius in _RADII:
            inside = disc_masks(float(np.round(radius * 96) / 96)).sum(axis=1)
            scores = -(inside @ alike) * 2 - off - ((radius - usual) / _RADIUS_DEVIATION) ** 2 * 4
            shift = int(scores.argmax())
            if scores[shift] > best:
                best, found = float(scores[shift]), (float(np.round(radius * 96) / 96), shift)
        return found

    def _learn_meeples(self, board: Board, cells: Indices, position: Position) -> None:
        cover = meeple_cover()
        for space, colour in position.meeples.items():
            if position.crop(space) is not None:
                continue
            logs = self.log_density(position.terrain(space))
            if logs is None:
                continue
            own = cells[space.index]
            ground = np.exp(logs[tile_zones(), own])
            body = np.full(AREA, UNIFORM, np.float32)
            weights = cover
            for _ in range(3):
                weights = cover * body / (cover * body + (1 - cover) * ground)
                counts = np.bincount(own, weights, BINS).astype(np.float32)[None]
                body = 0.9 * densities(counts, _BODY_SPREAD)[0][own] + 0.1 * np.float32(UNIFORM)
            self._count(colour, 1, own, np.zeros(AREA, np.int64), np.asarray(weights, np.float32))

    def _count(self, kind: Kind, zones: int, cells: Indices, zone: Indices, weights: Floats) -> None:
        counts = self._counts.setdefault(kind, np.zeros((zones, BINS), np.float32))
        counts += (
            np.bincount(zone * BINS + cells, weights, zones * BINS).reshape(zones, BINS).astype(np.float32)
        )
        self._logs = {key: logs for key, logs in self._logs.items() if key[0] != kind}

    # -- keeping

    def to_arrays(self) -> dict[str, np.ndarray]:
        """All that is known, as plain arrays."""
        arrays: dict[str, np.ndarray] = {}
        for kind, counts in self._counts.items():
            zone, cell = np.nonzero(counts)
            arrays[f"places {_name(kind)}"] = (zone * BINS + cell).astype(np.int32)
            arrays[f"counts {_name(kind)}"] = counts[zone, cell]
        arrays["grain"] = np.array(self._grain)
        for crop, radii in self._radii.items():
            arrays[f"radii {crop.level}"] = np.array(radii, np.float32)
        for (rows, columns), ground in self._grounds.items():
            arrays[f"ground {rows} {columns}"] = ground.astype(np.float16)
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, np.ndarray]) -> PieceKnowledge:
        """What :meth:`to_arrays` gave."""
        known = cls()
        for key, array in arrays.items():
            first, *rest = key.split(" ")
            if first == "places":
                kind = _kind(rest[0])
                zones = TILE_ZONES if kind is None or isinstance(kind, Terrain) else DISC_ZONES
                counts = np.zeros((1 if isinstance(kind, Colour) else zones, BINS), np.float32)
                counts.ravel()[array] = arrays[f"counts {rest[0]}"]
                known._counts[kind] = counts
            elif first == "grain":
                known._grain = float(array)
            elif first == "radii":
                known._radii[Crop(int(rest[0]))] = [float(radius) for radius in array]
            elif first == "ground":
                known._grounds[int(rest[0]), int(rest[1])] = array.astype(np.float32)
        return known


def _mixed(counts: Floats) -> Floats:
    """Zones that were seen little borrow from the others: a tile's edge may look like its inside."""
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    common = counts.sum(axis=0) / max(1.0, float(counts.sum()))
    return np.asarray((1 - _BORROWED) * shares + _BORROWED * common, np.float32)


def _name(kind: Kind) -> str:
    return "board" if kind is None else kind.name


def _kind(name: str) -> Kind:
    if name == "board":
        return None
    for family in (Terrain, Crop, Colour):
        if name in family.__members__:
            return family[name]
    raise KeyError(name)
