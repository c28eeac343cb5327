"""Holding the board: its own picture is remembered once and found again in every later picture.

picture ──► still there? ──yes──► the same pose
                 │ no
                 ▼
        search ► refine ► judge ──yes──► a new pose
                 │ no
                 ▼
        markers? refine ► judge ──yes──► a new pose
                 │ no
                 ▼
           lost, and said why
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.errors import Unreadable
from companion.tiwanaku.board import Board
from companion.tiwanaku.position import Position
from companion.words import T, Text
from vision.finding.evidence import Evidence, judge
from vision.finding.lines import refine_on_grid
from vision.finding.markers import find_markers
from vision.finding.motion import moved
from vision.finding.picture import is_picture
from vision.finding.rim import FEWEST, Rim, RimView, straight_grey
from vision.finding.search import finish_motion, refine_motion, search_motion
from vision.pose import BoardPose, Doubles, Picture

_STILL = 0.01  # spaces that a side may seem to move before it counts as a motion
_OUTLIER = 0.04  # spaces: a patch that seems to move farther, alone, is half covered
_FAR = 1.5  # spaces
_SMALLEST = 12  # pixels of a space
_IN_PLACE = 0.1  # share of the patches in their old places that tells covered from moved


@dataclass(frozen=True)
class Sighting:
    """Where the board was seen, or why not; the share of its rim that was recognised; whether it moved since last time."""

    pose: BoardPose | None
    notice: Text | None = None
    agreement: float = 0.0
    moved: bool = False


class BoardFinder:
    """Knows one board's own picture and finds it again in pictures of the same camera."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._view: RimView | None = None
        self._marked = False

    @property
    def pose(self) -> BoardPose | None:
        """Where the board was seen last."""
        return None if self._view is None else self._view.pose

    def anchor(self, picture: Picture, pose: BoardPose, position: Position | None = None) -> BoardPose:
        """Remember the board's picture; gives the pose back, made exact on the printed grid.

        Only the rim around the grid is remembered: pieces come and go. A known position tells which of the grid's
        lines are bare. Raises :class:`Unreadable` where no board can be seen at that pose.
        """
        if not is_picture(picture) or not _sensible(picture, pose):
            raise Unreadable(T("No board can be seen around these corners: mark them again."))
        height, width = picture.shape[:2]
        exact = refine_on_grid(picture, replace(pose, size=(width, height)), position)
        rim = Rim.of(straight_grey(picture, exact), self.board.rows, self.board.columns)
        if len(rim.corners) < FEWEST:
            raise Unreadable(T("No board can be seen around these corners: mark them again."))
        self._view = RimView(rim, exact)
        self._marked = find_markers(picture, self.board) is not None
        return exact

    def locate(self, picture: Picture) -> Sighting:
        """Find the board in a picture of the camera that took the first one."""
        view = self._view
        if view is None:
            return Sighting(None, T("The board is not known yet: mark its corners."))
        if not is_picture(picture) or (picture.shape[1], picture.shape[0]) != view.pose.size:
            return Sighting(
                None, T("The camera’s pictures have another size now: mark the board’s corners again.")
            )
        look = view.look(picture)
        evidence = judge(view.rim, look)
        if evidence.convinces() and _still(view.rim, view.rim.drift(look), evidence):
            return Sighting(view.pose, None, evidence.share)
        found = self._search(view, picture)
        if found is None and self._marked:
            found = self._search_markers(view, picture)
        if found is None:
            return Sighting(None, _why(evidence), evidence.share)
        self._view, share = found
        return Sighting(self._view.pose, None, share, moved=True)

    def _search(self, view: RimView, picture: Picture) -> tuple[RimView, float] | None:
        guess = search_motion(view.rim, picture, view.pose)
        return None if guess is None else self._settle(view, picture, _after(view.pose, guess))

    def _search_markers(self, view: RimView, picture: Picture) -> tuple[RimView, float] | None:
        pose = find_markers(picture, self.board, view.pose.bend)
        return None if pose is None else self._settle(RimView(view.rim, pose), picture, pose)

    def _settle(self, view: RimView, picture: Picture, near: BoardPose) -> tuple[RimView, float] | None:
        """Make a guess exact, and believe it only if the rim is really seen there."""
        motion = refine_motion(view.rim, picture, near)
        if motion is None:
            return None
        near = _after(near, motion.matrix)
        motion = finish_motion(view.rim, RimView(view.rim, near).look(picture))
        if motion is None:
            return None
        near = _after(near, motion.matrix)
        new = RimView(view.rim, near)
        evidence = judge(new.rim, new.look(picture))
        return (new, evidence.share) if evidence.convinces(_way(view.pose, near) > _FAR) else None

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Everything there is to keep; empty for a board that is not known yet."""
        if self._view is None:
            return {}
        rim = self._view.rim
        return {
            "grey": rim.grey,
            "corners": rim.corners,
            "pose": self._view.pose.to_array(),
            "marked": np.array([self._marked]),
        }

    @classmethod
    def from_arrays(cls, board: Board, arrays: Mapping[str, np.ndarray]) -> BoardFinder:
        """What :meth:`to_arrays` gave; raises :class:`Unreadable` for anything else."""
        finder = cls(board)
        if not arrays:
            return finder
        try:
            pose = BoardPose.from_array(arrays["pose"])
            rim = Rim.from_arrays(arrays["grey"], arrays["corners"], board.rows, board.columns)
            if (pose.rows, pose.columns) != (board.rows, board.columns) or pose.size is None:
                raise ValueError("another board")
            finder._view = RimView(rim, pose)
            finder._marked = bool(np.asarray(arrays["marked"]).any())
        except (KeyError, ValueError, TypeError) as error:
            raise Unreadable(
                T("What was kept of the board’s picture is damaged: mark its corners again.")
            ) from error
        return finder


def _sensible(picture: Picture, pose: BoardPose) -> bool:
    """Whether corners go clockwise around something of a size to be read, most of it within the picture."""
    corners = pose.corners
    if not np.isfinite(corners).all() or not cv2.isContourConvex(corners):
        return False
    height, width = picture.shape[:2]
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen, _ = cv2.intersectConvexConvex(corners, frame)
    whole = cv2.contourArea(corners, True)
    return bool(whole > _SMALLEST**2 * pose.rows * pose.columns and seen > 0.8 * whole)


def _after(pose: BoardPose, motion: Doubles) -> BoardPose:
    """The pose of a board that moved."""
    homography = pose.homography @ motion
    return replace(pose, homography=homography / homography[2, 2])


def _way(old: BoardPose, new: BoardPose) -> float:
    """How far the corners have gone, in spaces."""
    corners = np.array([(0, 0), (old.columns, 0), (old.columns, old.rows), (0, old.rows)], np.float64)
    return float(
        np.linalg.norm(moved(corners, np.linalg.inv(old.homography) @ new.homography) - corners, axis=1).max()
    )


def _still(rim: Rim, drift: Doubles, evidence: Evidence) -> bool:
    """Whether no side of the board has moved: single patches may be half covered."""
    calm = evidence.witnesses & (np.abs(drift).max(axis=1) < _OUTLIER)
    count = rim.sides @ calm.astype(np.float64)
    mean = rim.sides @ (drift * calm[:, None]) / np.maximum(count, 1e-9)[:, None]
    return bool(calm.sum() > 0.7 * evidence.witnesses.sum() and np.abs(mean[count > 0]).max() < _STILL)


def _why(evidence: Evidence) -> Text:
    if evidence.blind:
        return T("No board in sight: it is too dark or too bright, or the camera is covered.")
    if evidence.share > _IN_PLACE and evidence.denied < evidence.share:
        return T("Too much of the board is covered: clear the view.")
    return T("The board is not where it was: push it back, or mark its corners again.")
