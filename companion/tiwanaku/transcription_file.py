"""Drafts: a transcription as a file and back, one line an entry.

    format = 1
    name = "Attic find"
    board = "short"
    entries = [
      "tiles 6 7 6 6",
      "start sun/llama S3",
      "otoma purple sun/llama",
      "done start",
      "front river/condor S3",
      "again river/condor S2",
    ]

``again`` is a second look at a space of the front, ``tiles-again`` one at the counts; ``start sun/llama ..`` and
``otoma purple ..`` take an entry away.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import Unreadable
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.document import FORMAT, Document
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import read_board
from companion.tiwanaku.scenario import quoted, read_name
from companion.tiwanaku.transcription import (
    BACK_PARTS,
    BackDone,
    Content,
    Entry,
    FrontSpace,
    OtomaPlace,
    StartTile,
    TileCounts,
    Transcription,
)
from companion.words import T

_KEYS = ("format", "name", "board", "entries")
_NOTHING = ".."
_MOST_DIGITS = 2


def write_transcription(transcription: Transcription) -> str:
    """The text of a draft; reading it gives the same transcription."""
    lines = [
        f"format = {FORMAT}",
        f"name = {quoted(transcription.name)}",
        f'board = "{transcription.board.name}"',
        "entries = [",
        *(f'  "{_written(entry)}",' for entry in transcription.entries),
        "]",
    ]
    return "\n".join(lines) + "\n"


def parse_transcription(
    content: str | bytes, source: str, boards: Mapping[str, Board] | None = None
) -> Transcription:
    """Read a draft's text; what cannot be read is refused by file and line, never showing an entry."""
    document = Document.parse(content, source, _KEYS)
    board = read_board(document, boards)
    name = read_name(document)
    entries: list[Entry] = []
    for number, line in enumerate(document.strings("entries"), start=1):
        try:
            entries.append(_read(line, board))
        except Unreadable:
            # What stands there may be a part of the solution: the number has to do.
            raise document.fault(
                T("entry {number} cannot be understood.", number=number), "entries"
            ) from None
    return Transcription(name, board, tuple(entries))


def content_of_token(text: str) -> Content:
    """The content that files write as S3.

    >>> content_of_token("S3").crop.name
    'CHILI'
    """
    if len(text) != 2 or text[1] not in "12345":
        raise Unreadable(T("This entry cannot be understood."))
    return Content(Terrain.of_letter(text[0]), Crop(int(text[1])))


def _written(entry: Entry) -> str:
    match entry:
        case TileCounts(counts, again):
            return " ".join(["tiles-again" if again else "tiles", *map(str, counts)])
        case StartTile(space, content):
            return f"start {space} {content.token if content else _NOTHING}"
        case OtomaPlace(colour, place):
            return f"otoma {colour.value} {place or _NOTHING}"
        case BackDone(part):
            return f"done {part}"
        case FrontSpace(space, shown, again):
            return f"{'again' if again else 'front'} {space} {shown.token}"


def _read(line: str, board: Board) -> Entry:
    match line.split(" "):
        case [("tiles" | "tiles-again") as kind, dirt, sand, grass, rock]:
            counts = (_count(dirt), _count(sand), _count(grass), _count(rock))
            return TileCounts(counts, again=kind == "tiles-again")
        case ["start", place, content]:
            shown = None if content == _NOTHING else content_of_token(content)
            return StartTile(board.space(place), shown)
        case ["otoma", colour, place]:
            space: Space | None = None if place == _NOTHING else board.space(place)
            return OtomaPlace(_colour(colour), space)
        case ["done", part] if part in BACK_PARTS:
            return BackDone(part)
        case [("front" | "again") as kind, place, content]:
            return FrontSpace(board.space(place), content_of_token(content), again=kind == "again")
    raise Unreadable(T("This entry cannot be understood."))


def _count(text: str) -> int:
    # By its length first: Python takes no number of thousands of digits.
    if not (text.isascii() and text.isdigit()) or len(text) > _MOST_DIGITS:
        raise Unreadable(T("This entry cannot be understood."))
    return int(text)


def _colour(text: str) -> Colour:
    try:
        return Colour(text)
    except ValueError:
        raise Unreadable(T("This entry cannot be understood.")) from None
