"""The application: all routes behind the defence, errors in one shape, the page's files."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from companion import __version__
from companion.errors import PachamamaError
from companion.web.defence import Defence
from companion.web.errors import Declined, error_data, status_and_code
from companion.web.languages import spoken
from companion.web.page import Page
from companion.web.routes import (
    games,
    helping,
    holding,
    joining,
    live,
    playing,
    scenarios,
    setting,
    transcribing,
    watching,
)
from companion.words import Language, T, Text

log = logging.getLogger(__name__)
PREFIX = "/api/v1"
LOCAL_NAMES = ("localhost", "pachamama.local")
_SMALLEST_ZIPPED = 1000
_ROUTERS = (joining, playing, holding, games, scenarios, transcribing, helping, setting, watching, live)
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Not every system knows these."""
_STATUS_TEXTS: dict[int, tuple[str, Text]] = {
    400: ("unreadable", T("This message cannot be read.")),
    404: ("not-found", T("There is nothing here by that name.")),
    405: ("not-found", T("This cannot be done with it.")),
}


class Answer(JSONResponse):
    """JSON that can be sent whatever somebody wrote into a name: lone halves of letters are replaced."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


class PageFiles(StaticFiles):
    """The page's files: asked for anew each time, and sent only if they changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file."""
        response = await super().get_response(path, scope)
        response.headers.setdefault("Cache-Control", "no-cache")
        kind = _KINDS.get(Path(path).suffix)
        if kind is not None and response.status_code == 200:
            response.headers["Content-Type"] = kind
        return response


def build(page: Page, *, names: Collection[str] = (), static: Path | None = None) -> ASGIApp:
    """The application of a page. ``names`` are the host names by which it may be called, besides the usual ones."""
    app = describe(page)
    folder = static or Path(str(resources.files("companion.web").joinpath("static")))
    if folder.is_dir():
        app.mount("/", PageFiles(directory=folder, html=True))
    zipped = GZipMiddleware(app, minimum_size=_SMALLEST_ZIPPED)
    return Defence(zipped, names=(*LOCAL_NAMES, *names))


def describe(page: Page) -> FastAPI:
    """The interface by itself, with its OpenAPI description."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        page.attach(asyncio.get_running_loop())
        yield
        page.detach()

    app = FastAPI(
        title="Pachamama",
        version=__version__,
        description="one table of Tiwanaku; told in words in docs/api.md",
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        default_response_class=Answer,
    )
    app.state.page = page
    api = APIRouter(prefix=PREFIX, responses=_ERRORS)
    for module in _ROUTERS:
        api.include_router(module.router)
    app.include_router(api)
    _answer_errors(app)
    return app


_ERROR_SCHEMA = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "text"],
            "properties": {"code": {"type": "string"}, "text": {"type": "string"}},
        }
    },
}
_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": what, "content": {"application/json": {"schema": _ERROR_SCHEMA}}}
    for status, what in {
        400: "cannot be read",
        401: "for members only",
        403: "not for this device",
        404: "no such thing",
        409: "not now, by the rules",
        413: "too large",
        415: "no JSON",
        422: "not as described here",
        429: "too often",
    }.items()
}


def _answer_errors(app: FastAPI) -> None:
    @app.exception_handler(PachamamaError)
    async def ours(request: Request, error: PachamamaError) -> Response:
        headers, more = {}, {}
        if isinstance(error, Declined):
            more = error.more
            if error.retry_after is not None:
                headers["Retry-After"] = str(error.retry_after)
        return Answer(
            {"error": error_data(error, _words(request)), **more}, status_and_code(error)[0], headers=headers
        )

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        # By name only: what somebody sent is not said back.
        fields = sorted({".".join(str(part) for part in each["loc"][1:])[:80] for each in error.errors()})
        text = T("Something in this message is not as it must be.")
        return Answer(
            {"error": {"code": "invalid", "text": _words(request).say(text), "fields": fields}}, 422
        )

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        code, text = _STATUS_TEXTS.get(error.status_code, _STATUS_TEXTS[400])
        return Answer(
            {"error": {"code": code, "text": _words(request).say(text)}},
            error.status_code,
            headers=error.headers,
        )

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        text = T("Something went wrong in here. Nothing has changed; look at the log.")
        return Answer({"error": {"code": "broken", "text": _words(request).say(text)}}, 500)


def _words(request: Request) -> Language:
    return spoken(request.query_params.get("lang"), request.headers.get("accept-language", ""))
