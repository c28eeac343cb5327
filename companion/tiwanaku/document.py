"""Reading our TOML files strictly: every fault names the file, the line and what was expected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, TypeGuard

from companion.errors import Unreadable
from companion.words import T, Text

FORMAT = 1
LONGEST_TEXT = 200_000
"""Letters of a file: many times what any of ours has, and quickly read whatever is in them."""
_LONGEST_NUMBER = 2**63  # as TOML has it
_MOST_DOTS = 20

_TABLE = re.compile(r"""^[ \t]*\[[ \t]*(["']?)([\w./-]+)\1[ \t]*\][ \t]*$""", re.MULTILINE)
_DRAWN = re.compile(r"""\"{3}((?:\\.|[^\\])*?)\"{3}|'{3}(.*?)'{3}""", re.DOTALL)
_PROSE = re.compile(
    rf"""{_DRAWN.pattern}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*""",
    re.DOTALL,
)
# Texts and comments, closed or not; possessive, so that no text makes it look twice at the same letter.
_QUOTED = re.compile(
    r"""\"{3}(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?|'{3}(?:[^']|'(?!''))*+(?:'{3,5})?|"(?:\\.|[^"\\\n])*+"?|'[^'\n]*+'?|\#[^\n]*+""",
    re.DOTALL,
)
_WORDS = re.compile(r"[\w.\- \t]+")
_NO_WORD = re.compile(r"\.[ \t]*\.")


@dataclass(frozen=True)
class Document:
    """A parsed TOML file that remembers where its keys stand."""

    source: str
    text: str = field(repr=False)
    values: dict[str, Any] = field(repr=False)

    @classmethod
    def parse(cls, content: str | bytes, source: str, keys: Collection[str]) -> Document:
        """Parse a file of ours; refuse other formats and keys that it cannot have."""
        text, values = _load(content, source)
        document = cls(source, text, values)
        document._check_format()
        document._check_keys(keys)
        return document

    def fault(
        self, problem: Text, key: str | None = None, *, table: str | None = None, offset: int = 0
    ) -> Unreadable:
        """The error for a problem at a key, perhaps one of a table; the offset counts lines below the key's own."""
        line = self.line_of(key, table) if key else None
        return fault(self.source, line + offset if line else None, problem)

    def line_of(self, key: str, table: str | None = None) -> int | None:
        """The line, counted from 1, where a key or table is written; None if it cannot be told.

        A key of a table that is written in one line, as ``tiles = { dirt = 6 }``, stands where the table does.
        """
        start = self._start_of(key, table)
        return None if start is None else self.text.count("\n", 0, start) + 1

    def string(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.fault(T("{key} must be text in quotes.", key=key), key)
        return value

    def integer(self, key: str, least: int, most: int) -> int:
        """A whole number within limits."""
        value = self._value(key, None)
        if not is_integer(value) or not least <= value <= most:
            raise self.fault(
                T("{key} must be a whole number from {least} to {most}.", key=key, least=least, most=most),
                key,
            )
        return int(value)

    def strings(self, key: str, default: list[str] | None = None) -> list[str]:
        """A list of texts."""
        value = self._value(key, default)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.fault(T("{key} must be a list of texts in quotes.", key=key), key)
        return value

    def table(self, key: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
        """A table of keys and values."""
        value = self._value(key, default)
        if not isinstance(value, dict):
            raise self.fault(T("{key} must be a table of names and values.", key=key), key)
        return value

    def rows(self, key: str) -> list[tuple[int, list[str]]]:
        """A drawn grid as rows of tokens, each with the number of lines it stands below the key."""
        lines = self.string(key).split("\n")
        first = self._first_line_below(key)
        rows = [(0 if first is None else number + first, line.split()) for number, line in enumerate(lines)]
        return [(number, tokens) for number, tokens in rows if tokens]

    def _first_line_below(self, key: str) -> int | None:
        """How far below its key the first line of a drawn text stands; None if its lines are not the file's."""
        start = self._start_of(key)
        drawn = start is not None and _DRAWN.search(self.text, start)
        if not drawn or "\n" in self.text[start : drawn.start()] or (drawn[1] and "\\" in drawn[1]):
            return None
        # The line break right after the opening quotes is dropped by TOML, yet counts in the file.
        return 1 if (drawn[1] or drawn[2]).startswith("\n") else 0

    def _start_of(self, key: str, table: str | None = None) -> int | None:
        """Where in the text a key, or a table's key, or else the table itself, begins."""
        code = self._code
        tables = [(found.start(), found[2]) for found in _TABLE.finditer(code)]
        begin, end = 0, tables[0][0] if tables else len(code)
        if table is not None:
            begin = next((start for start, name in tables if name == table), -1)
            end = next((start for start, _ in tables if start > begin), len(code))
        if begin >= 0:
            pattern = rf"""^[ \t]*(["']?){re.escape(key)}\1[ \t]*[=.]"""
            found = re.compile(pattern, re.MULTILINE).search(code, begin, end)
            if found:
                return found.start()
        if table is not None:
            return self._start_of(table)
        return next((start for start, name in tables if name.partition(".")[0] == key), None)

    @cached_property
    def _code(self) -> str:
        """The text with comments and texts of several lines blanked, so that nothing in them looks like a key."""
        return _PROSE.sub(lambda found: _blanked(found[0]), self.text)

    def _value(self, key: str, default: Any) -> Any:
        value = self.values.get(key, default)
        if value is None:
            raise self.fault(T("{key} is missing.", key=key))
        return value

    def _check_format(self) -> None:
        version = self._value("format", None)
        if not is_integer(version):
            raise self.fault(
                T("{key} must be a whole number from {least} to {most}.", key="format", least=1, most=1),
                "format",
            )
        if version != FORMAT:
            raise self.fault(
                T(
                    "format {found} is not known here; this Pachamama reads format {known}.",
                    found=version,
                    known=FORMAT,
                ),
                "format",
            )

    def _check_keys(self, keys: Collection[str]) -> None:
        for key in self.values:
            if key in keys:
                continue
            near = get_close_matches(key, keys, n=1)
            if near:
                raise self.fault(T("unknown name {key}; did you mean {near}?", key=key, near=near[0]), key)
            raise self.fault(T("unknown name {key}; known are {keys}.", key=key, keys=sorted(keys)), key)


def names_in(content: str | bytes, source: str) -> set[str]:
    """The names on the top level of a TOML file, by which its kind can be told."""
    return set(_load(content, source)[1])


def is_integer(value: object) -> TypeGuard[int]:
    """Whether a TOML value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def decode(content: bytes, source: str) -> str:
    """The text of a file's bytes, refused where they are no text."""
    if b"\0" in content:
        raise fault(source, None, T("this is no text file."))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise fault(source, line, T("this is not UTF-8 text.")) from None


def fault(source: str, line: int | None, problem: Text) -> Unreadable:
    """The error for a problem in a file."""
    if line is None:
        return Unreadable(T("{source}: {problem}", source=source, problem=problem))
    return Unreadable(T("{source}, line {line}: {problem}", source=source, line=line, problem=problem))


def _load(content: str | bytes, source: str) -> tuple[str, dict[str, Any]]:
    text = decode(content, source) if isinstance(content, bytes) else content
    # TOML wants no bare carriage returns; files from other systems have them before the line's end.
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    if len(text) > LONGEST_TEXT:
        raise fault(source, None, T("too long to be one of our files."))
    if _has_long_key(text):
        raise fault(source, None, T("nested too deeply to be one of our files."))
    try:
        values = tomllib.loads(text)
        _refuse_long_numbers(values)
    except RecursionError:
        raise fault(source, None, T("nested too deeply to be one of our files.")) from None
    except ValueError as error:
        raise _syntax_fault(source, error) from None
    return text, values


def _has_long_key(text: str) -> bool:
    """Whether there is a key such as a.a.a.…: the time to read one grows with the square of its length, to minutes."""
    for words in _WORDS.findall(_QUOTED.sub("_", text)):
        if words.count(".") > _MOST_DOTS and any(
            key.count(".") > _MOST_DOTS for key in _NO_WORD.split(words)
        ):
            return True
    return False


def _syntax_fault(source: str, error: ValueError) -> Unreadable:
    place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    if place is None:
        return fault(
            source, None, T("this is not TOML; is the end of the file missing, or a number too long?")
        )
    problem = T(
        "this is not TOML, it goes wrong at column {column}; is a quote, a bracket or a sign missing?",
        column=place.group(2),
    )
    return fault(source, int(place.group(1)), problem)


def _refuse_long_numbers(value: object) -> None:
    """Refuse whole numbers that no other program would read either, nor Python write."""
    if isinstance(value, int) and not -_LONGEST_NUMBER <= value < _LONGEST_NUMBER:
        raise ValueError("a whole number beyond 64 bits")
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            _refuse_long_numbers(each)


def _blanked(text: str) -> str:
    """Comments and texts of several lines as blanks; a text of one line, which may be a key, as it is."""
    if text.startswith(('"""', "'''", "#")):
        return re.sub(r"[^\n]", " ", text)
    return text
