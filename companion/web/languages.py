"""Which language a phone wants to be spoken to in."""

from __future__ import annotations

from companion.words import LANGUAGES, Language, language

_MOST_WISHES = 20


def spoken(option: str | None, accepted: str = "") -> Language:
    """The language of ``?lang=``, else the first of ``Accept-Language`` that we speak, else English.

    >>> spoken(None, "rm;q=0.9, de-CH;q=0.8, en;q=0.7").code
    'de'
    >>> spoken("it", "de").code
    'it'
    """
    for wish in (option or "", *_wishes(accepted)):
        code = wish.split("-")[0].strip().lower()
        if code in LANGUAGES:
            return language(code)
    return language("en")


def _wishes(accepted: str) -> list[str]:
    weighed = []
    for number, part in enumerate(accepted.split(",")[:_MOST_WISHES]):
        name, _, rest = part.partition(";")
        weighed.append((-_weight(rest), number, name.strip()))
    return [name for weight, _, name in sorted(weighed) if weight < 0]


def _weight(text: str) -> float:
    name, _, value = text.strip().partition("=")
    try:
        return float(value) if name == "q" else 1.0
    except ValueError:
        return 0.0
