"""Inputs that once broke a reader, made as small as they can be. Each says what came of it then."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.hardware.test_picture_size import jpeg_that_promises
from tests.trust.bad_input.pictures import spread

Damage = Callable[[Sequence[bytes]], bytes]


@dataclass(frozen=True)
class Case:
    """An input of a reader, made of the valid ones that it begins with."""

    family: str
    reader: str
    what: str
    damage: Damage


def _is(data: bytes) -> Damage:
    return lambda seeds: data


def _with(old: bytes, new: bytes) -> Damage:
    def damaged(seeds: Sequence[bytes]) -> bytes:
        seed = next(each for each in seeds if old in each)
        return seed.replace(old, new, 1)

    return damaged


def _with_many_tiles(seeds: Sequence[bytes]) -> bytes:
    seed = next(each for each in seeds if b'"cooperative"' in each)
    return re.sub(rb'"sand": \d+', b'"sand": 9000000', seed, count=1)


def _with_long_chunk(seeds: Sequence[bytes]) -> bytes:
    seed = next(each for each in seeds if each.startswith(b"\x89PNG"))
    at = seed.index(b"IDAT")
    return seed[: at - 4] + b"00dc" + seed[at:]


_LESSON_OF_NOTHING = b"""format = 1
name = "sizes"
columns = 4
rows = 3
tiles = { dirt = 3, sand = 3, grass = 3, rock = 3 }
title = { en = "a", fr = "a", de = "a", it = "a" }
step = 3
"""

CASES = (
    Case("files", "position", "a key of 20,000 parts: 3.5 s, and with every length the square of it", _is(b"a." * 20_000 + b"a = 1")),
    Case("files", "lesson", "steps that are no list: TypeError", _is(_LESSON_OF_NOTHING)),
    Case("files", "draft", "a count of 4,401 digits: ValueError", _with(b'"tiles ', b'"tiles ' + b"9" * 4400)),
    Case("files", "look", "a number without an end: OverflowError", _with(b"rings = ", b"rings = inf #")),
    Case("files", "look", "nested too deeply: RecursionError", _is(b"a = " + b"[" * 5000)),
    Case("settings", "phones", "a number without an end: OverflowError", _with(b'"seats": [', b'"seats": [Infinity,')),
    Case("settings", "phones", "an id that is too long to count on: ValueError at the start", _with(b'"d12"', b'"d' + b"9" * 5000 + b'"')),
    Case("settings", "phones", "a digest of other letters: TypeError at every request", _with(b"a" * 64, "é".encode() * 64)),
    Case("settings", "phones", "half a letter as a name: UnicodeEncodeError when kept again", _with(b'"Ana"', b'"\\ud800"')),
    Case("wires", "coach questions", "a number without an end: OverflowError, and the coach was deaf", _with(b'"number":', b'"number":1e999,"x":')),
    Case("wires", "coach questions", "the same to take back: OverflowError", _is(b'{"cancel": Infinity}')),
    Case("wires", "coach advice", "a number without an end: OverflowError", _with(b'"number":1', b'"number":Infinity')),
    Case("journal", "damaged journal", "SQLite's own complaint was damaged: UnicodeDecodeError at the start", _with(b"CREATE TABLE sittings", b"CREATE TAB\xe6E sittings")),
    Case("journal", "damaged journal", "a letter of a back: no list of games for ever", _with(b'{"name"', b'{"na\xffe"')),
    Case("journal", "damaged journal", "a sign of a back: no list of games for ever", _with(b'{"name"', b'}"name"')),
    Case("journal", "damaged journal", "a sign of the progress: no list of games for ever", lambda seeds: seeds[0].replace(b'"turns":', b'"turns";')),
    Case("journal", "damaged journal", "another name for a column: no list of games for ever", _with(b"key INTEGER PRIMARY KEY", b"kez INTEGER PRIMARY KEY")),
    Case("journal", "game file", "tiles without number, dealt one by one: never came back", _with_many_tiles),
    Case("journal", "game import", "a name that cannot be printed", _with(b'"name": "Random 1"', b'"name": "\\ud800"')),
    Case("web", "requests", "a length of 5,000 digits: ValueError, and no answer", _is(b"POST /api/v1/join\ncontent-length: " + b"9" * 5000 + b"\n\n{}")),
    Case("pictures", "picture", "690 bytes that promise 432 MB", lambda seeds: jpeg_that_promises(12_000, 12_000)),
    Case("pictures", "picture", "115 bytes with a chunk of 808 MB", _with_long_chunk),
    Case("pictures", "profile arrays", "a header that is not closed: TokenError", _with(b"'fortran_order': False", b"'fortran_order': (False")),
    Case("pictures", "piece model", "no array: AttributeError", lambda seeds: spread(seeds[0]).replace(b"\x93NUMPY", b"\x93NUMPX", 1)),
)  # fmt: skip
