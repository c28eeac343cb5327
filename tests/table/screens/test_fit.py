"""Every screen fits in four languages, with the longest words and the largest numbers it can get."""

import itertools

import pytest
from screen_samples import BOARD, SAMPLES, at

from companion.table.screens import draw, pages
from companion.table.screens.canvas import Canvas
from companion.table.screens.descriptions import (
    Action,
    ActionMenu,
    AnnounceCrop,
    ArrowEntry,
    CameraProposal,
    Coordinates,
    Discovered,
    DiscoveryOpen,
    DivinationOpen,
    Divined,
    GameEnd,
    Hint,
    Join,
    Kind,
    Lesson,
    Message,
    Offering,
    OtomaFound,
    OtomaStep,
    Ring,
    ScenarioMenu,
    Seat,
    Side,
    Token,
    Turn,
    Window,
    WindowClosed,
    WindowFilling,
    WrongDivination,
)
from companion.table.screens.drawing import lay_out
from companion.tiwanaku.board import Direction
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import LANGUAGES, language

PLACES = [BOARD.at(number % BOARD.rows, number) for number in range(BOARD.columns)]
PLACE = at("rainbow/turtle")


def worst_cases():
    """Each screen with everything that can be on it."""
    for space, ring in itertools.product(PLACES, Ring):
        yield Coordinates.on(BOARD, space, ring, frozenset(Window))
    for window, crop in itertools.product(Window, (None, *Crop)):
        yield WindowClosed(window, PLACE, crop)
        yield WindowFilling(window, PLACE, 0.5, crop)
    for terrain in Terrain:
        yield DiscoveryOpen(PLACE, terrain)
        yield Discovered(PLACE, terrain, 6, 6, 4, 199)
        yield CameraProposal(PLACE, terrain)
        for crop in Crop:
            yield OtomaFound(Colour.BROWN, PLACE, terrain, crop, 4, 5, 199)
    for crop in Crop:
        yield DivinationOpen(PLACE, crop)
        yield AnnounceCrop(PLACE, crop)
        yield CameraProposal(PLACE, crop)
        for token in Token:
            yield Divined(PLACE, crop, crop.level, 199, token)
        for announced in Crop:
            yield WrongDivination(PLACE, announced, crop, crop.level, 199)
    for colour, direction in itertools.product(Colour, Direction):
        yield ArrowEntry(colour, direction)
        yield CameraProposal(PLACE, colour)
        for by_trail, stops in itertools.product((False, True), repeat=2):
            yield OtomaStep(colour, direction, PLACE, PLACES[0], 44, 45, by_trail, stops)
    for chosen in range(len(Action)):
        yield ActionMenu(tuple(Action), chosen)
    yield Offering(tuple(Crop), frozenset(Crop), 10, 5)
    yield Offering(tuple(Crop), frozenset(), 0, 0)
    for number, side in itertools.product((2, 3, 4), Side):
        seats = tuple(Seat(colour, 199, side) for colour in list(Colour)[:number])
        for active in range(number):
            yield Turn(seats, active)
            yield Turn(seats, active, Colour.PURPLE)
            yield GameEnd(seats, frozenset({active}))
        yield GameEnd(seats, frozenset(range(number)))


CASES = [*SAMPLES.values(), *worst_cases()]


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_cut_on_any_screen(code):
    cut = set()
    for case in CASES:
        cut |= {(type(case).__name__, text) for text in lay_out(case, language(code)).overflows}
    assert cut == set()


def test_a_name_that_is_too_long_is_cut_and_reported(caplog):
    name = "The valley of a hundred thousand terraces"
    assert lay_out(ScenarioMenu((name,)), language("en")).overflows == (name,)
    draw(ScenarioMenu((name,)), language("en"))
    assert name in caplog.text


@pytest.mark.parametrize(
    ("x", "y", "text"), [(0, -1, "Étoile"), (0, 54, "Gayle"), (-3, 20, "left"), (120, 20, "right")]
)
def test_ink_that_would_leave_the_screen_is_reported(x, y, text):
    canvas = Canvas(language("en"))
    canvas.line(text, x, y, 100, 10)
    assert canvas.overflows == [text]


def test_a_word_that_must_be_cut_is_reported_but_for_addresses():
    canvas = Canvas(language("en"))
    canvas.paragraph("Süßkartoffelplättchen", 0, 0, 40, 60)
    assert canvas.overflows == ["Süßkartoffelplättchen"]
    canvas.paragraph("192.168.178.120:8000/j/7K2M", 0, 0, 60, 60, may_cut_words=True)
    assert len(canvas.overflows) == 1


def test_an_address_too_long_for_a_readable_code_is_reported():
    longest = "http://10.0.0.7:8000/" + "x" * 32
    assert lay_out(Join(longest), language("en")).overflows == ()
    assert longest + "x" in lay_out(Join(longest + "x"), language("en")).overflows


@pytest.mark.parametrize(
    "make",
    [
        lambda text, page: Lesson("Title", text, page),
        lambda text, page: Hint(2, text, None, page),
        lambda text, page: Message(Kind.INFO, text, ("OK",), 0, page),
    ],
    ids=["lesson", "hint", "message"],
)
def test_a_long_text_is_spread_over_pages(make):
    text = " ".join(f"word{number}" for number in range(60))
    count = pages(make(text, 0), language("en"))
    pictures = [draw(make(text, page), language("en")) for page in range(count)]
    assert count > 1
    assert len(set(pictures)) == count
    assert lay_out(make(text, 0), language("en")).overflows == ()
    assert draw(make(text, 99), language("en")) == pictures[-1]


def test_a_short_text_has_one_page():
    assert pages(Lesson("Title", "Short."), language("en")) == 1
