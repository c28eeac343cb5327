"""A table to play at without a table: pieces move, hands come and go, the lamp dims, and a camera looks on.

Time is the table's own: every picture takes one step of its clock, nobody sleeps. It is a camera like any other: its
``shoot`` is what a :class:`~hardware.virtual.camera.VirtualCamera` with knobs for faults looks through.

>>> from companion.tiwanaku.board_file import official_board
>>> from companion.tiwanaku.pieces import Colour, Terrain
>>> from companion.tiwanaku.position import Position
>>> empty = Position.empty(official_board("short"), {terrain: 7 for terrain in Terrain})
>>> table = VirtualTable(empty, size=(320, 180))
>>> table.lay_tile("sun/llama", Terrain.SAND)
>>> table.stand_meeple("sun/llama", Colour.BLUE)
>>> [frame.time for frame in table.frames(3)]
[0.0, 0.1, 0.2]
>>> table.shoot().picture.shape
(180, 320, 3)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from companion.words import T, Text
from hardware.camera import Frame
from vision.sim.camera import Camera, Points
from vision.sim.renderer import SIZE, Renderer, grid_corners
from vision.sim.scene import Disturbances, Hand, Light, Nudge, Scene


class VirtualTable:
    """A position that can be played with, seen by a virtual camera."""

    def __init__(
        self,
        position: Position,
        style: str = "classic",
        *,
        seed: int = 0,
        size: tuple[int, int] = SIZE,
        pictures_a_second: float = 10.0,
        markers: bool = False,
        camera: Camera | None = None,
        light: Light | None = None,
        disturbances: Disturbances | None = None,
    ) -> None:
        self.scene = Scene(
            position,
            style,
            camera or Camera(),
            light or Light(),
            disturbances or Disturbances(),
            markers,
            seed,
        )
        self.size = size
        self._pace = pictures_a_second
        self._number = 0
        self._renderer = Renderer()

    @property
    def position(self) -> Position:
        """What lies and stands on the board."""
        return self.scene.position

    @position.setter
    def position(self, position: Position) -> None:
        self.scene = replace(self.scene, position=position)

    @property
    def time(self) -> float:
        """The time of the next picture, in seconds since the first."""
        return self._number / self._pace

    @property
    def corners(self) -> Points:
        """The true corners of the grid in the picture, clockwise from the first row and first column."""
        return grid_corners(self.scene, self.size)

    @property
    def text(self) -> Text:
        """What it is, for people."""
        return T("the virtual table")

    def open(self) -> None:
        """It is always there."""

    def close(self) -> None:
        """And stays there."""

    def shoot(self) -> Frame:
        """Take one picture; the clock goes on by one step."""
        frame = Frame(self._renderer.render(self.scene, self.size, self._number), self.time, self._number)
        self._number += 1
        return frame

    def frames(self, count: int | None = None) -> Iterator[Frame]:
        """Picture after picture, as many as asked for or for ever."""
        taken = 0
        while count is None or taken < count:
            yield self.shoot()
            taken += 1

    def lay_tile(self, place: str, terrain: Terrain | None) -> None:
        """Lay a terrain tile, or take it away with what lies on it."""
        space = self._space(place)
        crop = self.position.crop(space) if terrain is not None else None
        self.position = self.position.with_space(space, terrain, crop)

    def lay_crop(self, place: str, crop: Crop | None) -> None:
        """Lay a crop disc, or take it away."""
        space = self._space(place)
        self.position = self.position.with_space(space, self.position.terrain(space), crop)

    def stand_meeple(self, place: str, colour: Colour | None) -> None:
        """Stand a meeple on a space, or take it away."""
        meeples = {
            space: other for space, other in self.position.meeples.items() if space != self._space(place)
        }
        if colour is not None:
            meeples[self._space(place)] = colour
        self.position = replace(self.position, meeples=meeples)

    def crowd(self, place: str, colour: Colour | None) -> None:
        """Stand a second meeple on a space where one stands, or take it away."""
        space = self._space(place)
        others = tuple(each for each in self.scene.crowds if each[0] != space)
        self.scene = replace(self.scene, crowds=others if colour is None else (*others, (space, colour)))

    def move_meeple(self, start: str, end: str) -> None:
        """Move the meeple of one space to another."""
        colour = self.position.meeples[self._space(start)]
        self.stand_meeple(start, None)
        self.stand_meeple(end, colour)

    def reach_in(self, place: str, angle: float = 75.0) -> None:
        """A hand comes in and points at a space."""
        space = self._space(place)
        self._disturb(hand=Hand(space.column + 0.5, space.row + 0.5, angle))

    def take_hand_away(self) -> None:
        """The hand is gone."""
        self._disturb(hand=None)

    def nudge(self, x: float, y: float, angle: float = 0.0) -> None:
        """Push the board, in spaces and degrees, on top of what it was pushed before."""
        old = self.scene.disturbances.nudge
        self._disturb(nudge=Nudge(old.x + x, old.y + y, old.angle + angle))

    def bump_camera(self, x: float = 0.0, y: float = 0.0, roll: float = 0.0) -> None:
        """Push the camera, in spaces, and turn it, in degrees; it looks a little elsewhere too."""
        old = self.scene.camera
        aim = old.aim[0] + 0.5 * x, old.aim[1] + 0.5 * y
        camera = replace(old, x=old.x + x, y=old.y + y, roll=old.roll + roll, aim=aim)
        self.scene = replace(self.scene, camera=camera)

    def set_lamp(self, brightness: float | None = None, warmth: float | None = None) -> None:
        """Dim the lamp, or take a warmer or colder one."""
        light = self.scene.light
        self.scene = replace(
            self.scene,
            light=replace(
                light,
                brightness=light.brightness if brightness is None else brightness,
                warmth=light.warmth if warmth is None else warmth,
            ),
        )

    def _disturb(self, **changes: object) -> None:
        disturbances = replace(self.scene.disturbances, **changes)  # type: ignore[arg-type]
        self.scene = replace(self.scene, disturbances=disturbances)

    def _space(self, place: str) -> Space:
        return self.position.board.space(place)
