"""Every sentence a person sees, in four languages.

Code never holds a finished sentence: it makes a :class:`Text` with :func:`T` (or :func:`TN` where a number
decides the wording), and whoever shows it asks a :class:`Language` to say it. So one error can be logged in
English, shown on the wheel in German and on a phone in French.

>>> from companion.words import T, TN, language
>>> str(T("Unknown place {place}.", place="sun/yak"))
'Unknown place sun/yak.'
>>> language("fr").say(T("sand"))
'sable'
>>> language("de").say(TN("{file}: {count} broken law.", "{file}: {count} broken laws.", 3, file="a.toml"))
'a.toml: 3 gebrochene Gesetze.'
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Protocol, runtime_checkable

DOMAIN = "pachamama"
LANGUAGES = ("en", "fr", "de", "it")


@runtime_checkable
class Spoken(Protocol):
    """A thing of the game that has a name in every language: a terrain, a crop, a space."""

    @property
    def text(self) -> Text:
        """The name as a text."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence not yet said: the English words and what fills their gaps."""

    message: str
    values: tuple[tuple[str, object], ...] = ()
    plural: str | None = None
    count: int = 1

    def __str__(self) -> str:
        return language("en").say(self)


def T(message: str, **values: object) -> Text:
    """Mark an English sentence for translation; ``{gaps}`` are filled by the values.

    A value may be a number, a string, another text or a list of these, or anything :class:`Spoken`.
    """
    return Text(message, tuple(values.items()))


def TN(one: str, many: str, count: int, **values: object) -> Text:
    """Like :func:`T` for a sentence whose wording depends on a number, which fills ``{count}``."""
    return Text(one, (("count", count), *values.items()), plural=many, count=count)


@dataclass(frozen=True, slots=True)
class Language:
    """One of the four languages; says texts."""

    code: str
    _catalogue: gettext.NullTranslations

    def say(self, text: Text | Spoken) -> str:
        """The words of a text in this language."""
        if not isinstance(text, Text):
            text = text.text
        if text.plural is None:
            words = self._catalogue.gettext(text.message)
        else:
            words = self._catalogue.ngettext(text.message, text.plural, text.count)
        if not text.values:
            return words
        return words.format_map({name: self._say_value(value) for name, value in text.values})

    def _say_value(self, value: object) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, Text | Spoken):
            return self.say(value)
        if isinstance(value, list | tuple | set | frozenset):
            return ", ".join(self._say_value(each) for each in value)
        return str(value)


@lru_cache(maxsize=len(LANGUAGES))
def language(code: str) -> Language:
    """The language of that code; English for one we do not speak."""
    if code not in LANGUAGES or code == "en":
        return Language("en", gettext.NullTranslations())
    catalogue = resources.files(__package__).joinpath("locale", code, "LC_MESSAGES", f"{DOMAIN}.mo")
    if not catalogue.is_file():
        return Language(code, gettext.NullTranslations())
    with catalogue.open("rb") as file:
        return Language(code, gettext.GNUTranslations(file))


def wished_language(option: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The language code to speak: the ``--lang`` option, else the environment's, else English.

    >>> wished_language(None, {"LANG": "fr_CH.UTF-8"})
    'fr'
    >>> wished_language("it", {"LANG": "fr_CH.UTF-8"})
    'it'
    """
    wishes = [option] if option else _wishes(environment)
    for wish in wishes:
        code = re.split(r"[-_.@]", wish.lower())[0]
        if code in LANGUAGES:
            return code
    return "en"


def _wishes(environment: Mapping[str, str]) -> list[str]:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return environment[name].split(":")
    return []
