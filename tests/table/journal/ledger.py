"""Books kept beside a journal: what people were told of each game, and whether the journal still has it.

A record is noted by its digest when it is confirmed to somebody. To compare, the journal is read anew from a copy of its
files, as whoever starts the program next would find them.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from companion.table.journal import Journal
from companion.table.journal.backs import read_back
from companion.table.journal.changes import Change, replay, sound
from companion.table.journal.connection import connected_to_copy
from companion.table.journal.store import Store
from companion.tiwanaku.game import Record, Wheel, entry_data
from companion.tiwanaku.scenario import Back


def digest(record: Record) -> str:
    """What tells a record from every other."""
    return sha256(json.dumps([entry_data(entry) for entry in record.entries]).encode()).hexdigest()[:16]


@dataclass
class Found:
    """What a comparison found. ``unseen``: written, and not yet told to anybody."""

    lost: int = 0
    doubled: int = 0
    unseen: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.faults)


class Ledger:
    """The books of a folder's games: the digests that were confirmed, in their order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: dict[str, list[str]] = {}
        self._known: dict[str, tuple[list[str], list[str]]] = {}

    def confirmed(self, game: str, state: str) -> None:
        """Somebody was told that a game stands so."""
        self.said.setdefault(game, []).append(state)

    def last(self, game: str) -> str | None:
        """How a game stood when somebody was told of it last."""
        said = self.said.get(game)
        return said[-1] if said else None

    def compare(self, *, unseen: int = 0) -> Found:
        """The journal holds what was said, in that order, and at most so many events more in each game.

        What nobody had been told of counts as said from now on: whoever goes on finds it there.
        """
        found, present = Found(), set()
        for game, changes, back in stored(self.folder):
            present.add(game)
            said, states = self.said.get(game, []), self._states(game, changes, back)
            lost = (Counter(said) - Counter(states)).total()
            more = (Counter(states) - Counter(said)).total()
            found.lost += lost
            found.doubled += max(0, more - unseen)
            found.unseen += min(more, unseen)
            if lost:
                found.faults.append(f"{game}: {lost} confirmed events are lost")
            if more > unseen:
                found.faults.append(f"{game}: {more - unseen} events more than were given")
            if not (lost or more > unseen) and states[: len(said)] != said:
                found.lost += 1
                found.faults.append(f"{game}: confirmed events are in another order")
            self.said[game] = states
        for game in self.said.keys() - present:
            found.lost += len(self.said[game])
            found.faults.append(f"{game}: the whole game is lost")
        return found

    def _states(self, game: str, changes: list[Change], back: Back) -> list[str]:
        """The digests of a game after each change; those found before are taken over where the changes are the same."""
        known, digests = self._known.get(game, ([], []))
        if [change.id for change in changes[: len(known)]] != known:
            digests = []
        digests = digests + [
            digest(replay(back, changes[:count])) for count in range(len(digests) + 1, len(changes) + 1)
        ]
        self._known[game] = [change.id for change in changes], digests
        return list(digests)


def stored(folder: Path) -> list[tuple[str, list[Change], Back]]:
    """The games of a journal, with their changes, all of them whole; read from a copy, as it was left."""
    path = Journal(folder).path
    games = []
    if path.exists():
        with connected_to_copy(path) as connection:
            if not connection.execute("PRAGMA user_version").fetchone()[0]:
                return []
            store = Store(connection).checked()

            found = [store.game(listed.id) for listed in store.listing()]
        for game in found:
            changes = sound(game.changes)
            assert len(changes) == len(game.changes)
            games.append((game.row.id, changes, read_back(json.loads(game.row.back))))
    return games


def unruly(game: str, changes: list[Change], back: Back, wheel: Wheel) -> list[str]:
    """Changes that do not follow from what was there, by the rules and the wheel."""
    records = [Record.begin(back)]
    records += [replay(back, changes[:count]) for count in range(1, len(changes) + 1)]
    faults = []
    for change, (before, after) in zip(changes, pairwise(records), strict=True):
        if change.removed:
            expected = before.undo(change.start).record
        else:
            expected = before.do(after.entries[-1].command, wheel)
        if expected != after:
            faults.append(f"{game}: change {change.number} does not follow from what was there")
    return faults
