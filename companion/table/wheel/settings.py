"""What a table may set on the wheel, and how turning changes it.

>>> from companion.table.wheel.settings import WheelSettings, changed
>>> changed(WheelSettings(), "hold_time", 1).hold_time
1.25
>>> changed(WheelSettings(language="it"), "language", 1).language
'en'
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Unreadable
from companion.table.coach.mode import CoachMode
from companion.table.screens.descriptions import Setting
from companion.words import LANGUAGES, T, Text

HOLD_TIMES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)
"""Seconds a window's button can be set to be held for."""
BRIGHTNESS = (1, 2)
"""Dim, or as bright as the display can."""
LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch", "it": "Italiano"}


@dataclass(frozen=True, slots=True)
class WheelSettings:
    """The settings of one wheel. A window opens after ``hold_time`` seconds.

    A coach that is ``teaching`` warns before a divination that is certainly wrong, if ``warnings`` are wished. With
    ``automatic`` a move that the camera saw and that nothing else explains is taken without a press.
    """

    hold_time: float = 1.0
    language: str = "en"
    coach: CoachMode = CoachMode.REQUEST
    warnings: bool = False
    brightness: int = 2
    automatic: bool = False

    def __post_init__(self) -> None:
        # Not "hold_time < ...": that lets a NaN through, and a window would open at once.
        if not HOLD_TIMES[0] <= self.hold_time <= 10:
            raise Unreadable(T("The hold time of the windows goes from 0.5 to 10 seconds."))
        if self.language not in LANGUAGES:
            raise Unreadable(
                T(
                    "{wish}: this language is not spoken here; choose from {known}.",
                    wish=self.language,
                    known=LANGUAGES,
                )
            )
        if self.brightness not in BRIGHTNESS:
            raise Unreadable(T("Brightness is 1 or 2."))

    @property
    def hints(self) -> bool:
        """Whether a hint may be asked for."""
        return self.coach is not CoachMode.OFF

    @property
    def warned(self) -> bool:
        """Whether the coach is asked before a divination."""
        return self.coach is CoachMode.TEACHING and self.warnings


_CHOICES: dict[str, tuple[object, ...]] = {
    "language": LANGUAGES,
    "hold_time": HOLD_TIMES,
    "coach": tuple(CoachMode),
    "warnings": (True, False),
    "automatic": (True, False),
    "brightness": BRIGHTNESS,
}
NAMES = tuple(_CHOICES)
"""The settings in the order in which the wheel lists them."""
_ENDLESS = ("language", "coach", "warnings", "automatic")
"""Where the choices go round; the others stop at their ends, as a knob for more or less does."""


def changed(settings: WheelSettings, name: str, steps: int) -> WheelSettings:
    """One setting turned on by so many steps."""
    choices = _CHOICES[name]
    present = getattr(settings, name)
    # A value from a file may lie between two of ours: take the nearest one below.
    index = (
        choices.index(present)
        if present in choices
        else sum(1 for choice in choices if _less(choice, present)) - 1
    )
    index += steps
    index = index % len(choices) if name in _ENDLESS else max(0, min(index, len(choices) - 1))
    value: Any = choices[index]
    return replace(settings, **{name: value})


def listed(settings: WheelSettings) -> tuple[Setting, ...]:
    """The settings with their values, to be shown."""
    values: dict[str, tuple[Text, Text | str]] = {
        "language": (T("Language"), LANGUAGE_NAMES[settings.language]),
        "hold_time": (T("Hold time"), f"{settings.hold_time:g} s"),
        "coach": (T("Coach"), settings.coach.text),
        "warnings": (T("Warnings"), T("on") if settings.warnings else T("off")),
        "automatic": (T("Moves seen"), T("taken") if settings.automatic else T("asked")),
        "brightness": (T("Brightness"), str(settings.brightness)),
    }
    return tuple(Setting(*values[name]) for name in NAMES)


def _less(choice: Any, present: Any) -> bool:
    return bool(choice < present)
