"""Recorded pictures in place of a camera: a folder of them, in the order of their names, or a video file.

Their time is that of the recording: a folder has so many pictures a second, a film knows its own pace. So a recording
gives the same events however fast it is seen through.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from companion.errors import Unreadable
from companion.words import T, Text
from hardware.camera import Frame, NoMorePictures
from hardware.errors import DeviceMissing
from hardware.picture_size import size_of

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
LARGEST_PICTURE = 64_000_000
MOST_PIXELS = 50_000_000
"""What the cameras of today's telephones give at most; each takes three bytes of memory."""


def read_picture(path: Path) -> Any:
    """A picture file as an array; refused with the reason if it is none."""
    import cv2
    import numpy as np

    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_PICTURE + 1)
    except FileNotFoundError:
        raise Unreadable(T("{file}: there is no such file.", file=str(path))) from None
    except IsADirectoryError:
        raise Unreadable(T("{file}: this is a folder; name a file in it.", file=str(path))) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable(T("{file}: cannot be read ({reason}).", file=str(path), reason=reason)) from None
    size = size_of(content) or (0, 0)
    if len(content) > LARGEST_PICTURE or size[0] * size[1] > MOST_PIXELS:
        raise Unreadable(T("{file}: too large for a picture of a table.", file=str(path)))
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if any(size) else None
    except cv2.error:
        picture = None
    if picture is None:
        raise Unreadable(T("{file}: this is no picture, or it is damaged.", file=str(path)))
    return picture


class PictureFolder:
    """The pictures of a folder; numbers in their names count as numbers: 9 comes before 10."""

    def __init__(self, folder: Path, pictures_a_second: float = 10.0) -> None:
        self._folder = folder
        self._pace = pictures_a_second
        self._waiting: list[Path] = []
        self._number = 0

    @property
    def text(self) -> Text:
        """What it is."""
        return T("the pictures in {folder}", folder=str(self._folder))

    def open(self) -> None:
        """Look what is there."""
        try:
            found = [path for path in self._folder.iterdir() if path.suffix.lower() in PICTURES]
        except OSError as error:
            reason = error.strerror or str(error)
            raise DeviceMissing(
                T("{folder}: cannot be looked into ({reason}).", folder=str(self._folder), reason=reason)
            ) from None
        if not found:
            raise DeviceMissing(T("{folder}: there is no picture in this folder.", folder=str(self._folder)))
        self._waiting = sorted(found, key=_natural, reverse=True)
        self._number = 0

    def shoot(self) -> Frame:
        """The next picture. One that cannot be read is left out; its time goes by all the same."""
        while self._waiting:
            number, self._number = self._number, self._number + 1
            try:
                picture = read_picture(self._waiting.pop())
            except Unreadable:
                continue
            return Frame(picture, number / self._pace, number)
        raise NoMorePictures(T("There are no more pictures in {folder}.", folder=str(self._folder)))

    def close(self) -> None:
        """Forget what is left."""
        self._waiting = []


class VideoFile:
    """A film of a table."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._capture: Any = None
        self._pace = 25.0
        self._number = 0

    @property
    def text(self) -> Text:
        """What it is."""
        return T("the film {file}", file=str(self._path))

    def open(self) -> None:
        """Start at its beginning."""
        import cv2

        self.close()
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            raise DeviceMissing(
                T("{file}: there is no such film, or this system cannot play it.", file=str(self._path))
            )
        pace = capture.get(cv2.CAP_PROP_FPS)
        self._capture, self._number = capture, 0
        self._pace = pace if 0.1 <= pace <= 1000 else 25.0

    def shoot(self) -> Frame:
        """The next picture."""
        there, picture = self._capture.read() if self._capture is not None else (False, None)
        if not there or picture is None:
            raise NoMorePictures(T("The film {file} is at its end.", file=str(self._path)))
        number, self._number = self._number, self._number + 1
        return Frame(picture, number / self._pace, number)

    def close(self) -> None:
        """Let go of the file."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()


def _natural(path: Path) -> tuple[tuple[int, int | str], ...]:
    parts = re.findall(r"\d+|\D+", path.name)
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in parts)
