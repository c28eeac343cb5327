"""The page and the poster of a recap: whole, in four languages, with nothing from elsewhere and nothing cut."""

from __future__ import annotations

import io
import itertools
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.table.recap import look_back
from companion.table.recap.chart import DASHES, MARKERS, Box, lay_out, spread, step_for
from companion.table.recap.page import render
from companion.table.recap.poster import MARGIN, WIDTH, as_png, dashed
from companion.words import LANGUAGES, language
from tests.table.recap.games import played

VOID = {"meta", "br", "hr", "img", "input", "link"}


@cache
def recap(name="competitive-4", board="short"):
    return look_back(played(name, 1, board), seconds=20 if board == "short" else 0)


class Reader(HTMLParser):
    """Reads a page and notes what a browser would stumble over, or fetch."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.fetched = [], [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        names = dict(attrs)
        self.fetched += [names[name] for name in ("src", "href", "data", "action") if name in names]
        assert not any(name.startswith("on") for name in names)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_is_whole_and_fetches_nothing(code):
    page = render(recap(), language(code))
    reader = read(page)
    assert reader.fetched == []
    assert "<script" not in page
    assert not re.search(r"url\(|@import|https?:", page)
    assert f'lang="{code}"' in page


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_tells_scores_divinations_and_the_longest_deduction(code):
    words, found = language(code), recap()
    text = " ".join(" ".join(read(render(found, words)).text).split())
    for party in found.story.parties:
        assert f"{words.say(party.name).capitalize()} {party.score}" in text
    for verdict in {each.verdict for each in found.judged}:
        assert words.say(verdict.text) in text
    for step in found.longest[1].steps:
        assert " ".join(words.say(step.text).split()) in text


def test_a_name_cannot_break_the_page():
    name = '<script>alert("x")</script> & co'
    found = replace(recap(), story=replace(recap().story, name=name))
    page = render(found, language("en"))
    assert "<script" not in page
    assert name in "".join(read(page).text)


@pytest.mark.parametrize("name", ["solo-easy", "together-3-normal", "competitive-2"])
def test_every_mode_has_a_page_and_a_poster(name):
    found = recap(name, "long")
    read(render(found, language("fr")))
    assert as_png(found, language("fr"))


def test_lines_are_told_apart_without_colour():
    assert len(set(DASHES)) == len(DASHES) >= 4
    assert len({marker.corners(5) for marker in MARKERS}) == len(MARKERS) >= 4
    page = render(recap(), language("en"))
    assert len(set(re.findall(r'stroke-dasharray="[^"]+"', page))) == 3


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ["competitive-4", "solo-easy"])
def test_nothing_on_the_poster_reaches_into_its_margins(code, name):
    found = recap(name, "short" if name.startswith("comp") else "long")
    with Image.open(io.BytesIO(as_png(found, language(code)))) as poster:
        assert poster.width == WIDTH
        paper = poster.getpixel((0, 0))
        for left in (0, poster.width - MARGIN // 2):
            margin = poster.crop((left, 0, left + MARGIN // 2, poster.height))
            assert margin.getcolors() == [(margin.width * margin.height, paper)]


@given(
    st.lists(st.floats(0, 100), min_size=1, max_size=4),
    st.floats(1, 25),
)
def test_labels_keep_apart_and_inside(wishes, apart):
    places = sorted(spread(wishes, apart, 0, 100))
    assert all(b - a >= apart - 1e-6 for a, b in itertools.pairwise(places))
    assert places[0] >= -1e-6
    assert places[-1] <= 100 + 1e-6


@given(st.integers(0, 600))
def test_an_axis_has_a_handful_of_ticks(most):
    assert most / step_for(most) <= 6


@pytest.mark.parametrize("name", ["competitive-4", "solo-easy"])
def test_all_of_the_plot_lies_in_its_box(name):
    box = Box(10, 20, 310, 220)
    chart = lay_out(recap(name, "short" if name.startswith("comp") else "long").story, box, 18)
    for line in chart.lines:
        for x, y in (*line.points, *line.marked):
            assert box.left <= x <= box.right + 1e-6
            assert box.top - 1e-6 <= y <= box.bottom + 1e-6


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=2, max_size=8),
    st.sampled_from([(10, 5), (2, 5), (12, 4, 2, 4)]),
)
def test_strokes_and_gaps_of_a_dashed_line_have_their_lengths(points, dashes):
    length = sum(dist(a, b) for a, b in itertools.pairwise(points))
    drawn = sum(dist(a, b) for piece in dashed(points, dashes) for a, b in itertools.pairwise(piece))
    whole, rest = divmod(length, sum(dashes))
    expected = whole * sum(dashes[::2])
    for number, each in enumerate(dashes):
        expected += min(rest, each) if number % 2 == 0 else 0
        rest = max(0, rest - each)
    assert drawn == pytest.approx(expected, abs=1e-6)
