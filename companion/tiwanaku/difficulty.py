"""The four steps of difficulty of a scenario."""

from __future__ import annotations

from enum import Enum

from companion.words import T, Text


class Difficulty(Enum):
    """Four steps, cut from the spread of scenarios as chance makes them; docs/scenarios.md shows it."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"

    @property
    def text(self) -> Text:
        """Its name, to be said in any language."""
        return _NAMES[self]


_NAMES = {
    Difficulty.EASY: T("easy"),
    Difficulty.MEDIUM: T("medium"),
    Difficulty.HARD: T("hard"),
    Difficulty.EXPERT: T("expert"),
}
