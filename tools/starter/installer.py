"""Runs venv and pip, shows how it goes, and turns their failures into sentences."""

from __future__ import annotations

import errno
import time
from pathlib import Path

from starter.trouble import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from starter.system import System
    from starter.words import Voice

# Measured with Debian 12: 332 MB to play, and 94 MB that pip fetches for it.
ROOM_MEGABYTES = 600
LEAST_MEGABYTES = 20

SIGNS_OF_FULL_DISK = ("no space left on device", "errno 28", "disk quota exceeded")
SIGNS_OF_WRONG_CLOCK = (
    "certificate_verify_failed",
    "certificate is not yet valid",
    "certificate has expired",
)
SIGNS_OF_NO_NETWORK = (
    "newconnectionerror",
    "failed to establish a new connection",
    "name resolution",
    "name or service not known",
    "network is unreachable",
    "no route to host",
    "connection refused",
    "connection reset",
    "connection aborted",
    "connecttimeout",
    "connection to",
    "timed out",
    "proxyerror",
    "max retries exceeded",
)


class Installer:
    """Runs the steps of one installation, numbered and timed, with all output in one log."""

    def __init__(self, root: Path, system: System, voice: Voice, lock: int) -> None:
        self._root = root
        self._system = system
        self._voice = voice
        self._lock = lock
        self._log = root / ".venv.log"

    def make_folder(self, folder: Path, with_system_packages: bool) -> None:
        """Make an empty environment in place of whatever was there."""
        # The camera's library comes with Raspberry Pi OS, not from PyPI: there the environment must see it.
        options = ["--system-site-packages"] if with_system_packages else []
        self._step("step_venv", [self._system.executable, "-m", "venv", "--clear", *options, str(folder)])

    def install(self, python: str, purpose: str) -> None:
        """Install the project in place, so that an update of its folder is an update of the product."""
        pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
        # News over MQTT are small, and an update would lose a package that somebody added by hand.
        options = ["--retries", "3", "--progress-bar", "off", "--editable", f"{self._root}[mqtt]"]
        tools = development_tools(self._root) if purpose == "check" else []
        self._step("step_install", [*pip, *options, *tools])

    def _step(self, key: str, command: Sequence[str]) -> None:
        title = "  " + self._voice.say(key)
        begin = time.monotonic()
        self._system.show(title + " …", end="")
        lines: list[str] = []
        try:
            with self._log.open("w", encoding="utf-8") as log:

                def hear(line: str) -> None:
                    lines.append(line)
                    log.write(line + "\n")
                    self._show_package(title, line)

                code = self._system.follow(command, hear, keep=self._lock)
        except BaseException:
            self._system.show("")  # what comes now begins on its own line
            raise
        self._end_line(title, time.monotonic() - begin)
        if code != 0:
            raise self._diagnose(lines)

    def _show_package(self, title: str, line: str) -> None:
        if self._system.is_terminal and line.startswith(("Collecting ", "Building ")):
            self._system.show(f"\r\033[K{title} … {line.split()[1][:40]}", end="")

    def _end_line(self, title: str, seconds: float) -> None:
        start = f"\r\033[K{title} …" if self._system.is_terminal else ""
        self._system.show(f"{start} {seconds:.0f} s")

    def _diagnose(self, lines: Sequence[str]) -> Trouble:
        """The trouble behind a failed command, by what it printed."""
        text = "\n".join(lines).lower()
        free_megabytes = self._system.free_bytes(self._root) // 1_000_000
        if free_megabytes < LEAST_MEGABYTES or any(sign in text for sign in SIGNS_OF_FULL_DISK):
            return Trouble("disk_full", megabytes=str(ROOM_MEGABYTES))
        if any(sign in text for sign in SIGNS_OF_WRONG_CLOCK):
            return Trouble("clock", today=time.strftime("%Y-%m-%d"))
        if any(sign in text for sign in SIGNS_OF_NO_NETWORK):
            return Trouble("no_network")
        return Trouble("install_failed", line=_telling_line(lines), log=str(self._log))


def _telling_line(lines: Sequence[str]) -> str:
    spoken = [line.strip() for line in lines if line.strip()]
    errors = [line for line in spoken if line.lower().startswith(("error:", "fatal:"))]
    return (errors or spoken or ["?"])[-1]


def trouble_of(error: OSError, root: Path) -> Trouble:
    """The sentence for a file that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Trouble("disk_full", megabytes=str(ROOM_MEGABYTES))
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return Trouble("not_writable", folder=str(root))
    return Trouble("install_failed", line=str(error), log="-")


def development_tools(root: Path) -> list[str]:
    """What ``[dependency-groups] dev`` asks for. Read here, since the pip of Debian 12 does not know groups."""
    import tomllib

    groups = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    return [str(requirement) for requirement in groups["dev"]]
