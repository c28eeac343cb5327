"""What a table decided about the referee's alerts, as events for the journal: a restart keeps them.

The record of the game stays lawful: an accepted difference is one between table and game, and is kept here.

>>> from companion.tiwanaku.board_file import official_board
>>> board = official_board("short")
>>> space = board.space("sun/llama")
>>> mark = Mark(spot_of(board, What.TERRAIN, space), space, What.TERRAIN, Terrain.ROCK)
>>> data = table_event_data(DifferenceAccepted(Kind.WRONG_TERRAIN, (mark,)))
>>> data
{'kind': 'difference-accepted', 'fault': 'wrong-terrain', 'marks': [{'space': 'sun/llama', 'what': 'terrain', 'lies': 'rock'}]}
>>> read_table_event(data, board).marks[0] == mark
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from companion.errors import Unreadable
from companion.table.referee.alerts import Kind, Mark
from companion.table.referee.sight import Doubt, Seen, What, spot_of
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.game.codec import read_list, read_table
from companion.tiwanaku.laws import Law
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import T

Data = dict[str, Any]
_Member = TypeVar("_Member", bound=Enum)
_VALUES: dict[What, type[Terrain] | type[Crop] | type[Colour]] = {
    What.TERRAIN: Terrain,
    What.CROP: Crop,
    What.MEEPLE: Colour,
}


@dataclass(frozen=True)
class DifferenceAccepted:
    """The table said of an alert: we did it on purpose. So it lies, whatever the game says."""

    fault: Kind
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class DifferenceEnded:
    """An accepted difference is no more: the table was put right, or changed again."""

    fault: Kind
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class LawAccepted:
    """The table plays on although what lies there breaks a law."""

    law: Law
    spaces: tuple[Space, ...]


TableEvent = DifferenceAccepted | DifferenceEnded | LawAccepted


@dataclass(frozen=True)
class Accepted:
    """Everything that the table has accepted and that still holds."""

    differences: tuple[DifferenceAccepted, ...] = ()
    laws: frozenset[LawAccepted] = frozenset()

    def after(self, event: TableEvent) -> Accepted:
        """With one more event."""
        match event:
            case DifferenceAccepted():
                return Accepted((*self.differences, event), self.laws)
            case DifferenceEnded(fault, marks):
                ended = DifferenceAccepted(fault, marks)
                return Accepted(tuple(each for each in self.differences if each != ended), self.laws)
            case LawAccepted():
                return Accepted(self.differences, self.laws | {event})

    @classmethod
    def of(cls, events: Iterable[TableEvent]) -> Accepted:
        """What holds after all these events, as kept in a journal."""
        accepted = cls()
        for event in events:
            accepted = accepted.after(event)
        return accepted

    @property
    def lies(self) -> dict[int, Seen]:
        """What lies on which spot with the table's consent."""
        return {mark.spot: mark.lies for each in self.differences for mark in each.marks}


def table_event_data(event: TableEvent) -> Data:
    """An event as data for a journal."""
    match event:
        case LawAccepted(law, spaces):
            return {"kind": "law-accepted", "law": law.value, "spaces": [str(space) for space in spaces]}
        case DifferenceAccepted(fault, marks):
            kind = "difference-accepted"
        case DifferenceEnded(fault, marks):
            kind = "difference-ended"
    return {"kind": kind, "fault": fault.value, "marks": [_mark_data(mark) for mark in marks]}


def read_table_event(data: object, board: Board) -> TableEvent:
    """The event that data means; Unreadable if it means none."""
    kind = data.get("kind") if isinstance(data, dict) else None
    match kind:
        case "law-accepted":
            table = read_table(data, ("kind", "law", "spaces"))
            spaces = tuple(_space(place, board) for place in read_list(table["spaces"]))
            return LawAccepted(_member(Law, table["law"]), spaces)
        case "difference-accepted" | "difference-ended":
            table = read_table(data, ("kind", "fault", "marks"))
            fault = _member(Kind, table["fault"])
            marks = tuple(_read_mark(mark, board) for mark in read_list(table["marks"]))
            accepted = kind == "difference-accepted"
            return DifferenceAccepted(fault, marks) if accepted else DifferenceEnded(fault, marks)
        case _:
            known = ["difference-accepted", "difference-ended", "law-accepted"]
            raise Unreadable(T("Unknown kind {kind}; known are {kinds}.", kind=repr(kind)[:40], kinds=known))


def _mark_data(mark: Mark) -> Data:
    lies = None if mark.lies is None else mark.lies.value
    return {"space": str(mark.space), "what": mark.what.value, "lies": lies}


def _read_mark(data: object, board: Board) -> Mark:
    table = read_table(data, ("space", "what", "lies"))
    space, what = _space(table["space"], board), _member(What, table["what"])
    lies: Seen
    if table["lies"] is None:
        lies = None
    elif table["lies"] == Doubt.UNKNOWN.value:
        lies = Doubt.UNKNOWN
    else:
        lies = _member(_VALUES[what], table["lies"])
    return Mark(spot_of(board, what, space), space, what, lies)


def _space(place: object, board: Board) -> Space:
    if not isinstance(place, str):
        raise Unreadable(T("{value} is no place.", value=repr(place)[:40]))
    return board.space(place)


def _member(kind: type[_Member], value: object) -> _Member:
    for member in kind:
        if member.value == value and type(value) is type(member.value):
            return member
    known = [str(member.value) for member in kind]
    raise Unreadable(T("{value} is unknown; known are {known}.", value=repr(value)[:40], known=known))
