"""Teaching the eye one picture whose content is known: where its board lies, and what its pieces look like."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.errors import Unreadable
from companion.tiwanaku.position import Position
from companion.words import T
from vision.finding import find_grid, find_markers
from vision.pose import BoardPose, Picture
from vision.profile import Profile
from vision.reader import Reader
from vision.reading import Reading
from vision.soundness import trouble_of

Corner = tuple[float, float]
_LEAST_AGREEING = 0.5
_MOST_NAMED = 4


def teach(
    profile: Profile, picture: Picture, position: Position, corners: Sequence[Corner] | None = None
) -> BoardPose:
    """Learn from a picture of a known position; :class:`Unreadable` says why nothing could be learnt.

    Corners are the grid's outer corners in pixels, clockwise from the first row and column. Without them the board is found
    by its markers, by where it lay before, or by its printed grid.
    """
    trouble = trouble_of(picture)
    if trouble is not None:
        raise Unreadable(trouble)
    profile.board = position.board
    pose = _find(profile, picture, position, corners)
    _check(profile, picture, pose, position)
    profile.knowledge.learn(picture, pose, position)
    return pose


def _find(
    profile: Profile, picture: Picture, position: Position, corners: Sequence[Corner] | None
) -> BoardPose:
    board, finder = profile.board, profile.finder
    if corners is not None:
        _check_corners(corners, picture)
        return finder.anchor(picture, BoardPose.of_corners(board.rows, board.columns, corners), position)
    marked = find_markers(picture, board)
    if marked is not None:
        return finder.anchor(picture, marked, position)
    held = finder.locate(picture).pose
    if held is not None:
        return held
    found = find_grid(picture, board, position)
    if found is None:
        raise Unreadable(
            T(
                "No board was found: give the grid’s four corners, or lay printed markers (“pachamama markers”)."
            )
        )
    return finder.anchor(picture, found, position)


def _check_corners(corners: Sequence[Corner], picture: Picture) -> None:
    points = np.array(corners, np.float32)
    height, width = picture.shape[:2]
    if (points < 0).any() or (points[:, 0] >= width).any() or (points[:, 1] >= height).any():
        raise Unreadable(
            T(
                "A corner lies outside of the picture, which is {width} pixels wide and {height} high.",
                width=width,
                height=height,
            )
        )
    if not cv2.isContourConvex(points) or cv2.contourArea(points) < 0.01 * width * height:
        raise Unreadable(T("These four corners do not enclose a board: go around it from corner to corner."))
    if cv2.contourArea(points, oriented=True) < 0:
        raise Unreadable(T("The corners go the wrong way round: go clockwise, as seen in the picture."))


def _check(profile: Profile, picture: Picture, pose: BoardPose, position: Position) -> None:
    """A picture of something else would spoil what is known already."""
    terrains = {terrain for terrain in position.terrains if terrain is not None}
    if not terrains or not all(profile.knowledge.knows(terrain) for terrain in terrains):
        return
    differing, sure = _differing(Reader(profile.board, profile.knowledge).read(picture, pose), position)
    if sure and len(differing) > _LEAST_AGREEING * sure:
        raise Unreadable(
            T(
                "This picture does not show the position: it looks different at {spaces}. Nothing was learnt from it.",
                spaces=differing[:_MOST_NAMED],
            )
        )


def _differing(reading: Reading, position: Position) -> tuple[list[object], int]:
    """The spaces whose terrain is sure and another one, and how many are sure."""
    pairs = [
        (space, read.terrain)
        for space, read in zip(reading.board.spaces, reading.spaces, strict=True)
        if read.terrain.sure
    ]
    return [space for space, terrain in pairs if terrain.value != position.terrain(space)], len(pairs)
