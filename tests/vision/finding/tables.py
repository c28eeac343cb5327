"""Virtual tables whose truth is known, and how far a found pose is off."""

from dataclasses import replace

import numpy as np

from companion.tiwanaku.position import Position
from tools.draw_styles import some_position
from vision.pose import BoardPose
from vision.sim import Hand, VirtualTable

SIZE = (1280, 720)


def table(style="classic", board="short", pieces=3, bare=False, **more):
    position = some_position(board, pieces)
    if bare:
        position = Position.empty(position.board, position.tiles)
    return VirtualTable(position, style, **{"size": SIZE, "seed": 4, **more})


def marked_corners(seen, off=0.0, seed=0):
    """The pose that a person marks, each corner off by up to so many pixels."""
    board, chance = seen.position.board, np.random.default_rng(seed)
    return BoardPose.of_corners(
        board.rows, board.columns, seen.corners + chance.uniform(-off, off, (4, 2)).astype(np.float32)
    )


def error(seen, pose):
    """How far the worst corner is off, in spaces."""
    space = np.linalg.norm(seen.corners[1] - seen.corners[0]) / seen.position.board.columns
    return float(np.linalg.norm(pose.corners - seen.corners, axis=1).max() / space)


def lay_hand(seen, x, y, angle, size=1.6):
    trouble = replace(seen.scene.disturbances, hand=Hand(x, y, angle, size=size))
    seen.scene = replace(seen.scene, disturbances=trouble)
