"""Settings, and the words of the page."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from companion.web.feed import dumps
from companion.web.routes.bodies import SettingsBody
from companion.web.routes.caller import Called
from companion.web.settings import settings_list, with_values
from companion.web.words import page_words

router = APIRouter(tags=["settings"])
Data = dict[str, Any]


@router.get("/settings")
async def settings(by: Called) -> Data:
    """The settings of the table, and what each means."""
    return {"settings": settings_list(by.page.settings, by.words)}


@router.put("/settings")
async def change(by: Called, body: SettingsBody) -> Data:
    """Change settings."""
    _ = by.member
    wished = with_values(by.page.settings, body.model_extra or {})
    await by.page.change_settings(wished)
    return {"settings": settings_list(by.page.settings, by.words)}


@router.get("/words/{lang}")
async def words(lang: Literal["en", "fr", "de", "it"], request: Request) -> Response:
    """Every sentence of the page in a language; sent again only if it changed."""
    body = dumps({"lang": lang, "words": page_words(lang)}).encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
