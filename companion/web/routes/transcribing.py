"""A disc copied from the box on a phone, by somebody who does not play that round. Nothing of it ever comes back out."""

from __future__ import annotations

from collections import Counter
from typing import Any

from fastapi import APIRouter

from companion.errors import Unreadable
from companion.shelf import Origin
from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.slips.report import report
from companion.tiwanaku.transcription import (
    Content,
    FrontSpace,
    OtomaPlace,
    StartTile,
    TileCounts,
    Transcription,
)
from companion.web.errors import Declined
from companion.web.routes.bodies import TranscribeBody
from companion.web.routes.caller import Called
from companion.words import T

router = APIRouter(prefix="/scenarios", tags=["scenarios"])


@router.post("/transcribe", status_code=201)
def transcribe(by: Called, body: TranscribeBody) -> dict[str, Any]:
    """Keep a disc that was entered space by space; slips are reported by their places alone."""
    from companion.tiwanaku.generator.rating import rated

    _ = by.member
    shelf = by.page.ports.shelf
    shelf.check_free(body.name, replace=body.replace)
    board = shelf.boards.get(body.board)
    if board is None:
        raise Unreadable(T("There is no board of that name; known are {known}.", known=sorted(shelf.boards)))
    disc = _disc(body, board)
    found = report(disc)
    if not found.fits:
        spaces = [str(space) for space in found.look_again]
        slips = [{"text": by.words.say(text), "spaces": spaces} for text in found.texts]
        raise Declined(409, "slips", found.texts[0], more={"slips": slips})
    shelf.keep(rated(disc.scenario()), Origin.DISC, replace=body.replace)
    return {"name": disc.name}


def _disc(body: TranscribeBody, board: Board) -> Transcription:
    contents = [_content(token) for row in body.grid for token in row]
    if len(contents) != len(board.spaces) or len(body.grid) != board.rows:
        raise Unreadable(
            T("The grid needs {rows} rows of {columns} spaces.", rows=board.rows, columns=board.columns)
        )
    disc = Transcription(" ".join(body.name.split()), board)
    tiles = Counter(content.terrain for content in contents)
    counts = [tiles[terrain] for terrain in Terrain]
    if body.tiles is not None:
        counts = [body.tiles.get(terrain.value, 0) for terrain in Terrain]
    disc = disc.after(TileCounts((counts[0], counts[1], counts[2], counts[3])))
    for space, content in zip(board.spaces, contents, strict=True):
        disc = disc.after(FrontSpace(space, content))
    for place in body.start:
        space = board.space(place)
        disc = disc.after(StartTile(space, contents[space.index]))
    colours = {colour.value: colour for colour in Colour}
    for name, place in body.otoma.items():
        if name not in colours:
            raise Unreadable(
                T("{value} is unknown; known are {known}.", value=repr(name)[:20], known=sorted(colours))
            )
        disc = disc.after(OtomaPlace(colours[name], board.space(place)))
    disc.check_otoma()
    return disc


def _content(token: str) -> Content:
    """What a token means; one that means nothing is not said back, since it may be half a solution."""
    letters = {terrain.letter: terrain for terrain in Terrain}
    if len(token) != 2 or token[0] not in letters or token[1] not in "12345":
        raise Unreadable(T("A space is a terrain’s letter and a crop’s number, such as S3."))
    return Content(letters[token[0]], Crop(int(token[1])))
