"""Where a table's news go: the section ``[mqtt]`` of ``settings.toml`` in a person's own folder.

>>> settings = parse_settings('''
... format = 1
... [mqtt]
... host = "broker.club"
... table = "Grüner Tisch"
... ''', "settings.toml")
>>> settings.port, settings.topic("state")
(1883, 'pachamama/gruner-tisch/state')
>>> parse_settings('''
... format = 1
... [mqtt]
... host = "broker.club"
... prot = 1884
... ''', "settings.toml")
Traceback (most recent call last):
    ...
companion.errors.Unreadable: settings.toml, line 5: unknown name prot; did you mean port?
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from companion.errors import Unreadable
from companion.files import read_bytes
from companion.tiwanaku.document import Document, is_integer
from companion.words import T, Text

SECTION = "mqtt"
PLAIN_PORT, TLS_PORT = 1883, 8883
_SECTIONS = ("format", "hardware", SECTION)
_LEVELS = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """A broker, how to get in, and under which name this table is heard there."""

    host: str
    port: int = PLAIN_PORT
    user: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False
    ca_file: str = ""
    table: str = "Table"
    base: str = "pachamama"
    home_assistant: bool = True
    discovery: str = "homeassistant"

    @property
    def key(self) -> str:
        """The table's name as it stands in topics."""
        return topic_level(self.table)

    @property
    def id(self) -> str:
        """What this table is called among all of a broker's clients and devices."""
        return f"{self.base.replace('/', '_')}_{self.key}"

    def topic(self, name: str) -> str:
        """A topic of this table."""
        return f"{self.base}/{self.key}/{name}"


def settings_file(folder: Path) -> Path:
    """Where these settings are written in a person's own folder."""
    return folder / "settings.toml"


def load_settings(folder: Path) -> MqttSettings | None:
    """The settings, if somebody wants news to leave the table; a fault is said by file and line."""
    path = settings_file(folder)
    if not path.exists():
        return None
    return parse_settings(read_bytes(path), str(path), folder)


def parse_settings(content: str | bytes, source: str, folder: Path | None = None) -> MqttSettings | None:
    """The settings of a file's text; files that it names are looked for from ``folder`` on."""
    document = Document.parse(content, source, _SECTIONS)
    if SECTION not in document.values:
        return None
    section = _Section(document, document.table(SECTION), folder or Path())
    if not section.switch("on", True):
        return None
    tls = section.switch("tls", False)
    settings = MqttSettings(
        host=section.host(),
        port=section.port(TLS_PORT if tls else PLAIN_PORT),
        user=section.text("user"),
        password=section.password(),
        tls=tls,
        ca_file=section.file("ca_file"),
        table=section.table(),
        base=section.levels("base", "pachamama"),
        home_assistant=section.switch("home_assistant", True),
        discovery=section.levels("discovery", "homeassistant"),
    )
    if settings.ca_file and not tls:
        raise section.fault("ca_file", T("ca_file is for tls = true; without it nothing is encrypted."))
    if settings.password and not settings.user:
        raise section.fault("password_file", T('a password needs a user: add user = "…".'))
    return settings


def topic_level(name: str) -> str:
    """A name as one level of a topic: small letters, digits and hyphens.

    >>> topic_level("Table 7, by the window")
    'table-7-by-the-window'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


@dataclass(frozen=True)
class _Section:
    """The section as written, value by value."""

    document: Document
    values: dict[str, Any]
    folder: Path

    def __post_init__(self) -> None:
        known = [
            "on",
            "password_file",
            *(each.name for each in fields(MqttSettings) if each.name != "password"),
        ]
        for name in self.values:
            if name == "password":
                raise self.fault(
                    name,
                    T(
                        "a password does not belong here: write it into a file, and name that as password_file."
                    ),
                )
            if name not in known:
                near = get_close_matches(name, known, n=1)
                if near:
                    raise self.fault(
                        name, T("unknown name {key}; did you mean {near}?", key=name, near=near[0])
                    )
                raise self.fault(
                    name, T("unknown name {key}; known are {keys}.", key=name, keys=sorted(known))
                )

    def fault(self, name: str, problem: Text) -> Unreadable:
        return self.document.fault(problem, name, table=SECTION)

    def text(self, name: str, usual: str = "") -> str:
        value = self.values.get(name, usual)
        if not isinstance(value, str) or len(value) > _LONGEST:
            raise self.fault(name, T("{key} must be text in quotes.", key=name))
        return value

    def switch(self, name: str, usual: bool) -> bool:
        value = self.values.get(name, usual)
        if not isinstance(value, bool):
            raise self.fault(name, T("{key} must be true or false.", key=name))
        return value

    def host(self) -> str:
        host = self.text("host").strip()
        if not host or "/" in host or any(sign.isspace() for sign in host):
            raise self.fault(
                "host",
                T(
                    "host must be the broker's name or address alone, such as “192.168.1.5” or “broker.local”."
                ),
            )
        return host

    def port(self, usual: int) -> int:
        value = self.values.get("port", usual)
        if not is_integer(value) or not 1 <= value <= 65535:
            raise self.fault(
                "port",
                T("{key} must be a whole number from {least} to {most}.", key="port", least=1, most=65535),
            )
        return value

    def table(self) -> str:
        name = self.text("table", "Table").strip()
        if not topic_level(name):
            raise self.fault("table", T("the table's name needs a letter from a to z or a digit."))
        return name

    def levels(self, name: str, usual: str) -> str:
        value = self.text(name, usual)
        if not _LEVELS.fullmatch(value):
            raise self.fault(
                name,
                T("{key} may have letters from a to z, digits, “-”, “_”, and “/” between words.", key=name),
            )
        return value

    def file(self, name: str) -> str:
        written = self.text(name)
        if not written:
            return ""
        path = self.folder / Path(written).expanduser()
        try:
            read_bytes(path)
        except Unreadable as error:
            raise self.fault(name, error.text) from None
        return str(path)

    def password(self) -> str:
        path = self.file("password_file")
        if not path:
            return ""
        try:
            lines = read_bytes(Path(path)).decode().splitlines()
        except UnicodeDecodeError:
            lines = []
        if not lines or not lines[0]:
            raise self.fault("password_file", T("{file}: its first line must be the password.", file=path))
        return lines[0]
