"""Pictures of scenes. What does not change from one picture to the next is drawn once and kept.

Layer upon layer: the table with the things beside the board; the board with its tiles and discs; meeples and hands;
then one warp into the camera's view, and what lamp, lens and sensor do to it.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.sim import optics
from vision.sim.art import Picture, darken, lay_over, window
from vision.sim.board_art import MARGIN, draw_board, draw_table
from vision.sim.bodies import Stage, reach_in, stand_meeple
from vision.sim.camera import Doubles, Points, View
from vision.sim.clutter import draw_clutter
from vision.sim.pieces_art import TILE_SIDE, Sprite, draw_disc, draw_tile
from vision.sim.scene import Nudge, Scene
from vision.sim.style import Style, load_style

SIZE = (1280, 720)
_KEPT = 3
_TILE_VARIANTS = 3
_MOST_SPACES = 30.0  # of table that a picture may show in one direction
# Everything is drawn at one scale and then made as large as the camera needs it: its picture must not change
# when the camera is moved.
_DRAWN_SCALE = 96
_TABLE_SCALE = 40
_SIDE_BY_SIDE = 0.21  # spaces off the middle that each of two meeples on one space stands
_Value = TypeVar("_Value")


@dataclass(frozen=True)
class _Body:
    """A meeple: where it stands, in spaces from the grid's first corner, and how it is turned, in degrees."""

    colour: Colour
    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class _Ground:
    """The canvas of a view: which part of the table it shows, at which scale."""

    origin: tuple[float, float]
    scale: int
    width: int
    height: int


