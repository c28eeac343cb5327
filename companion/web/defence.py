"""What stands before everything: hosts, origins, sizes and headers. A thing on a home network is reached by any web page.

- A page of another site that had its name point here (DNS rebinding) still says that name as Host: only names of ours
  and bare addresses are answered.
- A request that changes something, and every WebSocket, has to come from our own page, or from no page at all.
- Bodies are JSON and small; a form of another site can send neither.
"""

from __future__ import annotations

import ipaddress
import json
import logging
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.errors import PachamamaError
from companion.web.errors import Declined, error_data
from companion.web.languages import spoken
from companion.words import T

log = logging.getLogger(__name__)
LARGEST_BODY = 64 * 1024
LARGEST_PATH = 2048
_MOST_DIGITS = 9
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


class Defence:
    """Lets through what comes from the table's own page, and from programs that are no browser."""

    def __init__(self, app: ASGIApp, *, names: Collection[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, hand it on, and add the headers to its answer."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers, meter = Headers(scope=scope), _Meter(receive, send)
        try:
            await self._answer(scope, headers, meter)
        except _Gone:
            log.debug("a phone went away before it had its answer")
        except Exception:
            # It has been answered as broken. Without the values of variables, which could give away a solution.
            log.exception("a request failed: %s %s", scope.get("method", "live"), scope["path"])

    async def _answer(self, scope: Scope, headers: Headers, meter: _Meter) -> None:
        try:
            self._check(scope, headers)
        except Declined as error:
            await _turn_away(error, scope, headers, meter.send)
            return
        await self._app(scope, meter.receive, meter.send)

    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        if not self._known(host):
            raise Declined(
                403, "foreign-host", T("This table is not known by that name; use the address on the wheel.")
            )
        if len(scope["path"]) + len(scope["query_string"]) > LARGEST_PATH:
            raise Declined(414, "too-large", T("The address is too long."))
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return
        if not _same_origin(host, headers):
            raise Declined(403, "foreign-origin", T("Only the table's own page may do this."))
        if scope["type"] == "http":
            _check_body(headers)

    def _known(self, host: str) -> bool:
        name = _name_of(host)
        return name in self._names or _is_address(name)


class _Gone(OSError):  # noqa: N818 (what it is)
    """Nobody is left at the other end of the line, or nobody who speaks HTTP."""


class _Meter:
    """Counts what comes in, whatever its header says, and adds our headers to what goes out."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._size = 0

    async def receive(self) -> Message:
        """The next part of the body."""
        message = await self._receive()
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            if self._size > LARGEST_BODY:
                raise _too_large()
        return message

    async def send(self, message: Message) -> None:
        """The answer, with our headers; who has set one of them already meant it."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        try:
            await self._send(message)
        except Exception as error:
            raise _Gone from error


def _name_of(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".").lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.split("%")[0])
    except ValueError:
        return False
    return True


def _same_origin(host: str, headers: Headers) -> bool:
    """A browser names where a request comes from; what names nothing is no browser, and has no cookie of somebody else's."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            return urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            return False
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _check_body(headers: Headers) -> None:
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit():
        raise Declined(400, "unreadable", T("The length of the message cannot be read."))
    digits = length.lstrip("0")
    # By how many they are first: Python takes no number of thousands of digits.
    if len(digits) > _MOST_DIGITS or int(digits or "0") > LARGEST_BODY:
        raise _too_large()
    has_body = bool(digits) or "transfer-encoding" in headers
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    if has_body and kind != "application/json":
        raise Declined(415, "not-json", T("Messages to the table are JSON."))


def _too_large() -> Declined:
    return Declined(413, "too-large", T("The message is too large."))


async def _turn_away(error: PachamamaError, scope: Scope, headers: Headers, send: Send) -> None:
    if scope["type"] == "websocket":
        # Before it is accepted, this is an answer 403 to the browser.
        await send({"type": "websocket.close", "code": 1008})
        return
    words = spoken(QueryParams(scope["query_string"]).get("lang"), headers.get("accept-language", ""))
    body = json.dumps({"error": error_data(error, words)}, ensure_ascii=False).encode()
    status = error.status if isinstance(error, Declined) else 400
    named = {"content-type": "application/json", "content-length": str(len(body)), **HEADERS}
    raw = [(name.lower().encode(), value.encode()) for name, value in named.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
