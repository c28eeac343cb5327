"""What there is to see: a position, its look, the camera, the light, and what gets in the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.position import Position
from vision.sim.camera import Camera


@dataclass(frozen=True)
class Light:
    """The lamp. Brightness 1 is a well-lit table; warmth -1 is a cold lamp, +1 a very warm one."""

    brightness: float = 1.0
    warmth: float = 0.15
    fall_off: float = 0.3  # how much darker the far end is
    lamp: tuple[float, float] = (0.2, -0.1)  # where it hangs, in widths and heights of the picture
    glare: float = 0.15  # how much it mirrors in varnish
    shade: float = 0.15  # how dark the shadow of somebody leaning over is


@dataclass(frozen=True)
class Hand:
    """A hand reaching in: its finger tips in spaces from the grid's first corner, and where it comes from.

    The angle is that of the arm in degrees: 90 comes from the bottom of the picture, 0 from the right.
    """

    x: float
    y: float
    angle: float = 90.0
    skin: tuple[int, int, int] = (120, 150, 205)
    size: float = 1.0


@dataclass(frozen=True)
class Nudge:
    """The board pushed across the table, in spaces, and turned, in degrees."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True)
class Disturbances:
    """What keeps a picture from being perfect."""

    misplacement: float = 0.025  # deviation of pieces from the middle of their space, in spaces
    rotation: float = 2.0  # deviation of tiles from straight, in degrees; discs and meeples turn freely
    placement: int = 0  # another number: the same pieces laid anew, each a little elsewhere
    noise: float = 3.0  # of the sensor, in grey levels
    blur: float = 0.6  # pixels
    jpeg: int | None = 88  # quality; None: no compression
    clutter: bool = True  # things lying beside the board
    hand: Hand | None = None
    nudge: Nudge = field(default_factory=Nudge)


@dataclass(frozen=True)
class Scene:
    """Everything that decides a picture; the same scene gives the same picture."""

    position: Position
    style: str = "classic"
    camera: Camera = field(default_factory=Camera)
    light: Light = field(default_factory=Light)
    disturbances: Disturbances = field(default_factory=Disturbances)
    markers: bool = False
    seed: int = 0
    crowds: tuple[tuple[Space, Colour], ...] = ()  # meeples that stand beside another one on its space
