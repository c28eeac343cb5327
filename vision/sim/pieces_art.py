"""Tiles and discs as little pictures with a mask."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from companion.tiwanaku.pieces import Crop
from vision.sim.art import (
    BGR,
    Picture,
    clouds,
    disc,
    ellipse,
    fill,
    flat,
    grain,
    lighter,
    shade,
    star,
    stroke,
)
from vision.sim.style import DiscLook, Style, TileLook

DISC_DIAMETERS = {1: 0.47, 2: 0.59, 3: 0.71, 4: 0.85, 5: 1.0}  # of a tile's side
TILE_SIDE = 0.95  # of a space


class Sprite(NamedTuple):
    """A piece seen from straight above."""

    picture: Picture
    mask: Picture


def draw_tile(look: TileLook, style: Style, side: int, chance: np.random.Generator) -> Sprite:
    """A terrain tile of some pixels' side."""
    picture = flat(side, side, look.colour)
    _draw_texture(picture, look, chance)
    picture = shade(picture, 0.05 * clouds(side, side, side / 3, chance))
    outline = _outline(look.outline, side, chance)
    stroke(picture, outline, lighter(look.colour, -0.25), side * 0.035, closed=True)
    _rub(picture, outline, style.wear, chance)
    mask = np.zeros((side, side), np.uint8)
    fill(mask, outline, 255)
    return Sprite(picture, mask)


def draw_disc(crop: Crop, look: DiscLook, style: Style, side: int, chance: np.random.Generator) -> Sprite:
    """A crop disc, for tiles of some pixels' side."""
    size = max(8, round(side * DISC_DIAMETERS[crop.level]))
    middle, radius = (size - 1) / 2, size / 2 - 0.5
    picture = flat(size, size, look.colour)
    disc(picture, middle, middle, radius - 1, lighter(look.colour, -0.3), 2)
    for ring in range(style.rings):
        disc(picture, middle, middle, radius * (0.88 - 0.17 * ring), look.ring, max(1.0, side * 0.028))
    _draw_icon(picture, style.icons, crop.level, middle, radius * (0.86 - 0.17 * style.rings), look.ink)
    picture = shade(picture, 0.04 * clouds(size, size, size / 3, chance))
    _rub(picture, ellipse(middle, middle, radius, radius), style.wear, chance)
    mask = np.zeros((size, size), np.uint8)
    disc(mask, middle, middle, radius, 255)
    return Sprite(picture, mask)


def _outline(kind: str, side: int, chance: np.random.Generator) -> list[tuple[float, float]]:
    half = side / 2 - 1.0
    points = []
    steps = 96
    phase = float(chance.uniform(0, 6.28)) if kind == "torn" else 0.0
    for step in range(steps):
        angle = 2 * math.pi * step / steps
        c, s = math.cos(angle), math.sin(angle)
        square = 1 / max(abs(c), abs(s))
        rounded = (abs(c) ** 8 + abs(s) ** 8) ** (-1 / 8)
        radius = {
            "straight": square,
            "rounded": (abs(c) ** 5 + abs(s) ** 5) ** (-1 / 5),
            "wavy": rounded * (0.965 + 0.03 * math.cos(16 * angle)),
            "notched": rounded * (0.90 if abs(abs(math.sin(2 * angle)) - 0.0) < 0.14 else 0.99),
            "torn": rounded
            * (0.96 + 0.025 * math.sin(7 * angle + phase) + 0.015 * math.sin(19 * angle + 2 * phase)),
            "octagon": min(square, 1.28 / max(abs(c + s), abs(c - s)) * 1.28),
        }[kind]
        points.append((side / 2 - 0.5 + half * radius * c, side / 2 - 0.5 + half * radius * s))
    return points


def _draw_texture(picture: Picture, look: TileLook, chance: np.random.Generator) -> None:
    side = picture.shape[0]
    unit = side / 16
    if look.texture == "grain":
        picture[:] = shade(picture, 0.13 * grain(side, side, chance))
    elif look.texture == "speckle":
        for _ in range(60):
            x, y = chance.uniform(0, side, 2)
            tone = look.ink if chance.random() < 0.6 else lighter(look.colour, 0.25)
            disc(picture, x, y, chance.uniform(0.25, 0.75) * unit, tone)
    elif look.texture == "waves":
        for row in np.arange(unit, side, 2.1 * unit):
            shift = chance.uniform(0, 6.28)
            xs = np.linspace(0, side, 24)
            stroke(
                picture,
                np.column_stack([xs, row + 0.45 * unit * np.sin(xs / unit * 0.8 + shift)]),
                look.ink,
                unit / 4,
            )
    elif look.texture == "blades":
        for _ in range(46):
            x, y = chance.uniform(0, side, 2)
            lean = chance.normal(0, 0.5) * unit
            stroke(picture, [(x, y), (x + lean, y - chance.uniform(1, 2.2) * unit)], look.ink, unit / 3)
    elif look.texture == "cracks":
        for _ in range(11):
            point = chance.uniform(0, side, 2)
            line = [point]
            heading = chance.uniform(0, 6.28)
            for _ in range(4):
                heading += chance.normal(0, 0.8)
                line.append(line[-1] + 1.7 * unit * np.array([math.cos(heading), math.sin(heading)]))
            stroke(picture, np.array(line), look.ink, unit / 4)
    elif look.texture == "dots":
        for row in range(6):
            for column in range(6):
                disc(
                    picture,
                    (column + 0.5 + 0.25 * (row % 2)) * side / 6,
                    (row + 0.5) * side / 6,
                    unit / 2.4,
                    look.ink,
                )
    elif look.texture == "hatch":
        for start in np.arange(-side, side, 1.8 * unit):
            stroke(picture, [(start, 0), (start + side, side)], look.ink, unit / 3.5)