class Renderer:
    """Draws scenes; keep one for many pictures of the same table."""

    def __init__(self) -> None:
        self._kept: dict[str, OrderedDict[Hashable, object]] = {}

    def render(self, scene: Scene, size: tuple[int, int] = SIZE, frame: int = 0) -> Picture:
        """The picture (BGR) that the camera delivers; ``frame`` only chooses the noise."""
        view = view_of(scene, size)
        canvas = self._bodies(scene, view)
        if scene.disturbances.hand is not None:
            canvas = canvas.copy()
            reach_in(self._stage(canvas, scene, view), scene.disturbances.hand, scene.seed)
        maps = self._keep("maps", view, lambda: _maps(view))
        # The first map holds whole pixels, the second the rest: faster than one of fractions.
        picture = np.asarray(
            cv2.remap(canvas, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101), np.uint8
        )
        return self._develop(picture, scene, size, frame)

    def _develop(self, picture: Picture, scene: Scene, size: tuple[int, int], frame: int) -> Picture:
        trouble, light = scene.disturbances, scene.light
        if trouble.blur > 0.2:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), trouble.blur), np.uint8)
        gloss = self._style(scene).gloss
        gain, mirror = self._keep(
            "light",
            (light, gloss, size),
            lambda: (optics.gains(light, size), optics.glare(light, gloss, size)),
        )
        picture = optics.light_up(picture, gain, mirror)
        if trouble.noise > 0:
            field = self._keep(
                "noise", (trouble.noise, size), lambda: optics.noise_field(trouble.noise, size, 1)
            )
            picture = optics.add_noise(picture, field, np.random.default_rng((scene.seed, frame)))
        return picture if trouble.jpeg is None else optics.compress(picture, trouble.jpeg)

    def _bodies(self, scene: Scene, view: View) -> Picture:
        meeples = tuple(
            sorted((space.index, colour.value) for space, colour in scene.position.meeples.items())
        )
        position = scene.position
        key = (
            view, scene.style, scene.seed, scene.markers, scene.disturbances.clutter, scene.disturbances.nudge,
            scene.disturbances.misplacement, scene.disturbances.rotation, scene.disturbances.placement,
            scene.light.lamp,
            position.board.name, position.terrains, position.crops, meeples, scene.crowds,
        )  # fmt: skip
        return self._keep("bodies", key, lambda: self._draw_bodies(scene, view))

    def _draw_bodies(self, scene: Scene, view: View) -> Picture:
        canvas = self._table(scene, view).copy()
        self._lay_board(canvas, scene, view)
        stage = self._stage(canvas, scene, view)
        style, move = self._style(scene), _nudge_matrix(scene)
        cx, cy, _ = view.place
        # What is nearer to the camera's foot point stands before what is behind it.
        order = sorted(_standing(scene), key=lambda body: -math.hypot(body.x - cx, body.y - cy))
        for body in order:
            x, y = move @ np.array([body.x, body.y, 1.0])
            stand_meeple(stage, style.meeple_shape, style.meeples[body.colour], x, y, body.turn)
        return canvas

    def _table(self, scene: Scene, view: View) -> Picture:
        clutter = scene.disturbances.clutter
        key = (view, scene.style, scene.seed, clutter, scene.light.lamp)

        def draw() -> Picture:
            canvas = _part_of_table(self._table_top(scene), self._ground(view), view)
            chance = np.random.default_rng((scene.seed, 6))
            if clutter:
                draw_clutter(
                    self._stage(canvas, scene, view), scene.position.board, self._style(scene), chance
                )
            return canvas

        return self._keep("table", key, draw)

    def _table_top(self, scene: Scene) -> Picture:
        side = round(_MOST_SPACES * _TABLE_SCALE)
        return self._keep(
            "table top",
            (scene.style, scene.seed),
            lambda: draw_table(self._style(scene), side, side, np.random.default_rng((scene.seed, 1))),
        )

    def _lay_board(self, canvas: Picture, scene: Scene, view: View) -> None:
        ground = self._ground(view)
        layer = self._flat(scene, ground.scale)
        turn = _nudge_matrix(scene)
        # From the layer's pixels to the canvas's: to spaces, through the nudge, to pixels.
        to_spaces = np.array([[1 / ground.scale, 0, -MARGIN], [0, 1 / ground.scale, -MARGIN], [0, 0, 1]])
        to_canvas = np.array(
            [
                [ground.scale, 0, -ground.origin[0] * ground.scale],
                [0, ground.scale, -ground.origin[1] * ground.scale],
                [0, 0, 1],
            ]
        )
        matrix = (to_canvas @ np.vstack([turn, [0, 0, 1]]) @ to_spaces)[:2]
        size = (ground.width, ground.height)
        mask = np.full(layer.shape[:2], 255, np.uint8)
        moved = np.asarray(cv2.warpAffine(layer, matrix, size), np.uint8)
        where = np.asarray(cv2.warpAffine(mask, matrix, size), np.uint8)
        thick = matrix.copy()
        thick[:, 2] += 0.05 * ground.scale
        shadow = cv2.GaussianBlur(cv2.warpAffine(mask, thick, size), (0, 0), 0.05 * ground.scale)
        darken(canvas, np.asarray(shadow, np.uint8), 0.55)
        lay_over(canvas, moved, where)

    def _flat(self, scene: Scene, scale: int) -> Picture:
        """The board with what lies flat on it."""
        position, trouble = scene.position, scene.disturbances
        table = (position.board.name, scene.style, scene.seed, scene.markers, scale)

        def draw_bare() -> Picture:
            chance = np.random.default_rng((scene.seed, 2))
            whole = draw_board(position.board, self._style(scene), _DRAWN_SCALE, scene.markers, chance)
            return _scaled(whole, scale)

        bare = self._keep("board", table, draw_bare)
        key = (
            table, position.terrains, position.crops, trouble.misplacement, trouble.rotation, trouble.placement,
        )  # fmt: skip

        def draw() -> Picture:
            layer = bare.copy()
            for space in position.board.spaces:
                self._lay_pieces(layer, space, scene, scale)
            return layer

        return self._keep("flat", key, draw)

    def _lay_pieces(self, layer: Picture, space: Space, scene: Scene, scale: int) -> None:
        terrain, crop = scene.position.terrain(space), scene.position.crop(space)
        chance = _hand_of(scene, 3, space)
        x, y = (space.column + 0.5 + MARGIN) * scale, (space.row + 0.5 + MARGIN) * scale
        shift = chance.normal(0, scene.disturbances.misplacement, 4) * scale
        turns = chance.normal(0, scene.disturbances.rotation), chance.uniform(0, 360)
        quarter, variant = int(chance.integers(0, 4)), int(chance.integers(0, _TILE_VARIANTS))
        if terrain is not None:
            x, y = x + shift[0], y + shift[1]
            sprite = self._tile_sprite(scene, terrain, variant, scale)
            _lay_sprite(layer, sprite, x, y, turns[0] + 90 * quarter, 0.03 * scale)
        if crop is not None:
            sprite = self._disc_sprite(scene, crop, scale)
            _lay_sprite(layer, sprite, x + shift[2], y + shift[3], turns[1], 0.025 * scale)

    def _tile_sprite(self, scene: Scene, terrain: Terrain, variant: int, scale: int) -> Sprite:
        style, side = self._style(scene), round(TILE_SIDE * _DRAWN_SCALE)
        seed = (scene.seed, 4, variant, ord(terrain.letter))

        def draw() -> Sprite:
            sprite = draw_tile(style.tiles[terrain], style, side, np.random.default_rng(seed))
            return Sprite(_scaled(sprite.picture, scale), _scaled(sprite.mask, scale))

        return self._keep("tiles", (style.name, scale, seed), draw, 24)

    def _disc_sprite(self, scene: Scene, crop: Crop, scale: int) -> Sprite:
        style, side = self._style(scene), round(TILE_SIDE * _DRAWN_SCALE)
        seed = (scene.seed, 5, crop.level)

        def draw() -> Sprite:
            sprite = draw_disc(crop, style.discs[crop], style, side, np.random.default_rng(seed))
            return Sprite(_scaled(sprite.picture, scale), _scaled(sprite.mask, scale))

        return self._keep("discs", (style.name, scale, seed), draw, 12)

    def _stage(self, canvas: Picture, scene: Scene, view: View) -> Stage:
        ground = self._ground(view)
        lamp = 0.9 * (0.5 - scene.light.lamp[0]), 0.9 * (0.5 - scene.light.lamp[1])
        return Stage(canvas, ground.scale, ground.origin, view.place, lamp)

    def _ground(self, view: View) -> _Ground:
        return self._keep("ground", view, lambda: _ground(view))

    def _style(self, scene: Scene) -> Style:
        return self._keep("styles", scene.style, lambda: load_style(scene.style))

    def _keep(self, kind: str, key: Hashable, make: Callable[[], _Value], most: int = _KEPT) -> _Value:
        kept = self._kept.setdefault(kind, OrderedDict())
        if key not in kept:
            kept[key] = make()
            while len(kept) > most:
                kept.popitem(last=False)
        kept.move_to_end(key)
        return kept[key]  # type: ignore[return-value]


