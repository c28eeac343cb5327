"""Arms and hands come from outside of the board; pieces do not."""

from dataclasses import replace

import numpy as np
import pytest

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tools.draw_styles import some_position
from vision.covering import Covering
from vision.pose import BoardPose
from vision.sim import VirtualTable, style_names


def pose_of(table):
    board = table.position.board
    return BoardPose.of_corners(board.rows, board.columns, table.corners)


def scene(style="classic", board="long"):
    table = VirtualTable(some_position(board, 6), style, size=(640, 360), seed=3)
    covering = Covering(table.position.board)
    covering.keep(table.shoot().picture, pose_of(table))
    return table, covering


def covered(table, covering):
    return {str(space) for space in covering.covered(table.shoot().picture, pose_of(table))}


def truly_covered(table, bare):
    """Spaces of which a good part looks different from the scene without a hand."""
    board, pose = table.position.board, pose_of(table)
    now, before = (pose.rectify(picture, 24).astype(int) for picture in (table.shoot().picture, bare))
    differs = np.abs(now - before).max(axis=2) > 40
    tiles = differs.reshape(board.rows, 24, board.columns, 24).mean(axis=(1, 3)).ravel()
    return {str(space) for space, share in zip(board.spaces, tiles, strict=True) if share > 0.15}


@pytest.mark.parametrize("style", style_names())
def test_the_spaces_below_a_hand_are_covered_in_every_look(style):
    table, covering = scene(style)
    bare = table.shoot().picture
    for place, angle in (("sun/llama", 75), ("river/snake", 130), ("moon/condor", 270), ("star/turtle", 0)):
        table.reach_in(place, angle)
        assert truly_covered(table, bare) <= covered(table, covering), (place, angle)
        table.take_hand_away()
    assert covered(table, covering) == set()


@pytest.mark.parametrize("style", ["classic", "dark", "pale", "worn"])
def test_pieces_do_not_cover_the_board(style):
    table, covering = scene(style)
    for place in ("river/condor", "star/condor", "star/turtle", "river/turtle", "sun/turtle"):
        table.lay_tile(place, Terrain.ROCK)
        table.lay_crop(place, Crop.QUINOA)
        table.stand_meeple(place, Colour.PURPLE)
    assert covered(table, covering) == set()


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.set_lamp(brightness=0.25),
        lambda table: table.set_lamp(warmth=0.9),
        lambda table: table.set_lamp(warmth=-0.9),
        lambda table: table.nudge(0.5, 0.3, 5),
        lambda table: table.bump_camera(0.5, 0.4, 2),
    ],
    ids=["a quarter of the light", "warm", "cold", "nudged", "bumped"],
)
@pytest.mark.parametrize("style", ["classic", "dark"])
def test_neither_lamp_nor_pushes_cover_the_board(style, change):
    table, covering = scene(style)
    change(table)
    assert covered(table, covering) == set()
    table.reach_in("sun/snake")
    assert "sun/snake" in covered(table, covering)


@pytest.mark.parametrize("style", ["night", "saturated", "stickers"])
def test_the_lamps_mirror_image_in_varnish_is_no_hand(style):
    table, covering = scene(style)
    for lamp in ((0.8, 0.27), (0.8, -0.13), (0.3, 0.2), (0.1, -0.1), (0.55, 0.3)):
        table.scene = replace(table.scene, light=replace(table.scene.light, lamp=lamp, brightness=0.9))
        assert covered(table, covering) == set(), lamp
        table.reach_in("sun/snake")
        assert "sun/snake" in covered(table, covering), lamp
        table.take_hand_away()


def test_without_a_clear_scene_nothing_is_said():
    table, covering = scene()
    covering.forget()
    table.reach_in("sun/llama")
    assert covered(table, covering) == set()
