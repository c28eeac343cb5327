"""A recap as a picture, to be sent to those who played: drawn with the wheel's own letters, which know every accent."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING

from companion.table.recap import words as said
from companion.table.recap.chart import Box, Line, Point, lay_out
from companion.table.recap.looking_back import Recap
from companion.table.recap.story import Story
from companion.table.screens.font import TEXT, TITLE, Face
from companion.tiwanaku.pieces import Colour
from companion.words import Language

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 1080
MARGIN = 48
_FINER = 2
"""Drawn so many times larger, then made smaller: lines without steps."""
_PLOT = 460
_ROW = 42
PAPER, INK, SOFT, RULE = "#fbfaf6", "#23211d", "#6b675e", "#d9d4c8"
INKS = {
    Colour.BROWN: "#8a5a2b",
    Colour.WHITE: "#5d6470",
    Colour.GREEN: "#1d7a3a",
    Colour.BLUE: "#1f5fbf",
    Colour.PURPLE: "#7a3fa8",
    Colour.YELLOW: "#8f6c00",
}


def draw(recap: Recap, words: Language) -> Image:
    """The poster of a recap."""
    from PIL.Image import Resampling

    story = recap.story
    below = _wrapped(_closing(recap, words), TEXT, 3, WIDTH - 2 * MARGIN)
    rows = len(story.sources) + 2
    height = 160 + _PLOT + 90 + rows * _ROW + 24 + len(below) * 36 + MARGIN
    sheet = _Sheet(height)
    title = _fitting(f"{words.say(said.TITLE)}: {story.name}", TITLE, WIDTH - 2 * MARGIN)
    sheet.write(title, MARGIN, MARGIN, TITLE, 4)
    sheet.write(words.say(said.outcome(story)), MARGIN, MARGIN + 64, TEXT, 3, SOFT)
    _plot(sheet, story, words, 160)
    _table(sheet, story, words, 160 + _PLOT + 90)
    y = height - MARGIN - len(below) * 36
    for number, line in enumerate(below):
        sheet.write(line, MARGIN, y + number * 36, TEXT, 3)
    return sheet.image.resize((WIDTH, height), Resampling.BOX)


def as_png(recap: Recap, words: Language) -> bytes:
    """The poster as a file's content."""
    content = io.BytesIO()
    draw(recap, words).save(content, "PNG", optimize=True)
    return content.getvalue()


class _Sheet:
    """A sheet to draw on, in pixels of the finished poster."""

    def __init__(self, height: int) -> None:
        from PIL import Image, ImageDraw

        self.image = Image.new("RGB", (WIDTH * _FINER, height * _FINER), PAPER)
        self._pen = ImageDraw.Draw(self.image)

    def write(
        self, text: str, x: float, y: float, face: Face, scale: int, ink: str = INK, *, right: bool = False
    ) -> None:
        """One line of text, its top left corner there, or its top right one."""
        from PIL.Image import Resampling

        mask = face.line(text)
        size = (mask.width * scale * _FINER, mask.height * scale * _FINER)
        large = mask.resize(size, Resampling.NEAREST)
        left = round(x * _FINER) - (size[0] if right else 0)
        self.image.paste(ink, (left, round(y * _FINER)), large)

    def stroke(self, points: Sequence[Point], ink: str, width: float) -> None:
        """A line through points."""
        if len(points) > 1:
            self._pen.line([_larger(point) for point in points], ink, round(width * _FINER), "curve")

    def shape(self, corners: Sequence[Point], ink: str, width: float) -> None:
        """A closed shape, paper inside."""
        self._pen.polygon([_larger(point) for point in corners], PAPER)
        self.stroke([*corners, corners[0], corners[1]], ink, width)

    def circle(self, middle: Point, radius: float, ink: str, width: float) -> None:
        """A circle, paper inside."""
        (left, top), (right, bottom) = (
            _larger((middle[0] + side, middle[1] + side)) for side in (-radius, radius)
        )
        self._pen.ellipse((left, top, right, bottom), PAPER, ink, round(width * _FINER))

    def bar(self, x: float, y: float, width: float, height: float, ink: str, *, full: bool) -> None:
        """A bar: full, or only its outline with strokes inside."""
        (left, top), (right, bottom) = _larger((x, y)), _larger((x + width, y + height))
        self._pen.rectangle((left, top, right, bottom), ink if full else PAPER, ink, 2 * _FINER)
        if not full:
            at = x + 6.0
            while at < x + width:
                self.stroke([(at, y), (max(x, at - height / 2), y + height)], ink, 2)
                at += 9


def _larger(point: Point) -> Point:
    return point[0] * _FINER, point[1] * _FINER


