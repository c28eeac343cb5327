"""How the board has moved, from where its patches are seen now: a turn and a push, or any change of view.

Motions are homographies in board coordinates: they say where a place of the board now lies in the old view of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import Doubles

Flags = npt.NDArray[np.bool_]
_Fit = Callable[[Doubles, Doubles, Doubles], Doubles]
_ROUNDS = 4
_FEWEST = 6
_QUIET = 0.004  # spaces: an average error that needs no better explanation


@dataclass(frozen=True)
class Motion:
    """A motion, which points speak for it, and how far these are off on the average, in spaces."""

    matrix: Doubles
    holds: Flags
    error: float


def moved(points: Doubles, matrix: Doubles) -> Doubles:
    """Where points come to lie."""
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix), np.float64).reshape(-1, 2)


def fit_motion(here: Doubles, there: Doubles, usable: Flags, tolerance: float) -> Motion | None:
    """The small motion that most usable points share; a change of view only where a push does not explain it."""
    push = _settle(_fit_push, here, there, usable, tolerance)
    view = _settle(_fit_view, here, there, usable, tolerance)
    if push is None or (
        push.error < _QUIET and view is not None and view.holds.sum() < 1.15 * push.holds.sum()
    ):
        return push or view
    # Eight numbers always fit better than three; they must do so clearly.
    if view is not None and (view.holds.sum() > 1.15 * push.holds.sum() or view.error < 0.7 * push.error):
        return view
    return push


def _settle(fit: _Fit, here: Doubles, there: Doubles, usable: Flags, tolerance: float) -> Motion | None:
    """Fit again and again, each time trusting less what does not go along."""
    matrix, width = np.eye(3), 4 * tolerance
    for _ in range(_ROUNDS):
        off = np.linalg.norm(moved(here, matrix) - there, axis=1)
        weights = usable * np.maximum(0, 1 - (off / width) ** 2) ** 2
        if (weights > 0.01).sum() < _FEWEST:
            return None
        matrix, width = fit(here, there, weights), max(tolerance, width / 2)
    off = np.linalg.norm(moved(here, matrix) - there, axis=1)
    holds = usable & (off < tolerance)
    if holds.sum() < _FEWEST:
        return None
    return Motion(matrix, holds, float(np.sqrt((off[holds] ** 2).mean())))


def _fit_push(here: Doubles, there: Doubles, weights: Doubles) -> Doubles:
    """The turn and the push that bring points here to points there, by least squares."""
    total = weights.sum()
    middle_here, middle_there = (weights @ here) / total, (weights @ there) / total
    a, b = here - middle_here, there - middle_there
    cosine = float(weights @ (a * b).sum(axis=1))
    sine = float(weights @ (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]))
    length = float(np.hypot(cosine, sine)) or 1.0
    turn = np.array([[cosine, -sine], [sine, cosine]]) / length
    matrix = np.eye(3)
    matrix[:2, :2] = turn
    matrix[:2, 2] = middle_there - turn @ middle_here
    return matrix


def _fit_view(here: Doubles, there: Doubles, weights: Doubles) -> Doubles:
    """The homography that brings points here to points there, by least squares; for small motions."""
    middle = here.mean(axis=0)
    x, y = (here - middle).T
    u, v = (there - middle).T
    one, nought = np.ones_like(x), np.zeros_like(x)
    equations = np.vstack(
        [
            np.stack([x, y, one, nought, nought, nought, -x * u, -y * u], axis=1),
            np.stack([nought, nought, nought, x, y, one, -x * v, -y * v], axis=1),
        ]
    )
    heavy = np.tile(np.sqrt(weights), 2)
    numbers = np.linalg.lstsq(equations * heavy[:, None], np.concatenate([u, v]) * heavy, rcond=None)[0]
    there_and_back = np.eye(3)
    there_and_back[:2, 2] = middle
    return np.asarray(
        there_and_back @ np.append(numbers, 1.0).reshape(3, 3) @ np.linalg.inv(there_and_back), np.float64
    )
