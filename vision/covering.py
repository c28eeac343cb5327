"""What reaches over the board: hands, sleeves, a cup set down on its rim.

Pieces lie inside of the grid; an arm comes from outside. So a scene is compared with the last clear one, both seen
straight from above in coarse cells: what differs and hangs together with something that differs on the board's rim does not
belong to the game, and the spaces below it are covered. The lamp may have changed between the two: its light is a smooth
field over the board, found from what most cells say, and its mirror image in varnish a haze: a little white, without edges.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.tiwanaku.board import Board, Space
from vision.pose import BoardPose, Doubles, Picture

CELLS = 4  # along a space
_RIM = 3  # cells of the rim around the grid
_OUTER = 2  # of these, so many are out of reach of a meeple that leans over the edge
_PIXELS = 20  # along a space, before cells are made of them
_DARK = 4.0
_REACHES = (0.5, 0.3, 0.2, 0.15)  # how far off a cell may be from the light, round by round
_DIFFERS = 0.22  # in the logarithm of a colour
_UNEVEN = 0.12  # by how much of its brightness a cell's colours may differ otherwise than by haze
_MOST_HAZE = 40.0  # grey levels
_HAZE_WIDTH = 1.5  # cells
_FEWEST_RIM_CELLS = 3
_MOST = 0.6  # of all cells: where more differ, nothing can be compared


class Covering:
    """Remembers a clear scene and tells what covers the board in another."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._clear: Doubles | None = None

    def keep(self, picture: Picture, pose: BoardPose) -> None:
        """From now on this scene is what others are compared with."""
        self._clear = _cells(picture, pose)

    def forget(self) -> None:
        """There is no clear scene any more."""
        self._clear = None

    def covered(self, picture: Picture, pose: BoardPose) -> tuple[Space, ...]:
        """The spaces that something reaches over which was not there in the clear scene."""
        if self._clear is None:
            return ()
        changed = _changed(_cells(picture, pose), self._clear)
        if changed is None:
            return ()
        over = _foreign(changed)[_RIM:-_RIM, _RIM:-_RIM]
        rows, columns = self._board.rows, self._board.columns
        spaces = over.reshape(rows, CELLS, columns, CELLS).any(axis=(1, 3)).ravel()
        return tuple(space for space, below in zip(self._board.spaces, spaces, strict=True) if below)


def _cells(picture: Picture, pose: BoardPose) -> Doubles:
    """The colour of every cell."""
    straight = pose.rectify(picture, _PIXELS, _RIM / CELLS)
    size = straight.shape[1] * CELLS // _PIXELS, straight.shape[0] * CELLS // _PIXELS
    return np.asarray(cv2.resize(straight, size, interpolation=cv2.INTER_AREA), np.float64) + _DARK


def _changed(now: Doubles, before: Doubles) -> np.ndarray | None:
    """Which cells differ by more than the light; None where too many do."""
    expected = before * np.exp(_light(np.log(now) - np.log(before)))
    clear = np.maximum(now - _haze(now, expected)[..., None], 1)
    off = np.abs(np.log(clear) - np.log(expected)).max(axis=2)
    changed = off > _DIFFERS
    return changed if changed.mean() < _MOST else None


def _haze(now: Doubles, expected: Doubles) -> Doubles:
    """White that came or went: what cells are too bright or too dark by, all colours alike, spread smoothly."""
    more = now - expected
    white = more.mean(axis=2)
    uneven = np.abs(more - white[..., None]).max(axis=2)
    believed = (uneven < _UNEVEN * expected.mean(axis=2) + 1) & (np.abs(white) < _MOST_HAZE)
    spread = cv2.GaussianBlur(np.where(believed, white, 0.0), (0, 0), _HAZE_WIDTH)
    return np.asarray(spread / (cv2.GaussianBlur(believed.astype(np.float64), (0, 0), _HAZE_WIDTH) + 0.05))


def _light(ratio: Doubles) -> Doubles:
    """The smooth field that most cells agree on, for each colour: a quadratic over the board."""
    height, width = ratio.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)
    values = ratio.reshape(-1, 3)
    inside = np.zeros((height, width), bool)
    inside[_RIM:-_RIM, _RIM:-_RIM] = True
    weights = np.where(inside.ravel(), 0.4, 1.0)  # pieces come and go inside; the rim stays
    found = np.zeros((6, 3))
    found[0] = np.median(values, axis=0)
    for reach in _REACHES:
        off = np.abs(values - terms @ found).max(axis=1)
        trust = weights * np.maximum(0, 1 - (off / reach) ** 2) ** 2
        if (trust > 0).sum() < 0.2 * len(trust):
            break
        weighted = terms * trust[:, None]
        hold = np.diag([0, 1, 1, 4, 4, 4.0]) * 0.005 * trust.sum()
        found = np.linalg.solve(weighted.T @ terms + hold, weighted.T @ values)
    return np.asarray((terms @ found).reshape(ratio.shape))


def _foreign(changed: np.ndarray) -> np.ndarray:
    """The cells of whatever hangs together with the rim, its gaps filled: a hand has the colour of some tiles."""
    whole = np.asarray(cv2.dilate(changed.astype(np.uint8), np.ones((3, 3), np.uint8)), np.uint8)
    count, labels = cv2.connectedComponents(whole, connectivity=8)
    labels = np.asarray(labels)
    outer = np.ones(changed.shape, bool)
    outer[_OUTER:-_OUTER, _OUTER:-_OUTER] = False
    over = np.zeros(changed.shape, np.uint8)
    for number in range(1, count):
        mine = labels == number
        if (changed & mine & outer).sum() >= _FEWEST_RIM_CELLS:
            points = np.argwhere(mine)[:, ::-1].astype(np.int32)
            cv2.fillConvexPoly(over, np.asarray(cv2.convexHull(points)), (1.0,))
    return over.astype(bool)
