"""Bytes on the page's port itself: whatever comes, the next phone is answered.

What cuts bytes into requests and frames is not ours, how it is set up is.
"""

from __future__ import annotations

import base64
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.trust.bad_input.logs import Faults
from tests.trust.bad_input.reader import Bench, Reader
from tests.web.serving import Served, serving

PATIENCE = 5.0
"""Seconds after which an answer does not come any more."""
GLANCE = 0.02
"""Seconds that a damaged request is waited for: most of them never get an answer."""
ASK_EVERY = 20
_ASK = b"GET /api/v1/table HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


def _frame(kind: int, content: bytes) -> bytes:
    """A frame as a browser sends it; the mask is of zeros."""
    length = bytes([0x80 | len(content)]) if len(content) < 126 else b"\xfe" + struct.pack(">H", len(content))
    return bytes([0x80 | kind]) + length + bytes(4) + content


def _seeds() -> list[bytes]:
    host = b"Host: 127.0.0.1\r\n"
    body = json.dumps({"code": "482913", "name": "Ana"}).encode()
    kind = b"Content-Type: application/json\r\n"
    key = base64.b64encode(bytes(16))
    upgrade = (
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key
    )
    talk = (
        _frame(1, b'{"type": "ping"}')
        + _frame(2, b"bytes")
        + _frame(9, b"")
        + _frame(1, b"x" * 2000)
        + _frame(8, b"\x03\xe8")
    )
    return [
        _ASK,
        b"POST /api/v1/join HTTP/1.1\r\n" + host + kind + b"Content-Length: %d\r\n\r\n" % len(body) + body,
        b"POST /api/v1/join HTTP/1.1\r\n"
        + host
        + kind
        + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body)
        + body
        + b"\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"Expect: 100-continue\r\n\r\n" + _ASK,
        b"GET /api/v1/live HTTP/1.1\r\n" + host + upgrade + b"\r\n\r\n" + talk,
    ]


def _say(served: Served, data: bytes, patience: float) -> bytes:
    """Send bytes, hear what comes, and hang up."""
    heard = b""
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as line:
        try:
            line.sendall(data)
            line.settimeout(patience)
            while part := line.recv(65_536):
                heard += part
        except (TimeoutError, ConnectionError):
            pass  # refused in the middle of it, or not complete
    return heard


@contextmanager
def _port(folder: Path) -> Iterator[Bench]:
    with serving(folder) as served, Faults() as faults:
        count = 0

        def read(data: bytes) -> None:
            nonlocal count
            count += 1
            _say(served, data, GLANCE)
            if count % ASK_EVERY == 0 and not _say(served, _ASK, PATIENCE).startswith(b"HTTP/1.1 200"):
                raise AssertionError("the next phone was not answered")
            faults.check()

        yield Bench(_seeds(), read)


_TOKENS = (b"\r\n\r\n", b"\r\n", b"HTTP/1.0", b"HTTP/9.9", b"Content-Length: -1\r\n", b"Content-Length: 99999999999999999999\r\n", b"Transfer-Encoding: gzip\r\n",
           b"Upgrade: h2c\r\n", b"Host: \r\n", b"ffffffff\r\n", b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", b"\x01\x80\0\0\0\0", b"\x89\xff", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")  # fmt: skip

READERS = (Reader("bytes on the port", _port, 2_000, tokens=_TOKENS, guided=100),)
