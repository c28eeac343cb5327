"""Transcribing a disc: entry by entry, the back and the front, each entry correctable.

A :class:`Transcription` is a name, a board and a list of entries; what the disc holds is what the entries say, a
later one overruling an earlier one. So taking back the last is dropping it, and a draft on disk is the list itself.

>>> from companion.tiwanaku.board_file import official_board
>>> board = official_board("short")
>>> disc = Transcription("Attic find", board)
>>> disc = disc.after(FrontSpace(board.space("sun/llama"), Content(Terrain.SAND, Crop.CHILI)))
>>> disc.entered, disc.complete
(1, False)
>>> disc.undone().entered
0
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from companion.errors import NotLegal
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import token
from companion.tiwanaku.scenario import Back, Scenario
from companion.words import T


@dataclass(frozen=True, slots=True)
class Content:
    """What a space of a disc shows."""

    terrain: Terrain = field(repr=False)
    crop: Crop = field(repr=False)

    @property
    def token(self) -> str:
        """How files write it, such as S3."""
        return token(self.terrain, self.crop)


@dataclass(frozen=True, slots=True)
class TileCounts:
    """Back: how many tiles of each terrain, in the order of :class:`Terrain`; ``again`` for a second look."""

    counts: tuple[int, int, int, int]
    again: bool = False


@dataclass(frozen=True, slots=True)
class StartTile:
    """Back: what lies on a space from the beginning; None takes an earlier entry away."""

    space: Space
    content: Content | None


@dataclass(frozen=True, slots=True)
class OtomaPlace:
    """Back: where the Otoma of a colour begins; None takes an earlier entry away."""

    colour: Colour
    space: Space | None


@dataclass(frozen=True, slots=True)
class BackDone:
    """Back: all of one kind is entered, ``start`` tiles or ``otoma`` places."""

    part: str


@dataclass(frozen=True, slots=True)
class FrontSpace:
    """Front: what a space shows; ``again`` for a second look by whoever checks a suspected slip."""

    space: Space
    content: Content
    again: bool = False


Entry = TileCounts | StartTile | OtomaPlace | BackDone | FrontSpace
BACK_PARTS = ("start", "otoma")


@dataclass(frozen=True)
class Transcription:
    """A disc as far as it has been entered. What it holds is a secret like a scenario's: it never prints it."""

    name: str
    board: Board
    entries: tuple[Entry, ...] = field(default=(), repr=False)

    def after(self, entry: Entry) -> Transcription:
        """With one entry more, which overrules earlier ones on the same thing."""
        return replace(self, entries=(*self.entries, entry))

    def undone(self) -> Transcription:
        """Without the last entry."""
        return replace(self, entries=self.entries[:-1])

    @cached_property
    def counts(self) -> Mapping[Terrain, int] | None:
        """The tile counts of the back."""
        said = [entry.counts for entry in self.entries if isinstance(entry, TileCounts)]
        return MappingProxyType(dict(zip(Terrain, said[-1], strict=True))) if said else None

    @cached_property
    def start(self) -> Mapping[Space, Content]:
        """The start tiles of the back."""
        said = {entry.space: entry.content for entry in self.entries if isinstance(entry, StartTile)}
        return MappingProxyType({space: content for space, content in said.items() if content})

    @cached_property
    def otoma(self) -> Mapping[Colour, Space]:
        """The Otoma places of the back."""
        said = {entry.colour: entry.space for entry in self.entries if isinstance(entry, OtomaPlace)}
        return MappingProxyType({colour: space for colour, space in said.items() if space})

    @cached_property
    def front(self) -> Mapping[Space, Content]:
        """The spaces of the front that have been entered."""
        said = {entry.space: entry.content for entry in self.entries if isinstance(entry, FrontSpace)}
        return MappingProxyType(said)

    @cached_property
    def confirmed(self) -> frozenset[Space]:
        """The spaces that two looks in a row found alike."""
        looks: dict[Space, list[FrontSpace]] = {}
        for entry in self.entries:
            if isinstance(entry, FrontSpace):
                looks.setdefault(entry.space, []).append(entry)
        return frozenset(
            space
            for space, said in looks.items()
            if said[-1].again and len(said) > 1 and said[-1].content == said[-2].content
        )

    @cached_property
    def counts_confirmed(self) -> bool:
        """Whether two looks in a row found the tile counts alike."""
        said = [entry for entry in self.entries if isinstance(entry, TileCounts)]
        return len(said) > 1 and said[-1].again and said[-1].counts == said[-2].counts

    @property
    def done_with(self) -> frozenset[str]:
        """The parts of the back that were called complete."""
        return frozenset(entry.part for entry in self.entries if isinstance(entry, BackDone))

    @property
    def entered(self) -> int:
        """How many spaces of the front are entered."""
        return len(self.front)

    @property
    def missing(self) -> tuple[Space, ...]:
        """The spaces of the front that are not entered yet, in reading order."""
        return tuple(space for space in self.board.spaces if space not in self.front)

    @property
    def complete(self) -> bool:
        """Whether tile counts and every space of the front are there."""
        return self.counts is not None and not self.missing

    def back(self) -> Back:
        """The back as it was entered; public once the counts are there."""
        if self.counts is None:
            raise NotLegal(T("The tile counts of the back are not entered yet."))
        start = {space: (content.terrain, content.crop) for space, content in self.start.items()}
        return Back(self.board, self.name, self.counts, MappingProxyType(start), self.otoma)

    def scenario(self) -> Scenario:
        """The whole disc. Check first that it fits: :func:`companion.tiwanaku.slips.report.report`."""
        if not self.complete:
            raise NotLegal(T("The disc is not entered completely yet."))
        self.check_otoma()
        front = [self.front[space] for space in self.board.spaces]
        return Scenario(
            board=self.board,
            name=self.name,
            terrains=tuple(content.terrain for content in front),
            crops=tuple(content.crop for content in front),
            start=tuple(space for space in self.board.spaces if space in self.start),
            otoma=self.otoma,
        )

    def check_otoma(self) -> None:
        """Refuse Otoma beside the start tiles, or two on one."""
        for colour, space in self.otoma.items():
            if space not in self.start:
                raise NotLegal(T("{space} has no start tile, so no Otoma begins there.", space=space))
            if any(other is not colour and place == space for other, place in self.otoma.items()):
                raise NotLegal(T("Another Otoma begins at {space} already.", space=space))
