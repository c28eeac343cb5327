"""The camera, and what the referee says."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from companion.tiwanaku.game import Oracle, Record
from companion.web.errors import Declined, absent, not_found
from companion.web.jobs import Cancelled, Progress, Result
from companion.web.page import Page
from companion.web.ports import CameraView, Referee
from companion.web.routes.bodies import CornersBody
from companion.web.routes.caller import Called, GameId
from companion.words import T

router = APIRouter(tags=["camera"])
Data = dict[str, Any]


@router.get("/camera")
async def camera(by: Called) -> Data:
    """The grid that was found, and what was read in it."""
    return await _reading(_camera(by.page))


@router.get("/camera/frame.jpg", response_class=Response)
async def frame(by: Called) -> Response:
    """The latest picture; for members only, since more than the board may be in it."""
    _ = by.member
    picture = await asyncio.to_thread(_camera(by.page).frame)
    if picture is None:
        raise not_found()
    return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


@router.put("/camera/corners")
async def corners(by: Called, body: CornersBody) -> Data:
    """Say where the corners of the board are, or have them found anew."""
    _ = by.member
    view = _camera(by.page)
    points = None if body.corners is None else tuple((x, y) for x, y in body.corners)
    await asyncio.to_thread(view.set_corners, points)
    return await _reading(view)


@router.post("/camera/check", status_code=202)
async def check(by: Called) -> Data:
    """Compare the table with the back of the disc before the game."""
    member, view = by.member, _camera(by.page)

    def work(progress: Progress, cancelled: Cancelled) -> Result:
        tasks = view.check(progress, cancelled)
        return lambda words: {
            "tasks": [
                {"space": None if space is None else str(space), "text": words.say(text)}
                for space, text in tasks
            ]
        }

    return {"job": by.page.jobs.begin(member.id, work, "set-up check").id}


@router.post("/alerts/{alert}/accept", status_code=204)
async def accept(by: Called, alert: GameId) -> Response:
    """We did it on purpose."""
    _ = by.member
    _alert(by.page, alert)
    _referee(by.page).accept(alert)
    return Response(status_code=204)


@router.post("/alerts/{alert}/done", status_code=204)
async def done(by: Called, alert: GameId) -> Response:
    """It was put right: look again."""
    _ = by.member
    _alert(by.page, alert)
    _referee(by.page).done(alert)
    return Response(status_code=204)


@router.post("/proposals/{proposal}/yes")
async def yes(by: Called, proposal: GameId) -> Data:
    """That is what was done: give its command."""
    member, page = by.member, by.page
    found = next((each for each in page.look.proposals if each.id == proposal), None)
    if found is None:
        raise not_found()
    if found.asks_wheel:
        raise Declined(409, "hold-the-window", T("Hold the window open on the wheel to see what is there."))
    state, command = page.state(), found.command
    page.check_may_act(member, state)

    def deed(record: Record, oracle: Oracle) -> Record:
        return record.do(command, oracle)

    await page.order(deed)
    return {"revision": page.feed.revision}


@router.post("/proposals/no", status_code=204)
async def no(by: Called) -> Response:
    """That is not what was done."""
    _ = by.member
    _referee(by.page).decline()
    return Response(status_code=204)


def _camera(page: Page) -> CameraView:
    if page.ports.camera is None:
        raise absent(T("There is no camera at this table."))
    return page.ports.camera


def _referee(page: Page) -> Referee:
    if page.ports.referee is None:
        raise absent(T("There is no camera at this table."))
    return page.ports.referee


def _alert(page: Page, alert: str) -> None:
    _referee(page)
    if all(each.id != alert for each in page.look.alerts):
        raise not_found()


async def _reading(view: CameraView) -> Data:
    reading = await asyncio.to_thread(view.reading)
    return {
        "size": list(reading.size),
        "corners": None if reading.corners is None else [list(point) for point in reading.corners],
        "grid": None if reading.grid is None else [list(row) for row in reading.grid],
        "meeples": dict(reading.meeples),
        "unsure": list(reading.unsure),
    }
