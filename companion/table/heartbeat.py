"""Tells systemd that the table is up, and that it still lives: a service that hangs is started anew.

    start --> READY=1 --> every third of the watchdog's time: is everybody alive? --yes--> WATCHDOG=1
                                             |
                                             no: nothing is sent, and who is silent is logged

Without a service manager (no ``NOTIFY_SOCKET``) nothing is sent to anybody.

>>> Notifier({}).wanted
False
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping

from companion.table.inbox import Pulse, Waiting

log = logging.getLogger(__name__)

Sign = Callable[[], bool]
"""Whether somebody is alive."""


class Notifier:
    """Sends lines to the service manager, as sd_notify(3) says. Never raises: a table plays without being heard, too."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._environment = environment

    @property
    def wanted(self) -> bool:
        """Whether a service manager listens: this is a service."""
        return self._address.startswith(("/", "@"))

    @property
    def patience(self) -> float | None:
        """Seconds after which the manager gives up a service that it does not hear of; None if it waits for ever."""
        limit = self._environment.get("WATCHDOG_USEC", "")
        meant_for = self._environment.get("WATCHDOG_PID", "") or str(os.getpid())
        if not self.wanted or not limit.isdecimal() or not int(limit) or meant_for != str(os.getpid()):
            return None
        return int(limit) / 1_000_000

    def send(self, line: str) -> None:
        """Say something such as ``READY=1``."""
        if not self.wanted:
            return
        # An address that begins with @ has no file; the kernel writes it with a zero byte.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sending:
                sending.connect(address)
                sending.sendall(line.encode())
        except OSError as error:
            log.warning("the service manager cannot be told %s: %s", line, error)


class Heartbeat:
    """Asks the desk's loop and everybody else for signs of life, and passes them on, on a thread of its own."""

    def __init__(self, notifier: Notifier, put: Callable[[Waiting], None], signs: Mapping[str, Sign]) -> None:
        self._notifier = notifier
        self._put = put
        self._signs = signs
        self._pause = (notifier.patience or 0.0) / 3
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """The table is up; from now on it is heard of."""
        self._notifier.send("READY=1")
        if self._pause:
            self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self._closing.wait(self._pause):
            self.beat()

    def beat(self) -> bool:
        """Pass a sign of life on if everybody gives one; whether they did."""
        answered = threading.Event()
        self._put(Pulse(answered.set))
        silent = [] if answered.wait(self._pause) else ["desk"]
        silent += [name for name, alive in self._signs.items() if not alive()]
        if silent:
            log.error("no sign of life from: %s", ", ".join(silent))
            return False
        self._notifier.send("WATCHDOG=1")
        return True

    def close(self) -> None:
        """The table stops, as it was told to."""
        self._closing.set()
        self._notifier.send("STOPPING=1")
