"""The dialogue of transcribing a disc: a line in, the next state and sentences out. No terminal, no file.

    board -> counts -> start tiles -> Otoma places -> front, space by space -> report -> finished
             (the back, first)         (with trails)                           |    ^
                                                            does not fit: each suspected space once more

What is said never repeats what was entered, so whoever passes by sees one question at most. ``hear`` refuses what it
cannot understand or what the rules forbid with a sentence, and everything stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from companion.errors import NotLegal, PachamamaError, Unreadable
from companion.table.typed import Typed
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import BOX, Terrain
from companion.tiwanaku.slips.report import Report, report
from companion.tiwanaku.transcription import (
    BackDone,
    Content,
    Entry,
    FrontSpace,
    OtomaPlace,
    StartTile,
    TileCounts,
    Transcription,
)
from companion.words import Language, T, Text


class Stage(Enum):
    """What is asked for now."""

    BOARD = "board"
    COUNTS = "counts"
    START = "start"
    OTOMA = "otoma"
    FRONT = "front"
    RECHECK = "recheck"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class _Look:
    """One thing to look at again."""

    side: Literal["back", "front", "counts"]
    space: Space | None = None


@dataclass(frozen=True)
class Dialogue:
    """Where a dialogue stands; make one with :meth:`begin`."""

    words: Language
    name: str
    boards: Mapping[str, Board]
    transcription: Transcription | None = None
    report: Report | None = None
    looks: tuple[_Look, ...] = ()
    stopped: bool = False

    @classmethod
    def begin(
        cls,
        name: str,
        words: Language,
        boards: Mapping[str, Board],
        transcription: Transcription | None = None,
    ) -> Dialogue:
        """A new dialogue, or one that goes on with a draft."""
        return cls(words, name, boards, transcription)._reported()

    @property
    def stage(self) -> Stage:
        """What is asked for now."""
        disc = self.transcription
        if disc is None:
            return Stage.BOARD
        if disc.counts is None:
            return Stage.COUNTS
        if "start" not in disc.done_with:
            return Stage.START
        if disc.board.trails and "otoma" not in disc.done_with:
            return Stage.OTOMA
        if disc.missing:
            return Stage.FRONT
        return Stage.FINISHED if self.report is not None and self.report.fits else Stage.RECHECK

    @property
    def prompt(self) -> Text:
        """The question to ask now."""
        match self.stage:
            case Stage.BOARD:
                return T("Which board is the disc for: {boards}?", boards=sorted(self.boards))
            case Stage.COUNTS:
                return T("Back of the disc: how many tiles of {terrains}?", terrains=list(Terrain))
            case Stage.START:
                return T("Back of the disc: a start tile, or an empty line after the last one?")
            case Stage.OTOMA:
                return T("Back of the disc: an Otoma and its place, or an empty line after the last one?")
            case Stage.FRONT:
                disc = self._disc
                return T(
                    "{number} of {total}: front, {space}?",
                    number=disc.entered + 1,
                    total=len(disc.board.spaces),
                    space=self.asked_space,
                )
            case Stage.RECHECK:
                return self._recheck_prompt()
            case Stage.FINISHED:
                return T("Everything fits: the laws hold, and front and back agree.")

    @property
    def asked_space(self) -> Space | None:
        """The space whose content is asked for: the next one after the last entered that is still missing."""
        if self.stage is Stage.RECHECK:
            return self.looks[0].space
        if self.stage is not Stage.FRONT:
            return None
        disc = self._disc
        last = next((e.space.index for e in reversed(disc.entries) if isinstance(e, FrontSpace)), -1)
        return min(disc.missing, key=lambda space: (space.index - last - 1) % len(disc.board.spaces))

    def hear(self, line: str) -> tuple[Dialogue, tuple[Text, ...]]:
        """The dialogue after a line, and what to say about it."""
        entry = line.strip()
        try:
            match entry.casefold():
                case "?":
                    return self, self._help()
                case "q":
                    return replace(self, stopped=True), ()
                case "u":
                    return self._undone()
                case _:
                    return self._entered(entry)
        except PachamamaError as error:
            return self, (error.text,)

    @property
    def _disc(self) -> Transcription:
        if self.transcription is None:
            raise NotLegal(T("Choose a board first."))
        return self.transcription

    def _entered(self, entry: str) -> tuple[Dialogue, tuple[Text, ...]]:
        stage = self.stage
        if stage is Stage.BOARD:
            chosen = Typed(self.words, next(iter(self.boards.values()))).board_name(entry, self.boards)
            return replace(self, transcription=Transcription(self.name, self.boards[chosen])), ()
        if stage is Stage.FINISHED:
            return self, ()
        heard = self._read_correction(entry) or self._read(stage, entry)
        looks = self.looks[1:] if stage is Stage.RECHECK and _answers(heard, self.looks[0]) else self.looks
        after = replace(self, transcription=self._disc.after(heard), looks=looks)
        if after.stage is not Stage.RECHECK or after.looks:
            return after, ()
        after = after._reported()
        return after, after.report.texts if after.report is not None else ()

    def _undone(self) -> tuple[Dialogue, tuple[Text, ...]]:
        if self.transcription is None:
            return self, (T("There is nothing to take back."),)
        if not self.transcription.entries:
            return replace(self, transcription=None), ()
        return replace(self, transcription=self.transcription.undone())._reported(), (
            T("The last entry is taken back."),
        )

    def _read_correction(self, entry: str) -> Entry | None:
        """An entry that names its kind, and so is understood at any time."""
        kind, _, rest = entry.partition(" ")
        typed = Typed(self.words, self._disc.board)
        match kind.casefold():
            case "tiles":
                return self._counts(rest)
            case "start":
                return self._start(*typed.start_tile(rest))
            case "otoma":
                return self._otoma(rest)
        return None

    def _read(self, stage: Stage, entry: str) -> Entry:
        typed = Typed(self.words, self._disc.board)
        match stage:
            case Stage.COUNTS:
                return self._counts(entry)
            case Stage.START:
                return self._start(*typed.start_tile(entry)) if entry else self._back_done("start")
            case Stage.OTOMA:
                return self._otoma(entry) if entry else self._back_done("otoma")
            case Stage.RECHECK:
                return self._second_look(entry)
        space, content = typed.place_and_content(entry)
        return FrontSpace(space or self._asked(), content)

    def _second_look(self, entry: str) -> Entry:
        typed = Typed(self.words, self._disc.board)
        look = self.looks[0]
        if look.side == "counts":
            return replace(self._counts(entry), again=True)
        if look.side == "back":
            asked = self._asked()
            return self._start(asked, None if entry == "-" else typed.content(entry))
        space, content = typed.place_and_content(entry)
        return FrontSpace(space or self._asked(), content, again=space in (None, look.space))

    def _counts(self, entry: str) -> TileCounts:
        board = self._disc.board
        counts = Typed(self.words, board).counts(entry)
        if sum(counts) != len(board.spaces):
            raise NotLegal(
                T(
                    "These are {total} tiles, but the board has {spaces} spaces; look at the counts again.",
                    total=sum(counts),
                    spaces=len(board.spaces),
                )
            )
        for terrain, count in zip(Terrain, counts, strict=True):
            if count > BOX.terrains[terrain]:
                raise NotLegal(
                    T(
                        "{count} {terrain} tiles are asked for; the box holds {stock}.",
                        count=count,
                        terrain=terrain,
                        stock=BOX.terrains[terrain],
                    )
                )
        return TileCounts(counts)

    def _start(self, space: Space, content: Content | None) -> StartTile:
        entry = StartTile(space, content)
        if content is None and space in self._disc.otoma.values():
            raise NotLegal(T("An Otoma begins at {space}; enter its place anew first.", space=space))
        return entry

    def _otoma(self, entry: str) -> OtomaPlace:
        colour, space = Typed(self.words, self._disc.board).otoma(entry)
        placed = OtomaPlace(colour, space)
        if space is not None:
            self._disc.after(placed).check_otoma()
        return placed

    def _back_done(self, part: str) -> BackDone:
        """The back is public, so here the laws may say what exactly is wrong."""
        broken = violations(self._disc.back().position())
        if broken:
            raise NotLegal(T("The back does not fit yet. {problem}", problem=broken[0].text))
        return BackDone(part)

    def _asked(self) -> Space:
        asked = self.asked_space
        if asked is None:
            raise Unreadable(T("Name the place, too, such as {example}.", example=self._disc.board.spaces[0]))
        return asked

    def _reported(self) -> Dialogue:
        """With a fresh report where all is entered."""
        if self.transcription is None or self.stage not in (Stage.RECHECK, Stage.FINISHED):
            return replace(self, report=None, looks=())
        found = report(self.transcription)
        looks = [_Look("counts")] if found.counts else []
        for space in found.look_again:
            if space in found.both_sides:
                looks.append(_Look("back", space))
            looks.append(_Look("front", space))
        return replace(self, report=found, looks=tuple(looks))

    def _recheck_prompt(self) -> Text:
        look = self.looks[0]
        match look.side:
            case "counts":
                return T("Once more, back of the disc: how many tiles of {terrains}?", terrains=list(Terrain))
            case "back":
                return T(
                    "Once more, back of the disc, {space}: its start tile, or - for none?", space=look.space
                )
            case "front":
                return T("Once more, front of the disc, {space}?", space=look.space)

    def _help(self) -> tuple[Text, ...]:
        shared = T("u takes the last entry back, q stops; everything is saved.")
        match self.stage:
            case Stage.BOARD:
                return (T("Enter the name of the board, or its beginning."), shared)
            case Stage.COUNTS:
                return (T("Enter four numbers: the tiles of {terrains}.", terrains=list(Terrain)), shared)
            case Stage.START:
                shown = T(
                    "Enter place, terrain and crop, such as “sun llama s3”; “sun llama -” takes it away."
                )
                return (shown, shared)
            case Stage.OTOMA:
                shown = T("Enter colour and place, such as “purple sun llama”; “purple -” takes it away.")
                return (shown, shared)
        return (
            T("Enter terrain (D, S, G, R or its name) and crop (1 to 5 or its name), such as “s3”."),
            T("With a place before it, such as “sun llama s3”, any space can be entered or corrected."),
            T(
                "“tiles”, “start” or “otoma” at the beginning corrects the back, such as “start sun llama s3”."
            ),
            shared,
        )


def _answers(entry: Entry, look: _Look) -> bool:
    """Whether an entry is the second look that was asked for."""
    match entry:
        case TileCounts():
            return look.side == "counts"
        case StartTile(space):
            return look.side == "back" and space == look.space
        case FrontSpace(space):
            return look.side == "front" and space == look.space
    return False
