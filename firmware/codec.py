"""The line between puck and host: JSON, a sequence number, a CRC. Runs unchanged under MicroPython and CPython.

A line is ASCII: a JSON object, a space, the CRC-16 of the object's bytes in four upper-case hex digits, a newline.
With all of it a line has at most 256 bytes.

    {"b":[0,2,1],"i":"5E1F","l":2,"n":17,"o":1,"p":-3,"t":"state","x":"1D0F22A7"} 2C4B

Messages, by their "t" ("n" is the sender's sequence number, 0 to 65535, then again from 0):

    hello   both ways   v version of this protocol; from the puck also i, w, h (size of the display)
    state   puck        i identity of this run of the puck, p absolute position of the knob in detents,
                        b edges heard of each button (modulo 256: odd means down), o display answers,
                        l light, x identity of the picture shown
    part    host        o offset, d bytes in base64: goes into the puck's draft of the next picture
    show    host        x identity of the picture, l light: shows the draft if it is that picture

Everything in a state is absolute, so a lost line is healed by the next one. CRC-16 is CCITT-FALSE: polynomial
0x1021, start value 0xFFFF; it finds every error of up to 3 bits and every burst of up to 16 in a line.
"""

import binascii
import json

VERSION = 1
MAX_LINE = 256
SEQUENCE = 65536
EDGES = 256

# One byte of picture becomes 4/3 characters; the rest of a "part" takes at most 60.
MAX_PART = 144

# Parts closer together than this go as one: a line of its own costs more.
GAP = 48


def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1
        table.append(crc & 0xFFFF)
    return table


_TABLE = _crc_table()


def crc16_table(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, byte by byte."""
    crc = 0xFFFF
    table = _TABLE
    for byte in data:
        crc = (crc << 8 & 0xFFFF) ^ table[crc >> 8 ^ byte]
    return crc


def crc16_library(data: bytes) -> int:
    """The same by CPython's C function, which MicroPython has not."""
    return binascii.crc_hqx(data, 0xFFFF)


crc16 = crc16_library if hasattr(binascii, "crc_hqx") else crc16_table


class BadLine(ValueError):  # noqa: N818 (what it is)
    """A line that was damaged on its way, or never was one of ours."""


def encode(message: dict[str, object]) -> bytes:
    """The line of a message, newline included; ValueError if it would be too long."""
    body = json.dumps(message, separators=(",", ":")).encode()
    line = body + b" %04X\n" % crc16(body)
    if len(line) > MAX_LINE:
        raise ValueError("line too long")
    return line


def decode(line: bytes) -> dict[str, object]:
    """The message of a line, with or without its line end; BadLine for whatever is not exactly a sound one."""
    line = bytes(line).rstrip(b"\r\n")
    body = line[:-5]
    if len(line) >= MAX_LINE or line[-5:] != b" %04X" % crc16(body):
        raise BadLine("damaged")
    try:
        message = json.loads(body.decode())
    except (ValueError, UnicodeError):
        raise BadLine("not JSON") from None
    # As many names as the text has: a repeated stretch that happens to keep the CRC would have one twice.
    if not _sound(message) or body.count(b'":') != len(message):
        raise BadLine("not a message")
    return message  # type: ignore[no-any-return]


def _sound(message: object) -> bool:
    """Whether a message is complete and every value is within its bounds: nobody behind needs to check again."""
    if not isinstance(message, dict):
        return False
    kind = str(message.get("t"))
    if kind not in _CHECKS or len(message) not in _FIELDS[kind]:
        return False
    return _whole(message.get("n"), 0, SEQUENCE - 1) and _CHECKS[kind](message)


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _hex(value: object, digits: int) -> bool:
    return (
        isinstance(value, str) and len(value) == digits and all(sign in "0123456789ABCDEF" for sign in value)
    )


def _hello(message: dict[str, object]) -> bool:
    if not _whole(message.get("v"), 0, 9999):
        return False
    if "i" not in message:
        return True
    return _hex(message["i"], 4) and _whole(message.get("w"), 1, 256) and _whole(message.get("h"), 8, 256)


def _state(message: dict[str, object]) -> bool:
    edges = message.get("b")
    return (
        _hex(message.get("i"), 4)
        and _whole(message.get("p"), -(2**31), 2**31 - 1)
        and isinstance(edges, list)
        and len(edges) == 3
        and all(_whole(each, 0, EDGES - 1) for each in edges)
        and _whole(message.get("o"), 0, 1)
        and _whole(message.get("l"), 0, 2)
        and _hex(message.get("x"), 8)
    )


def _part(message: dict[str, object]) -> bool:
    if not _whole(message.get("o"), 0, 8191) or not isinstance(message.get("d"), str):
        return False
    try:
        part_data(message)
    except ValueError:
        return False
    return True


def _show(message: dict[str, object]) -> bool:
    return _hex(message.get("x"), 8) and _whole(message.get("l"), 0, 2)


# How many fields a message of each kind has.
_FIELDS = {"hello": (3, 6), "state": (8,), "part": (4,), "show": (4,)}
_CHECKS = {"hello": _hello, "state": _state, "part": _part, "show": _show}


class Lines:
    """Cuts what comes off a serial line into lines; whatever is longer than a line may be is thrown away."""

    def __init__(self) -> None:
        self._start = b""
        self._too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete, without their ends."""
        pieces = (self._start + data).split(b"\n")
        self._start = pieces.pop()
        lines = []
        for piece in pieces:
            if self._too_long:
                self._too_long = False
            elif len(piece) < MAX_LINE:
                lines.append(piece)
        if len(self._start) >= MAX_LINE:
            self._start = b""
            self._too_long = True
        return lines


def picture_id(data: bytes) -> str:
    """A picture's identity: its CRC-32, which both sides have in C, in eight hex digits."""
    return "%08X" % (binascii.crc32(data) & 0xFFFFFFFF)


def parts(old: bytes, new: bytes) -> list[tuple[int, bytes]]:
    """What to send so that the old draft becomes the new picture: places and bytes, each fit for one line."""
    found: list[tuple[int, bytes]] = []
    size = len(new)
    if len(old) != size:
        old = bytes(0)
    place = 0
    while place < size:
        if old and old[place] == new[place]:
            place += 1
            continue
        end = last = place
        limit = min(size, place + MAX_PART)
        while end < limit and end - last <= GAP:
            if not old or old[end] != new[end]:
                last = end
            end += 1
        found.append((place, new[place : last + 1]))
        place = last + 1
    return found


def part(place: int, data: bytes) -> dict[str, object]:
    """The message of one part of a picture; its number is still to be set."""
    return {"t": "part", "o": place, "d": binascii.b2a_base64(data).decode().strip()}


def part_data(message: dict[str, object]) -> bytes:
    """The bytes of a part, which `decode` has found to be base64."""
    return binascii.a2b_base64(str(message["d"]).encode())
