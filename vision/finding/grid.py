"""A board that nobody has marked: its printed grid is looked for in the whole picture.

The board must lie roughly upright: its first row above, turned by less than ``_MOST_TURN`` degrees. Lines of a grid are
thin ridges at equal distances in two directions. Every place and size of such a grid is tried on a small picture of
the ridges; the best ones are laid onto the lines of the full picture, and what does not fit there exactly is no board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.tiwanaku.board import Board
from companion.tiwanaku.position import Position
from vision.finding.lines import GridFit, fit_grid, lines_beyond
from vision.finding.picture import grey_of
from vision.pose import BoardPose, Doubles, Picture

Floats = npt.NDArray[np.float32]
_WIDTH = 480  # of the small picture, or its height if that is more
_MOST_TURN = 20.0
_SMALLEST, _LARGEST = 0.3, 1.0  # of the grid, in widths or heights of the picture
_FINER = 1.02  # from one tried size to the next
_TRIED = 6  # guesses of each turn that are laid onto the full picture
_SHARE, _ON_A_SIDE = 0.75, 0.4  # of the lines' pieces that must be found
_SUSPICIOUS, _BEYOND = 0.3, 0.6  # of the lines on one side that seem to go on, that may seem to at most
_MOST_PUSHES = 3
_CLEAR, _CLEAR_ON_A_SIDE = 0.85, 0.6  # no need to look any further


@dataclass(frozen=True)
class _Guess:
    """A grid in the turned small picture: left, top, side of a space; how much speaks for it."""

    value: float
    turn: float
    left: float
    top: float
    side: float


def find_grid(picture: Picture, board: Board, position: Position | None = None) -> BoardPose | None:
    """The pose of a board lying roughly upright, found by its grid alone; None unless its lines are really there."""
    grey = grey_of(picture)
    if grey is None:
        return None
    factor = _WIDTH / max(grey.shape)
    small = np.asarray(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.float32)
    best: _Whole | None = None
    for turn in _turns(small):
        guesses = sorted(_guesses(small, turn, board), key=lambda guess: -guess.value)
        for guess in guesses[:_TRIED]:
            laid = _lay(grey, board, guess, small.shape, factor, position)
            whole = None if laid is None else _pushed_into_place(grey, laid, position)
            if whole is not None and (best is None or whole.value > best.value):
                best = whole
        if best is not None and best.believed(_CLEAR, _CLEAR_ON_A_SIDE):
            break
    return best.fit.pose if best is not None and best.believed(_SHARE, _ON_A_SIDE) else None


@dataclass(frozen=True)
class _Whole:
    """A fit, and the share of its lines that seem to go on beyond each side."""

    fit: GridFit
    beyond: Doubles

    @property
    def value(self) -> float:
        """The larger, the more likely the whole grid."""
        return self.fit.share + self.fit.least_side - float(self.beyond.max())

    def believed(self, share: float, on_a_side: float) -> bool:
        """Whether enough of its lines are found, and not too many beyond it."""
        return self.fit.share >= share and self.fit.least_side >= on_a_side and self.beyond.max() <= _BEYOND


def _pushed_into_place(grey: Picture, fit: GridFit, position: Position | None) -> _Whole:
    """The fit, pushed by a space or two where its lines go on beyond it: a board's rim looks much like a line."""
    best = _Whole(fit, lines_beyond(grey, fit))
    for _ in range(_MOST_PUSHES):
        side = int(best.beyond.argmax())
        if best.beyond[side] < _SUSPICIOUS:
            break
        step = np.eye(3)
        step[:2, 2] = ((-1, 0), (1, 0), (0, -1), (0, 1))[side]
        pose = replace(best.fit.pose, homography=best.fit.pose.homography @ step, bend=0.0)
        other = fit_grid(grey, pose, position, doubt=0.1 * _side(pose))
        if other is None:
            break
        pushed = _Whole(other, lines_beyond(grey, other))
        if pushed.value <= best.value:
            break
        best = pushed
    return best


def _side(pose: BoardPose) -> float:
    """Pixels of a space."""
    return float(np.linalg.norm(pose.corners[1] - pose.corners[0])) / pose.columns


def _turns(small: Floats) -> list[float]:
    """The directions, in degrees, in which the picture has most edges, upright or flat."""
    smooth = cv2.GaussianBlur(small, (0, 0), 1.0)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    angle = np.degrees(np.arctan2(down, across)) % 90
    angle = np.where(angle > 45, angle - 90, angle)
    counts, edges = np.histogram(
        angle, bins=180, range=(-45, 45), weights=np.minimum(np.hypot(across, down), 60)
    )
    counts = np.convolve(np.concatenate([counts[-4:], counts, counts[:4]]), np.ones(3), "same")[4:-4]
    middles = (edges[1:] + edges[:-1]) / 2
    found: list[float] = []
    for number in np.argsort(-counts):
        turn = float(middles[number])
        if abs(turn) <= _MOST_TURN and all(abs(turn - other) > 1.6 for other in found):
            found.append(turn)
        if len(found) == 3:
            break
    return found