def render(scene: Scene, size: tuple[int, int] = SIZE) -> Picture:
    """One picture of a scene; for many of one table keep a :class:`Renderer`."""
    return Renderer().render(scene, size)


def grid_corners(scene: Scene, size: tuple[int, int] = SIZE) -> Points:
    """Where the grid's outer corners truly are in the picture: clockwise from the first row and first column."""
    board = scene.position.board
    corners = np.array(
        [(0, 0, 1), (board.columns, 0, 1), (board.columns, board.rows, 1), (0, board.rows, 1)], float
    )
    return view_of(scene, size).pixels(corners @ _nudge_matrix(scene).T)


def view_of(scene: Scene, size: tuple[int, int] = SIZE) -> View:
    """The camera's view of a scene."""
    board = scene.position.board
    return View(scene.camera, board.columns, board.rows, size, MARGIN)


def _hand_of(scene: Scene, kind: int, space: Space) -> np.random.Generator:
    """The chance by which somebody lays a piece on a space."""
    again = scene.disturbances.placement
    return np.random.default_rng((scene.seed, kind, space.index, *([again] if again else [])))


def _standing(scene: Scene) -> list[_Body]:
    """All meeples: each in the middle of its space, more or less; two on one space side by side."""
    bodies, crowds = [], dict(scene.crowds)
    for space, colour in scene.position.meeples.items():
        chance = _hand_of(scene, 7, space)
        dx, dy = chance.normal(0, 1.6 * scene.disturbances.misplacement, 2)
        x, y, turn = space.column + 0.5 + dx, space.row + 0.5 + dy, float(chance.normal(0, 35))
        if space not in crowds:
            bodies.append(_Body(colour, x, y, turn))
            continue
        # Across the way they face, they are narrower.
        across = math.radians(turn + 90 + float(chance.normal(0, 15)))
        aside = _SIDE_BY_SIDE * math.cos(across), _SIDE_BY_SIDE * math.sin(across)
        bodies.append(_Body(colour, x - aside[0], y - aside[1], turn))
        bodies.append(_Body(crowds[space], x + aside[0], y + aside[1], turn + float(chance.normal(0, 20))))
    return bodies


