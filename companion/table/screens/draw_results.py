"""Screens that tell what came of a move: discoveries, divinations, offerings, the Otoma."""

from __future__ import annotations

from companion.table.screens.canvas import DARK, HEIGHT, LIT, WIDTH, Canvas
from companion.table.screens.descriptions import (
    Discovered,
    Divined,
    Offering,
    OtomaFound,
    OtomaStep,
    Token,
    Words,
    WrongDivination,
)
from companion.table.screens.font import TEXT
from companion.table.screens.icons import LARGE, SMALL, name_of
from companion.table.screens.parts import BUTTON, TITLE_BAR, level_dots, place, title_bar
from companion.tiwanaku.pieces import Crop
from companion.words import T

MINUS = "\N{MINUS SIGN}"
TOP = TITLE_BAR + 3
GAIN_X = 70
"""Where the big number stands; the pieces are left of it."""


def discovered(canvas: Canvas, shown: Discovered) -> None:
    """The terrain, the track of its diversity pawn, the points."""
    title_bar(canvas, canvas.name(shown.terrain), place=shown.space)
    canvas.sign(name_of(shown.terrain), 2, TOP)
    _track(canvas, shown.level, shown.levels, 31, TOP)
    _gain(canvas, f"+{shown.points}")
    _foot(canvas, T("Diversity {level}", level=shown.level), shown.score)


def divined(canvas: Canvas, shown: Divined) -> None:
    """The crop, its token, the points."""
    title_bar(canvas, canvas.name(shown.crop), place=shown.space)
    _crop(canvas, shown.crop, 2)
    words = {
        Token.TAKEN: T("Take the token"),
        Token.OWNED_ALREADY: T("Token already owned"),
        Token.NONE_LEFT: T("No token left"),
    }[shown.token]
    if shown.token is Token.TAKEN:
        canvas.line("+", 28, TOP, 9, LARGE, align="centre")
        canvas.sign("token", 38, TOP)
    _gain(canvas, f"+{shown.points}")
    _foot(canvas, words, shown.score)


def wrong_divination(canvas: Canvas, shown: WrongDivination) -> None:
    """What was announced, struck out; what it is; the points lost."""
    title_bar(canvas, T("Wrong"), sign="cross", place=shown.space)
    canvas.sign(name_of(shown.announced), 2, TOP)
    _strike(canvas, 2, TOP)
    canvas.sign("east", 28, TOP + 6, SMALL)
    _crop(canvas, shown.crop, 42)
    _gain(canvas, f"{MINUS}{shown.lost}")
    _foot(canvas, T("It is {crop}", crop=shown.crop), shown.score)


def offering(canvas: Canvas, shown: Offering) -> None:
    """The player's tokens, those to be given marked with a check, and the button that gives them."""
    title_bar(canvas, T("Offering"), note=f"{len(shown.given)}/{len(shown.tokens)}")
    for number, crop in enumerate(shown.tokens):
        x = 1 + number * 25
        lit = number == shown.cursor
        if lit:
            canvas.bar(x - 1, TITLE_BAR + 1, LARGE + 2, LARGE + 2)
        canvas.sign(name_of(crop), x, TITLE_BAR + 2, ink=DARK if lit else LIT)
        if crop in shown.given:
            canvas.sign("check", x + (LARGE - SMALL) // 2, TITLE_BAR + LARGE + 2, SMALL)
    y = HEIGHT - BUTTON
    words = canvas.say(T("Give")) if shown.given else canvas.say(T("Keep all"))
    on_button = shown.cursor >= len(shown.tokens)
    if on_button:
        canvas.bar(0, y, WIDTH, BUTTON)
    else:
        canvas.frame(0, y, WIDTH, BUTTON)
    ink = DARK if on_button else LIT
    canvas.line(words, 6, y, WIDTH - 40, BUTTON, ink=ink)
    canvas.line(f"+{shown.worth}", WIDTH - 36, y, 30, BUTTON, align="right", ink=ink)


def otoma_step(canvas: Canvas, shown: OtomaStep) -> None:
    """The way it goes; small, the space it leaves; large, the space it comes to."""
    title_bar(canvas, canvas.name(shown.colour), sign="otoma", note=f"{shown.number}/{shown.steps}")
    y = TOP + 1
    canvas.sign("trail" if shown.by_trail else name_of(shown.direction), 0, y)
    canvas.sign(shown.start.element, 32, y + 6, SMALL)
    canvas.sign(shown.start.animal, 46, y + 6, SMALL)
    canvas.line(">", 60, y, 14, LARGE, align="centre")
    place(canvas, shown.end, WIDTH - 52, y)
    if shown.stops:
        words = T("Stops: empty space")
    elif shown.by_trail:
        words = T("Follows the trail")
    else:
        words = T("Goes {direction}", direction=shown.direction)
    canvas.line(words, 0, y + LARGE + 4, WIDTH, HEIGHT - y - LARGE - 5, align="centre")


def otoma_found(canvas: Canvas, shown: OtomaFound) -> None:
    """The terrain and the crop that the Otoma found, and their points."""
    title_bar(canvas, canvas.name(shown.colour), sign="otoma", place=shown.space)
    canvas.sign(name_of(shown.terrain), 2, TOP)
    canvas.line(f"+{shown.terrain_points}", 0, TOP + LARGE + 1, 28, 9, faces=(TEXT,), align="centre")
    canvas.sign(name_of(shown.crop), 36, TOP)
    canvas.line(f"+{shown.crop_points}", 34, TOP + LARGE + 1, 28, 9, faces=(TEXT,), align="centre")
    _gain(canvas, f"+{shown.terrain_points + shown.crop_points}")
    words = T("{terrain}, {crop}", terrain=shown.terrain, crop=shown.crop)
    _foot(canvas, canvas.name(words), shown.score)


def _crop(canvas: Canvas, crop: Crop, x: int) -> None:
    canvas.sign(name_of(crop), x, TOP)
    level_dots(canvas, crop, x, TOP + LARGE + 3, LARGE)


def _gain(canvas: Canvas, points: str) -> None:
    canvas.number(points, GAIN_X, TOP + 1, WIDTH - GAIN_X)


def _foot(canvas: Canvas, words: Words, score: int) -> None:
    """A sentence, and the new score below the points and a line, as sums are written."""
    y = HEIGHT - 14
    canvas.fill(0, y, WIDTH, 1)
    said = str(score)
    taken = canvas.line(said, WIDTH - 30, y + 2, 30, 12, align="right")
    canvas.line(words, 0, y + 2, WIDTH - taken - 6, 12)


def _track(canvas: Canvas, level: int, levels: int, x: int, y: int) -> None:
    """A diversity track: one box a level, from the bottom up, filled as far as the pawn has come."""
    step = max(3, min(6, 30 // max(1, levels)))
    for number in range(levels):
        top = y + 30 - (number + 1) * step
        if number < level:
            canvas.fill(x, top, 12, step - 1)
        else:
            canvas.frame(x, top, 12, step - 1)
    canvas.sign("north", x + 16, y + 8, SMALL)


def _strike(canvas: Canvas, x: int, y: int) -> None:
    """A dark-edged bar across a sign: struck out, and still to be recognised."""
    end = LARGE - 1
    canvas.pen.line((x, y + end, x + end, y), fill=DARK, width=5)
    canvas.pen.line((x, y + end, x + end, y), fill=LIT, width=2)
