"""The printed grid as a ruler: where its lines truly run makes a pose exact, and tells the bend of the lens.

Every line is looked at one space at a time, across its expected course: a thin ridge, lighter or darker than what lies
on both of its sides. Tiles cover many of them; what most lines agree on counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.tiwanaku.position import Position
from vision.finding.fitting import fit_pose
from vision.finding.picture import grey_of
from vision.pose import BoardPose, Doubles, Picture

Floats = npt.NDArray[np.float32]
_STEP = 0.01  # spaces between samples across a line
_ALONG = np.linspace(-0.4, 0.4, 17)
_CORE, _FLANK_FROM, _FLANK_TO = 0.012, 0.028, 0.055  # of a ridge's middle and of its sides, in spaces
_NOISE = 0.006  # spaces that a line's measured course is off
_TRUE = 0.015  # spaces that a line may be off and still be one
_TRUST = (1.0, 0.12, 0.03)  # in a piece of a line between two bare spaces, beside one tile, between two
_FAINT = 1.2  # grey levels that a line differs from both sides at least
_FARTHEST = 0.35  # spaces that a corner may be corrected
_ENOUGH, _ENOUGH_ON_A_SIDE = 0.6, 0.2


@dataclass(frozen=True)
class GridFit:
    """A pose made exact on the grid, and how well: the share of the lines' pieces found where they should be, the least
    share on one of the four outer sides, the average error of those found, in spaces, and whether the lines are lighter
    (1) or darker (-1) than the board."""

    pose: BoardPose
    share: float
    least_side: float
    error: float
    light: int


@dataclass(frozen=True)
class _Pieces:
    """The pieces of the grid's lines, a space long each: middles and normals in board coordinates, how far to trust."""

    middles: Doubles
    normals: Doubles
    trust: Doubles
    side: npt.NDArray[np.int32]  # 0 to 3 for the outer lines, -1 inside


def refine_on_grid(picture: Picture, pose: BoardPose, position: Position | None = None) -> BoardPose:
    """The pose made exact on the lines of the printed grid; as it was where too few of them are seen."""
    fit = fit_grid(picture, pose, position)
    if fit is None or fit.share < _ENOUGH or fit.least_side < _ENOUGH_ON_A_SIDE:
        return pose
    return fit.pose


def fit_grid(
    picture: Picture,
    pose: BoardPose,
    position: Position | None = None,
    doubt: float = 3.0,
) -> GridFit | None:
    """Lay the grid onto its lines, from a pose whose corners are off by about ``doubt`` pixels."""
    grey = grey_of(picture)
    if grey is None:
        return None
    pieces = _pieces(pose, position)
    fits = [_fit(grey, pose, pieces, light, doubt) for light in (1, -1)]
    found = [fit for fit in fits if fit is not None]
    return max(found, key=lambda fit: fit.share, default=None)


def lines_beyond(grey: Picture, fit: GridFit) -> Doubles:
    """The share of the grid's lines that seem to go on beyond its left, right, upper and lower side.

    The lines of a whole grid end there; one that is laid a space beside its place has lines beyond it.
    """
    rows, columns = fit.pose.rows, fit.pose.columns
    upright = [(x, y) for y in (-0.5, rows + 0.5) for x in range(columns + 1)]
    flat = [(x, y) for x in (-0.5, columns + 0.5) for y in range(rows + 1)]
    normals = [(0, 1)] * len(flat) + [(1, 0)] * len(upright)
    side = np.repeat([0, 1, 2, 3], [rows + 1, rows + 1, columns + 1, columns + 1]).astype(np.int32)
    pieces = _Pieces(np.array(flat + upright), np.array(normals, np.float64), np.ones(len(side)), side)
    offsets, heights = _ridges(grey, fit.pose, pieces, fit.light, 0.06)
    found = (heights > _FAINT) & (np.abs(offsets) < _TRUE)
    return np.array([found[side == number].mean() for number in range(4)])


def _pieces(pose: BoardPose, position: Position | None) -> _Pieces:
    rows, columns = pose.rows, pose.columns
    middles: list[tuple[float, float]] = []
    normals: list[tuple[float, float]] = []
    trust, side = [], []

    def covered(row: int, column: int) -> bool:
        if position is None or not (0 <= row < rows and 0 <= column < columns):
            return False
        return position.terrains[row * columns + column] is not None

    def trusted(row: int, column: int, other_row: int, other_column: int) -> float:
        return _TRUST[covered(row, column) + covered(other_row, other_column)]

    for x in range(columns + 1):
        for row in range(rows):
            middles.append((x, row + 0.5))
            normals.append((1, 0))
            trust.append(trusted(row, x - 1, row, x))
            side.append({0: 0, columns: 1}.get(x, -1))
    for y in range(rows + 1):
        for column in range(columns):
            middles.append((column + 0.5, y))
            normals.append((0, 1))
            trust.append(trusted(y - 1, column, y, column))
            side.append({0: 2, rows: 3}.get(y, -1))
    return _Pieces(
        np.array(middles), np.array(normals, np.float64), np.array(trust), np.array(side, np.int32)
    )


