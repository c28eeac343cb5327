"""The lamp: how much of each colour it gives to each part of the board, compared with when the board was learnt.

Light is a smooth field over the board, one for each colour channel: a quadratic in the logarithm. It is found from
what is sure to be the same as before: the printed rim, and those spaces that are still empty; whatever differs by
more than light can explain (a tile laid there, a hand, the lamp's mirror image) loses its say step by step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.reader.sheet import CELLS, RIM, Flags, Floats

BLOCK = 6  # cells: light is measured in blocks of them
_DARK = 0.5  # grey levels added before a logarithm, so that noise in the dark does not count
_TERMS = 6
_HOLD = np.array([0, 1, 1, 2, 2, 2]) * 0.002  # how strongly terms are held towards none
_ROUNDS = (0.6, 0.25, 0.15, 0.08, 0.06)  # how far off a block may be, round by round
_HEARD = 3  # the round in which likely blocks are heard
_MOST_LIKELY = 1.0  # the say of all likely blocks, measured by that of the sure ones
_UNEVEN = 0.12  # by how much of its brightness a block's colours may differ otherwise than by haze
_ROUGH = 0.02  # of its brightness: a space that differs more than this from place to place has changed
_HAZE_WIDTH = 2.0  # blocks
_EVENLY = np.full(3, 1 / 3)
_ROUGHNESS = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
_AGREEING = 0.25  # by which a block may be off
_BARELY = 0.02  # contrast of a rim with nothing printed on it
_CONTRAST = 0.3  # of what was there before
_FEW = 0.05  # of all blocks: with fewer sure ones the likely ones are heard at once

Doubles = npt.NDArray[np.float64]


@lru_cache(maxsize=4)
def terms(rows: int, columns: int) -> Doubles:
    """The terms of the quadratic at the middle of each block, a row for each block."""
    high, wide = rows * CELLS + 2 * RIM, columns * CELLS + 2 * RIM
    y = ((np.arange(high // BLOCK) + 0.5) * BLOCK / high - 0.5) * 2
    x = ((np.arange(wide // BLOCK) + 0.5) * BLOCK / wide - 0.5) * 2
    over, down = np.meshgrid(x, y)
    flat = np.stack([np.ones_like(over), over, down, over * over, over * down, down * down], axis=-1)
    return flat.reshape(-1, _TERMS)


def fit(squares: Doubles, logs: Doubles, sure: Doubles, likely: Doubles) -> Doubles:
    """The quadratic through what blocks say, robustly: a column of coefficients for each colour channel.

    ``sure`` is the say of blocks that can only differ by light, ``likely`` that of blocks that may differ otherwise:
    they are heard once the light is nearly known. A block that is off in one channel is not believed in any.
    """
    found: Doubles = np.zeros((_TERMS, logs.shape[1]))
    weights = sure if sure.sum() > _FEW * len(sure) else sure + likely
    if not (weights > 0).any():
        return found
    found[0] = np.median(logs[weights > 0], axis=0)
    share = min(1.0, _MOST_LIKELY * weights.sum() / max(1e-9, likely.sum()))
    for number, reach in enumerate(_ROUNDS):
        if number == _HEARD:
            weights = weights + share * likely
        off = _worst(logs - squares @ found)
        trust = weights * np.maximum(0, 1 - (off / reach) ** 2) ** 2
        if trust.sum() < _TERMS:
            break
        weighted = squares * trust[:, None]
        hold = np.diag(_HOLD * float(trust.sum()))
        found = np.linalg.solve(weighted.T @ squares + hold, weighted.T @ logs)
    return found


@dataclass(frozen=True, eq=False)
class Light:
    """The light on every cell of a sheet, beside that of the first lesson."""

    gains: Floats  # what it multiplies colours by
    haze: Floats  # what its mirror image in varnish adds to them
    plain: bool = False  # nothing of what is printed on the rim is seen: this is no picture of the board

    def times(self, factors: Floats) -> Light:
        """The same lamp, so much brighter in each colour."""
        return replace(self, gains=np.asarray(self.gains * factors, np.float32))

    def removed(self, colours: Floats) -> Floats:
        """Colours as they would be under the light of the first lesson."""
        return np.asarray((colours - self.haze) / self.gains, np.float32)


def measure(
    colours: Floats, before: Floats | None, told: Flags, sure: Flags, likely: Flags, noise: float
) -> Light:
    """The light on a sheet, compared with what the same sheet looked like ``before``, or with an even light.

    ``told`` are the cells that tell anything, now and before; ``sure`` and ``likely`` are blocks; ``noise`` as
    :func:`grain` measures it.
    """
    squares = terms((colours.shape[0] - 2 * RIM) // CELLS, (colours.shape[1] - 2 * RIM) // CELLS)
    high, wide = colours.shape[0] // BLOCK, colours.shape[1] // BLOCK
    share = block_share(told)
    means = _means(colours, told, share)
    trusted, perhaps = share * sure, share * likely
    if before is None:
        found = fit(squares, np.log(means + _DARK), trusted, perhaps)
        # The colour and the brightness of the first lesson are what everything else is compared with; only that one
        # side is brighter than the other is lamp, and the same for all colours: other differences are the board's art.
        found[:] = found.mean(axis=1, keepdims=True)
        found[0] = 0
        haze = np.zeros((high, wide), np.float32)
        return Light(_grown(_gains(squares, found, high, wide)), _grown(haze)[..., None])
    then = _means(before, told, share)
    found = fit(squares, np.log(means + _DARK) - np.log(then + _DARK), trusted, perhaps)
    gains = _gains(squares, found, high, wide)
    bare = perhaps * _unchanged(colours, before, told, gains, noise)
    haze = _haze(means, then * gains.reshape(-1, 3), trusted + bare, high, wide)
    plain = _plain(np.log(means + _DARK) - squares @ found, np.log(then + _DARK), trusted > 0)
    return Light(_grown(gains), _grown(haze)[..., None], plain)


def _plain(now: Doubles, then: Doubles, sure: Flags) -> bool:
    """Whether what is sure to be the same as before looks all alike, though it did not then."""
    if int(sure.sum()) < _TERMS:
        return True
    contrast = float(then[sure].std(axis=0).mean())
    agreeing = sure & (_worst(now - then) < _AGREEING)
    return (
        contrast > _BARELY
        and float(now[agreeing].std(axis=0).mean() if agreeing.any() else 0) < _CONTRAST * contrast
    )


def _gains(squares: Doubles, found: Doubles, high: int, wide: int) -> Floats:
    return np.exp(squares @ found).reshape(high, wide, 3).astype(np.float32)


def _means(colours: Floats, told: Flags, share: Doubles) -> Doubles:
    """The mean colour of each block's cells that tell anything."""
    if told.all():
        return _shrunk(colours).reshape(-1, 3)
    return _shrunk(colours * told[..., None]).reshape(-1, 3) / np.maximum(share, 1e-3)[:, None]


