"""Board descriptions: the two official ones, and people's own.

>>> official_board("long").columns
9
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from importlib import resources

from companion.errors import Unreadable
from companion.tiwanaku.board import ANIMALS, ELEMENTS, Board
from companion.tiwanaku.document import Document
from companion.words import T

OFFICIAL_BOARDS = ("short", "long")
MOST_DIVERSITY_LEVELS = 20
_KEYS = ("format", "name", "elements", "animals", "diversity_levels", "trails")


@lru_cache(maxsize=len(OFFICIAL_BOARDS))
def official_board(name: str) -> Board:
    """One of the boards of the box: ``short`` or ``long``."""
    if name not in OFFICIAL_BOARDS:
        raise Unreadable(T("unknown board {name}; known are {boards}.", name=name, boards=OFFICIAL_BOARDS))
    path = resources.files(__package__).joinpath("boards", f"{name}.toml")
    return parse_board(path.read_text(encoding="utf-8"), f"{name}.toml")


def official_boards() -> dict[str, Board]:
    """Both boards of the box by name, where a reader of scenarios looks them up."""
    return {name: official_board(name) for name in OFFICIAL_BOARDS}


def parse_board(content: str | bytes, source: str) -> Board:
    """The board that a description's text describes; refused with the reason if it cannot be one."""
    document = Document.parse(content, source, _KEYS)
    board = Board(
        name=_name(document),
        elements=_signs(document, "elements", ELEMENTS),
        animals=_signs(document, "animals", ANIMALS),
        diversity_levels=document.integer("diversity_levels", 1, MOST_DIVERSITY_LEVELS),
        trails=_trails(document),
    )
    _check_trails(board, document)
    return board


def _name(document: Document) -> str:
    name = document.string("name")
    if not name.replace("-", "").isalnum():
        raise document.fault(T("the name of a board has letters, digits and hyphens only."), "name")
    return name


def _signs(document: Document, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    signs = document.strings(key)
    for sign in signs:
        if sign not in known:
            raise document.fault(T("unknown sign {sign}; known are {signs}.", sign=sign, signs=known), key)
    for sign, count in Counter(signs).items():
        if count > 1:
            raise document.fault(
                T("{sign} names two of the {key}; a sign names one.", sign=sign, key=key), key
            )
    if len(signs) < 2:
        raise document.fault(T("{key} needs two signs at least.", key=key), key)
    return tuple(signs)


def _trails(document: Document) -> tuple[tuple[str, str], ...]:
    trails = document.values.get("trails", [])
    if not isinstance(trails, list):
        raise document.fault(T("trails must be a list of pairs of exits."), "trails")
    for trail in trails:
        if not isinstance(trail, list) or len(trail) != 2 or not all(isinstance(end, str) for end in trail):
            raise document.fault(T("a trail joins two exits: {trail} does not.", trail=repr(trail)), "trails")
    return tuple((first, second) for first, second in trails)


def _check_trails(board: Board, document: Document) -> None:
    used = Counter(end for trail in board.trails for end in trail)
    for end, count in used.items():
        try:
            board.exit(end)
        except Unreadable as error:
            raise document.fault(error.text, "trails") from None
        if count > 1:
            raise document.fault(T("the exit {end} is the end of two trails; it has one.", end=end), "trails")
    missing = [end for end in _exits(board) if end not in used]
    if used and missing:
        raise document.fault(
            T("no trail ends at {exits}: join every exit of the board, or none at all.", exits=missing),
            "trails",
        )


def _exits(board: Board) -> list[str]:
    vertical = [f"{side} {sign}" for side in ("top", "bottom") for sign in board.elements]
    return vertical + [f"{side} {sign}" for side in ("left", "right") for sign in board.animals]
