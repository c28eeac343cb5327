"""Faults of every kind, a few times each; and that whatever would go wrong is noticed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from companion.table.wheel import Alerted
from companion.words import T
from tests.trust.campaign import Limit
from tests.trust.faults.clocks import clock_jump
from tests.trust.faults.devices import display_unplugged, puck_unplugged
from tests.trust.faults.disk import disk_full
from tests.trust.faults.fault import live_through
from tests.trust.faults.run import KINDS, SHORT, run
from tests.trust.faults.stage import Stage

SEED = 11


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_play_goes_on_people_are_told_and_everything_comes_back(kind):
    result = run(SHORT, Limit(300), lambda line: None, kinds=[kind], seed=SEED)
    assert result.failures == []
    assert result.is_clean
    assert result.is_whole


# Whether the books and the checks can fail ------------------------------------------------------------


@pytest.fixture
def stage(tmp_path):
    stage = Stage(tmp_path, 5, camera=False)
    stage.begin()
    stage.pass_time(1.0)
    stage.play(8)
    yield stage
    stage.close()


def test_books_that_agree_say_so(stage):
    assert stage.audit().is_clean
    assert stage.check_rules() == []


def test_a_lost_event_is_noticed(stage):
    stage.audit()
    with closing(sqlite3.connect(stage.at_play.games.journal.path)) as connection, connection:
        connection.execute("DELETE FROM changes WHERE place = (SELECT max(place) FROM changes)")
    found = stage.audit()
    assert found.lost == 1
    assert any("lost" in fault for fault in found.faults)
    assert any("another game than the wheel" in fault for fault in found.faults)


def test_an_event_that_nobody_was_told_of_is_noticed(stage):
    stage.audit()
    hear = stage.desk._told[-1]
    stage.desk._told = stage.desk._told[:-1]
    stage.play()
    stage.desk._told = (*stage.desk._told, hear)
    assert stage.audit().doubled == 1


def test_a_game_that_is_gone_is_noticed(stage):
    stage.ledger.confirmed("nowhere", "abc")
    assert stage.audit().lost == 1


def test_events_in_another_order_are_noticed(stage):
    said = stage.ledger.said[stage.at_play.games.present]
    said[2], said[3] = said[3], said[2]
    assert any("another order" in fault for fault in stage.audit().faults)


def test_a_missing_notice_is_noticed(stage):
    stage.at_play.attendance.look = lambda: None
    trial = live_through(stage, display_unplugged)
    assert any("nobody was told" in failure for failure in trial.failures)


def test_a_notice_that_only_the_wheel_shows_is_noticed(stage):
    stage.desk.notices._show = lambda texts: None
    trial = live_through(stage, disk_full)
    assert any("the page says []" in failure for failure in trial.failures)


def test_a_notice_without_need_is_a_false_alarm(stage):
    def jump(stage):
        stage.inbox.put(Alerted(stage.clock(), T("Wolf!"), key="wolf", lasting=True))
        return clock_jump(stage)

    stage.patience = 0.2
    assert live_through(stage, jump).false_alarm


def test_a_device_that_does_not_come_back_is_noticed(stage):
    def for_good(stage):
        return replace(display_unplugged(stage), heal=lambda: None)

    stage.patience = 0.2
    trial = live_through(stage, for_good)
    assert any("not withdrawn" in failure for failure in trial.failures)


def test_a_detent_that_counts_twice_is_noticed(stage):
    def twice(stage):
        fault = puck_unplugged(stage)
        stage.bench.turned += 1
        return fault

    trial = live_through(stage, twice)
    assert any("was counted" in failure for failure in trial.failures)
