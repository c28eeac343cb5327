"""The rows of a journal, where they contradict each other."""

from __future__ import annotations

import sqlite3

import pytest

from companion.table.journal.connection import connect
from companion.table.journal.schema import migrate
from companion.table.journal.store import Store


def test_a_game_that_only_the_list_knows_is_damage_to_be_rescued_not_a_crash(tmp_path, monkeypatch):
    path = tmp_path / "games.sqlite"
    connection = connect(path)
    migrate(connection, path)
    store = Store(connection)
    # An index that was hit by a wrong bit lists what the table does not give.
    monkeypatch.setattr(store, "find", lambda wish: "listed-only")
    with pytest.raises(sqlite3.DatabaseError, match="malformed"):
        store.game("listed-only")
    connection.close()
