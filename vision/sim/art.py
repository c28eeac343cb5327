"""Drawing on arrays: grain, shapes with soft edges, and laying one picture over another."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
BGR = tuple[int, int, int]
Points = Sequence[tuple[float, float]] | npt.NDArray[np.float64]
_SHIFT = 4  # OpenCV draws at sixteenths of a pixel


def clouds(height: int, width: int, cell: float, chance: np.random.Generator, octaves: int = 3) -> Floats:
    """Smooth noise about 0, most of it between -1 and 1; ``cell`` is the size of its largest spots in pixels."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        size = max(2.0, cell / 2**octave)
        coarse = chance.normal(0, 1, (int(height / size) + 3, int(width / size) + 3)).astype(np.float32)
        smooth = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        total += np.asarray(smooth, np.float32) * np.float32(0.6 * 0.5**octave)
    return total


def grain(height: int, width: int, chance: np.random.Generator) -> Floats:
    """Fibres of wood, lying along x, about 0."""
    rows = clouds(height, max(2, width // 12), 9, chance, 3)
    rows = np.asarray(cv2.resize(rows, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(rows + 0.5 * clouds(height, width, 120, chance, 1), np.float32)


def shade(picture: Picture, amount: Floats) -> Picture:
    """Each pixel made lighter or darker by a share: 0 leaves it, -1 is black."""
    return np.asarray(np.clip(picture * (1 + amount[..., None]), 0, 255), np.uint8)


def flat(height: int, width: int, colour: BGR) -> Picture:
    """A picture of one colour."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = colour
    return picture


def lay_over(ground: Picture, layer: Picture, mask: Picture) -> None:
    """Lay a picture over another of the same size where the mask says so, 255 being opaque."""
    alpha = mask.astype(np.uint16)[..., None]
    mixed = ground * (255 - alpha) + layer * alpha
    ground[:] = ((mixed + 128) // 255).astype(np.uint8)


def darken(ground: Picture, mask: Picture, strength: float) -> None:
    """A shadow of that strength where the mask says so."""
    factor = 255 - (mask * np.float32(strength)).astype(np.uint8)
    ground[:] = cv2.multiply(ground, cv2.merge([factor] * 3), scale=1 / 255)


def window(
    ground: Picture, left: int, top: int, width: int, height: int
) -> tuple[slice, slice, slice, slice]:
    """The part of a rectangle that lies on the ground, and which part of the rectangle that is."""
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = max(x0, min(ground.shape[1], left + width)), max(y0, min(ground.shape[0], top + height))
    return slice(y0, y1), slice(x0, x1), slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)


def fill(picture: Picture, points: Points, colour: BGR | int) -> None:
    """A polygon with smooth edges."""
    shape = np.round(np.asarray(points, np.float64) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [shape], _scalar(colour), cv2.LINE_AA, _SHIFT)


def stroke(picture: Picture, points: Points, colour: BGR | int, width: float, closed: bool = False) -> None:
    """A line through points with smooth edges."""
    shape = np.round(np.asarray(points, np.float64) * (1 << _SHIFT)).astype(np.int32)
    cv2.polylines(picture, [shape], closed, _scalar(colour), max(1, round(width)), cv2.LINE_AA, _SHIFT)


def disc(picture: Picture, x: float, y: float, radius: float, colour: BGR | int, width: float = 0) -> None:
    """A filled disc, or a ring of some width."""
    scale = 1 << _SHIFT
    thickness = max(1, round(width)) if width else -1
    centre = round(x * scale), round(y * scale)
    cv2.circle(
        picture, centre, max(1, round(radius * scale)), _scalar(colour), thickness, cv2.LINE_AA, _SHIFT
    )


def ellipse(
    x: float, y: float, rx: float, ry: float, angle: float = 0.0, steps: int = 28
) -> list[tuple[float, float]]:
    """The points of an ellipse turned by degrees."""
    turn = math.radians(angle)
    points = []
    for step in range(steps):
        a = 2 * math.pi * step / steps
        u, v = rx * math.cos(a), ry * math.sin(a)
        points.append(
            (x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn))
        )
    return points


def star(x: float, y: float, outer: float, inner: float, rays: int) -> list[tuple[float, float]]:
    """The points of a star."""
    angles = [math.pi * step / rays - math.pi / 2 for step in range(2 * rays)]
    return [
        (x + r * math.cos(a), y + r * math.sin(a)) for a, r in zip(angles, (outer, inner) * rays, strict=True)
    ]


def lighter(colour: BGR, share: float) -> BGR:
    """A colour mixed with white (above 0) or with black (below)."""
    goal = 255 if share > 0 else 0
    blue, green, red = (round(part + (goal - part) * abs(share)) for part in colour)
    return blue, green, red


def _scalar(colour: BGR | int) -> tuple[float, ...]:
    return (float(colour),) if isinstance(colour, int) else tuple(float(part) for part in colour)