def _fit(grey: Picture, start: BoardPose, pieces: _Pieces, light: int, doubt: float) -> GridFit | None:
    pose, off, strong = start, np.zeros(0), np.zeros(0, bool)
    size = float(np.linalg.norm(start.corners[1] - start.corners[0])) / start.columns
    reach = float(np.clip(2 * doubt / size + 0.04, 0.08, 0.25))
    hold = np.full(8, (_NOISE * size / doubt) ** 2)
    for _ in range(3):
        offsets, heights = _ridges(grey, pose, pieces, light, reach)
        strong = heights > _FAINT
        seen = np.asarray(pose.pixels(pieces.middles + offsets[:, None] * pieces.normals), np.float64)

        def across(other: BoardPose, seen: Doubles = seen) -> Doubles:
            lines = ((other.places(seen) - pieces.middles) * pieces.normals).sum(axis=1)
            return np.append(lines, _shift(start, other))

        width = reach
        for _ in range(4):
            off = across(pose)[: len(strong)]
            trust = pieces.trust * strong * np.maximum(0, 1 - (off / width) ** 2) ** 2
            if (trust > 0.01).sum() < 10:
                return None
            pose = fit_pose(pose, across, np.append(trust, hold), rounds=1)
            width = max(2 * _TRUE, width / 2)
        off = across(pose)[: len(strong)]
        reach = max(0.06, 0.6 * reach)
    if np.abs(_shift(start, pose)).max() > _FARTHEST:
        return None
    true = strong & (np.abs(off) < _TRUE)
    if not true.any():
        return None
    share = float((pieces.trust * true).sum() / pieces.trust.sum())
    least = min(float(true[pieces.side == number].mean()) for number in range(4))
    return GridFit(pose, share, least, float(np.sqrt((off[true] ** 2).mean())), light)


def _shift(start: BoardPose, pose: BoardPose) -> Doubles:
    """How far the corners of a pose are from those of another, in spaces."""
    corners = np.array([(0, 0), (pose.columns, 0), (pose.columns, pose.rows), (0, pose.rows)], np.float64)
    return np.asarray(pose.places(start.corners) - corners, np.float64).ravel()


def _ridges(
    grey: Picture, pose: BoardPose, pieces: _Pieces, light: int, reach: float
) -> tuple[Doubles, Doubles]:
    """For every piece of a line how far beside its expected course it runs, and how much it stands out."""
    ends = reach + _FLANK_TO + _STEP
    steps = np.arange(-ends, ends + _STEP / 2, _STEP)
    along = pieces.normals[:, ::-1]
    points = (
        pieces.middles[:, None, None, :]
        + steps[None, None, :, None] * pieces.normals[:, None, None, :]
        + _ALONG[None, :, None, None] * along[:, None, None, :]
    )
    pixels = pose.pixels(points).reshape(len(pieces.middles) * len(_ALONG), len(steps), 2)
    values = cv2.remap(grey, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    profile = (
        np.asarray(values, np.float64).reshape(len(pieces.middles), len(_ALONG), len(steps)).mean(axis=1)
    )
    height = _stand_out(light * profile)
    inner = np.abs(steps) <= reach + _STEP / 2
    height, steps = height[:, inner], steps[inner]
    best = height.argmax(axis=1)
    number = np.arange(len(height))
    inside = np.clip(best, 1, len(steps) - 2)
    before, at, after = height[number, inside - 1], height[number, inside], height[number, inside + 1]
    bow = before - 2 * at + after
    vertex = np.where(bow < -1e-9, 0.5 * (before - after) / np.where(bow < -1e-9, bow, -1), 0)
    return steps[inside] + np.clip(vertex, -0.5, 0.5) * _STEP, height[number, best]


def _stand_out(profile: Doubles) -> Doubles:
    """How much lighter than both its sides every sample is."""
    core, first, last = (round(width / _STEP) for width in (_CORE, _FLANK_FROM, _FLANK_TO))
    middle = _box(profile, -core, core)
    return np.asarray(
        np.minimum(middle - _box(profile, -last, -first), middle - _box(profile, first, last)), np.float64
    )


def _box(profile: Doubles, first: int, last: int) -> Doubles:
    """The mean of samples at distances from ``first`` to ``last``."""
    return np.asarray(
        np.mean([np.roll(profile, -shift, axis=1) for shift in range(first, last + 1)], axis=0), np.float64
    )
