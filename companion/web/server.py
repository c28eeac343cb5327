"""Serves a page: uvicorn on a thread of its own, with its own loop.

The port is taken before anything else begins, so that who starts a table hears at once if it is not free.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Collection
from pathlib import Path

import uvicorn

from companion.errors import PachamamaError
from companion.web.app import build
from companion.web.page import Page
from companion.words import T

log = logging.getLogger(__name__)
PORT = 8000
LARGEST_MESSAGE = 4096
_PATIENCE = 5.0


class NoPort(PachamamaError):  # noqa: N818
    """The page cannot be served there."""


class Server:
    """A page that is served until it is closed. ``port`` 0: any that is free."""

    def __init__(
        self,
        page: Page,
        *,
        port: int = PORT,
        host: str = "",
        names: Collection[str] = (),
        static: Path | None = None,
    ) -> None:
        self._socket = _listen(host, port)
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            build(page, names=names, static=static),
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            limit_concurrency=256,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=16 * 1024,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def start(self) -> None:
        """Begin to serve; what comes before it is ready waits at the port."""
        self._thread.start()

    def close(self) -> None:
        """End, and wait for it a while."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(_PATIENCE)
        self._socket.close()

    def _run(self) -> None:
        try:
            self._server.run(sockets=[self._socket])
        except Exception:
            log.exception("the page is no longer served")


def _listen(host: str, port: int) -> socket.socket:
    """A socket for IPv6 and IPv4 where there are both."""
    try:
        if not host and socket.has_dualstack_ipv6():
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        return socket.create_server((host, port))
    except OSError as error:
        raise NoPort(
            T(
                "The page cannot use port {port} ({reason}); choose another one with --port.",
                port=port,
                reason=error.strerror or str(error),
            )
        ) from None
