"""A 128 x 64 sheet to draw one screen on: signs, text that is made to fit, boxes.

Text that does not fit even in the small face is cut with an ellipsis *and* reported in :attr:`Canvas.overflows`,
so that tests can ask for none in four languages. So is an accent or a tail that would leave the screen.
"""

from __future__ import annotations

from typing import Literal

from PIL import Image, ImageDraw

from companion.table.screens import icons
from companion.table.screens.descriptions import Words
from companion.table.screens.font import ABOVE, DIGITS, TEXT, TITLE, Face
from companion.words import Language, Spoken, Text

WIDTH = 128
HEIGHT = 64
Align = Literal["left", "centre", "right"]
LIT = 1
DARK = 0


class Canvas:
    """One screen in the making, in one language."""

    def __init__(self, language: Language) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.pen = ImageDraw.Draw(self.image)
        self.overflows: list[str] = []
        self.pages = 1
        self._language = language

    # Words ---------------------------------------------------------------------------------------

    def say(self, words: Words | Spoken) -> str:
        """The words in the language of the table; names that people gave stay as they are."""
        return words if isinstance(words, str) else self._language.say(words)

    def name(self, words: Text | Spoken) -> str:
        """A name that stands alone, with a capital."""
        said = self.say(words)
        return said[:1].upper() + said[1:]

    # Text ----------------------------------------------------------------------------------------

    def line(
        self,
        words: Words | Spoken,
        x: int,
        y: int,
        width: int,
        height: int,
        *,
        faces: tuple[Face, ...] = (TITLE, TEXT),
        align: Align = "left",
        ink: int = LIT,
    ) -> int:
        """One line in a box, in the largest face that fits; the width it took."""
        said = self.say(words)
        face = next((face for face in faces if face.measure(said) <= width), faces[-1])
        shown = face.shorten(said, width)
        if shown != said:
            self.overflows.append(said)
        taken = face.measure(shown)
        self._write(shown, _start(x, width, taken, align), y + (height - face.capital) // 2, face, ink)
        return taken

    def paragraph(
        self,
        words: Words,
        x: int,
        y: int,
        width: int,
        height: int,
        *,
        faces: tuple[Face, ...] = (TITLE, TEXT),
        align: Align = "left",
        may_cut_words: bool = False,
    ) -> None:
        """Wrapped lines in the middle of a box, in the largest face that fits.

        A word that has to be cut counts as an overflow, but for addresses, which are one long word.
        """
        said = self.say(words)
        for face in faces:
            lines, room = face.wrap(said, width), _lines_in(height, face)
            whole = may_cut_words or all(face.measure(word) <= width for word in said.split(" "))
            if whole and len(lines) <= room:
                break
        else:
            self.overflows.append(said)
        if len(lines) > room:
            lines = [*lines[: room - 1], face.shorten(" ".join(lines[room - 1 :]), width)]
        top = y + (height - _height_of(lines, face)) // 2
        self._lines(lines, x, top, width, face, align)

    def pages_of(self, words: Words, x: int, y: int, width: int, height: int, page: int) -> None:
        """One page of a text of any length, from the top of a box; the number of pages is noted."""
        said = self.say(words)
        face = TITLE if len(TITLE.wrap(said, width)) <= _lines_in(height, TITLE) else TEXT
        lines, room = face.wrap(said, width), _lines_in(height, face)
        self.pages = max(1, -(-len(lines) // room))
        shown = max(0, min(page, self.pages - 1))
        lines = lines[shown * room : (shown + 1) * room]
        top = y + (height - _height_of(lines, face)) // 2 if self.pages == 1 else y
        self._lines(lines, x, top, width, face, "left")

    def number(
        self,
        number: str,
        x: int,
        y: int,
        width: int,
        *,
        face: Face = DIGITS,
        align: Align = "right",
        ink: int = LIT,
    ) -> None:
        """A number in big digits; in the title face where these do not fit."""
        if face.measure(number) > width:
            self.line(number, x, y, width, face.capital, align=align, ink=ink)
            return
        mask = face.line(number)
        self.image.paste(ink, (_start(x, width, mask.width, align), y), mask)

    def _lines(self, lines: list[str], x: int, y: int, width: int, face: Face, align: Align) -> None:
        for number, line in enumerate(lines):
            start = _start(x, width, face.measure(line), align)
            self._write(line, start, y + number * face.pitch, face, LIT)

    def _write(self, text: str, x: int, y: int, face: Face, ink: int) -> None:
        mask = face.line(text)
        left, top, right, bottom = mask.getbbox() or (0, ABOVE, 0, ABOVE)
        if min(x + left, y - ABOVE + top) < 0 or x + right > WIDTH or y - ABOVE + bottom > HEIGHT:
            self.overflows.append(text)
        self.image.paste(ink, (x, y - ABOVE), mask)

    # Pictures ------------------------------------------------------------------------------------

    def sign(self, name: str, x: int, y: int, size: int = icons.LARGE, *, ink: int = LIT) -> None:
        """A sign, its top left corner there."""
        self.image.paste(ink, (x, y), icons.sign(name, size))

    def fill(self, x: int, y: int, width: int, height: int, ink: int = LIT) -> None:
        """A full box."""
        if width > 0 and height > 0:
            self.image.paste(ink, (x, y, x + width, y + height))

    def frame(self, x: int, y: int, width: int, height: int, thickness: int = 1) -> None:
        """The outline of a box."""
        self.pen.rectangle((x, y, x + width - 1, y + height - 1), outline=LIT, width=thickness)

    def bar(self, x: int, y: int, width: int, height: int, ink: int = LIT) -> None:
        """A full box without its corner pixels, which looks softer."""
        self.fill(x, y + 1, width, height - 2, ink)
        self.fill(x + 1, y, width - 2, height, ink)


def _start(x: int, width: int, taken: int, align: Align) -> int:
    spare = width - taken
    return x + {"left": 0, "centre": spare // 2, "right": spare}[align]


def _lines_in(height: int, face: Face) -> int:
    return max(1, (height - face.capital) // face.pitch + 1)


def _height_of(lines: list[str], face: Face) -> int:
    return (len(lines) - 1) * face.pitch + face.capital
