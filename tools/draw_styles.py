"""Draws docs/vision-styles.jpg: the looks of the virtual table side by side, each under another light."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.sim import Camera, Disturbances, Hand, Light, Scene, render, style_names

OUT = Path(__file__).parent.parent / "docs" / "vision-styles.jpg"
SIZE = (640, 360)


def some_position(board: str, seed: int) -> Position:
    """Some pieces on a board, without regard to the laws."""
    chance = random.Random(seed)  # noqa: S311
    spaces = official_board(board).spaces
    terrains = [chance.choice(list(Terrain)) if chance.random() < 0.7 else None for _ in spaces]
    crops = [chance.choice(list(Crop)) if terrain and chance.random() < 0.6 else None for terrain in terrains]
    meeples = {s: chance.choice(list(Colour)) for s in spaces if terrains[s.index] and chance.random() < 0.2}
    tiles = dict.fromkeys(Terrain, 15)
    return Position(official_board(board), tuple(terrains), tuple(crops), tiles, meeples)


def main() -> None:
    """Draw and write the sheet."""
    pictures = []
    for number, name in enumerate(style_names()):
        scene = Scene(
            some_position("long" if number % 3 else "short", number),
            name,
            Camera(x=0.6 * (number % 3 - 1), y=1.0 + 0.5 * (number % 4), roll=float(number % 5 - 2)),
            Light(warmth=0.35 * (number % 4) - 0.4, lamp=(0.1 + 0.2 * (number % 5), 0.0), glare=0.25),
            Disturbances(hand=Hand(3.5, 3.2, 100) if number == 4 else None),
            markers=number % 4 == 2,
            seed=number,
        )
        picture = render(scene, SIZE)
        cv2.putText(picture, name, (12, 344), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 4, cv2.LINE_AA)
        cv2.putText(picture, name, (12, 344), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
        pictures.append(picture)
    sheet = np.vstack([np.hstack(pictures[row : row + 2]) for row in range(0, len(pictures), 2)])
    OUT.parent.mkdir(exist_ok=True)
    cv2.imwrite(str(OUT), sheet, [cv2.IMWRITE_JPEG_QUALITY, 72])


if __name__ == "__main__":
    main()
