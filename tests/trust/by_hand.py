"""Hands on a wheel, recorded: inputs as words, and what a desk makes of them when they come again at their times.

A word is the milliseconds since the one before and what a hand did: ``200t-1`` turns, ``100k`` presses the knob, ``l`` and ``r``
the window buttons; capitals let go.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from companion.table import wheel
from companion.table.desk import Desk, GivenHint
from companion.table.lessons import load_lessons
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.game import Record, SetUp, Wheel
from companion.words import T, Text, language
from hardware.display import Picture
from hardware.inputs import Button, InputEvent, Pressed, Released, Turned

BUTTONS = {"k": Button.PUSH, "l": Button.LEFT, "r": Button.RIGHT}


def written(event: InputEvent, since: int) -> str:
    """An input as a word: milliseconds since the one before, and what a hand did.

    >>> written(Turned(1.5, -1), 1300), written(Pressed(1.5, Button.PUSH), 1300)
    ('200t-1', '200k')
    """
    later = round(event.at * 1000) - since
    if isinstance(event, Turned):
        return f"{later}t{event.steps}"
    letter = next(letter for letter, button in BUTTONS.items() if button is event.button)
    return f"{later}{letter.upper() if isinstance(event, Released) else letter}"


def read_inputs(text: str) -> Iterator[InputEvent]:
    """The inputs of a recording."""
    now = 0
    for word in text.split():
        digits = len(word) - len(word.lstrip("0123456789"))
        now += int(word[:digits])
        letter, at = word[digits], now / 1000
        if letter == "t":
            yield Turned(at, int(word[digits + 1 :]))
        else:
            kind = Released if letter.isupper() else Pressed
            yield kind(at, BUTTONS[letter.lower()])


def played_by_hand(disc: Wheel, setup: SetUp, inputs: str) -> tuple[Record, str]:
    """A desk with a clock that is set by the inputs; the game at its end, and a digest of all screens."""
    now = 0.0
    seen = hashlib.sha256()

    def draw(description: object, words: object) -> Picture:
        seen.update(json.dumps(plain(description), ensure_ascii=False).encode() + b"\n")
        return Picture.blank()

    desk = Desk(
        lambda picture: None,
        oracle=disc,
        game=Record.begin(disc.back).do(setup, disc),
        clock=lambda: now,
        coach=lambda state, strength: GivenHint(T("Look at the sand."), state.board.spaces[0]),
        lessons=load_lessons(),
        address="http://192.168.1.7:8000",
        artist=draw,
    )
    for event in read_inputs(inputs):
        while (pause := wheel.next_tick(desk.state, now)) is not None and now + pause <= event.at:
            now += pause
            desk.handle(wheel.Tick(now))
        now = event.at
        desk.handle(event)
    if desk.game is None:
        raise RuntimeError("there is no game any more")
    return desk.game, seen.hexdigest()[:16]


def plain(thing: object) -> object:
    """A screen's description as data, with nothing in it that depends on the order of a set."""
    match thing:
        case Enum():
            return thing.name
        case Space():
            return str(thing)
        case Board():
            return thing.name
        case Text():
            return language("en").say(thing)
        case float():
            return round(thing, 6)
        case None | str() | int():
            return thing
        case frozenset() | set():
            return sorted((plain(each) for each in thing), key=str)
        case list() | tuple():
            return [plain(each) for each in thing]
    if is_dataclass(thing):
        return [type(thing).__name__, *(plain(getattr(thing, field.name)) for field in fields(thing))]
    if hasattr(thing, "items"):
        return [[plain(key), plain(value)] for key, value in thing.items()]
    raise TypeError(f"a screen with a {type(thing).__name__}")
