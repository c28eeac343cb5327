"""The wheel's settings on disk: what somebody chose on the wheel is there again the next evening."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from companion.errors import Unreadable, Unwritable
from companion.files import keep_bytes, read_bytes, set_aside
from companion.table.coach.mode import CoachMode
from companion.table.wheel import WheelSettings
from companion.tiwanaku.document import FORMAT, Document
from companion.words import T

_KEYS = ("format", "hold_time", "language", "hints", "coach", "warnings", "brightness", "automatic")


def settings_file(folder: Path) -> Path:
    """Where the settings are kept in a person's own folder."""
    return folder / "wheel.toml"


def load_settings(folder: Path, usual: WheelSettings) -> WheelSettings:
    """The kept settings, or the usual ones if there are none; a damaged file is set aside, never overwritten."""
    path = settings_file(folder)
    if not path.exists():
        return usual
    try:
        return parse_settings(read_bytes(path), str(path))
    except Unreadable:
        # On a disk that cannot be written the damaged file stays where it is.
        with suppress(Unwritable):
            set_aside(path)
        return usual


def save_settings(folder: Path, settings: WheelSettings) -> None:
    """Keep the settings."""
    keep_bytes(settings_file(folder), write_settings(settings).encode())


def write_settings(settings: WheelSettings) -> str:
    """The settings as a file's text.

    >>> print(write_settings(WheelSettings(language="fr")), end="")
    format = 1
    hold_time = 1.0
    language = "fr"
    coach = "request"
    warnings = false
    brightness = 2
    automatic = false
    """
    values = {key: _written(value) for key, value in asdict(settings).items()}
    return "".join(f"{key} = {value}\n" for key, value in {"format": str(FORMAT), **values}.items())


def _written(value: object) -> str:
    if isinstance(value, CoachMode):
        value = value.value
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def parse_settings(content: str | bytes, source: str) -> WheelSettings:
    """The settings of a file's text; what cannot be read is refused by file and line."""
    document = Document.parse(content, source, _KEYS)
    usual = WheelSettings()
    hold_time = document.values.get("hold_time", usual.hold_time)
    if isinstance(hold_time, bool) or not isinstance(hold_time, int | float):
        raise document.fault(T("{key} must be a number.", key="hold_time"), "hold_time")
    try:
        return WheelSettings(
            hold_time=float(hold_time),
            language=document.string("language", usual.language),
            coach=_coach(document, usual.coach),
            warnings=_switch(document, "warnings", usual.warnings),
            brightness=document.integer("brightness", 1, 2)
            if "brightness" in document.values
            else usual.brightness,
            automatic=_switch(document, "automatic", usual.automatic),
        )
    except Unreadable as error:
        raise document.fault(error.text) from None


def _switch(document: Document, key: str, usual: bool) -> bool:
    value = document.values.get(key, usual)
    if not isinstance(value, bool):
        raise document.fault(T("{key} must be true or false.", key=key), key)
    return value


def _coach(document: Document, usual: CoachMode) -> CoachMode:
    """The coach's mode; files of before had hints, on or off."""
    if not _switch(document, "hints", True):
        return CoachMode.OFF
    mode = document.string("coach", usual.value)
    modes = {each.value: each for each in CoachMode}
    if mode not in modes:
        raise document.fault(
            T("{value} is unknown; known are {known}.", value=mode, known=list(modes)), "coach"
        )
    return modes[mode]
