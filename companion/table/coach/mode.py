"""How much the coach says: nothing, what it is asked for, or what there is to learn."""

from __future__ import annotations

from enum import Enum

from companion.words import T, Text


class CoachMode(Enum):
    """The setting of the coach; the values are what is kept on disk."""

    OFF = "off"
    REQUEST = "request"
    TEACHING = "teaching"

    @property
    def text(self) -> Text:
        """In words."""
        return _NAMES[self]


_NAMES = {
    CoachMode.OFF: T("off"),
    CoachMode.REQUEST: T("on request"),
    CoachMode.TEACHING: T("teaching"),
}
