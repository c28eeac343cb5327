"""The size of a picture before it is decoded: as the decoder will have it, and refused where it is beyond all measure."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import Unreadable
from hardware.picture_size import size_of
from hardware.recordings import PICTURES, read_picture


def encoded(ending: str, width: int, height: int, *options: int) -> bytes:
    drawn = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    fine, content = cv2.imencode(ending, drawn, options)
    assert fine
    return bytes(content)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def empty_png(width: int, height: int) -> bytes:
    """Large, and yet a small file: every line is the same."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    packer = zlib.compressobj(9)
    lines = b"".join(packer.compress(bytes(1 + (width + 7) // 8)) for _ in range(height)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def jpeg_that_promises(width: int, height: int) -> bytes:
    content = encoded(".jpg", 64, 64)
    at = content.index(b"\xff\xc0")
    return content[: at + 5] + struct.pack(">HH", height, width) + content[at + 9 :]


@pytest.mark.parametrize("ending", sorted(PICTURES))
@pytest.mark.parametrize(("width", "height"), [(1, 1), (37, 91), (640, 17)])
def test_the_size_is_that_of_the_decoded_picture(ending: str, width: int, height: int) -> None:
    assert size_of(encoded(ending, width, height)) == (width, height)


def test_other_ways_to_write_a_format_have_their_size_as_well() -> None:
    assert size_of(encoded(".jpg", 70, 50, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)) == (70, 50)
    assert size_of(encoded(".webp", 70, 50, cv2.IMWRITE_WEBP_QUALITY, 101)) == (70, 50)
    extended = b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + (69).to_bytes(3, "little") + (49).to_bytes(3, "little")
    assert size_of(extended) == (70, 50)


@pytest.mark.parametrize("content", [empty_png(20_000, 20_000), jpeg_that_promises(30_000, 30_000)])
def test_a_small_file_that_promises_gigabytes_is_refused_at_once(tmp_path: Path, content: bytes) -> None:
    assert len(content) < 100_000
    (tmp_path / "bomb.png").write_bytes(content)
    with pytest.raises(Unreadable, match="too large for a picture of a table"):
        read_picture(tmp_path / "bomb.png")


def test_a_chunk_that_promises_more_than_there_is_is_refused(tmp_path: Path) -> None:
    content = encoded(".png", 32, 24)
    at = content.index(b"IDAT") - 4
    (tmp_path / "torn.png").write_bytes(content[:at] + struct.pack(">I", 2**31) + content[at + 4 :])
    with pytest.raises(Unreadable, match="no picture, or it is damaged"):
        read_picture(tmp_path / "torn.png")
    assert size_of(content[:at] + struct.pack(">I", 2**31) + content[at + 4 :]) is None


def test_the_largest_pictures_of_telephones_are_read(tmp_path: Path) -> None:
    (tmp_path / "large.png").write_bytes(empty_png(8160, 6120))
    assert read_picture(tmp_path / "large.png").shape == (6120, 8160, 3)
