"""The table top and the board's own picture: a landscape of ours, a thin grid, signs of ours at the edges."""

from __future__ import annotations

import math

import cv2
import numpy as np

from companion.tiwanaku.board import Board
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
from vision.sim.style import Style

MARGIN = 0.95  # of the board around its grid, in spaces
_RED: BGR = (48, 44, 168)
_WHITE: BGR = (238, 242, 244)
_BLACK: BGR = (34, 32, 32)
MARKER_SIDE = 0.62


def draw_table(style: Style, width: int, height: int, chance: np.random.Generator) -> Picture:
    """The table top."""
    picture = flat(height, width, style.table)
    fibres = style.table_grain * 0.22 * grain(height, width, chance)
    return shade(picture, np.asarray(fibres + 0.04 * clouds(height, width, 200, chance), np.float32))


def draw_board(board: Board, style: Style, scale: int, markers: bool, chance: np.random.Generator) -> Picture:
    """The board without pieces, ``scale`` pixels a space, the margin included."""
    width, height = round((board.columns + 2 * MARGIN) * scale), round((board.rows + 2 * MARGIN) * scale)
    picture = _landscape(style, width, height, scale, chance)
    _draw_grid(picture, board, style, scale)
    for column, element in enumerate(board.elements):
        for y in (MARGIN / 2, board.rows + 1.5 * MARGIN):
            _element(picture, element, (MARGIN + column + 0.5) * scale, y * scale, 0.26 * scale)
    for row, animal in enumerate(board.animals):
        for x in (MARGIN / 2, board.columns + 1.5 * MARGIN):
            _animal(picture, animal, x * scale, (MARGIN + row + 0.5) * scale, 0.26 * scale)
    cv2.rectangle(
        picture, (0, 0), (width - 1, height - 1), lighter(style.board_second, -0.45), max(1, scale // 24)
    )
    if markers:
        _draw_markers(picture, board, scale)
    return picture


def _landscape(style: Style, width: int, height: int, scale: int, chance: np.random.Generator) -> Picture:
    first, second = np.array(style.board, np.float32), np.array(style.board_second, np.float32)
    field = clouds(height, width, 2.2 * scale, chance, 4)
    if style.board_picture == "terraces":
        field = np.asarray(np.floor(field * 4) / 4, np.float32)
    elif style.board_picture == "paper":
        field = np.asarray(0.4 * clouds(height, width, 6, chance, 2), np.float32)
    elif style.board_picture == "plain":
        field = np.zeros((height, width), np.float32)
    share = np.clip(0.5 + 0.6 * field, 0, 1)[..., None]
    picture = (first + (second - first) * share).astype(np.uint8)
    if style.board_picture == "hills":
        for _ in range(9):
            x, y = chance.uniform(0, width), chance.uniform(0, height)
            tone = lighter(style.board_second, float(chance.uniform(-0.15, 0.15)))
            bow = [
                (x + scale * 1.3 * math.cos(a), y - scale * 0.7 * math.sin(a))
                for a in np.linspace(0.2, 2.9, 16)
            ]
            stroke(picture, bow, tone, scale * 0.04)
    elif style.board_picture == "lake":
        for _ in range(3):
            x, y = chance.uniform(0, width), chance.uniform(0, height)
            shape = ellipse(
                x, y, scale * chance.uniform(0.8, 2), scale * chance.uniform(0.4, 1), chance.uniform(0, 180)
            )
            fill(picture, shape, lighter(style.board_second, -0.12))
            stroke(picture, shape, lighter(style.board_second, 0.3), scale * 0.03, closed=True)
    for _ in range(3 * (width // scale)):
        x, y = chance.uniform(0, width), chance.uniform(0, height)
        tone = lighter(style.board_second, float(chance.uniform(-0.3, 0.2)))
        stroke(
            picture, [(x, y), (x + 0.05 * scale, y - 0.12 * scale), (x + 0.1 * scale, y)], tone, scale * 0.02
        )
    return shade(picture, np.asarray(0.025 * clouds(height, width, 4, chance, 1), np.float32))


def _draw_grid(picture: Picture, board: Board, style: Style, scale: int) -> None:
    left, top = MARGIN * scale, MARGIN * scale
    right, bottom = left + board.columns * scale, top + board.rows * scale
    for column in range(board.columns + 1):
        x = left + column * scale
        stroke(picture, [(x, top), (x, bottom)], style.grid, style.grid_width * scale)
    for row in range(board.rows + 1):
        y = top + row * scale
        stroke(picture, [(left, y), (right, y)], style.grid, style.grid_width * scale)


def _element(picture: Picture, sign: str, x: float, y: float, r: float) -> None:
    """White on a red disc, from our own pen."""
    disc(picture, x, y, r, _RED)
    q = 0.62 * r
    if sign == "river":
        for dy in (-0.5, 0.0, 0.5):
            xs = np.linspace(-q, q, 14)
            stroke(
                picture,
                np.column_stack([x + xs, y + dy * q + 0.16 * q * np.sin(xs / q * 6)]),
                _WHITE,
                0.14 * r,
            )
    elif sign == "leaf":
        fill(picture, ellipse(x, y, q, 0.5 * q, -45), _WHITE)
        stroke(picture, [(x - 0.6 * q, y + 0.6 * q), (x + 0.5 * q, y - 0.5 * q)], _RED, 0.1 * r)
    elif sign == "mountain":
        fill(
            picture,
            [
                (x - q, y + 0.7 * q),
                (x - 0.2 * q, y - 0.8 * q),
                (x + 0.3 * q, y),
                (x + 0.5 * q, y - 0.3 * q),
                (x + q, y + 0.7 * q),
            ],
            _WHITE,
        )
    elif sign == "fire":
        fill(
            picture,
            [
                (x, y - q),
                (x + 0.65 * q, y + 0.2 * q),
                (x + 0.3 * q, y + 0.9 * q),
                (x - 0.35 * q, y + 0.9 * q),
                (x - 0.6 * q, y),
            ],
            _WHITE,
        )
    elif sign == "sun":
        fill(picture, star(x, y, q, 0.6 * q, 8), _WHITE)
    elif sign == "rainbow":
        for radius in (1.0, 0.65, 0.3):
            bow = [
                (x + radius * q * math.cos(a), y + 0.4 * q - radius * q * math.sin(a))
                for a in np.linspace(0, 3.14, 12)
            ]
            stroke(picture, bow, _WHITE, 0.12 * r)
    elif sign == "cloud":
        for dx, dy, size in ((-0.5, 0.2, 0.4), (0.0, -0.15, 0.55), (0.5, 0.2, 0.4)):
            disc(picture, x + dx * q, y + dy * q, size * q, _WHITE)
    elif sign == "moon":
        disc(picture, x, y, q, _WHITE)
        disc(picture, x + 0.45 * q, y - 0.2 * q, 0.8 * q, _RED)
    else:
        fill(picture, star(x, y, q, 0.42 * q, 5), _WHITE)


def _animal(picture: Picture, sign: str, x: float, y: float, r: float) -> None:
    """Black on a white disc, from our own pen."""
    disc(picture, x, y, r, _WHITE)
    disc(picture, x, y, r, _BLACK, 0.08 * r)
    q = 0.62 * r
    if sign == "condor":
        fill(
            picture,
            [
                (x - q, y - 0.5 * q),
                (x, y - 0.1 * q),
                (x + q, y - 0.5 * q),
                (x + 0.3 * q, y + 0.5 * q),
                (x, y + 0.8 * q),
                (x - 0.3 * q, y + 0.5 * q),
            ],
            _BLACK,
        )
    elif sign == "lizard":
        stroke(
            picture,
            [(x - q, y + 0.7 * q), (x - 0.2 * q, y + 0.1 * q), (x + 0.7 * q, y - 0.7 * q)],
            _BLACK,
            0.26 * r,
        )
        for dx, dy in ((-0.3, -0.4), (0.2, 0.6), (0.1, -0.7), (0.6, 0.2)):
            stroke(picture, [(x + 0.15 * q, y - 0.15 * q), (x + dx * q, y + dy * q)], _BLACK, 0.1 * r)
    elif sign == "llama":
        fill(picture, ellipse(x - 0.1 * q, y + 0.2 * q, 0.6 * q, 0.3 * q), _BLACK)
        stroke(
            picture,
            [(x + 0.4 * q, y + 0.1 * q), (x + 0.45 * q, y - 0.8 * q), (x + 0.75 * q, y - 0.7 * q)],
            _BLACK,
            0.2 * r,
        )
        for dx in (-0.5, -0.2, 0.2, 0.4):
            stroke(picture, [(x + dx * q, y + 0.3 * q), (x + dx * q, y + 0.95 * q)], _BLACK, 0.1 * r)
    elif sign == "snake":
        xs = np.linspace(-q, q, 18)
        stroke(picture, np.column_stack([x + xs, y + 0.5 * q * np.sin(xs / q * 4.5)]), _BLACK, 0.2 * r)
    else:
        fill(picture, ellipse(x, y, 0.62 * q, 0.5 * q), _BLACK)
        disc(picture, x + 0.85 * q, y, 0.22 * q, _BLACK)
        for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)):
            disc(picture, x + dx * q, y + dy * q, 0.2 * q, _BLACK)


def _draw_markers(picture: Picture, board: Board, scale: int) -> None:
    """ArUco markers 0 to 3 in the board's corners, clockwise from the first row and column."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    # OpenCV 4.6, which Debian 12 has, calls it drawMarker.
    draw = getattr(cv2.aruco, "generateImageMarker", None) or getattr(cv2.aruco, "drawMarker")  # noqa: B009
    side = round(MARKER_SIDE * scale)
    edge = round((MARGIN - MARKER_SIDE) / 2 * scale)
    far_x, far_y = picture.shape[1] - edge - side, picture.shape[0] - edge - side
    for number, (x, y) in enumerate(((edge, edge), (far_x, edge), (far_x, far_y), (edge, far_y))):
        marker = draw(dictionary, number, side)
        quiet = side // 7
        picture[y - quiet : y + side + quiet, x - quiet : x + side + quiet] = _WHITE
        picture[y : y + side, x : x + side] = np.asarray(marker)[..., None] // 255 * 215 + 20
