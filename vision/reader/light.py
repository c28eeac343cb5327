"""The lamp: how much of each colour it gives to each part of the board, compared with when the board was learnt.

Light is a smooth field over the board, one for each colour channel: a quadratic in the logarithm. It is found from
what is sure to be the same as before: the printed rim, and those spaces that are still empty; whatever differs by
more than light can explain (a tile laid there, a hand, the lamp's mirror image) loses its say step by step.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.reader.sheet import CELLS, RIM, Flags, Floats

BLOCK = 6  # cells: light is measured in blocks of them
_DARK = 0.5  # grey levels added before a logarithm, so that noise in the dark does not count
_TERMS = 6
_HOLD = np.array([0, 1, 1, 2, 2, 2]) * 0.002  # how strongly terms are held towards none
_ROUNDS = (0.6, 0.3, 0.15, 0.15, 0.08, 0.06, 0.06)  # how far off a block may be, round by round
_HEARD = 4  # the round in which likely blocks are heard
_MOST_LIKELY = 1.0  # the say of all likely blocks, measured by that of the sure ones
_FEW = 0.05  # of all blocks: with fewer sure ones the likely ones are heard at once

Doubles = npt.NDArray[np.float64]


def block_means(colours: Floats) -> Doubles:
    """The logarithm of the mean colour of each block of a sheet."""
    size = (colours.shape[1] // BLOCK, colours.shape[0] // BLOCK)
    means = np.asarray(cv2.resize(colours, size, interpolation=cv2.INTER_AREA), np.float64)
    return np.asarray(np.log(means + _DARK))


def terms(rows: int, columns: int, side: int) -> Doubles:
    """The terms of the quadratic at the middle of each square of so many cells, a row for each square."""
    high, wide = rows * CELLS + 2 * RIM, columns * CELLS + 2 * RIM
    y = ((np.arange(high // side) + 0.5) * side / high - 0.5) * 2
    x = ((np.arange(wide // side) + 0.5) * side / wide - 0.5) * 2
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
        off = np.abs(logs - squares @ found).max(axis=1)
        trust = weights * np.maximum(0, 1 - (off / reach) ** 2) ** 2
        if trust.sum() < _TERMS:
            break
        weighted = squares * trust[:, None]
        hold = np.diag(_HOLD * float(trust.sum()))
        found = np.linalg.solve(weighted.T @ squares + hold, weighted.T @ logs)
    return found


def field(rows: int, columns: int, coefficients: Doubles) -> Floats:
    """The light on every cell of a sheet: what to divide its colours by."""
    coarse = terms(rows, columns, BLOCK) @ coefficients
    high, wide = (rows * CELLS + 2 * RIM) // BLOCK, (columns * CELLS + 2 * RIM) // BLOCK
    gains = np.exp(coarse).reshape(high, wide, -1).astype(np.float32)
    return np.asarray(
        cv2.resize(gains, (wide * BLOCK, high * BLOCK), interpolation=cv2.INTER_LINEAR), np.float32
    )


def grid_blocks(rows: int, columns: int, spaces: Flags) -> Flags:
    """Blocks of the spaces that are marked; those of the rim are not."""
    each = CELLS // BLOCK
    rim = RIM // BLOCK
    whole = np.zeros((rows * each + 2 * rim, columns * each + 2 * rim), bool)
    marked = np.kron(spaces.reshape(rows, columns), np.ones((each, each), bool))
    whole[rim:-rim, rim:-rim] = marked
    return whole.ravel()


def rim_blocks(rows: int, columns: int) -> Flags:
    """Blocks of the rim."""
    return ~grid_blocks(rows, columns, np.ones(rows * columns, bool))


def block_share(flags: Flags) -> Doubles:
    """How much of each block is marked."""
    size = (flags.shape[1] // BLOCK, flags.shape[0] // BLOCK)
    return np.asarray(
        cv2.resize(flags.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float64
    ).ravel()
