"""What the eye learnt is kept from evening to evening, without wearing out the card."""

from __future__ import annotations

import pytest

from companion.table.watching.eyes import FILE, PAUSE, Eyes
from companion.table.watching.lookout import Lookout
from companion.tiwanaku.board_file import official_boards
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from hardware.virtual.clock import VirtualClock


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def eyes(tmp_path, clock):
    wheel = Wheel(morning_valley())
    record = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
    eyes = Eyes(tmp_path / FILE, official_boards(), clock)
    eyes.eye_for(record)
    return eyes


def test_it_is_written_the_first_time_and_then_now_and_then(eyes, clock, tmp_path):
    written = []
    for _ in range(90):  # turns of twenty seconds
        eyes.learnt()
        if (tmp_path / FILE).exists():
            written.append(clock())
            (tmp_path / FILE).unlink()
        clock.advance(20.0)
    assert written == [0.0, PAUSE, 2 * PAUSE]


def test_what_was_learnt_last_is_written_when_the_table_is_closed(eyes, tmp_path):
    lookout = Lookout(eyes.eye_for, lambda event: None, learnt=eyes.learnt, closed=eyes.keep)
    eyes.learnt()
    (tmp_path / FILE).unlink()
    eyes.learnt()
    assert not (tmp_path / FILE).exists()
    lookout.close()
    assert (tmp_path / FILE).exists()


def test_nothing_is_written_where_nothing_was_learnt(eyes, tmp_path):
    eyes.keep()
    assert not (tmp_path / FILE).exists()
