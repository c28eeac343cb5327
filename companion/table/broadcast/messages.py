"""What is said of a table: how its game stands, and what happened. Public information alone, as bytes of JSON.

Both are made from a record, which never meets a solution; see docs/mqtt.md for the form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.table.event_texts import event_text, phase_text
from companion.tiwanaku.game import (
    Event,
    Phase,
    Record,
    State,
    event_data,
    public_view,
    side_names,
    view_data,
)
from companion.tiwanaku.game.codec import Data
from companion.words import Language, T

FORMAT = 1
ONLINE, OFFLINE = b"online", b"offline"


def state_message(table: str, record: Record | None, words: Language) -> bytes:
    """How the game at a table stands; without one, that there is none."""
    known = {"format": FORMAT, "table": table, "language": words.code}
    if record is None or record.state.agreed is None:
        said = {"player": words.say(T("nobody")), "phase": words.say(T("no game"))}
        empty: Data = {"game": None, "player": None, "phase": None, "scores": {}, "tiles_left": 0}
        return encoded({**known, **empty, "said": said, "view": None})
    state = record.state
    view = view_data(public_view(state))
    return encoded(
        {
            **known,
            "game": {
                "scenario": record.back.name,
                "mode": view["mode"],
                "turn": state.turns,
                "events": len(record.events),
            },
            "player": view["player"],
            "phase": view["phase"],
            "scores": {side["name"]: side["score"] for side in view["sides"]},
            "tiles_left": sum(view["tiles_left"].values()),
            "said": {"player": _player(state, words), "phase": words.say(phase_text(state.phase))},
            "view": view,
        }
    )


def event_messages(record: Record, events: tuple[Event, ...], words: Language) -> Iterator[bytes]:
    """What happened, one message an event. A record without events was corrected, or is another one: that is said, too."""
    known = {"format": FORMAT, "scenario": record.back.name}
    if not events:
        text = T("The game was corrected, or another one goes on: see how it stands.")
        yield encoded({**known, "number": None, "event": None, "text": words.say(text)})
        return
    first = len(record.events) - len(events)
    for number, event in enumerate(events, first):
        text = event_text(record.state.setup, event)
        yield encoded({**known, "number": number, "event": event_data(event), "text": words.say(text)})


def sides_of(record: Record | None) -> tuple[str, ...]:
    """The keys of the sides that have a score in a game."""
    if record is None or record.state.agreed is None:
        return ()
    return side_names(record.state.setup.mode, record.state.setup.colours)


def encoded(data: object) -> bytes:
    """Data as the bytes of a message."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _player(state: State, words: Language) -> str:
    return words.say(T("nobody") if state.phase is Phase.OVER else state.colour)
