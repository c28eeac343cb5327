"""Reads changes straight from the pages of an SQLite file, for when the tree that leads to them is broken.

The format is that of https://www.sqlite.org/fileformat2.html: the table of changes has its rows in leaf pages of the
table kind, each row a record in a cell, a long one with more pages behind it. Whatever looks like a change is
taken; whether it is one, and which comes after which, the ids tell.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from companion.table.journal.changes import Change, sound

PAGE = 4096
_LEAF = 0x0D
_MOST_LOCAL = PAGE - 35
_LEAST_LOCAL = (PAGE - 12) * 32 // 255 - 23
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_COLUMNS = 9
Value = int | float | str | bytes | None


def scattered_changes(path: Path) -> dict[int, list[Change]]:
    """The changes of each game, by its key, that can be found in a file whatever became of its trees."""
    content = path.read_bytes()
    found: dict[int, dict[int, list[Change]]] = {}
    for page in range(len(content) // PAGE):
        for game, change in _changes(content, page):
            found.setdefault(game, {}).setdefault(change.number, []).append(change)
    return {game: _longest(candidates) for game, candidates in found.items()}


def _longest(candidates: dict[int, list[Change]]) -> list[Change]:
    """The longest row of changes that follow from each other; a page may hold older ones as well."""
    best: list[Change] = []
    for first in candidates.get(0, ()):
        row = sound([first])
        while row:
            following = (sound([*row, each]) for each in candidates.get(len(row), ()))
            longer = next((each for each in following if len(each) > len(row)), None)
            if longer is None:
                break
            row = longer
        best = max(best, row, key=len)
    return best


def _changes(content: bytes, page: int) -> Iterator[tuple[int, Change]]:
    start = page * PAGE
    if content[start] != _LEAF:
        return
    (count,) = struct.unpack_from(">H", content, start + 3)
    for number in range(min(count, PAGE // 4)):
        try:
            (offset,) = struct.unpack_from(">H", content, start + 8 + 2 * number)
            _place, game, *values = _record(_payload(content, start, offset))
            if isinstance(game, int):
                yield game, _change(values)
        except (LookupError, ValueError, TypeError, struct.error):
            continue  # some other row, or a broken one


def _change(values: list[Value]) -> Change:
    match values:
        case [
            int(number),
            str(identity),
            int() | float() as at,
            int(start),
            int(removed),
            str(entries),
            str(progress),
        ]:
            return Change(number, identity, float(at), start, removed, entries, progress)
    raise ValueError("some other row")


def _payload(content: bytes, page: int, offset: int) -> bytes:
    """What is in a cell, with what continues on other pages."""
    size, after_size = _varint(content, page + offset)
    _place, begin = _varint(content, after_size)
    local = size
    if size > _MOST_LOCAL:
        local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % (PAGE - 4)
        local = local if local <= _MOST_LOCAL else _LEAST_LOCAL
    payload = content[begin : begin + local]
    behind = begin + local
    while len(payload) < size:
        (following,) = struct.unpack_from(">I", content, behind)
        behind = (following - 1) * PAGE
        part = content[behind + 4 : behind + 4 + min(PAGE - 4, size - len(payload))]
        if following == 0 or not part:
            raise ValueError("the rest is missing")
        payload += part
    return payload


def _record(payload: bytes) -> list[Value]:
    """The values of a record."""
    length, place = _varint(payload, 0)
    kinds = []
    while place < length:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    if len(kinds) != _COLUMNS:
        raise ValueError("some other record")
    values: list[Value] = []
    for kind in kinds:
        value, place = _value(payload, place, kind)
        values.append(value)
    return values


def _value(payload: bytes, place: int, kind: int) -> tuple[Value, int]:
    if kind in _INTEGERS:
        size = _INTEGERS[kind]
        return int.from_bytes(payload[place : place + size], "big", signed=True), place + size
    if kind == 7:
        return struct.unpack_from(">d", payload, place)[0], place + 8
    if kind in (8, 9):
        return kind - 8, place
    if kind >= 13 and kind % 2:
        size = (kind - 13) // 2
        return payload[place : place + size].decode(), place + size
    return None, place


def _varint(content: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for number in range(9):
        byte = content[place + number]
        if number == 8:
            return value << 8 | byte, place + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + number + 1
    return value, place + 9
