"""Every screen that the wheel comes to fits on the display, in all four languages."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from companion.table.screens.drawing import lay_out
from companion.words import LANGUAGES, language
from tests.table.wheel.hands import Hands
from tests.table.wheel.test_secret import ACTS, MODES, moments, touch
from tests.tiwanaku.game.table import scenario


@cache
def screens():
    """What random hands get to see, from many moments of games in all modes."""
    random = Random(5)
    seen = set()
    for name in MODES:
        for game in moments(name, 1):
            hands = Hands(scenario(1), game=game)
            for _ in range(60):
                touch(hands, random.choice(ACTS))
            seen.update(hands.seen)
    return seen


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_cut_on_any_screen(code):
    cut = {text for shown in screens() for text in lay_out(shown, language(code)).overflows}
    assert cut == set()
