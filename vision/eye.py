"""The eye: pictures in, what is believed of the board out, over a whole evening.

    picture ──► still? ──no──► wait: what moves is not read
                  │ yes
                  ▼
        seen like this already? ──yes──► the same as then; costs next to nothing
                  │ no, or it is time to look again
                  ▼
        sound? ──► board found? ──no──► no board in sight, and why
                  │ yes
                  ▼
        something reaches in? ──► those spaces are unseen (vision.covering)
                  │
                  ▼
        read ──► believe: what is unseen is kept, public rules hold (vision.belief)

A scene that left nothing open is looked at once. Where something is unsure or contradicts what was sure, the eye looks
again after a while, then less and less often.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Terrain
from companion.tiwanaku.position import Position
from companion.words import TN, T, Text
from hardware.camera import Frame
from vision.belief import Belief
from vision.covering import Covering
from vision.pose import BoardPose, Picture
from vision.profile import Profile
from vision.reader import Reader
from vision.reader.memory import Memory, Table
from vision.reading import Opinion, Reading, SpaceReading
from vision.soundness import is_picture, trouble_of
from vision.stillness import MOMENT, Stillness

AGAIN = 0.6
"""Seconds after which an unsure scene is looked at again; each time twice as long."""
LONGEST = 10.0
"""The longest pause; and whatever reaches over the board for so long without moving at all belongs to the scene."""
AGREEING = 0.9
"""Share of the sure spaces that must agree with what the table says before anything is learnt from a picture."""
_MOST_NAMED = 4
_UNSEEN = SpaceReading(*[Opinion(None, 0.0, seen=False)] * 3)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Sight:
    """What the eye makes of one picture.

    ``reading`` is what is believed of the board; None while something moves, and while no board is in sight.
    """

    time: float
    still: bool
    pose: BoardPose | None = None
    reading: Reading | None = None
    covered: tuple[Space, ...] = ()
    notices: tuple[Text, ...] = ()


@dataclass(frozen=True)
class _Look:
    """A scene that was looked at: the picture, what came of it, and when to look again."""

    frame: Frame
    sight: Sight
    since: float
    next: float
    pause: float


class Eye:
    """Watches one board through one camera. ``tiles`` are the scenario's terrain tiles, which are public."""

    def __init__(
        self, profile: Profile, *, tiles: Mapping[Terrain, int] | None = None, moment: float = MOMENT
    ) -> None:
        self._profile = profile
        self._stillness = Stillness(moment)
        self._reader = Reader(profile.board, profile.knowledge)
        self._belief = Belief(profile.board, tiles)
        self._covering = Covering(profile.board)
        self._told: Table | None = None
        self._came: set[int] = set()  # spaces on which somebody was seen as the game has them
        self._look: _Look | None = None

    def look(self, frame: Frame) -> Sight:
        """Look at the next picture of the camera."""
        if not is_picture(frame.picture):
            self._look = None
            return Sight(frame.time, False, notices=_troubles(frame))
        calm = self._stillness.note(frame)
        if not calm.still:
            return Sight(frame.time, False)
        last = self._look
        if last is not None and last.since == calm.since:
            if frame.time < last.next:
                return replace(last.sight, time=frame.time)
            pause = min(2 * last.pause, LONGEST)
        else:
            pause = AGAIN
        sight = self._see(frame, still_for=frame.time - calm.since)
        again = math.inf if self._settled(sight) else frame.time + pause
        self._look = _Look(frame, sight, calm.since, again, pause)
        return sight

    def confirm(self, position: Position) -> bool:
        """The table says what lies there: believe it, and learn from the last picture if it shows just that.

        Learning waits while something moves, is covered or disagrees: a picture taken before the hand laid the tile, or
        under a lamp that was just turned, would teach nonsense. Gives whether it was learnt.
        """
        self._belief.confirm(position)
        self._told = Table.of_position(position)
        self._came = set(np.flatnonzero(self._told.meeples).tolist())
        last = self._look
        if last is None or last.sight.pose is None or last.sight.reading is None or last.sight.covered:
            return False
        if not _agrees(last.sight.reading, position):
            return False
        self._profile.knowledge.learn(last.frame.picture, last.sight.pose, position)
        self._look = None
        return True

    def expect(self, position: Position) -> None:
        """The game has gone on: from now on this lies there, if nobody made a mistake.

        It decides between things that look alike, once the table was seen to follow the game.
        """
        if self._told is None:
            return
        before, self._told = self._told, Table.of_position(position)
        self._came -= set(np.flatnonzero(before.meeples != self._told.meeples).tolist())

    def mark(self, picture: Picture, corners: Sequence[tuple[float, float]] | None) -> None:
        """Somebody says where the grid's outer corners are in a picture; without any, the board is looked for anew."""
        board = self._profile.board
        self._profile.finders.pop(board.name, None)
        self._look = None
        if corners is not None:
            pose = BoardPose.of_corners(board.rows, board.columns, corners)
            self._profile.finder.anchor(picture, pose)

    def forget(self) -> None:
        """Another game begins: nothing is known of what lies on the board."""
        self._belief.forget()
        self._covering.forget()
        self._told = None
        self._came.clear()
        self._look = None

    def _memory(self) -> Memory:
        """What is known of the board. Who came is taken to stand there until the game says otherwise: one look may err."""
        if self._told is None:
            return Memory(self._belief.table)
        return Memory(self._belief.table.standing(self._came, self._told), self._told)

    def _note_who_came(self) -> None:
        if self._told is not None:
            there = self._belief.table.meeples
            self._came |= set(np.flatnonzero((there > 0) & (there == self._told.meeples)).tolist())

    def _settled(self, sight: Sight) -> bool:
        """Whether looking at the same scene again would tell nothing new."""
        if sight.reading is None or sight.covered or self._belief.doubts:
            return False
        return not sight.reading.unsure

    def _see(self, frame: Frame, still_for: float) -> Sight:
        troubles = _troubles(frame)
        if troubles:
            return Sight(frame.time, True, notices=troubles)
        sighting = self._profile.finder.locate(frame.picture)
        if sighting.pose is None:
            why = sighting.notice or T("No board in sight.")
            return Sight(frame.time, True, notices=(why,))
        reached = self._covering.covered(frame.picture, sighting.pose)
        if not reached or still_for >= LONGEST:
            self._covering.keep(frame.picture, sighting.pose)
            reached = ()
        read = self._reader.read(frame.picture, sighting.pose, self._memory())
        read = _without(read, reached)
        covered = _covered(read)
        if len(covered) == len(read.spaces):
            return Sight(frame.time, True, notices=(T("No board in sight: something covers all of it."),))
        believed = self._belief.note(read, frame.time)
        self._note_who_came()
        notices = (*((sighting.notice,) if sighting.notice else ()), *_remarks(believed, covered))
        return Sight(frame.time, True, sighting.pose, believed, covered, notices)


