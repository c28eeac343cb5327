"""The profile file: what comes back, and what is refused."""

from __future__ import annotations

import io
import pickle
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Unreadable
from companion.tiwanaku.board_file import official_boards
from companion.tiwanaku.pieces import Terrain
from tests.vision.tables import taught_table
from tools.draw_styles import some_position
from vision.archive import LARGEST
from vision.profile import load_profile, parse_profile, profile_bytes, save_profile
from vision.reader import Reader

BOARDS = official_boards()


@pytest.fixture(scope="module")
def content():
    return profile_bytes(taught_table(some_position("short", 1))[1])


def test_what_comes_back_reads_as_before(tmp_path):
    table, profile = taught_table(some_position("short", 1))
    save_profile(profile, tmp_path / "table.profile")
    again = load_profile(tmp_path / "table.profile", BOARDS)
    picture = table.shoot().picture
    poses = [each.finder.locate(picture).pose for each in (profile, again)]
    assert np.allclose(poses[0].corners, poses[1].corners)
    grids = [Reader(each.board, each.knowledge).read(picture, poses[0]).grid for each in (profile, again)]
    assert grids[0] == grids[1]
    assert again.knowledge.knows(Terrain.SAND)


def test_both_boards_of_a_box_are_kept(content):
    profile = parse_profile(content, "test", BOARDS)
    profile.board = BOARDS["long"]
    assert profile.finder.locate(np.zeros((100, 100, 3), np.uint8)).pose is None
    profile.board = BOARDS["short"]
    assert parse_profile(profile_bytes(profile), "test", BOARDS).finder.pose is not None


def archive(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def bomb():
    """A small file that promises a huge array."""
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (10**12,)})
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("format.npy", header.getvalue() + bytes(100))
    return file.getvalue()


def zeros():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("format.npy", bytes(LARGEST + 1))
    return file.getvalue()


class Trap:
    def __reduce__(self):
        return print, ("a profile must never run anything",)


def trap():
    file = io.BytesIO()
    np.savez(file, allow_pickle=True, format=np.array(1), board=np.array([Trap()], object))
    return file.getvalue()


BOARD_NAME = np.frombuffer(b"short", np.uint8)
FOREIGN = {
    "nothing": lambda: b"",
    "text": lambda: b"format = 1\n",
    "a picture": lambda: b"\x89PNG\r\n\x1a\n" + bytes(200),
    "a pickle": lambda: pickle.dumps([1, 2, 3]),
    "another archive": lambda: archive(weights=np.zeros(9)),
    "no board": lambda: archive(format=np.array(1)),
    "an unknown board": lambda: archive(format=np.array(1), board=np.frombuffer(b"round", np.uint8)),
    "another version": lambda: archive(format=np.array(99), board=BOARD_NAME),
    "a version in words": lambda: archive(format=np.array("one"), board=BOARD_NAME),
    "pieces of another kind": lambda: archive(
        format=np.array(1), board=BOARD_NAME, **{"pieces/fur": np.ones(3)}
    ),
    "a finder of another kind": lambda: archive(
        format=np.array(1), board=BOARD_NAME, **{"finding/short/grey": np.ones(3)}
    ),
    "not a number": lambda: archive(
        format=np.array(1), board=BOARD_NAME, **{"finding/short/pose": np.full(14, np.nan)}
    ),
    "a promise of terabytes": bomb,
    "too much of nothing": zeros,
    "something that would run": trap,
}


@pytest.mark.parametrize("make", FOREIGN.values(), ids=FOREIGN)
def test_what_is_no_profile_is_refused_by_name(make, capsys):
    with pytest.raises(Unreadable, match="table"):
        parse_profile(make(), "table.profile", BOARDS)
    assert "must never run" not in capsys.readouterr().out


@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_profile_is_refused_or_harmless(content, data):
    place = data.draw(st.integers(0, len(content) - 1))
    kind = data.draw(st.sampled_from(["cut", "flip"]))
    damaged = content[:place] if kind == "cut" else bytearray(content)
    if kind == "flip":
        damaged[place] ^= 1 << data.draw(st.integers(0, 7))
    try:
        profile = parse_profile(bytes(damaged), "table.profile", BOARDS)
    except Unreadable:
        return
    assert profile.board is BOARDS["short"]


def test_a_file_that_is_missing_or_huge(tmp_path):
    with pytest.raises(Unreadable, match="pachamama learn"):
        load_profile(tmp_path / "none", BOARDS)
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(10 * LARGEST)
    with pytest.raises(Unreadable, match="huge"):
        load_profile(tmp_path / "huge", BOARDS)
    with pytest.raises(Unreadable):
        load_profile(tmp_path, BOARDS)
