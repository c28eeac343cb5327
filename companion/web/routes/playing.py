"""The table as it stands, commands, corrections, and what is asked of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from companion.tiwanaku.game import (
    Correction,
    Discover,
    Divine,
    Oracle,
    Record,
    SetUp,
    explain_score,
    reach,
    read_command,
)
from companion.tiwanaku.game.codec import command_data, event_data
from companion.web.errors import Declined, error_data, no_game, not_found
from companion.web.page import Page
from companion.web.routes.bodies import CommandsBody, CorrectionBody
from companion.web.routes.caller import Called
from companion.web.showing import entry_data
from companion.words import Language, T

router = APIRouter(tags=["game"])
Data = dict[str, Any]


@router.get("/table")
async def table(by: Called) -> Data:
    """The public table as it stands."""
    return {
        "epoch": by.page.feed.epoch,
        "revision": by.page.feed.revision,
        "table": by.page.table(by.words),
    }


@router.post("/commands")
async def command(by: Called, body: CommandsBody) -> Data:
    """Give the game a command, in one's own turn."""
    member, page = by.member, by.page
    page.state()
    before = _record(page)
    wish = read_command(body.command, before.back.board)
    if isinstance(wish, Discover | Divine):
        raise Declined(409, "hold-the-window", T("Hold the window open on the wheel to see what is there."))
    if isinstance(wish, SetUp):
        raise Declined(409, "already-set-up", T("The game has been set up already."))
    page.check_may_act(member, before.state)

    def deed(record: Record, oracle: Oracle) -> Record:
        check_entries(record, body.entries)
        if record.state.seat != before.state.seat:
            raise Declined(409, "changed", T("The game went on meanwhile: look again."))
        return record.do(wish, oracle)

    record = await page.order(deed)
    return {
        "revision": page.feed.revision,
        "events": [event_data(event) for event in record.entries[-1].events],
    }


@router.get("/history")
async def history(by: Called) -> Data:
    """Everything that happened, entry by entry."""
    record = _record(by.page)

    def entries() -> list[Data]:
        setup = record.state.agreed
        return [entry_data(index, entry, setup, by.words) for index, entry in enumerate(record.entries)]

    return {"entries": await asyncio.to_thread(entries)}


@router.post("/corrections")
async def correct(by: Called, body: CorrectionBody) -> Data:
    """Undo, redo, change or insert any entry; what no longer fits is reported."""
    _ = by.member
    correction = _correction(_record(by.page), body)
    found: list[Correction] = []

    def deed(record: Record, oracle: Oracle) -> Record:
        check_entries(record, body.entries)
        found[:] = [correction(record)]
        return found[0].record

    await by.page.order(deed)
    return {"revision": by.page.feed.revision, "misfits": _misfits(found[0], by.words)}


@router.post("/corrections/try")
async def try_correction(by: Called, body: CorrectionBody) -> Data:
    """What a correction would lead to; nothing is changed."""
    _ = by.member
    record = _record(by.page)
    check_entries(record, body.entries)
    correction = _correction(record, body)
    return {"misfits": _misfits(await asyncio.to_thread(correction, record), by.words)}


@router.get("/score/{side}")
async def score(by: Called, side: Annotated[int, Path(ge=0, le=3)]) -> Data:
    """Why a side has its points."""
    record = _record(by.page)
    if side >= len(by.page.state().sides):
        raise not_found()
    lines = await asyncio.to_thread(explain_score, record.events, side)
    return {
        "lines": [
            {"points": line.points, "total": line.total, "text": by.words.say(line.text)} for line in lines
        ]
    }


@router.get("/reach")
async def destinations(by: Called, space: Annotated[str | None, Query(max_length=40)] = None) -> Data:
    """Where the meeple of a space can go in this turn; without a space, a new meeple."""
    state = by.page.state()
    start = None if space is None else state.board.space(space)
    if start is not None and start not in state.own():
        return {"destinations": []}
    return {"destinations": [str(found) for found in reach(state, start).destinations]}


def check_entries(record: Record, entries: int | None) -> None:
    """Refuse what was meant for another state of the game."""
    if entries is not None and len(record.entries) != entries:
        raise Declined(409, "changed", T("The game went on meanwhile: look again."))


def _record(page: Page) -> Record:
    if page.record is None:
        raise no_game()
    return page.record


def _correction(record: Record, body: CorrectionBody) -> Callable[[Record], Correction]:
    if body.do in ("undo", "redo"):
        if body.index == 0:
            raise Declined(409, "not-legal", T("The set-up is not taken back: begin a new game instead."))
        return lambda current: getattr(current, body.do)(body.index)
    if body.command is None:
        raise Declined(422, "invalid", T("{name} is missing.", name="command"))
    if body.index == 0:
        raise Declined(409, "not-legal", T("The set-up is not changed: begin a new game instead."))
    wish = read_command(body.command, record.back.board)
    # Without the wheel: only a held window may ask it something new.
    return lambda current: getattr(current, body.do)(body.index, wish)


def _misfits(correction: Correction, words: Language) -> list[Data]:
    return [
        {
            "index": misfit.index,
            "command": command_data(misfit.command),
            "error": error_data(misfit.error, words),
        }
        for misfit in correction.misfits
    ]
