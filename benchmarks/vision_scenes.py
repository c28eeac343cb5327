"""Tables for measuring the eye: one table of a style, seen once for learning and then again and again, otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import BOX, Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.pose import BoardPose
from vision.reader.teach_in import teach_in
from vision.sim import Camera, Disturbances, Light, Renderer, Scene
from vision.sim.renderer import _nudge_matrix, view_of

SMALL = (960, 540)
CHANGED = 12  # grey levels
POSE_ERROR = 0.02  # spaces by which each corner is found wrong
EXPOSURE = 0.88
SIZES = ((1280, 720), (1920, 1080))


@dataclass(frozen=True)
class Case:
    """A picture with where the board lies, about, and what lies on it, truly."""

    picture: np.ndarray
    pose: BoardPose
    scene: Scene

    @property
    def position(self) -> Position:
        return self.scene.position


def hidden_crops(scene: Scene, renderer: Renderer) -> set[Space]:
    """The spaces whose crop, or its absence, a meeple truly hides: most of what a disc changes there is not seen.

    Where no crop lies, the smallest disc is what might lie there unseen.
    """
    standing = scene.position.meeples
    if not standing:
        return set()
    calm = replace(scene.disturbances, noise=0, jpeg=None, blur=0, clutter=False)
    other = scene.position
    for space in standing:
        crop = None if other.crop(space) is not None else Crop.SWEET_POTATO
        other = other.with_space(space, other.terrain(space), crop)
    changed = []
    for meeples in (standing, {}):
        sheets = []
        for position in (scene.position, other):
            quiet = replace(scene, position=replace(position, meeples=meeples), disturbances=calm)
            quiet = replace(quiet, light=Light(fall_off=0, glare=0, shade=0, lamp=scene.light.lamp))
            picture = renderer.render(quiet, SMALL)
            sheets.append(true_pose(quiet, SMALL).rectify(picture, 24).astype(int))
        changed.append(np.abs(sheets[0] - sheets[1]).max(axis=2) > CHANGED)
    return {space for space in standing if _part(changed[0], space) < 0.5 * _part(changed[1], space)}


def _part(changed: np.ndarray, space: Space) -> int:
    return int(
        changed[space.row * 24 : space.row * 24 + 24, space.column * 24 : space.column * 24 + 24].sum()
    )


@dataclass(frozen=True)
class Trouble:
    """How later pictures of a table differ from the one it was learnt from: ranges of what changes."""

    name: str
    brightness: tuple[float, float] = (1.0, 1.0)  # beside the picture it was learnt from
    warmth: tuple[float, float] = (0.15, 0.15)
    lamp: float = 0.0  # how far the lamp moves, in widths of the picture
    fall_off: tuple[float, float] = (0.3, 0.3)
    glare: tuple[float, float] = (0.15, 0.15)
    shade: tuple[float, float] = (0.15, 0.15)
    pose: float = 0.0  # how far the camera moves, 1 being a lot
    noise: tuple[float, float] = (3.0, 3.0)
    jpeg: tuple[int, int] = (88, 88)


TROUBLES = (
    Trouble("calm"),
    Trouble("other lamp", (0.6, 1.1), (-0.3, 0.5), 0.5, (0.1, 0.45), (0.05, 0.25), (0.0, 0.3)),
    Trouble("warm or cold", warmth=(-1.0, 1.0)),
    Trouble("dim to a quarter", (0.25, 0.25)),
    Trouble("pose", pose=1.0),
    Trouble("noise", noise=(6.0, 10.0), jpeg=(50, 75)),
    Trouble("glare", glare=(0.4, 0.8), lamp=0.5),
    Trouble(
        "all of it",
        (0.5, 1.1),
        (-0.4, 0.7),
        0.5,
        (0.1, 0.45),
        (0.05, 0.25),
        (0.0, 0.3),
        1.0,
        (2.0, 6.0),
        (75, 92),
    ),
)


def some_position(board: Board, chance: random.Random) -> Position:
    """Pieces without regard to the laws: from an almost empty board to a full one."""
    share = chance.uniform(0.1, 1.0)
    terrains = [chance.choice(list(Terrain)) if chance.random() < share else None for _ in board.spaces]
    crops = [chance.choice(list(Crop)) if t and chance.random() < 0.6 else None for t in terrains]
    tiled = [space for space in board.spaces if terrains[space.index]]
    standing = chance.sample(tiled, min(len(tiled), chance.randint(0, 10)))
    meeples = {space: chance.choice(list(Colour)) for space in standing}
    return Position(board, tuple(terrains), tuple(crops), dict(BOX.terrains), meeples)


def start_position(board: Board, chance: random.Random) -> Position:
    """A game's start set-up: three to eight tiles, each with a crop, nobody on the board."""
    position = Position.empty(board, dict(BOX.terrains))
    for space in chance.sample(board.spaces, chance.randint(3, 8)):
        position = position.with_space(space, chance.choice(list(Terrain)), chance.choice(list(Crop)))
    return position