def _nudge_matrix(scene: Scene) -> Doubles:
    """Where the board's points come to lie when it is pushed: turned about its middle, then moved."""
    nudge: Nudge = scene.disturbances.nudge
    board = scene.position.board
    turn = math.radians(nudge.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = board.columns / 2, board.rows / 2
    return np.array(
        [[cos, -sin, x - cos * x + sin * y + nudge.x], [sin, cos, y - sin * x - cos * y + nudge.y]],
        np.float64,
    )


def _ground(view: View) -> _Ground:
    points = view.table_points()[:: max(1, view.size[1] - 1), :: max(1, view.size[0] - 1)].reshape(-1, 2)
    middle = np.array([view.columns / 2, view.rows / 2])
    low = np.maximum(points.min(axis=0) - 0.3, middle - _MOST_SPACES / 2)
    high = np.minimum(points.max(axis=0) + 0.3, middle + _MOST_SPACES / 2)
    half = np.array([0.5, 0.0])
    edge = view.pixels([middle - half, middle + half])
    scale = max(12, round(float(np.linalg.norm(edge[1] - edge[0]))))
    width, height = (int(v) for v in np.ceil((high - low) * scale))
    return _Ground((float(low[0]), float(low[1])), scale, width, height)


def _part_of_table(top: Picture, ground: _Ground, view: View) -> Picture:
    """The part of the table top that a view shows; the board's middle lies on its middle."""
    left = ground.origin[0] - view.columns / 2 + _MOST_SPACES / 2
    upper = ground.origin[1] - view.rows / 2 + _MOST_SPACES / 2
    factor = ground.scale / _TABLE_SCALE
    matrix = np.array([[factor, 0, -left * ground.scale], [0, factor, -upper * ground.scale]])
    part = cv2.warpAffine(top, matrix, (ground.width, ground.height), borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(part, np.uint8)


def _scaled(picture: Picture, scale: int) -> Picture:
    """A picture drawn at the usual scale, at another."""
    if scale == _DRAWN_SCALE:
        return picture
    height, width = (max(4, round(side * scale / _DRAWN_SCALE)) for side in picture.shape[:2])
    way = cv2.INTER_AREA if scale < _DRAWN_SCALE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, height), interpolation=way), np.uint8)


def _maps(view: View) -> tuple[np.ndarray, np.ndarray]:
    ground = _ground(view)
    points = (view.table_points() - np.array(ground.origin, np.float32)) * np.float32(
        ground.scale
    ) - np.float32(0.5)
    points = np.clip(points, -1000, 30000)
    coarse, fine = cv2.convertMaps(points[..., 0].copy(), points[..., 1].copy(), cv2.CV_16SC2)
    return np.asarray(coarse), np.asarray(fine)


def _lay_sprite(layer: Picture, sprite: Sprite, x: float, y: float, angle: float, thickness: float) -> None:
    """Lay a turned sprite with its middle at a place, with the shadow of its thickness."""
    side = sprite.picture.shape[0]
    room = int(side * 1.12) + 6 if angle % 90 < 12 or angle % 90 > 78 else int(side * 1.42) + 6
    left, top = math.floor(x - room / 2), math.floor(y - room / 2)
    matrix = np.asarray(cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), angle, 1), np.float64)
    matrix[:, 2] += np.array([x - left, y - top]) - (side - 1) / 2 - 0.5
    picture = np.asarray(
        cv2.warpAffine(sprite.picture, matrix, (room, room), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    mask = np.asarray(cv2.warpAffine(sprite.mask, matrix, (room, room)), np.uint8)
    rows, columns, own_rows, own_columns = window(layer, left, top, room, room)
    matrix[:, 2] += thickness
    shadow = np.asarray(cv2.warpAffine(sprite.mask, matrix, (room, room)), np.uint8)
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), max(0.6, thickness)), np.uint8)
    part = layer[rows, columns]
    darken(part, shadow[own_rows, own_columns], 0.45)
    lay_over(part, picture[own_rows, own_columns], mask[own_rows, own_columns])
