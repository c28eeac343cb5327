"""Everything that a bad line does to a good one, chosen by a seeded die."""

from __future__ import annotations

import random
from collections.abc import Callable

Damage = Callable[[random.Random, bytearray], None]


def flip_bits(die: random.Random, line: bytearray) -> None:
    for _ in range(die.randint(1, 8)):
        line[die.randrange(len(line))] ^= 1 << die.randrange(8)


def other_bytes(die: random.Random, line: bytearray) -> None:
    for _ in range(die.randint(1, 6)):
        line[die.randrange(len(line))] = die.randrange(256)


def other_digits(die: random.Random, line: bytearray) -> None:
    """The nastiest: still JSON, with other numbers in it."""
    places = [place for place, byte in enumerate(line) if 48 <= byte <= 57]
    for place in die.sample(places, min(len(places), die.randint(1, 5))):
        line[place] = die.randint(48, 57)


def cut_out(die: random.Random, line: bytearray) -> None:
    start = die.randrange(len(line))
    del line[start : start + die.randint(1, 20)]


def cut_off(die: random.Random, line: bytearray) -> None:
    del line[die.randrange(len(line)) :]


def put_in(die: random.Random, line: bytearray) -> None:
    place = die.randrange(len(line))
    line[place:place] = die.randbytes(die.randint(1, 300)).replace(b"\n", b"?")


def twice(die: random.Random, line: bytearray) -> None:
    start = die.randrange(len(line))
    line[start:start] = line[start : start + die.randint(1, 30)]


def swap(die: random.Random, line: bytearray) -> None:
    place = die.randrange(len(line) - 1)
    line[place], line[place + 1] = line[place + 1], line[place]


DAMAGES: tuple[Damage, ...] = (
    flip_bits,
    other_bytes,
    other_digits,
    cut_out,
    cut_off,
    put_in,
    twice,
    swap,
)


def damaged(die: random.Random, line: bytes) -> bytes:
    """A line that differs from the one given; some lose their end and run into the next one."""
    while True:
        body = bytearray(line.rstrip(b"\n"))
        die.choice(DAMAGES)(die, body)
        if bytes(body) != line.rstrip(b"\n"):
            return bytes(body) + (b"" if die.random() < 0.1 else b"\n")
