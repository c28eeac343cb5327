"""The referee's table seen through pictures: rendered, found, read. Hands, misplacements and the lamp are in them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from types import MappingProxyType

import numpy as np

from companion.table.referee import GameIs, Looked, Motion, Scene
from companion.table.watching.lessons import Lessons
from companion.table.watching.umpire import scene_after
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import BOX, Colour
from companion.tiwanaku.position import Position
from hardware.camera import Frame
from tests.table.referee.rig import Rig
from vision.eye import Eye
from vision.profile import Profile, parse_profile, profile_bytes
from vision.reader.teach_in import teach_in
from vision.reading import Reading
from vision.sim import Light, VirtualTable
from vision.teaching import teach

SIZE = (1280, 720)
SOON = 1.4
"""Seconds of stillness in which pictures come five a second; later two suffice."""


@cache
def taught(style: str, seed: int, size: tuple[int, int] = SIZE) -> bytes:
    """A profile of a box of this look, learnt from one picture of the teach-in layout for each board."""
    profile = Profile(official_board("short"))
    for name in ("short", "long"):
        position = teach_in(official_board(name))
        table = VirtualTable(position, style, seed=seed, size=size)
        teach(profile, table.shoot().picture, position, [tuple(corner) for corner in table.corners])
    return profile_bytes(profile)


def any_light(random: Random) -> Light:
    """The light of some lamp: dimmer or brighter, warmer or colder, from some side."""
    return Light(
        brightness=random.uniform(0.45, 1.05),
        warmth=random.uniform(-0.6, 0.8),
        lamp=(random.uniform(0.0, 1.0), random.uniform(-0.2, 0.3)),
    )


class PictureRig(Rig):
    """A table whose readings come from pictures of it. ``style`` is the look of box and table."""

    def __init__(self, scenario, setup, seed: int, settings=None, style: str = "classic") -> None:
        super().__init__(scenario, setup, seed, settings)
        boards = {name: official_board(name) for name in ("short", "long")}
        profile = parse_profile(taught(style, seed % 3), "taught", boards)
        profile.board = scenario.board
        self.eye = Eye(profile, tiles=self.record.back.tiles)
        self.eye.confirm(self.game.position())
        self.lessons = Lessons()
        self.light = Random(f"lamp {seed}")
        self.table = VirtualTable(self.position(), style, seed=seed % 3, size=SIZE)
        self.number = 0
        self.shot: tuple[object, list[np.ndarray]] = (None, [])

    def position(self) -> Position:
        top = self.top
        spaces = top.board.spaces
        standing = {spaces[i]: colour for i, colour in enumerate(top.meeples) if colour is not None}
        return Position(
            top.board, tuple(top.terrains), tuple(top.crops), dict(BOX.terrains), MappingProxyType(standing)
        )

    def stand_beside(self, index: int, colour: Colour, *, hides: bool) -> None:
        """Both are there for everybody to see."""
        self.top.crowds[index] = colour

    def look_anew(self) -> None:
        """Another table; it is set up, as the umpire makes sure before a game is gone on with."""
        self.eye.forget()
        self.eye.confirm(self.game.position())
        self.lessons.forget()

    def input(self, event):
        if isinstance(event, GameIs):
            self.eye.expect(event.game.position())
        return super().input(event)

    def learn(self, reading: Reading | None) -> None:
        """The eye goes on learning, as at a table."""
        if reading is None or not self.lessons.is_due(self.referee, reading, self.now):
            return
        if self.eye.confirm(self.game.position()):
            self.lessons.given(self.game, self.now)

    def change_lamp(self) -> None:
        """Somebody dims the lamp, turns it, or takes another one."""
        self.table.scene = replace(self.table.scene, light=any_light(self.light))

    def hands(self, seconds: float = 0.6):
        if self.light.random() < 0.04:
            self.change_lamp()
        return super().hands(seconds)

    def _pass(self, seconds: float):
        said, end = [], self.now + seconds
        wished = self.scene.motion
        while self.now < end:
            sight = self.eye.look(self.frame(wished))
            self.scene = scene_after(self.seen_scene, sight, self.now)
            self.seen_scene = self.scene
            said += self.input(Looked(self.scene, sight.reading))
            self.learn(sight.reading)
            quiet = wished is not Motion.MOVING and self.now - self.scene.since > SOON
            self.now += 0.5 if quiet else 0.2
        self.scene = Scene(wished, self.scene.since)
        return said

    seen_scene = Scene(Motion.MOVING, 0.0)

    def frame(self, wished: Motion) -> Frame:
        self.number += 1
        if wished is Motion.NO_BOARD:
            dark = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
            return Frame(dark, self.now, self.number)
        spaces = self.top.board.spaces
        crowds = tuple((spaces[index], colour) for index, colour in self.top.crowds.items())
        self.table.take_hand_away()
        self.table.scene = replace(self.table.scene, position=self.position(), crowds=crowds)
        return Frame(self.picture(wished is Motion.MOVING), self.now, self.number)

    def picture(self, hands: bool) -> np.ndarray:
        """Of a scene two pictures are drawn and shown in turn, since drawing takes longest.

        Still ones differ by their noise, those with a hand by where it is.
        """
        scene, pictures = self.shot
        if (self.table.scene, hands) != scene:
            scene, pictures = self.shot = (self.table.scene, hands), []
        if len(pictures) == 2:
            return pictures[self.number % 2]
        if hands:
            place = self.light.choice(self.top.board.spaces)
            self.table.reach_in(str(place), self.light.uniform(20, 160))
        pictures.append(self.table.shoot().picture)
        return pictures[-1]
