"""From what is there to what the camera delivers: lamp, glare, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sim.art import Floats, Picture
from vision.sim.scene import Light

_UNIT = 128  # a gain of one in the map of gains
_SPARE = 64  # pixels by which the field of noise is larger than a picture


def gains(light: Light, size: tuple[int, int]) -> Picture:
    """How much of each colour the lamp gives to each pixel, 128 being all of it."""
    width, height = size
    x, y = _axes(size)
    far = np.sqrt((x - light.lamp[0]) ** 2 + ((y - light.lamp[1]) * height / width) ** 2)
    shape = 1 - light.fall_off * np.clip(far, 0, 1.4) / 1.4 + light.fall_off * 0.3
    # Somebody leans over the edge that is away from the lamp.
    lean_x, lean_y = 1 - light.lamp[0], 1.05
    shape -= light.shade * np.exp(-(((x - lean_x) / 0.35) ** 2 + ((y - lean_y) / 0.3) ** 2))
    colour = np.array([1 - 0.32 * light.warmth, 1 - 0.06 * light.warmth, 1 + 0.14 * light.warmth], np.float32)
    whole = np.asarray(shape, np.float32)[..., None] * colour * np.float32(light.brightness * _UNIT)
    return np.asarray(np.clip(whole, 0, 255), np.uint8)


def glare(light: Light, gloss: float, size: tuple[int, int]) -> Picture | None:
    """The lamp's mirror image in varnish, to be added; None where there is none to speak of."""
    strength = light.glare * gloss * light.brightness
    if strength < 0.01:
        return None
    x, y = _axes(size)
    at_x, at_y = 0.5 + 0.55 * (light.lamp[0] - 0.5), 0.5 + 0.55 * (light.lamp[1] - 0.5)
    spot = np.exp(-(((x - at_x) / 0.09) ** 2 + ((y - at_y) / 0.14) ** 2)) + 0.25 * np.exp(
        -(((x - at_x) / 0.25) ** 2 + ((y - at_y) / 0.3) ** 2)
    )
    value = np.clip(spot * strength * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.merge([value] * 3), np.uint8)


def light_up(picture: Picture, gain: Picture, mirror: Picture | None) -> Picture:
    """The picture under a lamp."""
    lit = cv2.multiply(picture, gain, scale=1 / _UNIT)
    return np.asarray(lit if mirror is None else cv2.add(lit, mirror), np.uint8)


def noise_field(level: float, size: tuple[int, int], seed: int) -> tuple[Picture, Picture]:
    """What a sensor's noise adds and takes, on a field larger than a picture."""
    width, height = size
    chance = np.random.default_rng(seed)
    deviations = np.array([1.15, 1.0, 1.1], np.float32) * np.float32(level)
    grains = chance.standard_normal((height + _SPARE, width + _SPARE, 3), np.float32) * deviations
    field = np.rint(grains).astype(np.int16)
    return np.clip(field, 0, 255).astype(np.uint8), np.clip(-field, 0, 255).astype(np.uint8)


def add_noise(picture: Picture, field: tuple[Picture, Picture], chance: np.random.Generator) -> Picture:
    """The picture with noise; another part of the field each time."""
    height, width = picture.shape[:2]
    x, y = (int(n) for n in chance.integers(0, _SPARE, 2))
    more, less = (part[y : y + height, x : x + width] for part in field)
    return np.asarray(cv2.subtract(cv2.add(picture, more), less), np.uint8)


def compress(picture: Picture, quality: int) -> Picture:
    """The picture as a camera's JPEG gives it back."""
    fine, content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not fine:
        raise ValueError("OpenCV cannot write JPEG here")
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)


def _axes(size: tuple[int, int]) -> tuple[Floats, Floats]:
    width, height = size
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    return x, y
