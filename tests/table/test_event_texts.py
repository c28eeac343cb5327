"""Every event and every phase has a sentence, in every language."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.table.event_texts import event_text, phase_text
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import Event, Phase, Reason, Scored
from companion.tiwanaku.game.events import CropRevealed, OtomaStayed, SpaceSeen, TileLaid
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import LANGUAGES, language
from tests.table.journal.games import history, played
from tests.tiwanaku.game.table import SETUPS

THERE = official_board("short").space("sun/llama")
TWO = SETUPS["competitive-2"]


def all_events():
    for name in SETUPS:
        yield from ((played(name).state.setup, event) for event in played(name).events)
    corrected = history(corrections=12)[-1]
    yield from ((corrected.state.setup, event) for event in corrected.events)
    # So rare that none of these games has it.
    yield SETUPS["solo-hard"], OtomaStayed(THERE)


@pytest.mark.parametrize("code", LANGUAGES)
def test_whatever_happens_in_any_game_is_one_sentence(code):
    words, kinds = language(code), set()
    for setup, event in all_events():
        said = words.say(event_text(setup, event))
        assert said
        assert "\n" not in said
        assert "{" not in said
        kinds.add(type(event))
    assert kinds == set(get_args(Event))


@pytest.mark.parametrize("code", LANGUAGES)
def test_all_that_a_game_can_wait_for_has_a_name_of_its_own(code):
    assert len({language(code).say(phase_text(phase)) for phase in Phase}) == len(Phase)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CropRevealed(THERE, Crop.CORN, Crop.CHILI), "sun/llama: corn; chili was announced."),
        (CropRevealed(THERE, Crop.CORN, Crop.CORN), "sun/llama: the wheel shows corn."),
        (CropRevealed(THERE, Crop.CORN), "sun/llama: the wheel shows corn."),
        (
            TileLaid(THERE, Terrain.SAND, 1),
            "sun/llama: a tile is laid, sand, given by green.",
        ),
        (TileLaid(THERE, Terrain.SAND), "sun/llama: a tile is laid, sand."),
        (
            Scored(0, -1, Reason.MISSED, space=THERE, crop=Crop.SWEET_POTATO),
            "blue loses 1 point, wrong divination, sun/llama: sweet potato",
        ),
        (
            Scored(1, 4, Reason.DIVINED, space=THERE, crop=Crop.CORN),
            "green: 4 points, right divination, sun/llama: corn",
        ),
        (SpaceSeen(THERE, Terrain.SAND, Crop.CORN), "sun/llama: taken back, yet everybody has seen it."),
    ],
)
def test_what_people_read(event, sentence):
    assert str(event_text(TWO, event)) == sentence
