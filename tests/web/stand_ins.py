"""Ports of a page that answer and do nothing, where something else is under test."""

from __future__ import annotations

from companion.web.ports import CameraReading
from companion.words import T


class Camera:
    """A camera that sees nothing in particular."""

    def frame(self):
        return b"\xff\xd8\xff\xd9"

    def reading(self):
        return CameraReading((640, 480))

    def set_corners(self, corners):
        assert corners is None or len(corners) == 4

    def check(self, progress, cancelled):
        progress(1, 1)
        return [(None, T("Yes"))]


class Referee:
    """A referee who has nothing to say."""

    def accept(self, alert):
        raise AssertionError

    def done(self, alert):
        raise AssertionError

    def decline(self):
        """Nothing was proposed."""


class Lessons:
    """No lessons."""

    def titles(self, words):
        return []

    def lesson(self, name, words):
        return None