def _plot(sheet: _Sheet, story: Story, words: Language, top: float) -> None:
    box = Box(MARGIN + 60, top, WIDTH - MARGIN - 230, top + _PLOT)
    chart = lay_out(story, box, 34)
    for tick in chart.points:
        sheet.stroke([(box.left, tick.at), (box.right, tick.at)], RULE, 1.5)
        sheet.write(str(tick.number), box.left - 14, tick.at - 14, TEXT, 3, SOFT, right=True)
    for tick in chart.turns:
        number = str(tick.number)
        sheet.write(number, tick.at - 1.5 * TEXT.measure(number), box.bottom + 6, TEXT, 3, SOFT)
    turn = words.say(said.TURN)
    middle = (box.left + box.right) / 2 - 1.5 * TEXT.measure(turn)
    sheet.write(turn, middle, box.bottom + 38, TEXT, 3, SOFT)
    for line in chart.lines:
        party = story.parties[line.party]
        _line(sheet, line, INKS[party.colour])
        label = _fitting(f"{said.name(party.name, words)} {party.score}", TITLE, 225, 2)
        sheet.write(label, box.right + 18, line.label_y - 13, TITLE, 2, INKS[party.colour])


def _line(sheet: _Sheet, line: Line, ink: str) -> None:
    for piece in dashed(line.points, [2 * length for length in line.dashes]):
        sheet.stroke(piece, ink, 4.5)
    for point in line.marked:
        _mark(sheet, line, point, ink)


def _mark(sheet: _Sheet, line: Line, point: Point, ink: str) -> None:
    corners = line.marker.corners(8)
    if corners:
        sheet.shape([(point[0] + x, point[1] + y) for x, y in corners], ink, 3.5)
    else:
        sheet.circle(point, 9, ink, 3.5)


def dashed(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """The strokes of a dashed line; the whole line where it has no dashes.

    >>> list(dashed([(0, 0), (10, 0)], (4, 2)))
    [[(0, 0), (4.0, 0.0)], [(6.0, 0.0), (10.0, 0.0)]]
    """
    if not dashes:
        yield list(points)
        return
    number, left = 0, float(dashes[0])
    piece: list[Point] = list(points[:1])
    for start, end in itertools.pairwise(points):
        length, done = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while length - done >= left > 0:
            done += left
            share = done / length
            here = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            if number % 2 == 0:
                yield [*piece, here]
            piece = [here]
            number += 1
            left = float(dashes[number % len(dashes)])
        left -= length - done
        if number % 2 == 0:
            piece.append(end)
    if number % 2 == 0 and len(set(piece)) > 1:
        yield piece


def _table(sheet: _Sheet, story: Story, words: Language, top: float) -> None:
    """Points by source: a column a party, a bar a number."""
    sources, left = story.sources, MARGIN + 330
    column = (WIDTH - MARGIN - left) / max(1, len(story.parties))
    most = (
        max((abs(party.points.get(source, 0)) for party in story.parties for source in sources), default=1)
        or 1
    )
    for number, party in enumerate(story.parties):
        x, ink = left + number * column, INKS[party.colour]
        _line(sheet, Line(number, ((x, top + 14), (x + 40, top + 14)), ((x + 20, top + 14),), 0), ink)
        name = _fitting(said.name(party.name, words), TITLE, column - 60, 2)
        sheet.write(name, x + 52, top, TITLE, 2, ink)
        for row, source in enumerate(sources, start=1):
            points, y = party.points.get(source, 0), top + row * _ROW
            sheet.write(_signed(points), x, y, TEXT, 3)
            if points:
                width = max(4.0, (column - 80) * abs(points) / most)
                sheet.bar(x + 58, y + 4, width, 20, ink, full=points > 0)
        sheet.write(str(party.score), x, top + (len(sources) + 1) * _ROW, TITLE, 3)
    names = [source.text for source in sources]
    for row, text in enumerate([*names, said.TOTAL], start=1):
        name = _fitting(said.name(text, words), TEXT, 320, 3)
        sheet.write(name, MARGIN, top + row * _ROW, TEXT, 3)


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def _closing(recap: Recap, words: Language) -> list[str]:
    """What the divinations were, and the longest deduction."""
    counts = [f"{count} {words.say(verdict.text)}" for verdict, count in said.tally(recap)]
    tally = (
        f"{words.say(said.DIVINATIONS)}: {', '.join(counts)}." if counts else words.say(said.NO_DIVINATIONS)
    )
    if recap.longest is None:
        return [tally]
    return [tally, f"{words.say(said.LONGEST)}: {words.say(said.longest(recap))}"]


def _wrapped(paragraphs: Sequence[str], face: Face, scale: int, width: int) -> list[str]:
    return [line for paragraph in paragraphs for line in face.wrap(paragraph, width // scale)]


def _fitting(text: str, face: Face, width: float, scale: int = 4) -> str:
    """The text, shortened to the width if it has to be."""
    return face.shorten(text, int(width // scale))
