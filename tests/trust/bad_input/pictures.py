"""Pictures, films and profiles: torn, tiny, of other formats, with headers that promise more than there is."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.tiwanaku.board_file import official_board, official_boards
from hardware.camera import Frame, NoMorePictures
from hardware.camera_source import camera_of
from hardware.recordings import PICTURES, read_picture
from tests.trust.bad_input.reader import Bench, Reader
from tests.vision.tables import taught_table
from tools.draw_styles import some_position
from vision.eye import Eye
from vision.finding import BoardFinder
from vision.pieces import PieceModel
from vision.pieces_file import model_bytes, parse_model
from vision.profile import Profile, parse_profile, profile_bytes
from vision.reader import Reader as PieceReader

_SMALL = (320, 240)
_PNG = b"\x89PNG\r\n\x1a\n"
_MARK = re.compile(rb"\n==([^\n]{1,150})==\n")
_MOST_PICTURES = 40


def _encoded(picture: Any) -> list[bytes]:
    """A picture in every format that is read."""
    found = []
    for ending in sorted(PICTURES - {".jpeg", ".tiff"}):
        fine, content = cv2.imencode(ending, picture)
        if fine:
            found.append(content.tobytes())
    return found


def _small_pictures() -> list[bytes]:
    drawn = Random(5)
    noise = np.frombuffer(drawn.randbytes(48 * 64 * 3), np.uint8).reshape(48, 64, 3)
    grey = np.full((24, 32), 90, np.uint8)
    deep = noise.astype(np.uint16) * 257
    return [
        *_encoded(noise),
        *_encoded(grey),
        cv2.imencode(".png", deep)[1].tobytes(),
        cv2.imencode(".tif", deep)[1].tobytes(),
    ]


def _with_chunk_sums(data: bytes, random: Random) -> bytes:
    """A PNG whose parts have the sums that fit them, so that the damage gets further in."""
    if not data.startswith(_PNG):
        return data
    out, place = bytearray(_PNG), len(_PNG)
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        length = min(length, len(data) - place - 12)
        body = data[place + 4 : place + 8 + length]
        out += struct.pack(">I", length) + body + struct.pack(">I", zlib.crc32(body))
        place += 12 + length
    return bytes(out)


@contextmanager
def _files(folder: Path) -> Iterator[Bench]:
    path = folder / "picture.png"

    def read(data: bytes) -> None:
        path.write_bytes(data)
        picture = read_picture(path)
        if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
            raise AssertionError("a picture of another shape")

    yield Bench(_small_pictures(), read, _with_chunk_sums)


@contextmanager
def _seen(folder: Path) -> Iterator[Bench]:
    """What can be decoded goes to the eye: a board is looked for, and read where one was found before."""
    path = folder / "picture.png"
    table, profile = taught_table(some_position("short", 1), size=(640, 360))
    frame = cv2.resize(table.shoot().picture, (640, 360))
    pose = profile.finder.pose
    reader = PieceReader(profile.board, profile.knowledge)
    time = [0.0]

    def read(data: bytes) -> None:
        path.write_bytes(data)
        picture = read_picture(path)
        BoardFinder(official_board("short")).locate(picture)
        eye = Eye(profile)
        for _ in range(3):
            time[0] += 1.0
            eye.look(Frame(picture, time[0], int(time[0])))
        if pose is not None:
            reader.read(picture, pose)

    seeds = [
        content for content in _encoded(cv2.resize(frame, _SMALL)) if len(content) < 200_000
    ] + _small_pictures()[:4]
    yield Bench(seeds, read, _with_chunk_sums)


@contextmanager
def _films(folder: Path) -> Iterator[Bench]:
    seeds = []
    for name, code in (("a.avi", "MJPG"), ("b.mp4", "mp4v")):
        writer = cv2.VideoWriter(str(folder / name), cv2.VideoWriter.fourcc(*code), 5.0, (64, 48))
        for level in range(0, 250, 50):
            writer.write(np.full((48, 64, 3), level, np.uint8))
        writer.release()
        seeds += [(folder / name).read_bytes()] if (folder / name).exists() else []
    path = folder / "film.avi"

    def read(data: bytes) -> None:
        path.write_bytes(data)
        film: Any = camera_of(str(path))
        with closing(film):
            film.open()
            for _ in range(_MOST_PICTURES):
                try:
                    film.shoot()
                except NoMorePictures:
                    break

    yield Bench(seeds, read)


def _taught() -> Profile:
    return taught_table(some_position("short", 1), size=(640, 360))[1]


def spread(content: bytes) -> bytes:
    """An archive's arrays one after the other, each under its name: damage to them is not stopped by the archive's sums."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return b"".join(b"\n==%s==\n%s" % (each.encode(), archive.read(each)) for each in archive.namelist())