def _unchanged(colours: Floats, before: Floats, told: Flags, gains: Floats, noise: float) -> Flags:
    """Blocks of spaces that look like before but for something smooth: light, not a tile's edges and print."""
    grey = (colours[..., 1] - before[..., 1] * _grown(gains[..., 1])) * told
    inner = grey[RIM:-RIM, RIM:-RIM]
    rows, columns = inner.shape[0] // CELLS, inner.shape[1] // CELLS
    rough = np.abs(inner - cv2.GaussianBlur(inner, (0, 0), 0.15 * CELLS)).reshape(rows, CELLS, columns, CELLS)
    level = before[RIM:-RIM, RIM:-RIM, 1].reshape(rows, CELLS, columns, CELLS).mean(axis=(1, 3))
    gain = cv2.resize(
        gains[RIM // BLOCK : -(RIM // BLOCK), RIM // BLOCK : -(RIM // BLOCK), 1],
        (columns, rows),
        interpolation=cv2.INTER_AREA,
    )
    smooth = rough.mean(axis=(1, 3)) < _ROUGH * level * np.asarray(gain) + noise
    return grid_blocks(rows, columns, np.asarray(smooth).ravel())


def _haze(now: Doubles, expected: Doubles, believed: Doubles, high: int, wide: int) -> Floats:
    """White that lies over the board: what known places are too bright by, all colours alike, spread smoothly."""
    more = now - expected
    white = more @ _EVENLY
    uneven = _worst(more - white[:, None]) / (expected @ _EVENLY + 8)
    weights = (believed * np.maximum(0, 1 - (uneven / _UNEVEN) ** 2)).reshape(high, wide).astype(np.float32)
    spread = cv2.GaussianBlur(weights * white.reshape(high, wide).astype(np.float32), (0, 0), _HAZE_WIDTH)
    total = cv2.GaussianBlur(weights, (0, 0), _HAZE_WIDTH)
    return np.asarray(spread / (total + 0.05), np.float32)


def _worst(off: Doubles) -> Doubles:
    """The largest of three differences; quicker than NumPy's own way along so short an axis."""
    far = np.abs(off)
    return np.asarray(np.maximum(np.maximum(far[:, 0], far[:, 1]), far[:, 2]))


def _shrunk(colours: Floats) -> Doubles:
    size = (colours.shape[1] // BLOCK, colours.shape[0] // BLOCK)
    return np.asarray(cv2.resize(colours, size, interpolation=cv2.INTER_AREA), np.float64)


def _grown(blocks: Floats) -> Floats:
    size = (blocks.shape[1] * BLOCK, blocks.shape[0] * BLOCK)
    return np.asarray(cv2.resize(blocks, size, interpolation=cv2.INTER_LINEAR), np.float32)


def grain(colours: Floats) -> float:
    """The noise of a sheet in grey levels, measured on the rim, where it is smoothest."""
    found = []
    for part in (np.s_[:RIM, :, 1], np.s_[-RIM:, :, 1], np.s_[:, :RIM, 1], np.s_[:, -RIM:, 1]):
        grey = np.ascontiguousarray(colours[part])
        rough = np.abs(np.asarray(cv2.filter2D(grey, -1, _ROUGHNESS), np.float32))
        size = (grey.shape[1] // BLOCK, grey.shape[0] // BLOCK)
        found.append(np.asarray(cv2.resize(rough, size, interpolation=cv2.INTER_AREA)).ravel())
    return float(np.quantile(np.concatenate(found), 0.2)) * float(np.sqrt(np.pi / 2)) / 6


def grid_blocks(rows: int, columns: int, spaces: Flags) -> Flags:
    """Blocks of the spaces that are marked; those of the rim are not."""
    each = CELLS // BLOCK
    rim = RIM // BLOCK
    whole = np.zeros((rows * each + 2 * rim, columns * each + 2 * rim), bool)
    marked = np.kron(spaces.reshape(rows, columns), np.ones((each, each), bool))
    whole[rim:-rim, rim:-rim] = marked
    return whole.ravel()


@lru_cache(maxsize=4)
def rim_blocks(rows: int, columns: int) -> Flags:
    """Blocks of the rim."""
    return ~grid_blocks(rows, columns, np.ones(rows * columns, bool))


def block_share(flags: Flags) -> Doubles:
    """How much of each block is marked."""
    size = (flags.shape[1] // BLOCK, flags.shape[0] // BLOCK)
    return np.asarray(
        cv2.resize(flags.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float64
    ).ravel()
