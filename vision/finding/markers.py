"""Printed ArUco markers in the corners of the board: found by themselves, whichever way the board lies.

Markers 0 to 3 of the dictionary 4×4 lie clockwise from the corner of the first row and first column, each with its
middle ``OFFSET`` spaces outside of the grid's corner in both directions and ``SIDE`` spaces wide.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.tiwanaku.board import Board
from vision.finding.fitting import fit_pose
from vision.finding.picture import grey_of
from vision.pose import BoardPose, Doubles, Picture

SIDE = 0.62
OFFSET = 0.475
_FEWEST = 3  # of the four: two lie on a line, along which a lens or a slant can hide
_EXACT = 0.04  # spaces that a marker's corner may be off on the average


def find_markers(picture: Picture, board: Board, bend: float | None = None) -> BoardPose | None:
    """The board's pose from its markers; None unless at least three of them are seen and agree.

    The lens is told from them, too, unless its ``bend`` is known.
    """
    grey = grey_of(picture)
    if grey is None:
        return None
    seen = _detect(grey)
    if len(seen) < _FEWEST:
        return None
    ideal = {number: _outline(board, number) for number in seen}
    here = np.concatenate([ideal[number] for number in seen])
    there = np.concatenate([seen[number] for number in seen])
    homography, _ = cv2.findHomography(here, there, 0)
    if homography is None:
        return None
    size = grey.shape[1], grey.shape[0]
    start = BoardPose(board.rows, board.columns, np.asarray(homography, np.float64), bend or 0.0, size)

    def off(pose: BoardPose) -> Doubles:
        return np.asarray(pose.places(there) - here, np.float64).ravel()

    pose = fit_pose(start, off, np.ones(2 * len(here)), lens=bend is None)
    return pose if float(np.sqrt((off(pose) ** 2).mean())) < _EXACT else None


def _outline(board: Board, number: int) -> Doubles:
    """The corners of a marker in board coordinates, clockwise from its own upper left."""
    x = -OFFSET if number in (0, 3) else board.columns + OFFSET
    y = -OFFSET if number in (0, 1) else board.rows + OFFSET
    return np.array([(x, y)]) + SIDE / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1.0)])


def _detect(grey: Picture) -> dict[int, Doubles]:
    """The corners of markers 0 to 3 in pixels; a number that is seen twice is not believed."""
    aruco: Any = getattr(cv2, "aruco", None)
    if aruco is None:  # PyPI's builds before 4.7 come without it; Debian's have it
        return {}
    dictionary = aruco.getPredefinedDictionary(aruco.DICT_4X4_50)
    # OpenCV 4.6, which Debian 12 has, calls things differently.
    modern = hasattr(aruco, "ArucoDetector")
    parameters = aruco.DetectorParameters() if modern else aruco.DetectorParameters_create()
    parameters.cornerRefinementMethod = aruco.CORNER_REFINE_SUBPIX
    if modern:
        corners, numbers, _ = aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    else:
        corners, numbers, _ = aruco.detectMarkers(grey, dictionary, parameters=parameters)
    if numbers is None:
        return {}
    flat = [int(number) for number in np.asarray(numbers).ravel()]
    return {
        number: np.asarray(shape, np.float64).reshape(4, 2)
        for number, shape in zip(flat, corners, strict=True)
        if number < 4 and flat.count(number) == 1
    }
