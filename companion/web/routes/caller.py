"""Who calls: every route begins with this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection
from starlette.responses import Response

from companion.web.guests import STAYS, Device
from companion.web.languages import spoken
from companion.web.page import Page
from companion.words import Language

COOKIE = "pachamama"
Lang = Annotated[str | None, Query(max_length=16, description="language of sentences: en, fr, de or it")]
GameId = Annotated[str, Path(pattern=r"^[0-9A-Za-z]{1,32}$")]


@dataclass(frozen=True)
class Caller:
    """A request: the page it is for, the device it comes from, and the language to answer in."""

    page: Page
    device: Device | None
    words: Language
    address: str

    @property
    def member(self) -> Device:
        """The device, which must be a member."""
        return self.page.member(self.device)


def page_of(connection: HTTPConnection) -> Page:
    """The page that the application serves."""
    return cast(Page, connection.app.state.page)


def caller(connection: HTTPConnection, lang: Lang = None) -> Caller:
    """Who calls."""
    page = page_of(connection)
    return Caller(
        page=page,
        device=page.guests.known(connection.cookies.get(COOKIE)),
        words=spoken(lang, connection.headers.get("accept-language", "")),
        address=connection.client.host if connection.client is not None else "",
    )


Called = Annotated[Caller, Depends(caller)]


def set_cookie(response: Response, token: str) -> None:
    """Remember a device in its browser, where no script and no other site can get at it."""
    response.set_cookie(COOKIE, token, max_age=int(STAYS), path="/", httponly=True, samesite="strict")


def drop_cookie(response: Response) -> None:
    """Let a browser forget."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
