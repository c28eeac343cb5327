"""The eyes of a table: what was learnt of its boards and pieces is kept in one file and goes on from evening to evening."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from pathlib import Path

from companion.errors import PachamamaError, Unreadable
from companion.tiwanaku.board import Board
from companion.tiwanaku.game import Record
from companion.tiwanaku.position import Position
from hardware.inputs import Clock
from vision.eye import Eye
from vision.pose import Picture
from vision.profile import Profile, load_profile, save_profile
from vision.teaching import teach

log = logging.getLogger(__name__)
FILE = "eye.npz"
PAUSE = 600.0
"""Seconds between two writings: it learns with every turn, and a card wears out."""


class Eyes:
    """Makes the eye of each game, and keeps what it learns. A file that cannot be read is left alone and said in the log."""

    def __init__(self, file: Path, boards: Mapping[str, Board], clock: Clock = time.monotonic) -> None:
        self._file = file
        self._clock = clock
        self._profile: Profile | None = None
        self._kept_at: float | None = None
        self._unkept = False
        if file.exists():
            try:
                self._profile = load_profile(file, boards)
            except PachamamaError as error:
                log.warning("the eye begins anew: %s", error)
                self._file = file.with_name(f"new-{file.name}")

    def eye_for(self, record: Record) -> Eye:
        """The eye for the board of a game."""
        board = record.back.board
        if self._profile is None:
            self._profile = Profile(board)
        self._profile.board = board
        return Eye(self._profile, tiles=record.back.tiles)

    def teach(self, picture: Picture, position: Position) -> bool:
        """See a board for the first time, where somebody says what lies on it; whether it was found."""
        if self._profile is None:
            return False
        try:
            teach(self._profile, picture, position)
        except Unreadable as error:
            log.info("the eye could not learn: %s", error)
            return False
        return True

    def learnt(self) -> None:
        """It has learnt something: written down at once the first time, later now and then."""
        self._unkept = True
        if self._kept_at is None or self._clock() - self._kept_at >= PAUSE:
            self.keep()

    def keep(self) -> None:
        """Write down what was learnt; a disk that cannot be written only means that it is learnt again."""
        if self._profile is None or not self._unkept:
            return
        self._kept_at, self._unkept = self._clock(), False
        try:
            save_profile(self._profile, self._file)
        except PachamamaError as error:
            log.warning("what the eye learnt is not kept: %s", error)
