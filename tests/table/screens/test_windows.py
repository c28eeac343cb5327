"""The two windows can never be taken for each other, and a closed one tells nothing."""

import dataclasses

import pytest
from screen_samples import at

from companion.table.screens import draw
from companion.table.screens.descriptions import (
    DiscoveryOpen,
    DivinationOpen,
    Window,
    WindowClosed,
    WindowFilling,
)
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import LANGUAGES, language

PLACE = at("sun/llama")
ENGLISH = language("en")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("fill", [None, 0.0, 0.5, 1.0])
def test_the_two_windows_differ_all_over_the_screen(code, fill):
    discovery, divination = (
        draw(WindowClosed(w, PLACE) if fill is None else WindowFilling(w, PLACE, fill), language(code))
        for w in Window
    )
    assert differing(discovery, divination) > 1000


@pytest.mark.parametrize(("window", "left"), [(Window.DISCOVERY, 0), (Window.DIVINATION, 68)])
def test_the_fill_grows_with_the_hold(window, left):
    amounts = [
        lit(draw(WindowFilling(window, PLACE, tenths / 10), ENGLISH), left, left + 60) for tenths in range(11)
    ]
    assert amounts == sorted(set(amounts))


@pytest.mark.parametrize("window", Window)
def test_a_fill_beyond_its_ends_is_drawn_as_its_ends(window):
    for beyond, end in ((1.5, 1.0), (-1.0, 0.0)):
        drawn = draw(WindowFilling(window, PLACE, beyond), ENGLISH)
        assert drawn == draw(WindowFilling(window, PLACE, end), ENGLISH)


def test_only_an_open_window_has_a_field_for_its_answer():
    closed = {field.name for kind in (WindowClosed, WindowFilling) for field in dataclasses.fields(kind)}
    assert closed == {"window", "space", "fill", "announced"}


def test_every_answer_of_a_window_looks_different():
    terrains = {draw(DiscoveryOpen(PLACE, terrain), ENGLISH) for terrain in Terrain}
    crops = {draw(DivinationOpen(PLACE, crop), ENGLISH) for crop in Crop}
    assert (len(terrains), len(crops)) == (4, 5)


def lit(picture, x0, x1):
    return sum(picture.lit(x, y) for x in range(x0, x1) for y in range(64))


def differing(one, other):
    return sum(one.lit(x, y) != other.lit(x, y) for x in range(128) for y in range(64))
