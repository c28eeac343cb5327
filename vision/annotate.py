"""A picture for people who tune their table: the grid that was found, what was read, and where it is unsure.

Colour is never the only sign: what is unseen or unknown is a question mark, what is unsure has its probability, and a space
of which nothing is seen is crossed out.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.pose import BoardPose, Picture
from vision.reading import Opinion, Reading, SpaceReading

_GRID, _SURE, _UNSURE, _DARK = (255, 220, 60), (255, 255, 255), (80, 170, 255), (20, 20, 20)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def annotate(picture: Picture, pose: BoardPose | None, reading: Reading | None, words: str = "") -> Picture:
    """A copy of the picture with all that drawn in; ``words`` is a line for its top."""
    drawn = np.ascontiguousarray(picture).copy()
    if pose is not None:
        _draw_grid(drawn, pose)
        if reading is not None:
            for space, read in zip(reading.board.spaces, reading.spaces, strict=True):
                _draw_space(drawn, pose, space, read)
    if words:
        # OpenCV's font has plain letters only.
        plain = words.replace("’", "'").replace("“", '"').replace("”", '"').replace("…", "...")
        _write(drawn, plain, (10, 30), 0.8, _SURE)
    return drawn


def _draw_grid(drawn: Picture, pose: BoardPose) -> None:
    steps = np.linspace(0, 1, 17)
    lines = [[(x, y * pose.rows) for y in steps] for x in range(pose.columns + 1)]
    lines += [[(x * pose.columns, y) for x in steps] for y in range(pose.rows + 1)]
    for line in lines:
        points = np.round(pose.pixels(line)).astype(np.int32)
        cv2.polylines(drawn, [points], False, _GRID, max(1, drawn.shape[1] // 900), cv2.LINE_AA)


def _draw_space(drawn: Picture, pose: BoardPose, space: Space, read: SpaceReading) -> None:
    corners = pose.pixels(
        [
            (space.column + x, space.row + y)
            for x, y in ((0.04, 0.04), (0.96, 0.04), (0.96, 0.96), (0.04, 0.96))
        ]
    )
    side = float(np.linalg.norm(corners[1] - corners[0]))
    if not read.sure:
        cv2.polylines(drawn, [np.round(corners).astype(np.int32)], True, _UNSURE, max(1, round(side / 40)))
    if not read.terrain.seen and not read.meeple.seen:
        for one, other in ((0, 2), (1, 3)):
            start, end = (tuple(int(v) for v in corners[number]) for number in (one, other))
            cv2.line(drawn, start, end, _UNSURE, max(1, round(side / 40)), cv2.LINE_AA)
    x, y = int(corners[3][0] + 0.05 * side), int(corners[3][1] - 0.08 * side)
    for number, label in enumerate(reversed(_labels(read))):
        _write(drawn, label, (x, y - int(0.2 * side * number)), side / 110, _SURE if read.sure else _UNSURE)


def _labels(read: SpaceReading) -> list[str]:
    """Lines such as ``blue`` and ``S3``; ``S? 62%`` has an unsure tile below something that hides the crop."""
    terrain, crop, meeple = read.terrain, read.crop, read.meeple
    letter = "." if terrain.value is None else terrain.value.letter
    level = "." if crop.value is None else str(crop.value.level)
    token = ("?" if _hidden(terrain) else letter) + ("?" if _hidden(crop) else level)
    doubts = [part.probability for part in (terrain, crop, meeple) if not _hidden(part) and not part.sure]
    if doubts:
        token += f" {100 * min(doubts):.0f}%"
    above = "?" if _hidden(meeple) else "" if meeple.value is None else meeple.value.value
    bare = read.sure and terrain.value is None and crop.value is None
    return [line for line in (above, "" if bare else token) if line]


def _hidden(part: Opinion[Terrain] | Opinion[Crop] | Opinion[Colour]) -> bool:
    return part.unknown or not part.seen


def _write(
    drawn: Picture, words: str, place: tuple[int, int], size: float, ink: tuple[int, int, int]
) -> None:
    scale = max(0.3, 0.6 * size)
    width = max(1, round(1.5 * scale))
    cv2.putText(drawn, words, place, _FONT, scale, _DARK, width + 3, cv2.LINE_AA)
    cv2.putText(drawn, words, place, _FONT, scale, ink, width, cv2.LINE_AA)
