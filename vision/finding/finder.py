"""Holding the board: its own picture is remembered once and found again in every later picture.

picture ──► still there? ──yes──► the same pose
                │ no
                ▼
      search ──► refine ──► verify ──yes──► a new pose
                │ no
                ▼
          lost, and said so
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.tiwanaku.board import Board
from companion.tiwanaku.position import Position
from companion.words import T, Text
from vision.finding.lines import refine_on_grid
from vision.finding.motion import fit_motion
from vision.finding.rim import FEWEST, MARGIN, Rim, straight_grey
from vision.finding.search import REACH, refine_motion, search_motion
from vision.pose import BoardPose, Doubles, Picture

_AGREES = 0.7  # correlation of a patch that shows what it should
_STILL = 0.012  # spaces that the corners may seem to move before it counts as a motion
_ENOUGH = 0.4  # share of the patches that must agree
_FAR = 1.0  # spaces; whoever comes from farther away needs more witnesses
_ENOUGH_FAR = 0.7
_EXACT = 0.015  # spaces: average error of the patches


@dataclass(frozen=True)
class Sighting:
    """Where the board was seen, or why not; how much of its rim agrees, and whether it has moved since last time."""

    pose: BoardPose | None
    notice: Text | None = None
    agreement: float = 0.0
    moved: bool = False


class BoardFinder:
    """Knows one board's own picture and finds it again."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._rim: Rim | None = None
        self._pose: BoardPose | None = None

    @property
    def pose(self) -> BoardPose | None:
        """Where the board was seen last."""
        return self._pose

    def anchor(self, picture: Picture, pose: BoardPose, position: Position | None = None) -> BoardPose:
        """Remember the board's picture; gives the pose back, made exact on the printed grid."""
        height, width = picture.shape[:2]
        exact = refine_on_grid(picture, replace(pose, size=(width, height)), position)
        self._rim = Rim.of(straight_grey(picture, exact), self.board.rows, self.board.columns)
        self._pose = exact
        return exact

    def locate(self, picture: Picture) -> Sighting:
        """Find the board in a picture from the camera that took the first one."""
        rim, pose = self._rim, self._pose
        if rim is None or pose is None or len(rim.corners) < FEWEST:
            return Sighting(None, T("The board is not known yet: mark its corners."))
        if not _usable(picture, pose):
            return Sighting(None, T("The camera’s pictures have changed: mark the board’s corners again."))
        agreement, still = _still(rim, straight_grey(picture, pose))
        if still:
            return Sighting(pose, None, agreement)
        found = self._search(rim, picture, pose)
        if found is None:
            return Sighting(
                None,
                T("The board is not where it was: clear the view, push it back, or mark its corners again."),
            )
        self._pose, agreement = found
        return Sighting(self._pose, None, agreement, moved=True)

    def _search(self, rim: Rim, picture: Picture, pose: BoardPose) -> tuple[BoardPose, float] | None:
        guess = search_motion(rim, straight_grey(picture, pose, MARGIN + REACH))
        if guess is None:
            return None
        near = _after(pose, guess)
        for _ in range(2):
            motion = refine_motion(rim, straight_grey(picture, near))
            if motion is None:
                return None
            near = _after(near, motion.matrix)
        return _verified(rim, straight_grey(picture, near), near, pose)

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Everything there is to keep."""
        if self._rim is None or self._pose is None:
            return {}
        return {"grey": self._rim.grey, "corners": self._rim.corners, "pose": self._pose.to_array()}

    @classmethod
    def from_arrays(cls, board: Board, arrays: dict[str, np.ndarray]) -> BoardFinder:
        """What :meth:`to_arrays` gave."""
        finder = cls(board)
        if arrays:
            finder._rim = Rim(arrays["grey"], arrays["corners"])
            finder._pose = BoardPose.from_array(arrays["pose"])
        return finder


def _usable(picture: Picture, pose: BoardPose) -> bool:
    size = picture.shape[1], picture.shape[0]
    return picture.dtype == np.uint8 and size == pose.size


def _after(pose: BoardPose, motion: Doubles) -> BoardPose:
    """The pose of a board that moved."""
    homography = pose.homography @ motion
    return replace(pose, homography=homography / homography[2, 2])


def _still(rim: Rim, grey: Picture) -> tuple[float, bool]:
    """How much of the rim agrees, and whether the board lies exactly where it did."""
    look = rim.look_in(grey)
    agrees = rim.agreement(look) > _AGREES
    share = float(agrees.mean())
    if share < _ENOUGH:
        return share, False
    motion = fit_motion(rim.places, rim.places + rim.drift(look), agrees, 0.03)
    return share, motion is not None and _way(motion.matrix, rim) < _STILL


def _way(matrix: Doubles, rim: Rim) -> float:
    """How far a motion takes the rim's outermost patches."""
    ends = np.array([rim.places.min(axis=0), rim.places.max(axis=0)])
    corners = np.array([(x, y) for x in ends[:, 0] for y in ends[:, 1]])
    there = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    return float(np.linalg.norm(there - corners, axis=1).max())


def _verified(rim: Rim, grey: Picture, new: BoardPose, old: BoardPose) -> tuple[BoardPose, float] | None:
    share = float((rim.agreement(rim.look_in(grey)) > _AGREES).mean())
    motion = np.linalg.inv(old.homography) @ new.homography
    needed = _ENOUGH if _way(motion / motion[2, 2], rim) < _FAR else _ENOUGH_FAR
    return (new, share) if share >= needed else None
