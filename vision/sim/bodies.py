"""Things that stand up: meeples, hands, cups and stacks.

They are stacks of flat cross-sections. What is higher is seen further away from the point below the camera: a section
at height z lands on the table plane as seen through a pinhole at the camera's place.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.sim.art import BGR, Picture, clouds, darken, ellipse, fill, lighter, stroke
from vision.sim.scene import Hand

# Height, half width and half depth of sections, in spaces.
PROFILES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "person": (
        (0.0, 0.25, 0.13),
        (0.2, 0.2, 0.13),
        (0.33, 0.28, 0.12),
        (0.4, 0.26, 0.11),
        (0.44, 0.1, 0.1),
        (0.48, 0.14, 0.12),
        (0.58, 0.14, 0.12),
        (0.66, 0.09, 0.09),
    ),
    "cone": ((0.0, 0.23, 0.23), (0.12, 0.2, 0.2), (0.5, 0.1, 0.1), (0.55, 0.13, 0.13), (0.7, 0.09, 0.09)),
    "pawn": (
        (0.0, 0.22, 0.22),
        (0.08, 0.2, 0.2),
        (0.3, 0.1, 0.1),
        (0.42, 0.08, 0.08),
        (0.46, 0.15, 0.15),
        (0.58, 0.16, 0.16),
        (0.68, 0.08, 0.08),
    ),
    "cylinder": ((0.0, 0.2, 0.2), (0.4, 0.2, 0.2), (0.42, 0.19, 0.19)),
}
_LAYERS = 14
_VERY_SOFT = 8.0  # pixels


@dataclass(frozen=True)
class Stage:
    """The canvas that bodies stand on: pixels a space, where its origin lies, where the camera and the lamp hang."""

    canvas: Picture
    scale: float
    origin: tuple[float, float]
    camera: tuple[float, float, float]
    lamp: tuple[float, float]  # the way shadows fall, in spaces for each space of height

    def at(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """Where a point in space covers the canvas."""
        cx, cy, cz = self.camera
        stretch = cz / (cz - z)
        x, y = cx + (x - cx) * stretch, cy + (y - cy) * stretch
        return (x - self.origin[0]) * self.scale, (y - self.origin[1]) * self.scale

    def shadow(self, points: list[list[tuple[float, float]]], strength: float, softness: float) -> None:
        """A soft shadow of polygons given in pixels."""
        every = np.array([point for shape in points for point in shape])
        pad = 3 * softness + 2
        left, top = (int(v) for v in np.floor(every.min(axis=0) - pad))
        right, bottom = (int(v) for v in np.ceil(every.max(axis=0) + pad))
        left, top = max(0, left), max(0, top)
        right, bottom = min(self.canvas.shape[1], right), min(self.canvas.shape[0], bottom)
        if right <= left or bottom <= top:
            return
        mask = np.zeros((bottom - top, right - left), np.uint8)
        for shape in points:
            fill(mask, [(x - left, y - top) for x, y in shape], 255)
        mask = _softened(mask, max(0.5, softness))
        darken(self.canvas[top:bottom, left:right], mask, strength)


def _softened(mask: Picture, softness: float) -> Picture:
    """A mask without hard edges; very soft ones are made small on the way, which nobody sees and takes less time."""
    if softness < _VERY_SOFT:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), softness), np.uint8)
    size = mask.shape[1], mask.shape[0]
    small = cv2.resize(mask, (max(1, size[0] // 4), max(1, size[1] // 4)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), softness / 4), size), np.uint8)


def stand_meeple(stage: Stage, shape: str, colour: BGR, x: float, y: float, turn: float) -> None:
    """A wooden meeple on a space."""
    heights = [z for z, _, _ in PROFILES[shape]]
    top = heights[-1]

    def section(z: float) -> tuple[float, float]:
        return (
            float(np.interp(z, heights, [w for _, w, _ in PROFILES[shape]])),
            float(np.interp(z, heights, [d for _, _, d in PROFILES[shape]])),
        )

    _stand(stage, x, y, top, section, colour, turn)


def stand_cylinder(
    stage: Stage, x: float, y: float, radius: float, height: float, colour: BGR, hollow: bool
) -> None:
    """A cup or a stack."""
    _stand(stage, x, y, height, lambda _: (radius, radius), colour, 0.0)
    if hollow:
        px, py = stage.at(x, y, height)
        r = radius * stage.scale * stage.camera[2] / (stage.camera[2] - height)
        fill(stage.canvas, ellipse(px, py, 0.86 * r, 0.86 * r), lighter(colour, -0.75))


def _stand(
    stage: Stage,
    x: float,
    y: float,
    top: float,
    section: Callable[[float], tuple[float, float]],
    colour: BGR,
    turn: float,
) -> None:
    scale = stage.scale
    shadows = []
    for height in np.linspace(0, top, 6):
        wide, deep = section(float(height))
        px, py = stage.at(x + stage.lamp[0] * float(height), y + stage.lamp[1] * float(height))
        shadows.append(ellipse(px, py, wide * scale, deep * scale, turn))
    stage.shadow(shadows, 0.5, 0.05 * scale)
    for layer in range(_LAYERS + 1):
        z = top * layer / _LAYERS
        wide, deep = section(z)
        px, py = stage.at(x, y, z)
        grow = stage.camera[2] / (stage.camera[2] - z) * scale
        # Narrower above: what still shows of this layer faces up, and catches light; else it is a side.
        faces_up = section(min(top, z + top / _LAYERS))[0] < wide - 0.002 or layer == _LAYERS
        share = layer / _LAYERS
        tone = lighter(colour, -0.12 + 0.34 * share) if faces_up else lighter(colour, -0.42 + 0.2 * share)
        shape = ellipse(px, py, wide * grow, deep * grow, turn)
        fill(stage.canvas, shape, tone)
        if faces_up:
            stroke(stage.canvas, shape, lighter(tone, -0.22), 0.012 * scale, closed=True)
    glint = stage.at(x - 0.3 * section(top)[0], y - 0.3 * section(top)[1], top)
    fill(stage.canvas, ellipse(*glint, 0.035 * scale, 0.025 * scale, turn), lighter(colour, 0.5))


def reach_in(stage: Stage, hand: Hand, seed: int) -> None:
    """A hand with four fingers and a thumb, and its sleeve, above the table."""
    parts = _hand_parts(hand)
    stage.shadow(
        [
            [stage.at(x + 0.9 * stage.lamp[0], y + 0.9 * stage.lamp[1]) for x, y in shape]
            for shape, _ in parts
        ],
        0.5,
        0.16 * stage.scale,
    )
    outline = np.array([stage.at(x, y, 0.8) for shape, _ in parts for x, y in shape])
    left, top = np.maximum(0, np.floor(outline.min(axis=0)).astype(int) - 4)
    right, bottom = np.minimum(stage.canvas.shape[1::-1], np.ceil(outline.max(axis=0)).astype(int) + 4)
    if right <= left or bottom <= top:
        return
    part = stage.canvas[top:bottom, left:right]
    layer, mask = part.copy(), np.zeros(part.shape[:2], np.uint8)
    for shape, tone in parts:
        points = [(px - left, py - top) for px, py in (stage.at(x, y, 0.8) for x, y in shape)]
        fill(layer, points, tone)
        fill(mask, points, 255)
    # Round limbs: darker towards the rim, a little mottled.
    depth = np.minimum(np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 3)) / (0.16 * stage.scale), 1)
    chance = np.random.default_rng(seed)
    tone = (0.62 + 0.4 * np.sqrt(depth)) * (
        1 + 0.04 * clouds(int(bottom - top), int(right - left), 0.2 * stage.scale, chance, 2)
    )
    lit = np.clip(layer * tone[..., None], 0, 255).astype(np.uint8)
    lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), 0.02 * stage.scale + 0.3), np.uint8)
    alpha = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.9))[..., None].astype(np.uint16)
    part[:] = ((part * (255 - alpha) + lit * alpha) // 255).astype(np.uint8)


def _hand_parts(hand: Hand) -> list[tuple[list[tuple[float, float]], BGR]]:
    """Polygons in spaces, from the sleeve to the finger tips."""
    turn = math.radians(hand.angle)
    along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    def limb(
        start: tuple[float, float], end: tuple[float, float], wide: float, narrow: float
    ) -> list[tuple[float, float]]:
        (u0, v0), (u1, v1) = start, end
        length = math.hypot(u1 - u0, v1 - v0)
        nu, nv = -(v1 - v0) / length, (u1 - u0) / length
        sides = [(u0 + wide * nu, v0 + wide * nv), (u1 + narrow * nu, v1 + narrow * nv)]
        heading = math.atan2(v1 - v0, u1 - u0)
        for step in range(1, 8):
            a = heading + math.pi / 2 - math.pi * step / 8
            sides.append((u1 + narrow * math.cos(a), v1 + narrow * math.sin(a)))
        sides += [(u1 - narrow * nu, v1 - narrow * nv), (u0 - wide * nu, v0 - wide * nv)]
        return [
            (
                hand.x + hand.size * (u * along[0] + v * across[0]),
                hand.y + hand.size * (u * along[1] + v * across[1]),
            )
            for u, v in sides
        ]

    skin, sleeve = hand.skin, (92, 58, 40)
    fingers = [
        ((1.15, v), (tip, 1.25 * v + 0.05), 0.15, 0.12)
        for v, tip in ((-0.45, 0.3), (-0.15, 0.05), (0.15, 0.1), (0.42, 0.4))
    ]
    shapes = [
        (limb((4.6, 0.0), (2.2, 0.0), 0.46, 0.44), skin),
        (limb((14.0, 0.0), (4.0, 0.0), 0.95, 0.6), sleeve),
    ]
    shapes.append((limb((2.4, 0.0), (1.45, 0.0), 0.5, 0.58), skin))
    shapes.append((limb((2.0, 0.45), (1.15, 0.95), 0.22, 0.13), skin))
    shapes += [(limb(*finger), lighter(skin, 0.03)) for finger in fingers]
    return shapes