def _packed(data: bytes) -> bytes:
    """The archive of such arrays, whatever became of them."""
    _, *parts = _MARK.split(data)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in dict(zip(parts[::2], parts[1::2], strict=True)).items():
            archive.writestr(zipfile.ZipInfo(name.decode("latin-1")), content)
    return file.getvalue()


def _use(profile: Profile) -> None:
    """What was read is used as at a table."""
    picture = np.full((120, 160, 3), 70, np.uint8)
    profile.finder.locate(picture)
    if profile.finder.pose is not None:
        PieceReader(profile.board, profile.knowledge).read(picture, profile.finder.pose)


@contextmanager
def _profiles(folder: Path) -> Iterator[Bench]:
    boards = official_boards()
    yield Bench([profile_bytes(_taught())], lambda data: _use(parse_profile(data, "file", boards)))


@contextmanager
def _profile_arrays(folder: Path) -> Iterator[Bench]:
    boards = official_boards()

    def read(data: bytes) -> None:
        _use(parse_profile(_packed(data), "file", boards))

    yield Bench([spread(profile_bytes(_taught()))], read)


@contextmanager
def _models(folder: Path) -> Iterator[Bench]:
    model = PieceModel()
    for level, label in ((40, "sand"), (200, "rock")):
        model.learn([np.full((40, 40, 3), level, np.uint8)], [label])
    patch = np.full((40, 40, 3), 90, np.uint8)
    seeds = [model_bytes(model)]

    def read(data: bytes) -> None:
        parse_model(_packed(data) if data.startswith(b"\n==") else data, "file").classify(patch)

    yield Bench([*seeds, *map(spread, seeds)], read)


_HEADERS = (
    b"IHDR", b"IDAT", b"IEND", b"acTL", b"tRNS", b"PLTE", b"JFIF", b"Exif\0\0", b"\xff\xd8", b"\xff\xc0", b"\xff\xc2", b"\xff\xda", b"\xff\xd9",
    b"BM", b"II*\0", b"MM\0*", b"RIFF", b"WEBPVP8 ", b"VP8X", b"GIF89a", b"#?RADIANCE\n", b"P6\n9999 9999\n255\n", b"P5 1 1 255\n", b"\x76\x2f\x31\x01",
    b"\x00\x00\x75\x30\x00\x00\x75\x30", b"\x30\x75\x00\x00\x30\x75\x00\x00", b"moov", b"mdat", b"idx1", b"00dc", b"avih", b"strf",
)  # fmt: skip
_ARRAYS = (
    b"'descr': '<f8'",
    b"'descr': '|O'",
    b"'shape': (1000000, 1000000)",
    b"'shape': ()",
    b"'fortran_order': True",
    b"\x93NUMPY\x01\x00",
)

READERS = (
    Reader("picture", _files, 60_000, tokens=_HEADERS, guided=200),
    Reader("picture to the eye", _seen, 800, tokens=_HEADERS, guided=50, largest=300_000),
    Reader("film", _films, 4_000, tokens=_HEADERS, guided=500),
    Reader("profile", _profiles, 3_000, guided=50, largest=2_000_000),
    Reader("profile arrays", _profile_arrays, 5_000, tokens=_ARRAYS, guided=50, largest=2_000_000),
    Reader("piece model", _models, 6_000, tokens=_ARRAYS, guided=50, largest=2_000_000),
)
