"""Odds before each divination: exact where counting all boards says so, in time, stoppable, from public facts alone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.coach.judging import Chance, Verdict, chance_of, verdict
from companion.table.recap import look_back
from companion.tiwanaku.deduction import Reasoner
from companion.tiwanaku.pieces import Crop
from hardware.virtual.clock import VirtualClock
from tests.builders import plain
from tests.games import small_position
from tests.oracles.completions import completions
from tests.table.recap.games import played


@pytest.mark.parametrize("seed", range(25))
def test_a_chance_is_the_share_of_all_boards_with_that_crop(seed):
    position = small_position(Random(seed))
    rows, columns = position.board.rows, position.board.columns
    terrains, crops, tiles = plain(position)
    boards = list(completions(rows, columns, terrains, crops, tiles))
    reasoner = Reasoner(position)
    for space in position.board.spaces:
        for crop in Crop:
            share = sum(found[1][space.index] == crop for found in boards) / len(boards)
            chance = chance_of(reasoner, position, space, crop, seconds=20)
            assert chance.exact
            assert chance.value == pytest.approx(share)
    reasoner.close()


@given(st.booleans(), st.floats(0, 1))
def test_a_verdict_says_what_could_be_known(right, share):
    found = verdict(right=right, chance=Chance(share))
    if right:
        assert (found is Verdict.CERTAIN) == (share == 1)
        assert (found is Verdict.LUCKY) == (share < 0.5)
    else:
        assert (found is Verdict.IMPOSSIBLE) == (share == 0)
        assert (found is Verdict.BOLD) == (0 < share < 0.5)
    assert verdict(right=right, chance=None) is Verdict.OPEN


@given(st.floats(0, 1))
def test_only_what_is_certain_or_impossible_is_called_100_or_0_per_cent(share):
    said = str(Chance(share).text)
    assert (said == "100 %") == (share == 1)
    assert (said == "0 %") == (share == 0)


def test_every_divination_of_a_game_is_judged():
    told = []
    recap = look_back(played("competitive-2", 1, "short"), progress=lambda *done: told.append(done))
    count = len(recap.story.divinations)
    assert count == len(recap.judged) > 0
    assert recap.complete
    assert told == [(number, count) for number in range(1, count + 1)]
    for each in recap.judged:
        if each.divination.right:
            assert each.chance.value > 0
        if each.chance.value == 1:
            assert each.divination.right


def test_the_longest_deduction_is_certain_and_told_in_steps():
    recap = look_back(played("competitive-2", 1, "short"))
    judged, why = recap.longest
    assert judged.verdict is Verdict.CERTAIN
    assert len(why.steps) >= 1
    assert (why.claim.space, why.claim.value) == (judged.divination.space, judged.divination.crop)


def test_who_stops_it_gets_what_was_found_by_then():
    record = played("competitive-2", 1, "short")
    done = []
    recap = look_back(record, progress=lambda *_: done.append(1), cancelled=lambda: len(done) >= 2)
    judged = [each for each in recap.judged if each.chance is not None]
    assert 1 <= len(judged) <= 2
    assert recap.longest is None
    assert look_back(record, cancelled=lambda: True).judged[0].verdict is Verdict.OPEN


def test_no_more_time_is_taken_than_was_given():
    clock = VirtualClock()
    asked = []

    def ticking():
        clock.advance(0.5)
        asked.append(clock())
        return clock()

    recap = look_back(played("competitive-4"), seconds=3, clock=ticking)
    assert not recap.complete
    assert asked[-1] <= 6


def test_two_games_that_look_the_same_have_the_same_recap():
    record = played("competitive-2", 1, "short")
    again = type(record).restore(record.back, record.entries)
    assert look_back(record).judged == look_back(again).judged
