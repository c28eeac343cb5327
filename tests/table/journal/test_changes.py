"""What is kept of a game gives back the same game, corrections included, and nothing of it is ever taken away."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Unreadable
from companion.table.journal.changes import change_between, replay, sound
from tests.table.journal.games import changes_of, first, history

NAMES = ("competitive-2", "competitive-4", "solo-hard", "together-2-easy")


@settings(max_examples=25)
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 8))
def test_every_moment_of_a_corrected_game_can_be_had_again(name, seed):
    records = history(name, seed)
    changes = changes_of(records)
    distinct = [records[0]] + [
        after for before, after in pairwise(records) if after.entries != before.entries
    ]
    assert len(changes) == len(distinct)
    for count, record in enumerate(distinct, 1):
        assert replay(record.back, changes[:count]) == record


def test_a_command_writes_one_entry_and_an_undo_of_the_last_one_replaces_it():
    game = first(20)
    added = changes_of([first(19), game])[1]
    assert (added.start, added.removed, added.entries.count('"command"')) == (19, 0, 1)
    undone = changes_of([game, game.undo(19).record])[1]
    assert (undone.start, undone.removed, undone.entries.count('"command"')) == (19, 1, 1)


def test_the_same_record_again_is_no_change():
    game = first(5)
    assert change_between(None, game.entries, game, at=0.0) is None


@given(data=st.data())
@settings(max_examples=40)
def test_a_changed_doubled_or_missing_change_is_noticed(data):
    changes = changes_of(history(most=20, corrections=2))
    place = data.draw(st.integers(0, len(changes) - 1))
    broken = changes[place]
    letter = data.draw(st.integers(0, len(broken.entries) - 1))
    damaged = replace(broken, entries=broken.entries[:letter] + "~" + broken.entries[letter + 1 :])
    assert sound([*changes[:place], damaged, *changes[place + 1 :]]) == changes[:place]
    assert sound([*changes[:place], *changes[place + 1 :]]) == changes[:place]
    assert sound([*changes[: place + 1], broken, *changes[place + 1 :]]) == changes[: place + 1]
    assert sound(changes) == changes


def test_changes_that_do_not_fit_together_are_refused():
    changes = changes_of(history(most=8, corrections=0))
    with pytest.raises(Unreadable):
        replay(first(1).back, changes[3:])
    with pytest.raises(Unreadable):
        replay(first(1).back, [replace(changes[0], entries="[{]")])
