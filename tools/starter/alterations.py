"""What an installation changes of the computer itself, with consent: the display's bus, and its name. All can be taken back."""

from __future__ import annotations

import os
import re
from pathlib import Path
from shutil import copy2

from starter.boot_config import with_i2c, without_i2c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from starter.system import System
    from starter.words import Voice

NAME = "pachamama"
CONFIGS = ("boot/firmware/config.txt", "boot/config.txt")
KEPT = ".before-pachamama"
"""What a file of the system is called before we changed it."""


class Alterations:
    """The bus and the name of one computer. Files are found below ``top``, which is ``/`` outside of tests."""

    def __init__(self, system: System, voice: Voice, agreed: bool, top: Path) -> None:
        self._system = system
        self._voice = voice
        self._agreed = agreed
        self._top = top
        self._modules = top / "etc/modules-load.d/pachamama.conf"
        self._hostname = top / "etc/hostname"

    def switch_on_bus(self) -> None:
        """The display's bus, on a Raspberry Pi and with consent."""
        config = next((self._top / name for name in CONFIGS if (self._top / name).is_file()), None)
        if config is None or not self._system.is_raspberry_pi:
            return
        text = config.read_text(encoding="utf-8")
        if with_i2c(text) == text:
            write_whole(self._modules, "i2c-dev\n")
            return
        if not self._agrees("ask_i2c", file=str(config)):
            self._say("i2c_left")
            return
        _keep_copy(config)
        write_whole(config, with_i2c(text))
        write_whole(self._modules, "i2c-dev\n")
        self._say("i2c_on")

    def give_name(self) -> None:
        """pachamama.local, with consent."""
        name = self._hostname.read_text(encoding="utf-8").strip() if self._hostname.is_file() else ""
        if not name or name == NAME:
            return
        if not self._agrees("ask_name", name=name):
            self._say("name_left", name=name)
            return
        _keep_copy(self._hostname)
        self._rename(name, NAME)

    def _rename(self, old: str, new: str) -> None:
        hosts = self._top / "etc/hosts"
        if hosts.is_file():
            lines = hosts.read_text(encoding="utf-8").splitlines()
            word = re.compile(r"(?<=\s)" + re.escape(old) + r"(?=[\s.]|$)")
            renamed = [word.sub(new, line) if line.startswith("127.0.1.1") else line for line in lines]
            write_whole(hosts, "\n".join(renamed) + "\n")
        write_whole(self._hostname, new + "\n")
        # Counts now, too, where systemd is running; else from the next start on.
        self._system.do(["hostnamectl", "set-hostname", new])
        self._system.do(["systemctl", "try-restart", "avahi-daemon.service"])

    def take_back(self) -> None:
        """Our lines leave config.txt, whatever others have changed there; the computer gets its name back."""
        if self._modules.exists():
            self._modules.unlink()
        for name in CONFIGS:
            config = self._top / name
            if config.is_file():
                text = config.read_text(encoding="utf-8")
                if without_i2c(text) != text:
                    write_whole(config, without_i2c(text))
        kept = Path(str(self._hostname) + KEPT)
        if kept.is_file():
            if self._hostname.read_text(encoding="utf-8").strip() == NAME:
                self._rename(NAME, kept.read_text(encoding="utf-8").strip())
            kept.unlink()

    def _agrees(self, key: str, **values: str) -> bool:
        return self._agreed or self._system.ask(self._voice.say(key, **values))

    def _say(self, key: str, **values: str) -> None:
        self._system.show(self._voice.say(key, **values))


def _keep_copy(file: Path) -> None:
    kept = Path(str(file) + KEPT)
    if not kept.exists():
        copy2(str(file), str(kept))


def write_whole(file: Path, text: str) -> None:
    """Write a file whole or not at all: config.txt cut in half would be a Pi that does not start."""
    if file.is_file() and file.read_text(encoding="utf-8") == text:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(str(file) + ".new")
    with draft.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(file)
