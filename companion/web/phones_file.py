"""The phones of a table on disk, so that nobody has to join anew when the companion is started again.

Only digests of the cookies are kept: who reads the file cannot act with it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from companion.errors import Unreadable
from companion.files import keep_bytes, read_bytes
from companion.tiwanaku.pieces import Colour
from companion.web.guests import MOST_DEVICES, STAYS, Device

FORMAT = 1
FILE = "phones.json"
_ID = re.compile("d[0-9]{1,9}")
_DIGEST = re.compile("[0-9a-f]{64}")


def save_devices(folder: Path, devices: tuple[Device, ...], colours: tuple[Colour, ...]) -> None:
    """Keep the members, and the colours that their seats are of."""
    data = {
        "format": FORMAT,
        "colours": [colour.value for colour in colours],
        "devices": [_written(device) for device in devices if device.member],
    }
    keep_bytes(folder / FILE, json.dumps(data, ensure_ascii=False, indent=1).encode() + b"\n")


def load_devices(folder: Path, now: float) -> tuple[tuple[Device, ...], tuple[Colour, ...]]:
    """The members that were here within a day; none if the file cannot be read: then people join anew."""
    if not (folder / FILE).exists():
        return (), ()
    try:
        data = json.loads(read_bytes(folder / FILE))
        if data["format"] != FORMAT:
            return (), ()
        colours = tuple(Colour(name) for name in data["colours"])
        devices = [_read(each) for each in data["devices"][:MOST_DEVICES]]
    except (Unreadable, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        return (), ()
    return tuple(device for device in devices if -60 < now - device.seen < STAYS), colours


def _written(device: Device) -> dict[str, Any]:
    return {
        "id": device.id,
        "digest": device.digest,
        "name": device.name,
        "seen": device.seen,
        "seats": sorted(device.seats),
        "wheel": device.wheel,
    }


def _read(data: dict[str, Any]) -> Device:
    identity, digest, name = data["id"], data["digest"], data["name"]
    # A digest that is no text of plain letters cannot be compared with, a name that cannot be printed not be kept again.
    if not (_ID.fullmatch(identity) and _DIGEST.fullmatch(digest) and name.isprintable()):
        raise ValueError("no device of ours")
    return Device(
        id=identity,
        digest=digest,
        name=name[:40],
        seen=float(data["seen"]),
        member=True,
        seats=frozenset(int(seat) for seat in data["seats"]),
        wheel=bool(data["wheel"]),
    )
