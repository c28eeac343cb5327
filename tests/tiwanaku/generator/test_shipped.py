"""The scenarios that ship with Pachamama."""

from collections import Counter

import pytest

from companion.shelf import shipped_scenarios
from companion.tiwanaku.difficulty import Difficulty
from companion.tiwanaku.scenario import parse_scenario
from tests.tiwanaku.generator.fairness import essence, faults


@pytest.fixture(scope="module")
def shipped():
    files = [path for path in shipped_scenarios().iterdir() if path.name.endswith(".toml")]
    return [parse_scenario(path.read_bytes(), path.name) for path in files]


def test_there_are_enough_of_every_size_and_difficulty(shipped):
    counted = Counter((scenario.board.name, scenario.certificate["difficulty"]) for scenario in shipped)
    for difficulty in Difficulty:
        assert counted["short", difficulty.value] >= 5
        assert counted["long", difficulty.value] >= 10


def test_each_is_fair_by_an_independent_count(shipped):
    assert {scenario.name: found for scenario in shipped if (found := faults(scenario))} == {}


def test_no_two_are_alike(shipped):
    assert len({essence(scenario) for scenario in shipped}) == len(shipped)
    assert len({scenario.name for scenario in shipped}) == len(shipped)
