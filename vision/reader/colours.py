"""Colours as bins, and what a surface looks like as counts of them.

A colour under the reference light becomes a brightness and two differences of colour, all on a scale that is
logarithmic but for the dark: light that is a little wrong moves them all alike. Counts are kept, so that learning is
adding; densities with everything that light, noise and shadows add to a surface are made from them afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.reader.sheet import Floats

Indices = npt.NDArray[np.int64]
Table = npt.NDArray[np.float16]  # looked up at random: the smaller, the faster

_SOFT = 20.0  # grey levels below which the scale is linear
_BRIGHTNESS_STEP, _BRIGHTNESS_BINS = 0.06, 44
_TINT_SOFT = 0.15  # differences of colour above which the scale is logarithmic
_TINT_STEP, _TINT_BINS = 0.11, 54
BINS = _BRIGHTNESS_BINS * _TINT_BINS * _TINT_BINS
BLIND = BINS  # a cell that says nothing, outside the picture
_BRIGHTEST = 250.0  # under the reference light; what would be brighter looked no brighter in the lessons
UNIFORM = 1 / 10000  # the density of a thing of any colour: most bins are never seen
BIN_SIZE = np.array([_BRIGHTNESS_STEP, _TINT_STEP, _TINT_STEP], np.float32)
_SHADOWS = (0.85, 0.7, 0.55)  # how much light is left in shadows that fall on a surface
_SHADED = 0.01  # how often a cell lies in one of them, each, where nothing stands


@dataclass(frozen=True, eq=False)
class Counts:
    """How often each bin was seen in each zone of a surface; only those that were."""

    zones: int
    places: Indices  # zone and bin, all counted through
    numbers: Floats

    @classmethod
    def none(cls, zones: int) -> Counts:
        """Nothing seen yet."""
        return cls(zones, np.zeros(0, np.int64), np.zeros(0, np.float32))

    def plus(self, places: Indices, numbers: Floats) -> Counts:
        """With these, too."""
        every, where = np.unique(np.concatenate([self.places, places]), return_inverse=True)
        if len(every) and not 0 <= every[0] <= every[-1] < self.zones * BINS:
            raise ValueError("bins that do not exist")
        total = np.bincount(where.ravel(), np.concatenate([self.numbers, numbers]), len(every))
        return Counts(self.zones, every, total.astype(np.float32))

    def at_most(self, total: float) -> Counts:
        """The same, all of it less often, if it was seen more often than that."""
        share = min(1.0, total / max(1.0, float(self.numbers.sum())))
        return self if share == 1 else Counts(self.zones, self.places, self.numbers * np.float32(share))

    def mean(self, zone: int) -> Floats:
        """The mean of the logarithm of each colour channel in a zone."""
        mine = (self.places >= zone * BINS) & (self.places < (zone + 1) * BINS)
        logs = np.log(np.maximum(_colours()[self.places[mine] - zone * BINS], 1))
        return np.asarray(np.average(logs, axis=0, weights=self.numbers[mine]), np.float32)

    def dense(self) -> Floats:
        """A number for every bin, zone by zone."""
        whole = np.zeros(self.zones * BINS, np.float32)
        whole[self.places] = self.numbers
        return whole.reshape(self.zones, BINS)


def scaled(colours: Floats) -> Floats:
    """Colours (BGR) as brightness, red against green, blue against green."""
    # Plain logarithms: NumPy is several times faster at them than at log1p and arcsinh.
    logs = np.log(np.clip(colours, 0, _BRIGHTEST) * np.float32(1 / _SOFT) + np.float32(1))
    found = np.empty_like(logs)
    found[..., 0] = (logs[..., 0] + logs[..., 1] + logs[..., 2]) * np.float32(1 / 3)
    found[..., 1] = logs[..., 2] - logs[..., 1]
    found[..., 2] = logs[..., 0] - logs[..., 1]
    tints = found[..., 1:] * np.float32(1 / _TINT_SOFT)
    found[..., 1:] = np.log(tints + np.sqrt(tints * tints + np.float32(1)))
    return np.asarray(found, np.float32)


def bins_of(values: Floats) -> Indices:
    """The bin of each scaled colour."""
    bright = np.clip(values[..., 0] * np.float32(1 / _BRIGHTNESS_STEP), 0, _BRIGHTNESS_BINS - 1).astype(
        np.int32
    )
    tints = np.clip(
        values[..., 1:] * np.float32(1 / _TINT_STEP) + np.float32(_TINT_BINS / 2), 0, _TINT_BINS - 1
    ).astype(np.int32)
    return np.asarray((bright * _TINT_BINS + tints[..., 0]) * _TINT_BINS + tints[..., 1], np.int64)


def log_table(smooth: Floats, outliers: float) -> Floats:
    """The logarithm of densities, a few cells being of any colour; after the bins comes what tells nothing."""
    logs = np.empty((len(smooth), BINS + 1), np.float32)
    logs[:, :BINS] = np.log((1 - outliers) * smooth + np.float32(outliers * UNIFORM))
    logs[:, BLIND] = np.log(UNIFORM)
    return logs


def densities(counts: Floats, spread: tuple[float, float], noise: float = 0.0) -> Floats:
    """How likely each bin is, for each row of counts.

    ``spread`` is what light adds, in brightness and in tint; ``noise`` what the sensor adds, in grey levels.
    """
    shape = (len(counts), _BRIGHTNESS_BINS, _TINT_BINS, _TINT_BINS)
    total = np.maximum(counts.sum(axis=1), 1e-9)[:, None]
    share = (counts / total).astype(np.float32).reshape(shape)
    bright, tints = _kernels(spread, noise)
    used = np.flatnonzero(share.any(axis=(0, 2, 3)))
    spreading = np.zeros_like(share)
    for layer in used:
        spreading[:, layer] = tints[layer].T @ share[:, layer] @ tints[layer]
    flat = np.tensordot(spreading, bright, axes=([1], [0]))  # surface, tint, tint, brightness
    return np.ascontiguousarray(np.moveaxis(flat, 3, 1), np.float32).reshape(len(counts), BINS)


def lit_mostly(smooth: Floats) -> Floats:
    """Densities of a surface that a shadow may fall on now and then."""
    return np.asarray(
        (1 - len(_SHADOWS) * _SHADED) * smooth + len(_SHADOWS) * _SHADED * in_shadow(smooth), np.float32
    )


def in_shadow(smooth: Floats) -> Floats:
    """Densities of the same surface in some shadow."""
    total = sum(smooth[:, brighter] for brighter in _brighter_bins())
    return np.asarray(total / np.float32(len(_SHADOWS)), np.float32)


@lru_cache(maxsize=8)
def _kernels(spread: tuple[float, float], noise: float) -> tuple[Floats, tuple[Floats, ...]]:
    """Matrices that spread each bin over its neighbours: of brightness, and of tint for each brightness.

    The darker, the more does noise spread.
    """
    levels = (np.arange(_BRIGHTNESS_BINS) + 0.5) * _BRIGHTNESS_STEP
    grain = noise / (_SOFT * np.exp(levels))
    bright = _kernel(_BRIGHTNESS_BINS, np.hypot(spread[0], 0.6 * grain) / _BRIGHTNESS_STEP)
    tint = np.sinh((np.arange(_TINT_BINS) + 0.5 - _TINT_BINS / 2) * _TINT_STEP) * _TINT_SOFT
    slope = 1 / np.hypot(tint, _TINT_SOFT)
    tints = (_kernel(_TINT_BINS, np.hypot(spread[1], 1.4 * one * slope) / _TINT_STEP) for one in grain)
    return bright, tuple(tints)


def _kernel(size: int, deviations: npt.NDArray[np.float64]) -> Floats:
    places = np.arange(size)
    weights = np.exp(-0.5 * ((places[:, None] - places[None, :]) / deviations[:, None]) ** 2)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


@lru_cache(maxsize=1)
def _brighter_bins() -> tuple[Indices, ...]:
    """For every bin, as if it were seen in a shadow, the bin of the same colour in full light."""
    return tuple(bins_of(scaled(_colours() / np.float32(left))) for left in _SHADOWS)


def _colours() -> Floats:
    """The colour in the middle of every bin."""
    bright, first, second = np.unravel_index(np.arange(BINS), (_BRIGHTNESS_BINS, _TINT_BINS, _TINT_BINS))
    level = (bright + 0.5) * _BRIGHTNESS_STEP
    red = np.sinh((first + 0.5 - _TINT_BINS / 2) * _TINT_STEP) * _TINT_SOFT
    blue = np.sinh((second + 0.5 - _TINT_BINS / 2) * _TINT_STEP) * _TINT_SOFT
    green = level - (red + blue) / 3
    return np.asarray(np.expm1(np.stack([green + blue, green, green + red], axis=-1)) * _SOFT, np.float32)
