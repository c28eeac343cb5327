"""How phones find the table: by the name ``pachamama.local``, and by the address that the QR code leads to."""

from __future__ import annotations

import logging
import socket
import threading
from typing import Any

log = logging.getLogger(__name__)
NAME = "pachamama.local"
_KIND = "_http._tcp.local."
_ANYWHERE = ("192.0.2.1", 9)
"""A place for documents alone: nothing is sent there, but the system says from where it would be."""


def own_address() -> str:
    """The address of this machine in its home network; its own loop without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def own_names() -> tuple[str, ...]:
    """The names that this machine is called by in its network."""
    name = socket.gethostname().split(".")[0].lower()
    return (name, f"{name}.local", NAME)


def join_address(port: int) -> str:
    """Where phones find the page: by number, which works in every network.

    >>> join_address(80).startswith("http://")
    True
    """
    return f"http://{own_address()}" + ("" if port == 80 else f":{port}")


class Beacon:
    """Answers for ``pachamama.local`` for as long as it is open; without multicast nobody hears it, and nothing breaks."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._zeroconf: Any = None
        self._closed = False
        self._lock = threading.Lock()

    def open(self) -> None:
        """Begin; this may take a second, so it is called aside."""
        from zeroconf import ServiceInfo, Zeroconf

        try:
            info = ServiceInfo(
                _KIND,
                f"Pachamama.{_KIND}",
                addresses=[socket.inet_aton(own_address())],
                port=self._port,
                properties={"path": "/"},
                server=f"{NAME}.",
            )
            opened = Zeroconf()
            with self._lock:
                # The table may have ended meanwhile: nobody would close this any more.
                late = self._closed
                self._zeroconf = None if late else opened
            if late:
                opened.close()
            else:
                opened.register_service(info, allow_name_change=True)
        except Exception as error:  # zeroconf raises whatever sockets raise, and its own
            if not self._closed:
                log.warning("the table cannot be found as %s: %s", NAME, type(error).__name__)

    def close(self) -> None:
        """End, and say so in the network."""
        with self._lock:
            self._closed = True
            opened, self._zeroconf = self._zeroconf, None
        if opened is not None:
            opened.close()
