"""The table's settings for a page: what each is called and means, and what it can be set to.

What can be chosen is what turning the wheel leads to, so that both always offer the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import Any

from companion.errors import Unreadable
from companion.table.wheel import WheelSettings
from companion.table.wheel.settings import NAMES, changed, listed
from companion.words import Language, T, Text

_MOST_STEPS = 24
_MEANINGS: dict[str, Text] = {
    "language": T("The language of the wheel. Phones follow their own."),
    "hold_time": T("How long a window's button is held before it opens, so that nothing is seen by mistake."),
    "hints": T("Whether the coach may be asked for a hint."),
    "coach": T("Whether the coach is silent, answers when asked, or teaches during the game."),
    "warnings": T("Whether a teaching coach warns before a divination that is certainly wrong."),
    "automatic": T("Whether what the camera sees without a doubt is taken without asking."),
    "brightness": T("How bright the wheel's display is."),
}


def settings_list(settings: WheelSettings, words: Language) -> list[dict[str, Any]]:
    """Every setting with its title, its meaning and its choices."""
    titles = dict(zip(NAMES, listed(settings), strict=True))
    return [
        {
            "name": name,
            "title": _say(titles[name].name, words),
            "meaning": words.say(_MEANINGS[name]) if name in _MEANINGS else "",
            "value": plain(getattr(settings, name)),
            "choices": [
                {"value": plain(getattr(choice, name)), "text": _say(_shown(choice, name), words)}
                for choice in _choices(settings, name)
            ],
        }
        for name in NAMES
    ]


def with_values(settings: WheelSettings, values: dict[str, Any]) -> WheelSettings:
    """The settings with some of them set; refused unless each value is one of its choices.

    >>> with_values(WheelSettings(), {"hold_time": 1.5}).hold_time
    1.5
    """
    for name, wish in values.items():
        if name not in NAMES:
            raise Unreadable(T("{value} is unknown; known are {known}.", value=repr(name)[:40], known=NAMES))
        found = [
            getattr(choice, name)
            for choice in _choices(settings, name)
            if plain(getattr(choice, name)) == wish
            and isinstance(wish, bool) == isinstance(getattr(choice, name), bool)
        ]
        if not found:
            known = [str(plain(getattr(choice, name))) for choice in _choices(settings, name)]
            raise Unreadable(T("{value} is unknown; known are {known}.", value=repr(wish)[:40], known=known))
        settings = replace(settings, **{name: found[0]})
    return settings


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return value.value if isinstance(value, Enum) else value


def _choices(settings: WheelSettings, name: str) -> Iterator[WheelSettings]:
    """Every choice, from the first the wheel would come to."""
    seen = []
    for steps in range(-_MOST_STEPS, _MOST_STEPS):
        turned = changed(settings, name, steps)
        if getattr(turned, name) not in seen:
            seen.append(getattr(turned, name))
            yield turned


def _shown(settings: WheelSettings, name: str) -> Text | str:
    return listed(settings)[NAMES.index(name)].value


def _say(text: Text | str, words: Language) -> str:
    return text if isinstance(text, str) else words.say(text)
