"""When the eye may learn from a picture: once the table surely follows the game, and not too often."""

from __future__ import annotations

import math

from companion.table.referee import RefereeState, Sort, differences
from companion.tiwanaku.game import State
from vision.reading import Reading

BETWEEN_LESSONS = 20.0
"""Seconds between two lessons of the eye: after each it works everything out anew. Of a new piece it learns at once."""


class Lessons:
    """Knows of the last lesson, and when the next one is due."""

    def __init__(self) -> None:
        self._of: State | None = None
        self._at = -math.inf

    def given(self, game: State, now: float) -> None:
        """The eye has learnt what lies there in this game."""
        self._of, self._at = game, now

    def forget(self) -> None:
        """Another game begins."""
        self._of, self._at = None, -math.inf

    def is_due(self, at_work: RefereeState, reading: Reading, now: float) -> bool:
        """Whether a reading shows just what the game has, but for what is unsure or was never seen before.

        The table has to be still for as long as it takes to tell a fault: until then the eye may be making up its mind.
        """
        if at_work.game is self._of or at_work.offered or at_work.shown or at_work.suspected:
            return False
        if now - at_work.scene.since < at_work.settings.alert_moment:
            return False
        found = differences(at_work.game, reading, at_work.accepted, at_work.owing)
        sorts = {difference.sort for difference in found}
        if not sorts <= {Sort.UNKNOWN, Sort.UNSURE}:
            return False
        return Sort.UNKNOWN in sorts or now >= self._at + BETWEEN_LESSONS
