"""Whole games as people play them: every deed is recognised, and nobody is ever accused of anything.

``PACHAMAMA_GAMES=30 pytest tests/table/referee/test_games.py`` plays longer; see also ``benchmarks/campaign_referee.py``.
"""

from __future__ import annotations

import os

import pytest

from companion.table.referee import Propose, RefereeSettings, Show, Take
from companion.tiwanaku.game import Mode, Phase
from tests.table.referee.players import AutomaticPlayers, Players, WatchedPlayers, simulated
from tests.table.referee.rig import Rig
from tests.tiwanaku.game.table import TABLES

GAMES = int(os.environ.get("PACHAMAMA_GAMES", "1"))
COMMANDS = 70 if GAMES == 1 else 10_000


def alarms(rig: Rig) -> list[str]:
    return [f"{effect.alert.kind.value}: {effect.alert.text}" for effect in rig.said(Show)]


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_legal_games_are_followed_without_a_false_alarm(mode, seats):
    for seed in range(GAMES):
        scenario, setup, record = simulated(mode, seats, seed)
        rig = Rig(scenario, setup, seed)
        players = Players(rig, seed)
        players.play([entry.command for entry in record.entries[1:]], COMMANDS)
        assert alarms(rig) == []
        assert players.counts["proposed"] > 10 * players.counts["not proposed"]


@pytest.mark.parametrize(("mode", "seats"), [(Mode.COMPETITIVE, 3), (Mode.SOLO, 1), (Mode.COOPERATIVE, 2)])
def test_what_is_unambiguous_can_be_taken_without_a_press(mode, seats):
    scenario, setup, record = simulated(mode, seats, 5)
    rig = Rig(scenario, setup, 5, RefereeSettings(automatic=True))
    players = AutomaticPlayers(rig, 5)
    commands = [entry.command for entry in record.entries[1:]]
    players.play(commands, COMMANDS)
    assert alarms(rig) == []
    assert players.counts["taken"] > 10 * players.counts["not taken"]
    assert [entry.command for entry in rig.record.entries[1:]] == commands[: len(rig.record.entries) - 1]


@pytest.mark.parametrize(("mode", "seats"), [(Mode.COMPETITIVE, 2), (Mode.SOLO, 1), (Mode.COOPERATIVE, 3)])
def test_walks_and_discoveries_can_be_read_from_the_table_alone(mode, seats):
    scenario, setup, record = simulated(mode, seats, 9)
    rig = Rig(scenario, setup, 9, RefereeSettings(automatic=True, open_windows=True))
    players = WatchedPlayers(rig, 9)
    commands = [entry.command for entry in record.entries[1:]]
    players.play(commands, COMMANDS)
    assert alarms(rig) == []
    assert players.counts["taken"] > 10 * players.counts["not taken"]
    assert [entry.command for entry in rig.record.entries[1:]] == commands[: len(rig.record.entries) - 1]


def test_at_the_end_the_table_may_be_cleared():
    scenario, setup, record = simulated(Mode.COMPETITIVE, 2, 1)
    rig = Rig(scenario, setup, 1)
    rig.record = record
    rig.do_nothing()
    assert rig.game.phase is Phase.OVER
    rig.hands()
    rig.top.terrains[:] = [None] * len(rig.top.terrains)
    rig.top.crops[:] = [None] * len(rig.top.crops)
    rig.top.meeples[:] = [None] * len(rig.top.meeples)
    assert not [each for each in rig.still(60) if isinstance(each, Show | Propose | Take)]
    assert rig.referee.displayed == ()
