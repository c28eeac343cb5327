"""Draws ``docs/in-action.jpg``: a virtual table in the middle of a game, as the eye reads it, and the wheel beside it.

Run as ``python tools/draw_in_action.py`` from the project's folder; it plays some minutes of a game of bots.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.table.demo.evening import Evening
from companion.tiwanaku.game import Mode, Setup
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from hardware.display import Picture
from vision.annotate import annotate

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs" / "in-action.jpg"
DISCOVERED = 12
"""So many tiles lie on the board when the picture is taken, besides those of the beginning."""
_SIZE = (960, 720)
_MARGIN = 16


def main() -> None:
    """Play until enough lies there, wait for a still table, and draw."""
    screens: list[Picture] = []
    setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
    evening = Evening(morning_valley(), setup, seed=3, size=_SIZE, show=screens.append)
    begun = _tiles(evening)
    while evening.step():
        seen = evening.seen
        if _tiles(evening) >= begun + DISCOVERED and seen is not None and seen.sight.reading is not None:
            table = annotate(seen.frame.picture, seen.sight.pose, seen.sight.reading)
            cv2.imwrite(str(OUT), _beside(table, screens[-1]), [cv2.IMWRITE_JPEG_QUALITY, 82])
            return


def _tiles(evening: Evening) -> int:
    return sum(terrain is not None for terrain in evening.game.state.position().terrains)


def _beside(table: np.ndarray, screen: Picture) -> np.ndarray:
    """The table, and to its right the wheel's display on black."""
    lit = np.array(screen.to_image().convert("L"))
    shown = cv2.cvtColor(np.kron(lit, np.ones((3, 3), np.uint8)), cv2.COLOR_GRAY2BGR)
    height, width = shown.shape[:2]
    side = np.zeros((table.shape[0], width + 2 * _MARGIN, 3), np.uint8)
    top = (table.shape[0] - height) // 2
    side[top : top + height, _MARGIN : _MARGIN + width] = shown
    return np.hstack([table, side])


if __name__ == "__main__":
    main()
