"""A small scenario to show the game with: in documentation, demonstrations and tests."""

from __future__ import annotations

from companion.tiwanaku.game.commands import SetUp
from companion.tiwanaku.game.decide import play
from companion.tiwanaku.game.setup import Mode, Setup
from companion.tiwanaku.game.state import State, before_set_up
from companion.tiwanaku.game.wheel import Wheel
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.scenario import Scenario, parse_scenario

_MORNING_VALLEY = '''
format = 1
name = "Morning valley"
board = "short"
grid = """
D2 D3 S1 S3 S2
D1 R4 R2 G4 G1
G2 R3 R1 G3 G2
G1 G5 D2 D4 D5
G4 G3 D1 D3 S1
"""
start = ["mountain/llama", "leaf/snake"]
'''


def morning_valley() -> Scenario:
    """A short scenario."""
    return parse_scenario(_MORNING_VALLEY, "Morning valley")


def morning_valley_game() -> State:
    """Blue and green have just set up the short scenario."""
    wheel = Wheel(morning_valley())
    setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
    return play(before_set_up(wheel.back), SetUp(setup), wheel)[0]
