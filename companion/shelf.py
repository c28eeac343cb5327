"""A person's shelf of scenarios: those that ship with Pachamama, own discs, and imported ones.

Each is kept by its name, which is told from others whatever their capitals and blanks. The shelf lists what may be
known before a game and never what a board holds.

    own folder/discs/       transcribed discs         own folder/drafts/       discs half transcribed
    own folder/imported/    scenarios from codes      own folder/played.toml   what was played
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.errors import NotLegal, Unreadable
from companion.files import drop_file, keep_bytes, read_bytes, set_aside
from companion.library import known_boards, own_folder
from companion.tiwanaku.board import Board
from companion.tiwanaku.document import FORMAT, Document
from companion.tiwanaku.scenario import Scenario, parse_scenario, quoted, write_scenario
from companion.tiwanaku.transcription import Transcription
from companion.tiwanaku.transcription_file import parse_transcription, write_transcription
from companion.words import T, Text

LONGEST_NAME = 40
_ALLOWED = re.compile(r"[\w][\w '’.,()-]*")
# Names that some systems keep for themselves, so that no memory stick could hold such a file.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


class Origin(Enum):
    """Where a scenario comes from; the values are the names other tools know."""

    SHIPPED = "shipped"
    DISC = "disc"
    IMPORTED = "imported"

    @property
    def text(self) -> Text:
        """Its name, to be said in any language."""
        return _ORIGIN_NAMES[self]


_ORIGIN_NAMES = {
    Origin.SHIPPED: T("shipped"),
    Origin.DISC: T("own disc"),
    Origin.IMPORTED: T("imported"),
}
_FOLDERS = {Origin.DISC: "discs", Origin.IMPORTED: "imported"}


@dataclass(frozen=True)
class Listed:
    """What may be known of a scenario before it is played."""

    name: str
    board: str
    spaces: int
    difficulty: str | None
    origin: Origin
    played: bool


@dataclass(frozen=True)
class Listing:
    """All scenarios of a shelf, and a sentence for every file that cannot be read."""

    scenarios: tuple[Listed, ...]
    damaged: tuple[Text, ...]


@dataclass(frozen=True)
class _Found:
    scenario: Scenario
    origin: Origin
    file: Traversable


def shipped_scenarios() -> Traversable:
    """The folder of the scenarios that ship with Pachamama."""
    return resources.files("companion").joinpath("scenarios")


def name_key(name: str) -> str:
    """What tells a name from others, and is safe as the name of a file; refused where there is none.

    >>> name_key("Morning  Valley") == name_key("morning-valley")
    True
    """
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not plain:
        raise Unreadable(T("A scenario needs a name."))
    if len(plain) > LONGEST_NAME:
        raise Unreadable(T("The name is too long: {limit} characters are the most.", limit=LONGEST_NAME))
    key = unicodedata.normalize("NFC", plain.casefold()).replace(" ", "-")
    if not _ALLOWED.fullmatch(plain) or _RESERVED.fullmatch(key):
        raise Unreadable(
            T(
                "“{name}” cannot be a name: begin with a letter or a digit, and use letters, digits, blanks and - ’ . , ( ) only.",
                name=plain if plain.isprintable() else "?",
            )
        )
    return key


@dataclass(frozen=True)
class Shelf:
    """The scenarios in a person's own folder and in the package."""

    folder: Path
    shipped: Traversable

    @classmethod
    def own(cls) -> Shelf:
        """The shelf of whoever runs this."""
        return cls(own_folder(), shipped_scenarios())

    @cached_property
    def boards(self) -> Mapping[str, Board]:
        """The boards that scenarios here may be on."""
        return known_boards(self.folder)

    def listing(self) -> Listing:
        """Every scenario, in the order of names; damaged files are named and passed over."""
        damaged: list[Text] = []
        try:
            played = self._read_played()
        except Unreadable as error:
            played = frozenset()
            damaged.append(error.text)
        listed = [
            Listed(
                name=found.scenario.name,
                board=found.scenario.board.name,
                spaces=len(found.scenario.board.spaces),
                difficulty=_difficulty(found.scenario),
                origin=found.origin,
                played=_loose_key(found.scenario.name) in played,
            )
            for found in self._all(damaged)
        ]
        return Listing(tuple(sorted(listed, key=_by_name)), tuple(damaged))

    def scenario(self, name: str) -> Scenario:
        """The scenario of a name. It holds the solution: hand on its back, or the wheel's answers, only."""
        found = self._find(name)
        if found is None:
            raise Unreadable(
                T("There is no scenario “{name}”; “pachamama scenarios” lists them.", name=_shown(name))
            )
        return found.scenario

    def keep(self, scenario: Scenario, origin: Origin, *, replace: bool = False) -> Path:
        """Keep a scenario by its name; where it is kept. Nothing is overwritten unless that is asked for."""
        path = self._path(scenario.name, _FOLDERS[origin])
        self.check_free(scenario.name, replace=replace)
        present = self._find(scenario.name)
        if path.exists() and (present is None or present.file != path):
            set_aside(path)
        keep_bytes(path, write_scenario(scenario).encode())
        if present is not None and isinstance(present.file, Path) and present.file != path:
            drop_file(present.file)
        return path

    def check_free(self, name: str, *, replace: bool = False) -> None:
        """Refuse a name that is taken, or with ``replace`` only one that cannot be replaced."""
        found = self._find(name)
        if found is not None and found.origin is Origin.SHIPPED:
            raise NotLegal(
                T("“{name}” is a scenario that ships with Pachamama; choose another name.", name=_shown(name))
            )
        taken = found is not None or any(self._path(name, folder).exists() for folder in _FOLDERS.values())
        if taken and not replace:
            raise NotLegal(
                T(
                    "There is a scenario “{name}” already; choose another name, or say --replace.",
                    name=_shown(name),
                )
            )

    def mark_played(self, name: str) -> None:
        """Remember that a scenario has been played; a damaged list is set aside and begun anew."""
        path = self._played_file
        try:
            played = self._read_played()
        except Unreadable:
            set_aside(path)
            played = frozenset()
        lines = [f"format = {FORMAT}", "played = ["]
        lines += [f"  {quoted(key)}," for key in sorted(played | {name_key(name)})]
        keep_bytes(path, ("\n".join([*lines, "]"]) + "\n").encode())

    def save_draft(self, transcription: Transcription) -> Path:
        """Keep a half transcribed disc; where it is kept."""
        path = self._path(transcription.name, "drafts")
        keep_bytes(path, write_transcription(transcription).encode())
        return path

    def draft(self, name: str) -> Transcription | None:
        """The half transcribed disc of a name, if there is one."""
        path = self._path(name, "drafts")
        if not path.exists():
            return None
        return parse_transcription(read_bytes(path), str(path), self.boards)

    def drafts(self) -> tuple[Transcription, ...]:
        """All half transcribed discs that can be read, in the order of names."""
        drafts = []
        for path in sorted((self.folder / "drafts").glob("*.toml")):
            try:
                drafts.append(parse_transcription(read_bytes(path), str(path), self.boards))
            except Unreadable:
                continue  # named when somebody asks for it
        return tuple(drafts)

    def drop_draft(self, name: str) -> None:
        """Forget a half transcribed disc."""
        drop_file(self._path(name, "drafts"))

    @property
    def _played_file(self) -> Path:
        return self.folder / "played.toml"

    def _read_played(self) -> frozenset[str]:
        path = self._played_file
        if not path.exists():
            return frozenset()
        document = Document.parse(read_bytes(path), str(path), ("format", "played"))
        return frozenset(document.strings("played"))

    def _path(self, name: str, folder: str) -> Path:
        return self.folder / folder / f"{name_key(name)}.toml"

    def _find(self, name: str) -> _Found | None:
        key = name_key(name)
        return next((found for found in self._all([]) if _loose_key(found.scenario.name) == key), None)

    def _all(self, damaged: list[Text]) -> Iterator[_Found]:
        for origin, file in self._files():
            try:
                content = read_bytes(file) if isinstance(file, Path) else file.read_bytes()
                yield _Found(parse_scenario(content, str(file), self.boards), origin, file)
            except Unreadable as error:
                damaged.append(error.text)

    def _files(self) -> Iterator[tuple[Origin, Traversable]]:
        if self.shipped.is_dir():
            for file in sorted(self.shipped.iterdir(), key=lambda file: file.name):
                if file.name.endswith(".toml"):
                    yield Origin.SHIPPED, file
        for origin, folder in _FOLDERS.items():
            for path in sorted((self.folder / folder).glob("*.toml")):
                yield origin, path


def _difficulty(scenario: Scenario) -> str | None:
    found = scenario.certificate.get("difficulty")
    return found if isinstance(found, str) else None


def _loose_key(name: str) -> str:
    """The key of a name in a file that somebody may have put here by hand, whatever the name is like."""
    try:
        return name_key(name)
    except Unreadable:
        return name


def _by_name(listed: Listed) -> tuple[str, str]:
    return _loose_key(listed.name), listed.origin.value


def _shown(name: str) -> str:
    return " ".join(name.split())
