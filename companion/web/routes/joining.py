"""Joining the table, sitting down, taking the wheel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from companion.web.errors import Declined, not_found, too_many
from companion.web.page import Page
from companion.web.routes.bodies import AskBody, JoinBody
from companion.web.routes.caller import Called, Caller, drop_cookie, set_cookie
from companion.words import T, Text

router = APIRouter(tags=["joining"])
Data = dict[str, Any]
Seat = Annotated[int, Path(ge=0, le=3)]


@router.get("/me")
async def me(by: Called) -> Data:
    """What this device is."""
    return by.page.you(by.device)


@router.post("/join")
async def join(by: Called, body: JoinBody, response: Response) -> Data:
    """Become a member by the table's code."""
    page = by.page
    wait = page.code_tries.wait(by.address, page.ports.clock())
    if wait:
        raise too_many(wait)
    if not page.guests.right_code(body.code):
        raise Declined(403, "wrong-code", T("This is not the table's code; look at the wheel again."))
    page.code_tries.succeeded(by.address)
    device = by.device
    if device is None:
        device, token = page.guests.welcome(body.name, page.ports.now(), member=True)
        set_cookie(response, token)
    else:
        page.guests.admit(device.id)
        device = page.guests.rename(page.guests.device(device.id) or device, body.name or device.name)
    await page.people_changed(device.id)
    return page.you(device)


@router.post("/join/ask", status_code=202)
async def ask_to_join(by: Called, body: AskBody, response: Response) -> Data:
    """Ask the people at the wheel to be let in."""
    page = by.page
    if by.device is not None:
        raise Declined(409, "not-legal", T("This phone is known here already, or waits for the wheel."))
    wait = page.ask_tries.wait(by.address, page.ports.clock())
    if wait:
        raise too_many(wait)
    device, token = page.guests.welcome(body.name, page.ports.now(), member=False)

    def let_in() -> None:
        page.guests.admit(device.id)
        page.spawn(page.people_changed(device.id))

    try:
        page.ask_hands(T("Let the phone {name} in?", name=f"{device.name} {device.sign}".strip()), let_in)
    except Declined:
        page.guests.leave(device.id)
        raise
    set_cookie(response, token)
    return {"state": "asked", "sign": device.sign}


@router.delete("/me", status_code=204)
async def leave(by: Called) -> Response:
    """Leave the table."""
    response = Response(status_code=204)
    if by.device is not None:
        by.page.windows.release(by.device.id)
        by.page.guests.leave(by.device.id)
        await by.page.people_changed(by.device.id)
    drop_cookie(response)
    return response


# Seats -------------------------------------------------------------------------------------------


def _check_seat(page: Page, seat: int) -> None:
    if seat >= len(page.colours):
        raise not_found()


@router.post("/seats/{seat}")
async def sit_down(by: Called, seat: Seat) -> Data:
    """Take a free seat."""
    member = by.member
    _check_seat(by.page, seat)
    by.page.guests.take_seat(member, seat)
    await by.page.people_changed(member.id)
    return by.page.people()


@router.post("/seats/{seat}/ask", status_code=202)
async def ask_for_seat(by: Called, seat: Seat) -> Data:
    """Ask the people at the wheel for a seat that another device has."""
    member, page = by.member, by.page
    _check_seat(page, seat)

    def give() -> None:
        device = page.guests.device(member.id)
        before = page.guests.holder(seat)
        if device is not None and device.member:
            if before is not None:
                page.windows.release(before.id)
            page.guests.take_seat(device, seat, allowed=True)
            page.spawn(page.people_changed(device.id, *([before.id] if before is not None else [])))

    return _ask(
        by,
        T(
            "Give {colour}’s seat to the phone {name}?",
            colour=page.colours[seat],
            name=member.name or member.id,
        ),
        give,
    )


@router.delete("/seats/{seat}")
async def get_up(by: Called, seat: Seat) -> Data:
    """Leave one's seat."""
    member = by.member
    _check_seat(by.page, seat)
    if seat not in member.seats:
        raise Declined(403, "not-your-seat", T("This seat is not yours."))
    by.page.guests.free_seat(member, seat)
    await by.page.people_changed(member.id)
    return by.page.people()


# The wheel ---------------------------------------------------------------------------------------


@router.post("/wheel")
async def take_wheel(by: Called) -> Data:
    """Be the wheel of the page; it exists once."""
    member, before = by.member, by.page.guests.wheel_holder()
    by.page.guests.take_wheel(member, allowed=by.page.wheel_is_left())
    await by.page.people_changed(member.id, *([before.id] if before is not None else []))
    return by.page.people()


@router.post("/wheel/ask", status_code=202)
async def ask_for_wheel(by: Called) -> Data:
    """Ask the people at the wheel for the page's wheel that another device has."""
    member, page = by.member, by.page

    def give() -> None:
        device, before = page.guests.device(member.id), page.guests.wheel_holder()
        if device is not None and device.member:
            if before is not None:
                page.windows.release(before.id)
            page.guests.take_wheel(device, allowed=True)
            page.spawn(page.people_changed(device.id, *([before.id] if before is not None else [])))

    return _ask(by, T("Let the phone {name} be the wheel?", name=member.name or member.id), give)


@router.delete("/wheel")
async def put_wheel_down(by: Called) -> Data:
    """Put the wheel down."""
    member = by.member
    if not member.wheel:
        raise Declined(403, "not-the-wheel", T("This phone is not the wheel."))
    by.page.windows.release(member.id)
    by.page.guests.free_wheel(member)
    await by.page.people_changed(member.id)
    return by.page.people()


def _ask(by: Caller, text: Text, give: Callable[[], None]) -> Data:
    wait = by.page.ask_tries.wait(by.address, by.page.ports.clock())
    if wait:
        raise too_many(wait)
    by.page.ask_hands(text, give)
    return {"state": "asked"}
