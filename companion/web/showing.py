"""The parts of a table as the page is told them. Everything here is made of public facts: records, backs, people."""

from __future__ import annotations

from dataclasses import asdict
from enum import Enum
from typing import Any

from companion.table.event_texts import event_text
from companion.table.wheel import WheelSettings
from companion.table.wheel.home import in_words
from companion.tiwanaku.game import (
    Command,
    Entry,
    Event,
    Phase,
    Record,
    SetUp,
    Setup,
    command_data,
    event_data,
    public_view,
)
from companion.tiwanaku.game.view_data import board_data, view_data
from companion.tiwanaku.position import token
from companion.tiwanaku.scenario import Back
from companion.web.guests import Device, Guests
from companion.web.ports import LookedAt
from companion.words import Language, T, Text

Data = dict[str, Any]


def game_data(record: Record, identity: str | None) -> Data:
    """A game in play."""
    state = record.state
    return {
        "id": identity,
        "name": record.back.name,
        "bare": False,
        "set_up": state.agreed is not None,
        "turn": state.turns,
        "over": state.phase is Phase.OVER,
        "entries": len(record.entries),
        "view": None if state.agreed is None else view_data(public_view(state)),
    }


def bare_data(back: Back) -> Data:
    """A disc in the bare wheel: what its back says."""
    return {
        "id": None,
        "name": back.name,
        "bare": True,
        "board": board_data(back.board),
        "tiles": {terrain.value: count for terrain, count in back.tiles.items()},
        "start": {str(space): token(*things) for space, things in back.start.items()},
        "view": None,
    }


def people_data(guests: Guests, setup: Setup | None, here: frozenset[str]) -> Data:
    """Who sits where, and who holds the wheel; ``here`` are the devices that listen."""
    colours = setup.colours if setup is not None else ()
    return {
        "seats": [
            {"seat": seat, "colour": colour.value, **_holder(guests.holder(seat), here)}
            for seat, colour in enumerate(colours)
        ],
        "wheel": _holder(guests.wheel_holder(), here),
    }


def _holder(device: Device | None, here: frozenset[str]) -> Data:
    if device is None:
        return {"device": None, "name": None, "here": False}
    return {"device": device.id, "name": device.name, "here": device.id in here}


def you_data(device: Device | None) -> Data:
    """What a phone is told of itself."""
    if device is None:
        return {"type": "you", "member": False, "asked": False, "device": None, "seats": [], "wheel": False}
    return {
        "type": "you",
        "member": device.member,
        "asked": not device.member,
        "device": device.id,
        "name": device.name,
        "seats": sorted(device.seats),
        "wheel": device.wheel,
    }


def settings_data(settings: WheelSettings) -> Data:
    """The settings of the wheel, plainly."""
    return {
        name: value.value if isinstance(value, Enum) else value for name, value in asdict(settings).items()
    }


def look_data(look: LookedAt, words: Language) -> Data:
    """What the camera and the referee say."""
    return {
        "watching": look.watching,
        "blind": look.blind,
        "alerts": [
            {
                "id": alert.id,
                "kind": alert.kind,
                "spaces": [str(space) for space in alert.spaces],
                "text": words.say(alert.text),
                "remedy": words.say(alert.remedy),
                "acceptable": alert.acceptable,
            }
            for alert in look.alerts
        ],
        "proposals": [
            {
                "id": proposal.id,
                "text": words.say(proposal.text),
                "space": None if proposal.space is None else str(proposal.space),
                "command": command_data(proposal.command),
                "asks_wheel": proposal.asks_wheel,
            }
            for proposal in look.proposals
        ],
        "differences": [
            {
                "space": str(each.space),
                "what": each.what,
                "sort": each.sort,
                "text": words.say(each.text),
            }
            for each in look.differences
        ],
    }


def events_data(setup: Setup | None, events: tuple[Event, ...], words: Language) -> Data:
    """Events, and a sentence for each."""
    texts = [] if setup is None else [words.say(event_text(setup, event)) for event in events]
    return {"events": [event_data(event) for event in events], "texts": texts}


def command_text(command: Command) -> Text:
    """A command in a few words."""
    return T("set-up") if isinstance(command, SetUp) else in_words(command)


def entry_data(index: int, entry: Entry, setup: Setup | None, words: Language) -> Data:
    """An entry of the record, for the list of what happened."""
    return {
        "index": index,
        "command": command_data(entry.command),
        "seat": entry.seat,
        "standing": entry.standing.value,
        "text": words.say(command_text(entry.command)),
        **events_data(setup, entry.events, words),
    }
