"""Poses fitted to what was measured: the homography and the bend of the lens together, by least squares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.pose import BoardPose, Doubles

_STEP = 1e-5
_MOST_BEND = 0.4
# A lens that nothing speaks for is straight: one space of doubt for this much bend.
_BEND_DOUBT = 10.0


def fit_pose(
    start: BoardPose,
    off: Callable[[BoardPose], Doubles],
    weights: Doubles,
    rounds: int = 4,
    lens: bool = True,
) -> BoardPose:
    """The pose near ``start`` for which what ``off`` tells, in spaces, is least; Gauss and Newton's way."""
    count = 9 if lens and start.size is not None else 8
    root = np.sqrt(weights)
    pose = start
    for _ in range(rounds):
        now = off(pose)
        slopes = np.stack(
            [(off(_changed(pose, number, _STEP)) - now) / _STEP for number in range(count)], axis=1
        )
        slopes, now = slopes * root[:, None], now * root
        # A weak pull towards a straight lens, in the units of the measurements.
        pull = np.zeros((1, count))
        pull[0, 8:] = 1 / _BEND_DOUBT
        step = np.linalg.lstsq(
            np.vstack([slopes, pull]),
            -np.append(now, pose.bend / _BEND_DOUBT if count == 9 else 0),
            rcond=None,
        )[0]
        for number, value in enumerate(step):
            pose = _changed(pose, number, float(value))
        if abs(pose.bend) > _MOST_BEND:
            return replace(start, bend=0.0)
    return pose


def _changed(pose: BoardPose, number: int, by: float) -> BoardPose:
    """A pose a little changed: in one number of its homography, seen from the middle of the board, or in its bend."""
    if number == 8:
        return replace(pose, bend=pose.bend + by)
    middle = np.array([[1, 0, pose.columns / 2], [0, 1, pose.rows / 2], [0, 0, 1.0]])
    change = np.eye(3)
    change.flat[number] += by
    return replace(pose, homography=pose.homography @ middle @ change @ np.linalg.inv(middle))
