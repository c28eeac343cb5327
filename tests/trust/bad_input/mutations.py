"""Inputs that nobody meant: made from valid ones, the same ones for the same seed.

Bytes are flipped, cut, doubled, swapped, repeated; tokens that break readers are put in; two inputs are spliced; JSON and
TOML are changed by their structure (:mod:`.trees`). What was seen to reach new lines of the product becomes a seed, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.trust.bad_input.odd import LONG_TOKENS, TOKENS
from tests.trust.bad_input.trees import Form, mutated, parsed

MOST_FOUND = 400
"""Inputs that reached something new and are kept as seeds; then the oldest go."""
_LONG_ONES = 0.002
_BY_STRUCTURE = 0.6
_AS_IT_IS = 0.01
_DIGITS = re.compile(rb"\d+")
_NUMBERS = (
    b"0",
    b"-1",
    b"1",
    b"255",
    b"256",
    b"65536",
    b"2147483648",
    b"9223372036854775808",
    b"1e999",
    b"0.5",
    b"00",
    b"\xd9\xa1",
)

Sealed = Callable[[bytes, Random], bytes]
"""Makes a damaged input pass a checksum, so that what is behind it is reached."""


class Mutations:
    """An endless row of inputs."""

    def __init__(
        self,
        random: Random,
        seeds: Sequence[bytes],
        *,
        form: Form = Form.BYTES,
        tokens: Sequence[bytes] = (),
        largest: int = 100_000,
        sealed: Sealed | None = None,
    ) -> None:
        self._random = random
        self._form = form
        self._tokens = (*TOKENS, *tokens, *tokens, *tokens)
        self._largest = largest
        self._sealed = sealed
        self._seeds = [(seed, parsed(seed, form)) for seed in seeds]
        self._found: list[tuple[bytes, Any]] = []

    def keep(self, data: bytes) -> None:
        """This input reached something new: go on from it."""
        self._found.append((data, parsed(data, self._form)))
        if len(self._found) > MOST_FOUND:
            self._found.pop(0)

    @property
    def kept(self) -> int:
        """How many inputs are seeds because of what they reached."""
        return len(self._found)

    def next(self) -> bytes:
        """The next input."""
        random = self._random
        data, tree = self._base()
        chance = random.random()
        if chance < _AS_IT_IS:
            return data
        if tree is not None and chance < _BY_STRUCTURE:
            data = mutated(tree, self._form, random)
        if tree is None or chance > 0.75 * _BY_STRUCTURE:
            for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5))):
                data = self._damaged(data)
        if random.random() < _LONG_ONES:
            data = self._put(data, random.choice(LONG_TOKENS), 0)
        if self._sealed is not None and random.random() < 0.8:
            data = self._sealed(data, random)
        return data[: self._largest]

    def _base(self) -> tuple[bytes, Any]:
        if self._found and self._random.random() < 0.5:
            return self._random.choice(self._found)
        return self._random.choice(self._seeds)

    def _damaged(self, data: bytes) -> bytes:
        random = self._random
        start = random.randrange(len(data) + 1)
        length = random.choice((1, 1, 2, 4, 8, 32, 256))
        end = min(len(data), start + length)
        run = data[start:end]
        match random.randrange(14):
            case 0 | 1 if run:
                return data[:start] + bytes([data[start] ^ 1 << random.randrange(8)]) + data[start + 1 :]
            case 2 if run:
                return data[:start] + bytes([random.randrange(256)]) + data[start + 1 :]
            case 3 | 4:
                return data[:start] + data[end:]
            case 5:
                return data[:end] + run + data[end:]
            case 6:
                return self._put(data, random.choice(self._tokens), 0)
            case 7:
                return self._put(data, random.choice(self._tokens), length)
            case 8:
                return self._with_other_number(data)
            case 9:
                other = self._base()[0]
                return data[:start] + other[random.randrange(len(other) + 1) :]
            case 10:
                return (
                    data[:start]
                    if random.random() < 0.3
                    else data[:start] + random.randbytes(length) + data[end:]
                )
            case 11 if run:
                times = min(random.choice((3, 10, 100)), self._largest // len(run))
                return data[:start] + run * times + data[end:]
            case 12:
                return self._with_other_lines(data)
            case _:
                at = random.randrange(len(data) + 1)
                return data[:at] + run + data[at + len(run) :]

    def _put(self, data: bytes, token: bytes, instead: int) -> bytes:
        at = self._random.randrange(len(data) + 1)
        return data[:at] + token + data[at + instead :]

    def _with_other_number(self, data: bytes) -> bytes:
        numbers = list(_DIGITS.finditer(data[:20_000]))
        if not numbers:
            return self._put(data, b"0", 0)
        found = self._random.choice(numbers)
        return data[: found.start()] + self._random.choice(_NUMBERS) + data[found.end() :]

    def _with_other_lines(self, data: bytes) -> bytes:
        lines = data.split(b"\n")
        at, to = self._random.randrange(len(lines)), self._random.randrange(len(lines))
        match self._random.randrange(3):
            case 0:
                del lines[at]
            case 1:
                lines.insert(to, lines[at])
            case _:
                lines[at], lines[to] = lines[to], lines[at]
        return b"\n".join(lines)
