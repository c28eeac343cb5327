"""What a phone has heard of a game, and whether that is the game as the table has it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from companion.tiwanaku.game import Record, event_data, public_view
from companion.tiwanaku.game.view_data import view_data

Data = dict[str, Any]


@dataclass
class Story:
    """What one phone has heard of a game: from a whole picture on, everything that happened after it."""

    epoch: str = ""
    revision: int = -1
    entries: int = 0
    game: Data | None = None
    events: list[Data] = field(default_factory=list)
    left_out: int = 0
    heard_twice: int = 0
    anew: int = 0

    def hear(self, message: Data) -> None:
        """Note one more message."""
        kind = message["type"]
        if kind == "you":
            self.epoch = message["epoch"]
        if kind == "snapshot":
            self.revision, self.anew = message["revision"], self.anew + 1
            self._begin(message["table"]["game"])
        elif kind in ("happened", "game", "people", "settings", "look", "notices"):
            self._count(message["revision"])
            if kind == "happened":
                self.events += message["events"]
                self.game = message["game"]
            elif kind == "game":
                self._begin(message["game"])

    def _begin(self, game: Data | None) -> None:
        self.game, self.events = game, []
        self.entries = 0 if game is None else game.get("entries", 0)

    def _count(self, revision: int) -> None:
        self.left_out += max(0, revision - self.revision - 1)
        self.heard_twice += revision <= self.revision
        self.revision = max(self.revision, revision)

    def next_game(self) -> None:
        """Count anew; what was heard last stays, it may be of the next game already."""
        self.left_out = self.heard_twice = self.anew = 0

    def knows(self, record: Record) -> bool:
        """Whether the whole record was heard of."""
        here = self.game
        return here is not None and (here["name"], here.get("entries")) == (
            record.back.name,
            len(record.entries),
        )

    def compare(self, record: Record) -> tuple[int, int]:
        """How many events of the record were never heard, and how many were heard that are not in it, or twice."""
        wanted = [event_data(event) for entry in record.entries[self.entries :] for event in entry.events]
        there, heard = Counter(map(_text, wanted)), Counter(map(_text, self.events))
        lost, more = (there - heard).total(), (heard - there).total()
        if not (lost or more) and _text(wanted) != _text(self.events):
            lost = 1  # All are there, in another order: at least one is not where it belongs.
        return lost + self.left_out, more + self.heard_twice

    def agrees(self, record: Record) -> bool:
        """Whether the last picture of the game is that of the record."""
        view = None if self.game is None else self.game["view"]
        return _text(view) == _text(view_data(public_view(record.state)))


def _text(data: object) -> str:
    return json.dumps(data, sort_keys=True)
