"""The record of a game: every command ever given, what came of it, and how to correct it.

Nothing is ever dropped from a record. A correction marks a command as undone or puts another in its place, then
derives everything after it again from the commands that follow, with the answers the wheel has already given.
A command that no longer fits stays in the record as a misfit, without effect, and is reported; a later
correction may make it fit again.

>>> from companion.tiwanaku.game import Discover, Enter, Mode, SetUp, Setup, Wheel
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour
>>> wheel = Wheel(morning_valley())
>>> place = wheel.back.board.space
>>> record = Record.begin(wheel.back)
>>> record = record.do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
>>> record = record.do(Enter(place("sun/condor")), wheel)
>>> record = record.do(Discover(place("sun/condor")), wheel)
>>> correction = record.undo(1)
>>> [(misfit.index, misfit.error.code.value) for misfit in correction.misfits]
[(2, 'act-first')]
>>> [str(space) for space in correction.record.state.seen]
['sun/condor']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain

from companion.errors import PachamamaError, Unreadable
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.game.codec import (
    Data,
    command_data,
    event_data,
    read_command,
    read_event,
    read_list,
    read_seat,
    read_table,
)
from companion.tiwanaku.game.commands import Command
from companion.tiwanaku.game.decide import play
from companion.tiwanaku.game.events import CropRevealed, Event, SpaceSeen, TerrainRevealed
from companion.tiwanaku.game.fold import fold
from companion.tiwanaku.game.refusal import Refused, Rule
from companion.tiwanaku.game.state import State, before_set_up
from companion.tiwanaku.game.wheel import Memory, Oracle
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.scenario import Back
from companion.words import T


class Standing(Enum):
    """Whether a command of the record counts."""

    DONE = "done"
    UNDONE = "undone"
    MISFIT = "misfit"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command of the record, the seat that gave it, and its events."""

    command: Command
    seat: int
    events: tuple[Event, ...]
    standing: Standing = Standing.DONE


@dataclass(frozen=True, slots=True)
class Misfit:
    """A command that no longer fits after a correction, and the rule against it."""

    index: int
    command: Command
    error: PachamamaError


@dataclass(frozen=True, slots=True)
class Correction:
    """A corrected record, and the commands that no longer fit it."""

    record: Record
    misfits: tuple[Misfit, ...]