def _troubles(frame: Frame) -> tuple[Text, ...]:
    trouble = trouble_of(frame.picture)
    return () if trouble is None else (trouble,)


def _without(reading: Reading, reached: tuple[Space, ...]) -> Reading:
    """A reading without the spaces that something reaches over."""
    spaces = list(reading.spaces)
    for space in reached:
        spaces[space.index] = _UNSEEN
    return replace(reading, spaces=tuple(spaces))


def _covered(reading: Reading) -> tuple[Space, ...]:
    """Spaces of which nothing is seen, not even whether somebody stands there."""
    pairs = zip(reading.board.spaces, reading.spaces, strict=True)
    return tuple(space for space, read in pairs if not read.terrain.seen and not read.meeple.seen)


def _remarks(reading: Reading, covered: tuple[Space, ...]) -> tuple[Text, ...]:
    """What a player should know: what is covered, what was never seen before."""
    remarks = []
    if covered:
        remarks.append(
            TN(
                "{count} space is covered; what lay there before is taken to lie there still.",
                "{count} spaces are covered; what lay there before is taken to lie there still.",
                len(covered),
            )
        )
    pairs = list(zip(reading.board.spaces, reading.spaces, strict=True))
    strange = [
        space for space, read in pairs if read.terrain.unknown or read.crop.unknown or read.meeple.unknown
    ]
    if strange:
        remarks.append(
            T("Something that was never seen before lies at {spaces}.", spaces=strange[:_MOST_NAMED])
        )
    return tuple(remarks)


def _agrees(reading: Reading, position: Position) -> bool:
    """Whether what is sure of a reading is, by and large, what the table says."""
    sure = right = 0
    for space, read in zip(reading.board.spaces, reading.spaces, strict=True):
        if read.terrain.sure:
            sure += 1
            right += read.terrain.value == position.terrain(space) and (
                not read.crop.sure or read.crop.value == position.crop(space)
            )
    return right >= AGREEING * max(1, sure)
