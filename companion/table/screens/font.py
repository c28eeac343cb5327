"""Two pixel faces and big digits, and how text is laid out with them.

A face has capitals of one height; ``y`` always means the top of a capital. Accents of capitals rise two rows
above it, some letters go two rows below the line.

>>> TEXT.measure("Ábc") == TEXT.measure("Abc")
True
>>> TEXT.wrap("the crop is not certain", 60)
['the crop is', 'not certain']
>>> TEXT.shorten("the crop is not certain", 60)
'the crop is n…'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from companion.table.screens.bitmaps import Rows, load_art, mask

if TYPE_CHECKING:
    from PIL.Image import Image

ABOVE = 2
"""Rows above a capital, for its accent."""
BELOW = 2
"""Rows below the line."""
ELLIPSIS = "…"
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
# A blank that keeps two words together, as French sets before its colons.
_FIRM_BLANKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"

# French sets a blank before these signs; a line never begins with one, nor ends with an opening guillemet.
_BEFORE_SIGNS = re.compile(r" (?=[:;?!»])|(?<=«) ")

_MARKS: Mapping[str, Rows] = {
    "\N{COMBINING GRAVE ACCENT}": ("#.", ".#"),
    "\N{COMBINING ACUTE ACCENT}": (".#", "#."),
    "\N{COMBINING CIRCUMFLEX ACCENT}": (".#.", "#.#"),
    "\N{COMBINING TILDE}": (".#.#", "#.#."),
    "\N{COMBINING CARON}": ("#.#", ".#."),
    "\N{COMBINING DIAERESIS}": ("#.#",),
    "\N{COMBINING RING ABOVE}": ("##", "##"),
}
_BOLD_MARKS: Mapping[str, Rows] = {
    "\N{COMBINING GRAVE ACCENT}": ("##.", ".##"),
    "\N{COMBINING ACUTE ACCENT}": (".##", "##."),
    "\N{COMBINING CIRCUMFLEX ACCENT}": (".##.", "#..#"),
    "\N{COMBINING TILDE}": (".##.#", "#.##."),
    "\N{COMBINING CARON}": ("#..#", ".##."),
    "\N{COMBINING DIAERESIS}": ("##.##",),
    "\N{COMBINING RING ABOVE}": ("##", "##"),
}


@dataclass(frozen=True)
class Face:
    """One pixel face: its art, the height of its capitals, the width of a blank."""

    art: str
    capital: int
    blank: int
    pitch: int
    gap: int = 1
    marks: tuple[tuple[str, Rows], ...] = ()

    @property
    def height(self) -> int:
        """Rows of a line with accents and descenders."""
        return ABOVE + self.capital + BELOW

    @cached_property
    def _drawn(self) -> Mapping[str, Rows]:
        return load_art(self.art)

    def __hash__(self) -> int:
        return hash(self.art)

    def knows(self, character: str) -> bool:
        """Whether it can show that character as it is."""
        return character == " " or character in _FIRM_BLANKS or self.glyph(character) != self.glyph(UNKNOWN)

    def glyph(self, character: str) -> Rows:
        """The rows of a character, as high as a line."""
        return _glyph(self, character)

    def advance(self, character: str) -> int:
        """How far the next character stands from this one."""
        if character == " ":
            return self.blank
        if character in _FIRM_BLANKS:
            return self.blank - 1
        return len(self.glyph(character)[0]) + self.gap

    def measure(self, text: str) -> int:
        """The width of a line in pixels."""
        return max(0, sum(map(self.advance, text)) - self.gap)

    def line(self, text: str) -> Image:
        """A Pillow mask of one line, :attr:`height` rows high."""
        return _line(self, text)

    def shorten(self, text: str, width: int) -> str:
        """The text, cut with an ellipsis where it is too wide."""
        if self.measure(text) <= width:
            return text
        while text and self.measure(text + ELLIPSIS) > width:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS

    def wrap(self, text: str, width: int) -> list[str]:
        """The lines of a text; a word wider than a line is cut in pieces, nothing is lost."""
        lines: list[str] = []
        line = ""
        for word in _BEFORE_SIGNS.sub("\N{NO-BREAK SPACE}", text).split(" "):
            longer = f"{line} {word}" if line else word
            if self.measure(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while self.measure(word) > width:
                piece = self._piece(word, width)
                lines.append(piece)
                word = word[len(piece) :]
            line = word
        return [*lines, line] if line else lines

    def _piece(self, word: str, width: int) -> str:
        """As much of a word as fits, cut behind a stroke, hyphen, colon or dot if it has one there."""
        end = 1
        while end < len(word) and self.measure(word[: end + 1]) <= width:
            end += 1
        for cut in range(end, 0, -1):
            if word[cut - 1] in "/-:.":
                return word[:cut]
        return word[:end]


@lru_cache(maxsize=1024)
def _glyph(face: Face, character: str) -> Rows:
    drawn = face._drawn.get(character)
    mark: Rows | None = None
    if drawn is None:
        parts = unicodedata.normalize("NFD", character)
        base = parts[0]
        mark = dict(face.marks).get(parts[1]) if len(parts) > 1 else None
        base = "ı" if base == "i" and mark else base
        drawn = face._drawn.get(base) or face._drawn[UNKNOWN]
    width = len(drawn[0])
    height = face.height if face.marks else face.capital
    above = ABOVE if face.marks else 0
    rows = [*["." * width] * above, *drawn]
    rows += ["." * width] * (height - len(rows))
    return _with_mark(rows, mark) if mark else tuple(rows)


def _with_mark(rows: list[str], mark: Rows) -> Rows:
    """Put an accent over a letter: a row of air between them where there is room."""
    top = next(y for y, row in enumerate(rows) if "#" in row)
    start = max(0, top - 1 - len(mark))
    width = max(len(rows[0]), len(mark[0]))
    rows = [row.center(width, ".") for row in rows]
    for y, row in enumerate(mark, start):
        rows[y] = row.center(width, ".")
    return tuple(rows)


@lru_cache(maxsize=1024)
def _line(face: Face, text: str) -> Image:
    from PIL import Image

    height = face.height if face.marks else face.capital
    image = Image.new("1", (max(1, face.measure(text)), height))
    x = 0
    for character in text:
        if character != " " and character not in _FIRM_BLANKS:
            image.paste(1, (x, 0), mask(face.glyph(character)))
        x += face.advance(character)
    return image


TEXT = Face("font-text", capital=7, blank=3, pitch=9, marks=tuple(_MARKS.items()))
TITLE = Face("font-title", capital=9, blank=4, pitch=12, marks=tuple(_BOLD_MARKS.items()))
NUMBERS = Face("font-numbers", capital=18, blank=6, pitch=20, gap=2)
DIGITS = Face("font-digits", capital=24, blank=8, pitch=26, gap=3)
