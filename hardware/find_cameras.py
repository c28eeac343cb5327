"""Which cameras are there? Asked of the kernel's own lists, so that nothing is opened and no camera library loaded."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

# Sensors on the Pi's connector; the kernel names them by their make, such as "imx708" or "ov5647 10-0036".
_SENSOR = re.compile(r"(imx|ov)\d\w*")
# Video devices of the Pi that are no cameras but parts of its picture pipeline.
_PIPELINE = re.compile(r"(bcm2835|rpi|pisp|rp1|unicam)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A video device that sends pictures."""

    name: str
    device: str


def usb_cameras(root: Path) -> list[FoundCamera]:
    """Video devices of webcams and the like, the first of each camera."""
    found = []
    for folder in sorted(root.glob("sys/class/video4linux/video*"), key=_number):
        name = _read(folder / "name")
        # A webcam's second device carries no pictures but facts about them.
        if name and not _PIPELINE.match(name) and _read(folder / "index") in ("", "0"):
            found.append(FoundCamera(name, f"/dev/{folder.name}"))
    return found


def pi_sensors(root: Path) -> list[str]:
    """Names of the sensors on the Pi's camera connectors."""
    names = {_read(path) for path in root.glob("sys/class/video4linux/v4l-subdev*/name")}
    return sorted(name.split()[0] for name in names if _SENSOR.match(name))


def has_picamera2() -> bool:
    """Whether the Pi's camera library is installed; it is not loaded."""
    return importlib.util.find_spec("picamera2") is not None


def _number(folder: Path) -> int:
    digits = folder.name.removeprefix("video")
    return int(digits) if digits.isdecimal() else 0


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""
