"""A game for two in the morning valley, in somebody's hands."""

from __future__ import annotations

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Discover, Enter, Setup
from companion.tiwanaku.game import Mode as GameMode
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from tests.table.wheel.hands import Hands

TWO = Setup(GameMode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
SHORT = official_board("short")


def at(name):
    return SHORT.space(name)


def game(*commands, **options):
    hands = Hands(morning_valley(), TWO, commands, **options)
    hands.push()
    return hands


def discovered(name):
    return Enter(at(name)), Discover(at(name))
