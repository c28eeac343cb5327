"""The story of a game agrees with its record, whatever was played and corrected."""

from __future__ import annotations

import pytest

from companion.table.recap import Source, tell_story
from companion.tiwanaku.game import Mode, Record, Standing, scores
from companion.tiwanaku.game.commands import Divine
from companion.tiwanaku.game.examples import morning_valley
from tests.table.recap.games import played
from tests.tiwanaku.game.table import SETUPS


@pytest.mark.parametrize("name", SETUPS)
def test_points_by_source_add_up_to_every_score(name):
    record = played(name)
    story = tell_story(record)
    assert [party.score for party in story.parties] == [side.score for side in record.state.sides]
    assert [sum(party.points.values()) for party in story.parties] == scores(
        record.events, len(story.parties)
    )
    assert story.over
    assert {number for number, party in enumerate(story.parties) if party.won} == set(record.state.winners)


@pytest.mark.parametrize("name", SETUPS)
def test_there_is_one_moment_a_turn_and_the_last_has_the_final_scores(name):
    record = played(name)
    story = tell_story(record)
    turns = [moment.turn for moment in story.moments]
    assert turns == sorted(set(turns))
    assert story.moments[-1].scores == tuple(side.score for side in record.state.sides)
    assert story.turns == record.state.turns
    begun = Record.restore(record.back, record.entries[:1])
    assert story.moments[0].scores == tuple(side.score for side in begun.state.sides)


@pytest.mark.parametrize("name", SETUPS)
def test_every_divination_is_told_with_the_position_before_it(name):
    record = played(name)
    story = tell_story(record)
    given = [entry.command for entry in record.entries if isinstance(entry.command, Divine)]
    told = story.divinations
    assert [(each.space, each.announced) for each in told] == [(each.space, each.announced) for each in given]
    for each in told:
        assert each.position.crop(each.space) is None
        assert each.position.terrain(each.space) is not None
        assert (each.points > 0) == each.right
        assert abs(each.points) <= each.crop.level


def test_a_divination_that_was_taken_back_is_not_told():
    record = played("competitive-2")
    index = next(number for number, entry in enumerate(record.entries) if isinstance(entry.command, Divine))
    corrected = record.undo(index).record
    counted = [entry for entry in corrected.entries if entry.standing is Standing.DONE]
    told = tell_story(corrected)
    assert len(told.divinations) == sum(isinstance(entry.command, Divine) for entry in counted)
    assert [party.score for party in told.parties] == [side.score for side in corrected.state.sides]


def test_a_game_that_was_not_set_up_has_a_story_too():
    story = tell_story(Record.begin(morning_valley().back()))
    assert (story.parties, story.moments, story.turns, story.over) == ((), (), 0, False)
    assert story.mode is Mode.COMPETITIVE


def test_points_lost_are_listed_by_themselves():
    lost = [
        party.points.get(Source.MISSED, 0)
        for name in ("competitive-3", "competitive-4")
        for party in tell_story(played(name)).parties
    ]
    assert min(lost) < 0
    assert max(lost) <= 0
