"""An exported game is read as it was played, and anything else is refused in one sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from companion.errors import Unreadable
from companion.table.journal.documents import read_record
from tests.damage import attempt, mutated
from tests.table.recap.games import exported, played


@pytest.mark.parametrize("name", ["competitive-2", "solo-hard", "together-2-easy"])
def test_an_exported_game_is_read_as_it_was_played(name):
    record = played(name)
    read = read_record(json.dumps(exported(record)), "game.json")
    assert read.entries == record.entries
    assert read.state == record.state


def test_a_solution_in_the_file_is_not_looked_at():
    data = exported(played("competitive-2")) | {"solution": "not even a scenario"}
    assert read_record(json.dumps(data), "game.json").entries


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"back": {}},
        {"changes": [{"at": 0, "start": 3, "removed": 0, "entries": []}]},
        {"changes": [{"at": 0, "start": 0, "removed": -1, "entries": []}]},
        {"changes": "none"},
        {"more": 1},
    ],
)
def test_a_file_that_is_no_game_is_refused(change):
    data = exported(played("competitive-2")) | change
    with pytest.raises(Unreadable, match=r"game\.json"):
        read_record(json.dumps(data), "game.json")


SHORT = exported(played("competitive-2", 1, "short"))
SHORT["changes"] = [{**SHORT["changes"][0], "entries": SHORT["changes"][0]["entries"][:1]}]


@given(mutated(json.dumps(SHORT)))
def test_a_damaged_file_is_read_or_refused_in_one_sentence(content):
    record, refusal = attempt(read_record, content, "game.json")
    assert record is not None or refusal.startswith("game.json")
