"""The set-up check: the table beside the back of the disc, space by space, until it is right.

    tasks ──the eye sees it right──► done          no camera: every space that gets something is a task
      │  ◄──the eye sees it wrong── done
      └──somebody says it is so──► done for good, whatever the eye thinks

>>> from companion.tiwanaku.game.examples import morning_valley
>>> check = SetUpCheck.begin(morning_valley().back())
>>> print(check.tasks[0].text)
mountain/llama: lay rock, sweet potato there.
>>> check.by_hand().is_right
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from companion.table.referee.believing import sight_of
from companion.table.referee.looking import Looks
from companion.table.referee.news import Motion, Scene
from companion.table.referee.sight import Doubt, Seen
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.game import Setup, State
from companion.tiwanaku.game.setup import otoma_places
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.scenario import Back
from companion.words import T, Text
from vision.reading import Reading

SETTLING = 0.8
"""Seconds that the table must be still before a reading counts."""


class Wanted(Enum):
    """What is to be done on a space; the values are stable, other programs know them."""

    LAY_TILE = "lay-tile"
    CHANGE_TILE = "change-tile"
    TAKE_TILE = "take-tile"
    LAY_CROP = "lay-crop"
    CHANGE_CROP = "change-crop"
    TAKE_CROP = "take-crop"
    STAND_MEEPLE = "stand-meeple"
    CHANGE_MEEPLE = "change-meeple"
    TAKE_MEEPLE = "take-meeple"
    LOOK = "look"


@dataclass(frozen=True)
class Task:
    """Something to do on a space before the game can start."""

    wanted: Wanted
    space: Space
    text: Text


@dataclass(frozen=True)
class SetUpCheck:
    """What the table should show, what was seen of it, and which spaces somebody has confirmed by hand."""

    position: Position
    looks: Looks | None = None
    scene: Scene | None = None
    confirmed: frozenset[Space] = frozenset()

    @classmethod
    def begin(cls, back: Back, setup: Setup | None = None) -> SetUpCheck:
        """The check of a scenario; with the set-up it knows which Otoma stand where."""
        return cls(set_up_position(back, setup))

    @classmethod
    def resume(cls, game: State) -> SetUpCheck:
        """The check of a table that is laid out again to go on with a game."""
        return cls(game.position())

    @property
    def board(self) -> Board:
        """The board that is set up."""
        return self.position.board

    def looked(self, scene: Scene, reading: Reading | None, now: float) -> SetUpCheck:
        """The eye looked; only a table that has been still for a moment is judged."""
        if scene.motion is not Motion.STILL or reading is None or now - scene.since < SETTLING - 1e-6:
            return replace(self, scene=scene)
        seen = sight_of(reading)
        same = self.looks is not None and self.scene is not None and self.scene.since == scene.since
        looks = self.looks.after(seen, now) if self.looks is not None and same else Looks.first(seen, now)
        return replace(self, looks=looks, scene=scene)

    def by_hand(self, space: Space | None = None) -> SetUpCheck:
        """Somebody says that a space is right, or all of them; that holds whatever the eye thinks."""
        spaces = self.board.spaces if space is None else (space,)
        return replace(self, confirmed=self.confirmed.union(spaces))

    def again(self, space: Space) -> SetUpCheck:
        """Somebody takes that back."""
        return replace(self, confirmed=self.confirmed - {space})

    @property
    def tasks(self) -> tuple[Task, ...]:
        """What is missing or wrong, one task a space at most, in reading order."""
        found = (self._task(space) for space in self.board.spaces if space not in self.confirmed)
        return tuple(task for task in found if task is not None)

    @property
    def is_right(self) -> bool:
        """Whether the game can start."""
        return not self.tasks

    def _task(self, space: Space) -> Task | None:
        terrain, crop = self.position.terrain(space), self.position.crop(space)
        meeple = self.position.meeples.get(space)
        if self.looks is None:
            return _all_of(space, terrain, crop, meeple)
        sight = self.looks.sight
        seen = (sight.terrain(space.index), sight.crop(space.index), sight.meeple(space.index))
        if Doubt.UNKNOWN in seen:
            return Task(Wanted.LOOK, space, _look(space, terrain, crop, meeple))
        # A meeple covers its crop, and a large crop its tile: what belongs there may hide what lies below.
        under_meeple = meeple is not None and seen[2] is meeple
        under_crop = crop is not None and seen[1] is crop
        return (
            _tile_task(space, seen[0], terrain)
            or _crop_task(space, seen[1], crop)
            or _meeple_task(space, seen[2], meeple)
            or (
                None if _is_seen(seen, under_crop, under_meeple) else _look_task(space, terrain, crop, meeple)
            )
        )


def set_up_position(back: Back, setup: Setup | None = None) -> Position:
    """The table as it is set up: start tiles with their crops, and the Otoma if the mode has them."""
    position = back.position()
    if setup is None or not setup.traits.otoma:
        return position
    standing = {space: colour for colour, space in otoma_places(setup, back)}
    return replace(position, meeples=MappingProxyType(standing))


def _is_seen(seen: tuple[Seen, Seen, Seen], under_crop: bool, under_meeple: bool) -> bool:
    tile, crop, meeple = (thing is not Doubt.UNSEEN for thing in seen)
    return (tile or under_crop) and (crop or under_meeple) and meeple


def _tile_task(space: Space, seen: Seen, right: Terrain | None) -> Task | None:
    if seen is right or seen is Doubt.UNSEEN:
        return None
    if right is None:
        return Task(Wanted.TAKE_TILE, space, T("{space}: take {piece} away.", space=space, piece=seen))
    if seen is None:
        return Task(Wanted.LAY_TILE, space, T("{space}: lay {piece} there.", space=space, piece=right))
    return Task(Wanted.CHANGE_TILE, space, _instead(space, seen, right))


def _crop_task(space: Space, seen: Seen, right: Crop | None) -> Task | None:
    if seen is right or seen is Doubt.UNSEEN:
        return None
    if right is None:
        return Task(Wanted.TAKE_CROP, space, T("{space}: take {piece} away.", space=space, piece=seen))
    if seen is None:
        return Task(Wanted.LAY_CROP, space, T("{space}: lay {piece} there.", space=space, piece=right))
    return Task(Wanted.CHANGE_CROP, space, _instead(space, seen, right))


def _meeple_task(space: Space, seen: Seen, right: Colour | None) -> Task | None:
    if seen is right or seen is Doubt.UNSEEN:
        return None
    if right is None:
        text = T("{space}: take the meeple ({colour}) away.", space=space, colour=seen)
        return Task(Wanted.TAKE_MEEPLE, space, text)
    if seen is None:
        return Task(Wanted.STAND_MEEPLE, space, _stand(space, right))
    text = T(
        "{space}: put the meeple ({right}) there instead of {seen}.", space=space, right=right, seen=seen
    )
    return Task(Wanted.CHANGE_MEEPLE, space, text)


def _all_of(space: Space, terrain: Terrain | None, crop: Crop | None, meeple: Colour | None) -> Task | None:
    """What belongs on a space, where no camera looks."""
    pieces = [piece for piece in (terrain, crop) if piece is not None]
    if meeple is None:
        if not pieces:
            return None
        return Task(Wanted.LAY_TILE, space, T("{space}: lay {piece} there.", space=space, piece=pieces))
    if not pieces:
        return Task(Wanted.STAND_MEEPLE, space, _stand(space, meeple))
    text = T(
        "{space}: lay {piece} there, and put the meeple ({colour}) on it.",
        space=space,
        piece=pieces,
        colour=meeple,
    )
    return Task(Wanted.LAY_TILE, space, text)


def _look_task(space: Space, terrain: Terrain | None, crop: Crop | None, meeple: Colour | None) -> Task:
    return Task(Wanted.LOOK, space, _look(space, terrain, crop, meeple))


def _look(space: Space, terrain: Terrain | None, crop: Crop | None, meeple: Colour | None) -> Text:
    belongs = [thing for thing in (terrain, crop, meeple) if thing is not None]
    if not belongs:
        return T("{space}: cannot be made out. Nothing belongs there; confirm it by hand.", space=space)
    return T(
        "{space}: cannot be made out. It should show {pieces}; confirm it by hand.",
        space=space,
        pieces=belongs,
    )


def _instead(space: Space, seen: Seen, right: Terrain | Crop) -> Text:
    return T("{space}: lay {right} there instead of {seen}.", space=space, right=right, seen=seen)


def _stand(space: Space, colour: Colour) -> Text:
    return T("{space}: put the meeple ({colour}) there.", space=space, colour=colour)
