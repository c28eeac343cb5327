"""The codec by itself: what it takes, what it refuses, how pictures are cut."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import codec

STATE: dict[str, object] = {
    "t": "state",
    "n": 17,
    "i": "5E1F",
    "p": -3,
    "b": [0, 2, 1],
    "o": 1,
    "l": 2,
    "x": "1D0F22A7",
}


def line_of(text: str) -> bytes:
    """Any text, with a CRC that fits."""
    body = text.encode()
    return body + f" {codec.crc16(body):04X}\n".encode()


def test_a_line_is_ascii_json_with_an_upper_case_crc() -> None:
    line = codec.encode(STATE)
    body, _, crc = line.decode("ascii").strip().rpartition(" ")
    assert json.loads(body) == STATE
    assert crc == f"{codec.crc16_table(body.encode()):04X}"
    assert codec.decode(line) == codec.decode(line.replace(b"\n", b"\r\n")) == STATE


def test_the_longest_lines_fit() -> None:
    part = codec.part(8191, bytes(codec.MAX_PART)) | {"n": 65535}
    assert len(codec.encode(part)) <= codec.MAX_LINE
    longest = STATE | {"n": 65535, "p": -(2**31), "b": [255, 255, 255]}
    assert len(codec.encode(longest)) <= codec.MAX_LINE
    with pytest.raises(ValueError, match="too long"):
        codec.encode(codec.part(0, bytes(200)) | {"n": 1})


@pytest.mark.parametrize(
    "change",
    [
        {"t": "other"},
        {"t": None},
        {"n": 65536},
        {"n": -1},
        {"n": 1.5},
        {"n": True},
        {"i": "5e1f"},
        {"i": "5E1"},
        {"p": 2**31},
        {"p": "3"},
        {"b": [0, 0]},
        {"b": [0, 0, 256]},
        {"b": "000"},
        {"o": 2},
        {"l": 3},
        {"x": "1D0F22A"},
        {"y": 1},
    ],
    ids=str,
)
def test_with_a_fitting_crc_a_message_must_still_be_one(change: dict[str, object]) -> None:
    with pytest.raises(codec.BadLine):
        codec.decode(line_of(json.dumps(STATE | change)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "3",
        '"state"',
        "{",
        '{"t":"hello","n":1,"v":1',
        '{"t":"hello","n":1}',
        '{"t":"hello","n":1,"v":1,"v":1}',
        '{"t":"hello","n":1,"v":1,"i":"0000"}',
        '{"t":"part","n":1,"o":0,"d":"A"}',
        '{"t":"part","n":1,"o":9000,"d":"AAAA"}',
        '{"t":"show","n":1,"x":7,"l":1}',
        "é",
        "[" * 240,
    ],
)
def test_other_texts_with_a_fitting_crc_are_refused(text: str) -> None:
    with pytest.raises(codec.BadLine):
        codec.decode(line_of(text))


@given(st.binary(max_size=300))
def test_no_bytes_whatever_raise_anything_but_bad_line(data: bytes) -> None:
    with pytest.raises(codec.BadLine):
        codec.decode(data)


@given(st.lists(st.binary(max_size=600), max_size=20))
def test_lines_are_cut_and_never_pile_up(pieces: list[bytes]) -> None:
    lines = codec.Lines()
    found = []
    for piece in pieces:
        found += lines.feed(piece)
        assert len(lines._start) < codec.MAX_LINE
    assert all(len(line) < codec.MAX_LINE and b"\n" not in line for line in found)
    lines.feed(b"\n")
    assert lines.feed(codec.encode(STATE)) == [codec.encode(STATE).strip()], (
        "it is always ready for the next one"
    )


@pytest.mark.parametrize("split", range(1, 80, 9))
def test_a_line_may_come_in_any_pieces(split: int) -> None:
    lines = codec.Lines()
    data = codec.encode(STATE) * 2
    assert [*lines.feed(data[:split]), *lines.feed(data[split:])] == [codec.encode(STATE).strip()] * 2


@given(st.dictionaries(st.integers(0, 1023), st.integers(0, 255), max_size=60), st.booleans())
def test_parts_make_the_new_picture_out_of_the_old(changes: dict[int, int], known: bool) -> None:
    old = bytes(range(256)) * 4
    changed = bytearray(old)
    for place, value in changes.items():
        changed[place] = value
    new = bytes(changed)
    draft = bytearray(old if known else bytes(1024))
    for place, data in codec.parts(old if known else b"", new):
        message = codec.decode(codec.encode(codec.part(place, data) | {"n": 0}))
        draft[place : place + len(data)] = codec.part_data(message)
    assert bytes(draft) == new


def test_nothing_changed_nothing_sent() -> None:
    assert codec.parts(bytes(1024), bytes(1024)) == []
