"""The welcome and everything that is chosen from a list or a grid."""

from __future__ import annotations

from companion.table.screens.canvas import DARK, HEIGHT, LIT, WIDTH, Canvas
from companion.table.screens.descriptions import (
    Action,
    ActionMenu,
    Menu,
    ScenarioMenu,
    SettingsMenu,
    Welcome,
    Words,
)
from companion.table.screens.font import TEXT
from companion.table.screens.icons import LARGE
from companion.table.screens.parts import first_visible, rows, title_bar
from companion.words import T, Text

COLUMNS = 4
CELL_WIDTH = WIDTH // COLUMNS
CELL_HEIGHT = LARGE + 1
VISIBLE_ROWS = 2


def welcome(canvas: Canvas, _shown: Welcome) -> None:
    """The stepped cross of the Andes, the name, and what to do."""
    _stepped_cross(canvas, 32, 24, 6)
    canvas.line("Pachamama", 62, 10, WIDTH - 62, 12)
    canvas.line("Tiwanaku", 62, 27, WIDTH - 62, 9, faces=(TEXT,))
    canvas.line(T("Press the wheel"), 0, 51, WIDTH, 11, align="centre")


def menu(canvas: Canvas, shown: Menu) -> None:
    """Any short list; our own names get a capital, names that people gave stay as they are."""
    title_bar(canvas, shown.title)
    rows(canvas, tuple((_entry(canvas, entry), "") for entry in shown.entries), shown.chosen)


def scenario_menu(canvas: Canvas, shown: ScenarioMenu) -> None:
    """The names of the scenarios."""
    note = f"{shown.chosen + 1}/{len(shown.names)}"
    title_bar(canvas, T("Choose a scenario"), note=note)
    rows(canvas, tuple((canvas.say(name), "") for name in shown.names), shown.chosen)


def settings_menu(canvas: Canvas, shown: SettingsMenu) -> None:
    """The settings, each with its value."""
    title_bar(canvas, T("Settings"), note=f"{shown.chosen + 1}/{len(shown.settings)}")
    entries = tuple((canvas.say(setting.name), canvas.say(setting.value)) for setting in shown.settings)
    rows(canvas, entries, shown.chosen, editing=shown.editing)


def action_menu(canvas: Canvas, shown: ActionMenu) -> None:
    """Signs in two rows of four; the chosen one lit, and named below."""
    count = -(-len(shown.actions) // COLUMNS)
    first = first_visible(count, shown.chosen // COLUMNS, VISIBLE_ROWS)
    for number, action in enumerate(shown.actions):
        row, column = divmod(number, COLUMNS)
        if not first <= row < first + VISIBLE_ROWS:
            continue
        x, y = column * CELL_WIDTH, (row - first) * (CELL_HEIGHT + 1)
        lit = number == shown.chosen
        if lit:
            canvas.bar(x, y, CELL_WIDTH, CELL_HEIGHT)
        canvas.sign(action.value, x + (CELL_WIDTH - LARGE) // 2, y, ink=DARK if lit else LIT)
    y = HEIGHT - 12
    canvas.line(_name(shown.actions[shown.chosen]), 10, y, WIDTH - 20, 12, align="centre")
    if first > 0:
        _more(canvas, 2, y + 3, -1)
    if first + VISIBLE_ROWS < count:
        _more(canvas, WIDTH - 9, y + 3, 1)


def _name(action: Action) -> Text:
    return {
        Action.EXPLORE: T("Explore"),
        Action.DIVINE: T("Divine"),
        Action.OFFER: T("Offer"),
        Action.PASS: T("Pass"),
        Action.END_TURN: T("End turn"),
        Action.UNDO: T("Undo"),
        Action.HINT: T("Hint"),
        Action.SETTINGS: T("Settings"),
        Action.SCORES: T("Scores"),
        Action.POINTS: T("Points"),
        Action.NEW_GAME: T("New game"),
        Action.JOIN: T("Join by phone"),
        Action.WHEEL: T("Ask the wheel"),
        Action.OTOMA: T("Move the Otoma"),
        Action.LESSONS: T("Lessons"),
    }[action]


def _entry(canvas: Canvas, words: Words) -> str:
    return words if isinstance(words, str) else canvas.name(words)


def _more(canvas: Canvas, x: int, y: int, way: int) -> None:
    """A small triangle that says the list goes on there."""
    for number in range(4):
        row = y + number if way > 0 else y + 3 - number
        canvas.fill(x + number, row, 7 - 2 * number, 1)


def _stepped_cross(canvas: Canvas, x: int, y: int, unit: int) -> None:
    """A chakana: a cross of squares with steps between its arms and a hole in its middle."""
    for row, half in ((-3, 1), (-2, 2), (-1, 3), (0, 3), (1, 3), (2, 2), (3, 1)):
        canvas.fill(x - half * unit - unit // 2, y + row * unit - unit // 2, (2 * half + 1) * unit, unit)
    canvas.pen.ellipse((x - 8, y - 8, x + 7, y + 7), fill=DARK)
    canvas.pen.ellipse((x - 4, y - 4, x + 3, y + 3), fill=LIT)