def _guesses(small: Floats, turn: float, board: Board) -> list[_Guess]:
    matrix = _turning(small.shape, turn)
    height, width = small.shape
    turned = cv2.warpAffine(small, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    found: list[_Guess] = []
    for light in (1.0, -1.0):
        upright, flat = (_sums(each) for each in _ridges(light * np.asarray(turned, np.float32)))
        if not (upright[-1].any() and flat[-1].any()):
            continue
        low = _SMALLEST * min(width / board.columns, height / board.rows)
        high = _LARGEST * min(width / board.columns, height / board.rows)
        side = low
        while side < high:
            found += _best_at(upright, flat, side, turn, board)
            side *= _FINER
    return found


def _ridges(picture: Floats) -> tuple[Floats, Floats]:
    """How much a pixel stands out from both sides: for upright lines, and for flat ones with rows and columns swapped."""
    smooth = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.float32)
    answers = []
    for axis in (1, 0):
        ridge = np.minimum(smooth - np.roll(smooth, 3, axis), smooth - np.roll(smooth, -3, axis))
        ridge = np.clip(ridge, 0, 12) / 12
        answers.append(np.asarray(cv2.GaussianBlur(ridge, (0, 0), 1.0), np.float32))
    return answers[0], np.ascontiguousarray(answers[1].T)


def _sums(ridges: Floats) -> Floats:
    """Sums of all pixels above each one, the pixel not included."""
    first = np.zeros((1, ridges.shape[1]), np.float32)
    return np.vstack([first, np.cumsum(ridges, axis=0, dtype=np.float32)])


def _best_at(upright: Floats, flat: Floats, side: float, turn: float, board: Board) -> list[_Guess]:
    """The best places of a grid whose spaces are so large."""
    across = _comb(upright, side, board.columns, board.rows)
    down = _comb(flat, side, board.rows, board.columns).T
    high, wide = min(across.shape[0], down.shape[0]), min(across.shape[1], down.shape[1])
    if high < 1 or wide < 1:
        return []
    # Both directions must be there: a stack of shelves has lines, too.
    value = np.minimum(across[:high, :wide], down[:high, :wide]) + 0.3 * (
        across[:high, :wide] + down[:high, :wide]
    )
    found = []
    for _ in range(2):
        top, left = (int(v) for v in np.unravel_index(int(value.argmax()), value.shape))
        found.append(_Guess(float(value[top, left]), turn, float(left), float(top), side))
        reach = max(1, round(side / 4))
        value[max(0, top - reach) : top + reach + 1, max(0, left - reach) : left + reach + 1] = -1
    return found


def _comb(total: Floats, side: float, lines: int, length: int) -> Floats:
    """For every corner the mean ridge along upright lines at equal distances, each ``length`` spaces long."""
    long, places = round(length * side), [round(number * side) for number in range(lines + 1)]
    if total.shape[0] <= long or total.shape[1] <= places[-1]:
        return np.zeros((0, 0), np.float32)
    sums = (total[long:] - total[:-long]) / long
    width = total.shape[1] - places[-1]
    # The weakest lines decide: a grid has all of them.
    weak = (lines + 2) // 2
    each = np.partition(np.stack([sums[:, place : place + width] for place in places]), weak, axis=0)
    return np.asarray(each[:weak].mean(axis=0) + 0.5 * each.mean(axis=0), np.float32)


def _lay(
    grey: Picture,
    board: Board,
    guess: _Guess,
    shape: tuple[int, ...],
    factor: float,
    position: Position | None,
) -> GridFit | None:
    corners = np.array([(0, 0), (board.columns, 0), (board.columns, board.rows), (0, board.rows)], np.float64)
    corners = corners * guess.side + (guess.left, guess.top)
    back = cv2.invertAffineTransform(_turning(shape, guess.turn))
    there = cv2.transform(corners.reshape(-1, 1, 2), back).reshape(-1, 2)
    pixels = (there + 0.5) / factor - 0.5
    pose = BoardPose.of_corners(board.rows, board.columns, pixels)
    start = BoardPose(board.rows, board.columns, pose.homography, 0.0, (grey.shape[1], grey.shape[0]))
    return fit_grid(grey, start, position, doubt=0.1 * guess.side / factor)


def _turning(shape: tuple[int, ...], turn: float) -> Doubles:
    """The matrix that turns a small picture back upright."""
    return np.asarray(
        cv2.getRotationMatrix2D(((shape[1] - 1) / 2, (shape[0] - 1) / 2), turn, 1.0), np.float64
    )
