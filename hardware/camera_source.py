"""Which camera is meant: by the settings and what was found, or by a word that somebody typed.

>>> from hardware.camera_source import camera_of
>>> str(camera_of("2").text)
'the camera 2'
>>> str(camera_of("pi").text)
'the camera on the Pi’s connector'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.errors import Unreadable
from companion.words import T
from hardware.camera import Camera
from hardware.find import Finding
from hardware.pi_camera import PiCamera
from hardware.recordings import PICTURES, PictureFolder, VideoFile
from hardware.settings import CameraSettings
from hardware.usb_camera import UsbCamera
from hardware.virtual.camera import VirtualCamera


def camera_of(source: str, settings: CameraSettings | None = None) -> Camera:
    """The camera of a typed word: ``pi``, a number, a device such as ``/dev/video0``, a folder of pictures or a film."""
    settings = settings or CameraSettings()
    if source == "pi":
        return PiCamera(settings)
    if source == "virtual":
        return VirtualCamera()
    if source.isdecimal() and int(source) < 100:
        return UsbCamera(replace(settings, number=int(source), device=""))
    path = Path(source)
    if path.is_char_device():
        return UsbCamera(replace(settings, device=source))
    if source and path.is_dir():
        return PictureFolder(path)
    if path.is_file() and path.suffix.lower() not in PICTURES:
        return VideoFile(path)
    raise Unreadable(
        T(
            "{source} is no source of pictures: name a folder of pictures, a film, a camera’s number or “pi”.",
            source=source,
        )
    )


def found_camera(settings: CameraSettings, findings: Sequence[Finding]) -> Camera | None:
    """The camera to go with what :func:`hardware.find.look` found: real before virtual; None if there is none to be."""
    used = {finding.kind: finding for finding in findings if finding.used}
    if settings.kind == "virtual":
        return VirtualCamera()
    if "pi camera" in used:
        return PiCamera(settings)
    if "usb camera" in used:
        return UsbCamera(replace(settings, device=settings.device or used["usb camera"].place))
    return None