def _draw_icon(picture: Picture, kind: str, level: int, middle: float, room: float, ink: BGR) -> None:
    if kind == "pips":
        spots = (
            [(0.0, 0.0)]
            if level == 1
            else [
                (0.6 * math.cos(2 * math.pi * n / level), 0.6 * math.sin(2 * math.pi * n / level))
                for n in range(level)
            ]
        )
        for x, y in spots:
            disc(picture, middle + room * x, middle + room * y, room * 0.26, ink)
    elif kind == "stars":
        fill(picture, star(middle, middle, room, room * 0.5, level + 2), ink)
    elif kind == "glyphs":
        stroke(
            picture, star(middle, middle, room * 0.95, room * 0.6, level + 1), ink, room * 0.16, closed=True
        )
        disc(picture, middle, middle, room * 0.22, ink)
    else:
        _draw_fruit(picture, level, middle, room, ink)


def _draw_fruit(picture: Picture, level: int, m: float, r: float, ink: BGR) -> None:
    dark = lighter(ink, -0.35)
    if level == 1:  # a sweet potato
        fill(picture, ellipse(m, m, r, 0.55 * r, 35), ink)
        for x, y in ((-0.3, -0.1), (0.2, 0.1), (0.0, 0.35)):
            disc(picture, m + r * x, m + r * y, 0.09 * r, dark)
    elif level == 2:  # coca leaves
        for angle in (-90, 30, 150):
            a = math.radians(angle)
            fill(
                picture,
                ellipse(m + 0.48 * r * math.cos(a), m + 0.48 * r * math.sin(a), 0.5 * r, 0.25 * r, angle),
                ink,
            )
    elif level == 3:  # a chili
        bow = [
            (m + r * (0.9 * math.cos(a)), m + r * (0.75 * math.sin(a) - 0.25))
            for a in np.linspace(0.1, 3.0, 12)
        ]
        stroke(picture, bow, ink, 0.34 * r)
        stroke(picture, [bow[0], (bow[0][0] + 0.05 * r, bow[0][1] - 0.35 * r)], dark, 0.12 * r)
    elif level == 4:  # a cob of corn
        fill(picture, ellipse(m, m, 0.4 * r, 0.95 * r, 20), ink)
        for row in range(-3, 4):
            for column in (-1, 0, 1):
                x, y = 0.22 * column - 0.07 * row, 0.22 * row
                disc(picture, m + r * x, m + r * y, 0.07 * r, lighter(ink, 0.6))
    else:  # quinoa
        stroke(picture, [(m, m + r), (m, m - 0.2 * r)], ink, 0.1 * r)
        for row in range(6):
            wide = 0.5 * math.sin(0.4 + row * 0.45)
            for column in (-1, 0, 1):
                disc(picture, m + r * wide * column, m + r * (-0.85 + 0.23 * row), 0.13 * r, ink)


def _rub(
    picture: Picture, outline: list[tuple[float, float]], wear: float, chance: np.random.Generator
) -> None:
    """Edges rubbed pale and stains, as much as the pieces are worn."""
    if wear < 0.02:
        return
    side = picture.shape[0]
    edge = np.zeros((side, side), np.uint8)
    stroke(edge, outline, 255, side * 0.07, closed=True)
    spots = np.clip(clouds(side, side, side / 5, chance) * 1.2 + wear - 0.55, 0, 1) * wear
    spots = np.maximum(
        spots, np.where(edge > 0, np.clip(clouds(side, side, side / 8, chance) + wear - 0.3, 0, 1), 0) * wear
    )
    pale = np.array([205, 215, 220], np.float32)
    picture[:] = np.clip(picture + (pale - picture) * (0.6 * spots)[..., None], 0, 255).astype(np.uint8)