@dataclass(frozen=True)
class Record:
    """A game with its history. Immutable: every deed gives a new record."""

    back: Back
    entries: tuple[Entry, ...]
    state: State

    @classmethod
    def begin(cls, back: Back) -> Record:
        """An empty record of a game with this disc."""
        return cls(back, (), before_set_up(back))

    @classmethod
    def restore(cls, back: Back, entries: Iterable[Entry]) -> Record:
        """A record from its entries, as kept in a journal."""
        kept = tuple(entries)
        events = chain.from_iterable(entry.events for entry in kept)
        return cls(back, kept, fold(before_set_up(back), events))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, corrections included."""
        return tuple(chain.from_iterable(entry.events for entry in self.entries))

    def do(self, command: Command, oracle: Oracle) -> Record:
        """The record with one more command; :class:`Refused` if it is not legal now."""
        state, events = play(self.state, command, oracle)
        return Record(self.back, (*self.entries, Entry(command, self.state.seat, events)), state)

    def undo(self, index: int) -> Correction:
        """Take a command back; it stays in the record, marked as undone."""
        self._check_index(index)
        return self._corrected(index, replace(self.entries[index], standing=Standing.UNDONE))

    def redo(self, index: int) -> Correction:
        """Take an undone command up again."""
        self._check_index(index)
        return self._corrected(index, replace(self.entries[index], standing=Standing.DONE))

    def change(self, index: int, command: Command, oracle: Oracle | None = None) -> Correction:
        """Put another command in the place of one.

        Only that command may ask the wheel something new, if it is given one: a deliberate reveal.
        """
        self._check_index(index)
        changed = replace(self.entries[index], command=command, standing=Standing.DONE)
        return self._corrected(index, changed, oracle)

    def insert(self, index: int, command: Command, oracle: Oracle | None = None) -> Correction:
        """Add a command that was forgotten before the one of that index."""
        self._check_index(index)
        fresh = Entry(command, self._seat_before(index), ())
        longer = replace(self, entries=(*self.entries[:index], fresh, *self.entries[index:]))
        return longer._corrected(index, fresh, oracle)

    def _check_index(self, index: int) -> None:
        if not 0 <= index < len(self.entries):
            raise Unreadable(T("The game has no step {number}.", number=index))

    def _seat_before(self, index: int) -> int:
        events = chain.from_iterable(entry.events for entry in self.entries[:index])
        return fold(before_set_up(self.back), events).seat

    def _corrected(self, index: int, entry: Entry, oracle: Oracle | None = None) -> Correction:
        memory = Memory.of(self.events)
        state = before_set_up(self.back)
        entries: list[Entry] = []
        misfits: list[Misfit] = []
        for number, old in enumerate(self.entries):
            wished = entry if number == index else old
            answers = oracle if number == index and oracle is not None else memory
            marks = tuple(event for event in old.events if isinstance(event, SpaceSeen))
            try:
                state, events = _again(state, wished, answers)
                standing = Standing.UNDONE if wished.standing is Standing.UNDONE else Standing.DONE
            except PachamamaError as error:
                misfits.append(Misfit(number, wished.command, error))
                events, standing = (), Standing.MISFIT
            if number == index and oracle is not None:
                memory = Memory.of((*self.events, *events))
            state = fold(state, marks)
            entries.append(Entry(wished.command, wished.seat, (*events, *marks), standing))
        lost = _lost_reveals(self.events, chain.from_iterable(each.events for each in entries))
        entries[index] = replace(entries[index], events=(*entries[index].events, *lost))
        return Correction(Record(self.back, tuple(entries), fold(state, lost)), tuple(misfits))


def entry_data(entry: Entry) -> Data:
    """An entry as data for a journal."""
    return {
        "command": command_data(entry.command),
        "seat": entry.seat,
        "standing": entry.standing.value,
        "events": [event_data(event) for event in entry.events],
    }


def read_entry(data: object, board: Board) -> Entry:
    """The entry that data means; Unreadable if it means none."""
    table = read_table(data, ("command", "seat", "standing", "events"))
    standings = {standing.value: standing for standing in Standing}
    if not isinstance(table["standing"], str) or table["standing"] not in standings:
        raise Unreadable(
            T(
                "{value} is unknown; known are {known}.",
                value=str(table["standing"])[:40],
                known=sorted(standings),
            )
        )
    return Entry(
        command=read_command(table["command"], board),
        seat=read_seat(table["seat"]),
        events=tuple(read_event(event, board) for event in read_list(table["events"])),
        standing=standings[table["standing"]],
    )


def _again(state: State, entry: Entry, oracle: Oracle) -> tuple[State, tuple[Event, ...]]:
    if entry.standing is Standing.UNDONE:
        return state, ()
    if entry.seat != state.seat:
        raise Refused(
            Rule.OTHER_PLAYER, T("This was done by another player than the one whose turn it is now.")
        )
    return play(state, entry.command, oracle)


def _lost_reveals(before: Iterable[Event], after: Iterable[Event]) -> tuple[SpaceSeen, ...]:
    """What the table was shown before a correction and the corrected game has not shown."""
    terrains, crops = _shown(before)
    still_terrains, still_crops = _shown(after)
    gone_terrains = {space: terrain for space, terrain in terrains.items() if space not in still_terrains}
    gone_crops = {space: crop for space, crop in crops.items() if space not in still_crops}
    spaces = sorted({*gone_terrains, *gone_crops}, key=lambda space: space.index)
    return tuple(SpaceSeen(space, gone_terrains.get(space), gone_crops.get(space)) for space in spaces)


def _shown(events: Iterable[Event]) -> tuple[dict[Space, Terrain], dict[Space, Crop]]:
    terrains: dict[Space, Terrain] = {}
    crops: dict[Space, Crop] = {}
    for event in events:
        if isinstance(event, TerrainRevealed | SpaceSeen) and event.terrain is not None:
            terrains[event.space] = event.terrain
        if isinstance(event, CropRevealed | SpaceSeen) and event.crop is not None:
            crops[event.space] = event.crop
    return terrains, crops