def true_pose(scene: Scene, size: tuple[int, int]) -> BoardPose:
    """Where the board lies in the picture of a scene."""
    view, board = view_of(scene, size), scene.position.board
    homography = view.homography @ np.vstack([_nudge_matrix(scene), [0, 0, 1]])
    return BoardPose(board.rows, board.columns, homography, scene.camera.distortion, size)


def found_pose(pose: BoardPose, chance: random.Random) -> BoardPose:
    """A pose as a finder gives it: nearly the true one."""
    corners = np.array([(0, 0), (pose.columns, 0), (pose.columns, pose.rows), (0, pose.rows)], np.float32)
    errors = np.array([[chance.gauss(0, POSE_ERROR) for _ in range(2)] for _ in range(4)], np.float32)
    wrong = np.asarray(cv2.getPerspectiveTransform(corners, corners + errors), np.float64)
    return replace(pose, homography=pose.homography @ wrong)


class Table:
    """One table: a style and a box; pictures of it differ in what lies there, light, camera and noise."""

    def __init__(self, style: str, board: str, seed: int, size: tuple[int, int] | None = None) -> None:
        self.style, self.board, self.seed = style, official_board(board), seed
        self._chance = random.Random(f"{style} {board} {seed}")
        self._renderer = Renderer()
        self._count = 0
        self._size = size or SIZES[seed % len(SIZES)]
        self._camera = self._camera_off(Camera(), 0.5)
        # A camera that has settled shows white as nearly white: a picture as bright as it can be would hide colours.
        self._light = Light(
            EXPOSURE, lamp=(self._chance.uniform(0, 1), -0.1), warmth=self._chance.uniform(-0.2, 0.4)
        )

    def taught(self) -> Case:
        """The teach-in."""
        return self._shoot(teach_in(self.board), self._camera, self._light, Disturbances())

    def started(self) -> Case:
        """A game's start."""
        return self._shoot(
            start_position(self.board, self._chance), self._camera, self._light, Disturbances()
        )

    def later(self, trouble: Trouble, count: int) -> Iterator[Case]:
        """Later pictures under some trouble."""
        for _ in range(count):
            position = some_position(self.board, self._chance)
            light, camera = self._light_of(trouble), self._camera_off(self._camera, trouble.pose)
            within = self._chance.uniform
            disturbances = Disturbances(noise=within(*trouble.noise), jpeg=round(within(*trouble.jpeg)))
            yield self._shoot(position, camera, light, disturbances)

    def _light_of(self, trouble: Trouble) -> Light:
        within, old = self._chance.uniform, self._light
        far = trouble.lamp
        return Light(
            EXPOSURE * within(*trouble.brightness),
            old.warmth if trouble.warmth[0] == trouble.warmth[1] else within(*trouble.warmth),
            within(*trouble.fall_off),
            (old.lamp[0] + within(-far, far), old.lamp[1] + within(-far, far)),
            within(*trouble.glare),
            within(*trouble.shade),
        )

    def _camera_off(self, old: Camera, far: float) -> Camera:
        within = self._chance.uniform
        return replace(
            old,
            height=old.height * (1 + far * within(-0.15, 0.15)),
            x=old.x + far * within(-1.5, 1.5),
            y=old.y + far * within(-1.5, 1.5),
            roll=old.roll + far * within(-4, 4),
            fill=min(0.88, old.fill * (1 + far * within(-0.08, 0.08))),
            aim=(old.aim[0] + far * within(-0.2, 0.2), old.aim[1] + far * within(-0.2, 0.2)),
        )

    def _shoot(self, position: Position, camera: Camera, light: Light, trouble: Disturbances) -> Case:
        self._count += 1
        trouble = replace(trouble, placement=self._count)
        scene = Scene(position, self.style, camera, light, trouble, seed=self.seed)
        picture = self._renderer.render(scene, self._size, self._count)
        return Case(picture, found_pose(true_pose(scene, self._size), self._chance), scene)
