"""Whose turn it is, and who has won."""

from __future__ import annotations

from companion.table.screens.canvas import DARK, LIT, WIDTH, Canvas
from companion.table.screens.descriptions import GameEnd, Seat, Side, Turn
from companion.table.screens.font import NUMBERS
from companion.table.screens.icons import LARGE, SMALL
from companion.table.screens.parts import LIST_TOP, ROW, TITLE_BAR, title_bar
from companion.words import T, Text

LARGE_ROWS = 2


def turn(canvas: Canvas, shown: Turn) -> None:
    """The scores, the seat at play lit."""
    seat = shown.seats[shown.active]
    if shown.player:
        who = shown.player.text
    elif seat.side is Side.OTOMA:
        who = T("Otoma")
    else:
        who = seat.colour.text
    title_bar(canvas, T("Turn: {name}", name=who))
    _seats(canvas, shown.seats, frozenset({shown.active}), "")


def game_end(canvas: Canvas, shown: GameEnd) -> None:
    """The winner in the title, a crown beside every winning score."""
    winners = [shown.seats[number] for number in sorted(shown.winners)]
    if len(winners) > 1:
        words = T("Shared victory")
    elif winners[0].side is Side.OTOMA:
        words = T("The Otoma win")
    elif winners[0].side is Side.GROUP:
        words = T("You win together")
    else:
        words = T("Winner: {name}", name=winners[0].colour)
    title_bar(canvas, words, sign="crown")
    _seats(canvas, shown.seats, shown.winners, "crown")


def _seats(canvas: Canvas, seats: tuple[Seat, ...], lit: frozenset[int], mark: str) -> None:
    """A row for each seat: who, and the score; two seats have room for big digits."""
    draw_row = _large_row if len(seats) <= LARGE_ROWS else _small_row
    for number, seat in enumerate(seats):
        draw_row(canvas, number, seat, mark, lit=number in lit)


def _large_row(canvas: Canvas, number: int, seat: Seat, mark: str, *, lit: bool) -> None:
    height = LARGE
    y = TITLE_BAR + 1 + number * (height + 1)
    ink = _ground(canvas, y, height, lit=lit)
    canvas.sign(_sign(seat), 2, y, ink=ink)
    canvas.line(canvas.name(_who(seat)), 29, y, 43, height, ink=ink)
    if mark and lit:
        canvas.sign(mark, 73, y + 6, SMALL, ink=ink)
    canvas.number(str(seat.score), 84, y + 3, 41, face=NUMBERS, ink=ink)


def _small_row(canvas: Canvas, number: int, seat: Seat, mark: str, *, lit: bool) -> None:
    y = LIST_TOP + number * ROW
    ink = _ground(canvas, y, ROW, lit=lit)
    canvas.sign(_sign(seat), 3, y, SMALL, ink=ink)
    canvas.line(canvas.name(_who(seat)), 19, y, 66, ROW, ink=ink)
    if mark and lit:
        canvas.sign(mark, 86, y, SMALL, ink=ink)
    canvas.line(str(seat.score), WIDTH - 30, y, 26, ROW, align="right", ink=ink)


def _ground(canvas: Canvas, y: int, height: int, *, lit: bool) -> int:
    if lit:
        canvas.bar(0, y, WIDTH, height)
    return DARK if lit else LIT


def _sign(seat: Seat) -> str:
    return "otoma" if seat.side is Side.OTOMA else "meeple"


def _who(seat: Seat) -> Text:
    return {Side.PLAYER: seat.colour.text, Side.GROUP: T("Group"), Side.OTOMA: T("Otoma")}[seat.side]
