"""How large a picture says that it is, told from its first bytes: before memory is taken for it.

A JPEG of 700 bytes may promise 30,000 x 30,000 pixels, and a decoder takes its word: gigabytes of memory, and many
seconds. Known are the formats whose files are read here; whatever else a decoder could open is refused.

>>> size_of(b"\\x89PNG\\r\\n\\x1a\\n" + b"\\0\\0\\0\\rIHDR" + b"\\0\\0\\x0b\\xb8" + b"\\0\\0\\x07\\xd0" + bytes(9))
(3000, 2000)
"""

from __future__ import annotations

import struct

Size = tuple[int, int]
_FRAME_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MOST_CHUNKS = 100_000
_SCAN_MARKER, _END_MARKER = 0xDA, 0xD9
_LONE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})
_TIFF_WIDTH, _TIFF_HEIGHT, _TIFF_SHORT = 256, 257, 3


def size_of(content: bytes) -> Size | None:
    """Width and height of a JPEG, PNG, BMP, WebP or TIFF file; None for anything else, or what is cut short."""
    try:
        if content.startswith(b"\xff\xd8"):
            return _jpeg(content)
        if content.startswith(b"\x89PNG\r\n\x1a\n"):
            return _png(content)
        if content.startswith(b"BM"):
            return _bmp(content)
        if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
            return _webp(content)
        if content.startswith((b"II*\0", b"MM\0*")):
            return _tiff(content)
    except (struct.error, IndexError):
        return None
    return None


def _pair(form: str, content: bytes, place: int) -> Size:
    width, height = struct.unpack_from(form, content, place)
    return abs(width), abs(height)


def _png(content: bytes) -> Size | None:
    """Only if no chunk says that it is longer than what is left: decoders take memory for that, too."""
    place = 8
    for _ in range(_MOST_CHUNKS):
        if place >= len(content):
            return _pair(">II", content, 16)
        (length,) = struct.unpack_from(">I", content, place)
        place += 12 + length
        if place > len(content):
            return None
    return None


def _jpeg(content: bytes) -> Size | None:
    """From marker to marker up to the first scan; what stands between two segments is passed over, as decoders do."""
    place = 2
    while (place := content.find(b"\xff", place)) >= 0:
        marker = content[place + 1]
        if marker in _FRAME_MARKERS:
            height, width = _pair(">HH", content, place + 5)
            return width, height
        if marker in (_SCAN_MARKER, _END_MARKER):
            return None
        if marker in (0x00, 0xFF):
            place += 1
        elif marker in _LONE_MARKERS:
            place += 2
        else:
            (length,) = struct.unpack_from(">H", content, place + 2)
            place += 2 + max(2, length)
    return None


def _bmp(content: bytes) -> Size:
    (header,) = struct.unpack_from("<I", content, 14)
    return _pair("<HH" if header == 12 else "<ii", content, 18)


def _webp(content: bytes) -> Size | None:
    match content[12:16]:
        case b"VP8 ":
            width, height = _pair("<HH", content, 26)
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", content, 21)
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8X":
            width, height = (int.from_bytes(content[at : at + 3], "little") for at in (24, 27))
            return 1 + width, 1 + height
    return None


def _tiff(content: bytes) -> Size | None:
    order = "<" if content.startswith(b"II") else ">"
    (start,) = struct.unpack_from(f"{order}I", content, 4)
    (count,) = struct.unpack_from(f"{order}H", content, start)
    found: dict[int, int] = {}
    for number in range(count):
        place = start + 2 + 12 * number
        tag, kind = struct.unpack_from(f"{order}HH", content, place)
        (value,) = struct.unpack_from(f"{order}{'H' if kind == _TIFF_SHORT else 'I'}", content, place + 8)
        found.setdefault(tag, value)
    if _TIFF_WIDTH not in found or _TIFF_HEIGHT not in found:
        return None
    return found[_TIFF_WIDTH], found[_TIFF_HEIGHT]
