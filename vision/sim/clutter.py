"""Things that lie beside the board: the score board, stacks of tiles and discs, cups."""

from __future__ import annotations

import numpy as np

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.sim.art import BGR, disc, fill, lighter, stroke
from vision.sim.board_art import MARGIN
from vision.sim.bodies import Stage, stand_cylinder
from vision.sim.pieces_art import DISC_DIAMETERS, TILE_SIDE
from vision.sim.style import Style

_CUPS: tuple[BGR, ...] = ((235, 232, 226), (60, 70, 150), (110, 90, 60))


def draw_clutter(stage: Stage, board: Board, style: Style, chance: np.random.Generator) -> None:
    """Strew the table around the board."""
    right, left = board.columns + MARGIN, -MARGIN
    _score_board(stage, style, right + 0.35, 0.4)
    for number, terrain in enumerate(Terrain):
        x, y = left - 0.75 - chance.uniform(0, 0.15), 0.3 + 1.2 * number + chance.normal(0, 0.05)
        _stack(stage, x, y, TILE_SIDE / 2, 0.15 + 0.1 * chance.random(), style.tiles[terrain].colour, chance)
    for number, crop in enumerate(Crop):
        x, y = left - 2.0 - chance.uniform(0, 0.2), 0.1 + 1.05 * number
        radius = DISC_DIAMETERS[crop.level] * TILE_SIDE / 2
        stand_cylinder(
            stage, x, y, radius, 0.2 + 0.3 * chance.random(), style.discs[crop].colour, hollow=False
        )
    for number in range(2):
        x = right + (1.2, 2.9)[number] + chance.uniform(-0.2, 0.2)
        y = board.rows + chance.uniform(-0.6, 0.4)
        cup = _CUPS[int(chance.integers(0, len(_CUPS)))]
        stand_cylinder(stage, x, y, 0.75, 1.6, cup, hollow=True)


def _score_board(stage: Stage, style: Style, x: float, y: float) -> None:
    def box(x0: float, y0: float, wide: float, high: float) -> list[tuple[float, float]]:
        return [stage.at(x0 + u * wide, y0 + v * high) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]

    sheet = box(x, y, 2.0, 3.2)
    stage.shadow(
        [[(u + 0.05 * stage.scale, v + 0.05 * stage.scale) for u, v in sheet]], 0.4, 0.05 * stage.scale
    )
    fill(stage.canvas, sheet, lighter(style.board, 0.15))
    stroke(stage.canvas, sheet, lighter(style.board_second, -0.3), 0.04 * stage.scale, closed=True)
    for column, terrain in enumerate(Terrain):
        for row in range(6):
            fill(
                stage.canvas,
                box(x + 0.2 + 0.42 * column, y + 0.25 + 0.47 * row, 0.34, 0.4),
                style.tiles[terrain].colour,
            )
    for column, colour in enumerate((Colour.BROWN, Colour.WHITE, Colour.GREEN, Colour.BLUE)):
        disc(
            stage.canvas,
            *stage.at(x + 0.36 + 0.42 * column, y + 2.35),
            0.11 * stage.scale,
            style.meeples[colour],
        )


def _stack(
    stage: Stage, x: float, y: float, half: float, height: float, colour: BGR, chance: np.random.Generator
) -> None:
    """Square tiles upon each other, never quite straight."""
    shadow = [
        stage.at(x + u * half + 0.06, y + v * half + 0.06) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    stage.shadow([shadow], 0.5, 0.06 * stage.scale)
    layers = max(2, round(height / 0.05))
    for layer in range(layers):
        dx, dy = chance.normal(0, 0.012, 2)
        corners = [
            stage.at(x + dx + u * half, y + dy + v * half, 0.05 * (layer + 1))
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        fill(
            stage.canvas,
            corners,
            colour if layer == layers - 1 else lighter(colour, -0.2 - 0.15 * (layer % 2)),
        )
        stroke(stage.canvas, corners, lighter(colour, -0.3), 0.02 * stage.scale, closed=True)
