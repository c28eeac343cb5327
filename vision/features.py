"""What a patch looks like, as one vector: its colours, where they lie, and its texture.

A patch is the picture of one space of the board (or of anything else), BGR, of any size. The vector does not change
when the patch is turned by a quarter: colours are counted in square rings around the middle, texture by patterns that
ignore direction. Every part has unit length, so that the distance of two vectors weighs the parts as :data:`PARTS` says.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]

SIDE = 64
_COLOUR_BINS = (24, 12, 6)  # hue, saturation, value
_RING_BINS = (12, 6, 4)
_RINGS = (14, 25)  # pixels from the middle where the second and third ring begin
_RING_WEIGHT = 0.45
_TEXTURE_WEIGHT = 1.2
_TEXTURE_SCALES = 3
_PATTERNS = 10
_STEEPNESSES = 10
_PATTERN_THRESHOLD = 2

_COLOURS = _COLOUR_BINS[0] * _COLOUR_BINS[1] * _COLOUR_BINS[2]
_RING_COLOURS = _RING_BINS[0] * _RING_BINS[1] * _RING_BINS[2]
LENGTH = _COLOURS + 3 * _RING_COLOURS + _TEXTURE_SCALES * (_PATTERNS + _STEEPNESSES)


class _Tables(NamedTuple):
    """Look-up tables that are the same for every patch."""

    colour: tuple[Indices, Indices, Indices]
    ring_colour: tuple[Indices, Indices, Indices]
    ring: Indices
    pattern: npt.NDArray[np.uint8]


def features(patch: Picture) -> Floats:
    """The vector of one patch."""
    tables = _tables()
    small = _small(patch)
    hsv = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2HSV), np.uint8)
    hue, saturation, value = hsv[..., 0], hsv[..., 1], hsv[..., 2]
    parts = [_unit(np.bincount(_bins(tables.colour, hue, saturation, value), minlength=_COLOURS))]
    rings = tables.ring + _bins(tables.ring_colour, hue, saturation, value)
    counts = np.bincount(rings, minlength=3 * _RING_COLOURS).reshape(3, -1)
    parts += [_RING_WEIGHT * _unit(ring) for ring in counts]
    level = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    for scale in range(_TEXTURE_SCALES):
        if scale:
            side = SIDE >> scale
            level = np.asarray(cv2.resize(level, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
        parts.append(_TEXTURE_WEIGHT * _unit(_patterns(level, tables.pattern)))
        parts.append(_TEXTURE_WEIGHT * _unit(_steepness(level)))
    return np.concatenate(parts).astype(np.float16).astype(np.float32)


def features_of(patches: Sequence[Picture]) -> Floats:
    """The vectors of many patches, one a row."""
    if not len(patches):
        return np.zeros((0, LENGTH), np.float32)
    return np.stack([features(patch) for patch in patches])


def variants(patch: Picture, count: int) -> list[Picture]:
    """The same patch as another lamp, focus and placement would show it; always the same for the same patch."""
    small = _small(patch)
    chance = np.random.default_rng(zlib.crc32(small.tobytes()))
    return [_variant(small, chance) for _ in range(count)]


def _variant(small: Picture, chance: np.random.Generator) -> Picture:
    gamma = np.exp(chance.normal(0, 0.12))
    gains = np.exp(chance.normal(0, 0.25) + chance.normal(0, 0.06, 3))
    curve = np.outer((np.arange(256) / 255) ** gamma, gains) * 255
    table = np.clip(curve, 0, 255).astype(np.uint8).reshape(1, 256, 3)
    picture: Picture = np.asarray(cv2.LUT(small, table), np.uint8)
    blur, cut, noise = chance.random(3)
    if blur < 0.5:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.4, 1.4)), np.uint8)
    if cut < 0.7:
        lost = int(chance.integers(1, 6))
        x, y = (int(n) for n in chance.integers(0, lost + 1, 2))
        picture = picture[y : y + SIDE - lost, x : x + SIDE - lost]
    if noise < 0.5:
        grain = chance.normal(0, chance.uniform(0.6, 4), picture.shape)
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    return picture


def _small(patch: Picture) -> Picture:
    if patch.ndim != 3 or patch.shape[2] != 3 or patch.dtype != np.uint8 or not patch.size:
        raise ValueError(f"a patch is a BGR picture of bytes, not {patch.dtype} of shape {patch.shape}")
    if patch.shape[:2] == (SIDE, SIDE):
        return patch
    return np.asarray(cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def _unit(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Counts as a vector of length one whose dot product is the Bhattacharyya coefficient."""
    return np.asarray(np.sqrt(counts / max(1, int(counts.sum()))))


def _bins(table: tuple[Indices, Indices, Indices], *channels: Picture) -> Indices:
    first, second, third = (column[channel.ravel()] for column, channel in zip(table, channels, strict=True))
    return first + second + third


def _patterns(grey: Picture, table: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """How often each uniform, direction-blind local binary pattern occurs."""
    wide = np.asarray(grey, np.int16)
    middle = wide[1:-1, 1:-1] + _PATTERN_THRESHOLD
    height, width = middle.shape
    code = np.zeros(middle.shape, np.uint8)
    for bit, (y, x) in enumerate(((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))):
        code |= (wide[y : y + height, x : x + width] >= middle).astype(np.uint8) << bit
    return np.bincount(table[code.ravel()], minlength=_PATTERNS)


def _steepness(grey: Picture) -> npt.NDArray[np.int64]:
    """How steep the picture is, relative to its brightness: counts on a logarithmic scale."""
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    relative = np.asarray(cv2.magnitude(across, down), np.float32) * np.float32(
        16 / (float(np.mean(grey)) + 8)
    )
    steps = np.log2(1 + relative) * (_STEEPNESSES / 7)
    exact = np.bincount(np.minimum(steps, _STEEPNESSES - 1).astype(np.int64).ravel(), minlength=_STEEPNESSES)
    padded = np.concatenate([exact[:1], exact, exact[-1:]])
    return np.asarray(padded[:-2] + 2 * exact + padded[2:])


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    values = np.arange(256)

    def table(bins: tuple[int, int, int]) -> tuple[Indices, Indices, Indices]:
        hue = np.minimum(values * bins[0] // 180, bins[0] - 1) * (bins[1] * bins[2])
        return hue, values * bins[1] // 256 * bins[2], values * bins[2] // 256

    along = np.abs(np.arange(SIDE) - (SIDE - 1) / 2)
    distance = np.maximum(along[:, None], along[None, :])
    ring = np.digitize(distance, _RINGS).astype(np.int64).ravel() * _RING_COLOURS
    bits = (values[:, None] >> np.arange(8)) & 1
    changes = (bits != np.roll(bits, 1, axis=1)).sum(1)
    pattern = np.where(changes <= 2, bits.sum(1), _PATTERNS - 1).astype(np.uint8)
    return _Tables(table(_COLOUR_BINS), table(_RING_BINS), ring, pattern)
