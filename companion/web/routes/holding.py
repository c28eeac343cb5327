"""Windows, held open on a phone."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from companion.table.screens.descriptions import Window
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Command, Discover, Divine, Oracle, Record, why_not
from companion.tiwanaku.pieces import Crop
from companion.web.errors import Declined, no_game
from companion.web.routes.bodies import PressBody
from companion.web.routes.caller import Called
from companion.web.windows import Deed
from companion.words import T

router = APIRouter(prefix="/windows", tags=["windows"])
Data = dict[str, Any]


@router.post("/press", status_code=202)
async def press(by: Called, body: PressBody) -> Data:
    """Begin to hold a window; it opens after the wheel's hold time unless it is released."""
    member, page, window = by.member, by.page, Window(body.window)
    record = page.record
    page.check_may_open(member, record.state if record is not None and record.state.agreed else None)
    if not page.feed.of(member.id):
        raise Declined(409, "no-socket", T("The connection to the table is lost; wait until it is back."))
    if record is None:
        back = page.bare()
        if back is None:
            raise no_game()
        space = back.board.space(body.space)
        deed: Deed | None = None
    else:
        space = record.back.board.space(body.space)
        if record.state.agreed is None:
            raise no_game()
        command = _command(body, space)
        if body.correction is None:
            refusal = why_not(record.state, command)
            if refusal is not None:
                raise refusal
        deed = _deed(body, command)
    data = page.windows.press(member.id, window, space, page.settings.hold_time, deed, record)
    page.arm()
    return data


@router.post("/release", status_code=204)
async def release(by: Called) -> Response:
    """Let go."""
    if by.device is not None:
        by.page.windows.release(by.device.id)
        by.page.arm()
    return Response(status_code=204)


def _command(body: PressBody, space: Space) -> Command:
    if body.window == "discovery":
        return Discover(space)
    if body.announced is None:
        raise Declined(409, "announce-first", T("Announce a crop first."))
    return Divine(space, Crop(body.announced))


def _deed(body: PressBody, command: Command) -> Deed:
    within = body.correction

    def deed(record: Record, oracle: Oracle) -> Record:
        if within is None:
            return record.do(command, oracle)
        if within.index == 0:
            raise Declined(409, "not-legal", T("The set-up is not changed: begin a new game instead."))
        correct = record.change if within.do == "change" else record.insert
        correction = correct(within.index, command, oracle)
        for misfit in correction.misfits:
            if misfit.index == within.index:
                raise misfit.error
        return correction.record

    return deed
