"""Recorded games replay to the identical state; other Pythons and other hash seeds: ``python -m tests.trust.determinism``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trust import replays
from tests.trust.by_hand import read_inputs, written
from tests.trust.determinism import Seen, compare
from tests.trust.replays import RECORDINGS, Differs

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 300_000
"""Of pictures in the tree."""


@pytest.mark.parametrize("replay", list(replays.replays()), ids=lambda replay: replay.name)
def test_a_recording_replays_to_what_was_recorded(replay):
    first = replay.digest()
    assert len(first) == 16


def test_there_is_a_recording_of_every_kind_and_mode():
    names = {replay.name for replay in replays.replays()}
    for mode in ("competitive", "solo", "together"):
        assert any(name.startswith(f"games/{mode}") for name in names)
        assert any(name.startswith(f"inputs/{mode}") for name in names)
    assert "games/corrected" in names
    assert any(name.startswith("frames/") for name in names)
    assert sum(file.stat().st_size for file in (RECORDINGS / "frames").glob("*.jpg")) < MOST_BYTES


def test_the_order_of_hashes_changes_nothing():
    """Sets of words are walked through in another order in every process, unless somebody sets a seed."""
    printed = []
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.trust.replays", "--quick"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    assert "thoughts" in printed[0]


def test_a_recording_that_is_changed_is_noticed(tmp_path):
    source = RECORDINGS / "inputs"
    for file in source.glob("together-2-easy*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    words = (tmp_path / "together-2-easy.txt").read_text().split()
    window = next(place for place, word in enumerate(words) if word.endswith("l"))
    del words[window]
    (tmp_path / "together-2-easy.txt").write_text(" ".join(words))
    with pytest.raises(Differs):
        replays.replay_inputs(tmp_path, "together-2-easy")


def test_inputs_are_read_as_they_were_written():
    text = (RECORDINGS / "inputs" / "competitive-2.txt").read_text()
    words, last = [], 0
    for event in read_inputs(text):
        words.append(written(event, last))
        last = round(event.at * 1000)
    assert words == text.split()
    assert len(words) > 1000


def test_one_digest_that_differs_is_a_failure_with_its_name():
    good = Seen("3.11.7", "0", {"games/a": "1", "games/b": "2"})
    other = Seen("3.12.1", "7", {"games/a": "1", "games/b": "3"})
    short = Seen("3.13.0", "0", {"games/a": "1"}, "Killed")
    rows = compare([good, good, other, short], ["games/a", "games/b"])
    assert [(row.name, row.tried, row.survived) for row in rows] == [
        ("Python 3.11.7", 4, 4),
        ("Python 3.12.1", 2, 1),
        ("Python 3.13.0", 2, 1),
    ]
    assert "games/b" in rows[1].failures[0]
    assert "hash seed 7" in rows[1].failures[0]
    assert "Killed" in rows[2].failures[0]
