"""What a journal holds of a game: changes, one after the other, none of them ever taken away.

A change says which entries of the record were replaced by which. A command adds one entry at the end; a correction
replaces those that it derived anew, so the record before it can always be had again. The id of a change is drawn from
everything up to and including it: two journals that agree on one id agree on all that went before, a change that is
written twice is recognised, and one whose bytes were damaged is, too.

>>> from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour
>>> wheel = Wheel(morning_valley())
>>> game = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
>>> change = change_between(None, (), game, at=0.0)
>>> change.number, change.start, change.removed
(0, 0, 0)
>>> replay(game.back, [change]) == game
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from companion.errors import Unreadable
from companion.tiwanaku.board import Board
from companion.tiwanaku.game import Entry, Phase, Record, entry_data, read_entry
from companion.tiwanaku.game.codec import read_list
from companion.tiwanaku.scenario import Back
from companion.words import T

_ID_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Change:
    """From entry ``start`` on, ``removed`` entries gave way to these, which are kept as JSON.

    Changes are ordered by their numbers alone; the time is for people to read. ``progress`` is what a list of games
    shows.
    """

    number: int
    id: str
    at: float
    start: int
    removed: int
    entries: str
    progress: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a game is: what a list shows without playing it again."""

    mode: str = ""
    colours: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    turns: int = 0
    over: bool = False

    @classmethod
    def of(cls, record: Record) -> Progress:
        """The progress of a game as it stands."""
        state = record.state
        if state.agreed is None:
            return cls()
        return cls(
            mode=state.agreed.mode.value,
            colours=tuple(colour.value for colour in state.agreed.colours),
            scores=tuple(side.score for side in state.sides),
            turns=state.turns,
            over=state.phase is Phase.OVER,
        )

    @classmethod
    def read(cls, text: str) -> Progress:
        """The progress that a change was kept with."""
        try:
            data = json.loads(text)
            return cls(
                str(data["mode"]),
                tuple(map(str, data["colours"])),
                tuple(map(int, data["scores"])),
                int(data["turns"]),
                bool(data["over"]),
            )
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
            raise Unreadable(T("How far this game is cannot be read.")) from None

    def write(self) -> str:
        """As text, for a journal."""
        return _compact(
            {
                "mode": self.mode,
                "colours": self.colours,
                "scores": self.scores,
                "turns": self.turns,
                "over": self.over,
            }
        )


def change_between(
    last: Change | None, before: Sequence[Entry], record: Record, *, at: float
) -> Change | None:
    """What has to be written so that a journal of ``before``, whose last change is given, holds the record."""
    after = record.entries
    start = _alike(before, after)
    if start == len(before) == len(after):
        return None
    end = _alike(before[start:][::-1], after[start:][::-1])
    entries = _compact([entry_data(entry) for entry in after[start : len(after) - end]])
    removed = len(before) - end - start
    return make_change(last, start, removed, entries, at=at, progress=Progress.of(record))


def make_change(
    last: Change | None, start: int, removed: int, entries: str, *, at: float, progress: Progress
) -> Change:
    """A change that follows another one, or begins a game."""
    number = 0 if last is None else last.number + 1
    identity = _identity(last.id if last is not None else "", number, start, removed, entries)
    return Change(number, identity, at, start, removed, entries, progress.write())


def sound(changes: Iterable[Change]) -> list[Change]:
    """The changes up to the first that is missing or damaged."""
    previous: list[Change] = []

    def follows(change: Change) -> bool:
        last = previous[-1].id if previous else ""
        expected = _identity(last, len(previous), change.start, change.removed, change.entries)
        if change.number != len(previous) or change.id != expected:
            return False
        previous.append(change)
        return True

    return list(takewhile(follows, changes))


def replay(back: Back, changes: Iterable[Change]) -> Record:
    """The record that changes lead to; Unreadable if they lead to none."""
    entries: list[Entry] = []
    for change in changes:
        if not 0 <= change.start <= change.start + change.removed <= len(entries):
            raise Unreadable(T("Change {number} of the game does not fit.", number=change.number))
        entries[change.start : change.start + change.removed] = read_entries(change.entries, back.board)
    try:
        return Record.restore(back, entries)
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError):
        raise Unreadable(T("What happened in this game does not fit together.")) from None


def read_entries(text: str, board: Board) -> list[Entry]:
    """The entries of a change."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(T("A change of the game cannot be read.")) from None
    return [read_entry(each, board) for each in read_list(data)]


def _alike(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """How many entries two sequences have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs))


def _identity(last: str, number: int, start: int, removed: int, entries: str) -> str:
    content = f"{last}\n{number} {start} {removed}\n{entries}"
    return hashlib.sha256(content.encode()).hexdigest()[:_ID_LENGTH]


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
