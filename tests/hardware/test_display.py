"""Pictures and the windows of them that are sent."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.device import dummy
from PIL import Image, ImageDraw

from hardware.display import Picture
from hardware.windows import whole, windows


def noise(seed: int) -> Picture:
    return Picture(128, 64, random.Random(seed).randbytes(1024))


def test_an_image_and_its_picture_have_the_same_pixels() -> None:
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.line((0, 0, 127, 63), fill=1)
    draw.rectangle((100, 3, 120, 17), outline=1)
    picture = Picture.from_image(image)
    assert all(picture.lit(x, y) == bool(image.getpixel((x, y))) for x in range(128) for y in range(64))
    assert picture.to_image().tobytes() == image.tobytes()


def test_grey_and_colour_count_as_lit_where_not_black() -> None:
    image = Image.new("RGB", (8, 8))
    image.putpixel((3, 4), (0, 0, 40))
    picture = Picture.from_image(image)
    assert [(x, y) for x in range(8) for y in range(8) if picture.lit(x, y)] == [(3, 4)]


def test_what_luma_shows_on_its_dummy_is_the_picture() -> None:
    device = dummy(mode="1")
    picture = noise(1)
    device.display(picture.to_image())
    assert Picture.from_image(device.image) == picture


@pytest.mark.parametrize(("width", "height", "size"), [(128, 63, 1008), (0, 8, 0), (128, 64, 1023)])
def test_impossible_pictures(width: int, height: int, size: int) -> None:
    with pytest.raises(ValueError, match="pixels"):
        Picture(width, height, bytes(size))


def test_text_both_ways() -> None:
    picture = noise(2)
    assert Picture.from_text(*picture.to_text().splitlines()) == picture


@given(st.dictionaries(st.integers(0, 1023), st.integers(0, 255)), st.booleans(), st.integers(0, 30))
@settings(max_examples=200, deadline=None)
def test_windows_bring_the_new_picture_and_never_cost_more_than_all_of_it(
    changes: dict[int, int], tall: bool, overhead: int
) -> None:
    old = noise(3).data
    changed = bytearray(old)
    for place, value in changes.items():
        changed[place] = value
    new = bytes(changed)
    memory = bytearray(old)
    cost = 0
    for window in windows(old, new, width=128, overhead=overhead, tall=tall):
        data = window.cut(new, 128)
        assert len(data) == window.size
        cost += window.size + overhead
        columns = window.last - window.first + 1
        for row, page in enumerate(range(window.first_page, window.last_page + 1)):
            start = page * 128 + window.first
            memory[start : start + columns] = data[row * columns : (row + 1) * columns]
    assert bytes(memory) == new
    assert cost <= 1024 + 8 * overhead


def test_a_block_over_two_pages_is_one_window_where_the_display_can() -> None:
    new = bytearray(1024)
    for page in (2, 3):
        new[page * 128 + 40 : page * 128 + 60] = b"\xff" * 20
    assert len(windows(bytes(1024), bytes(new), width=128, overhead=10, tall=True)) == 1
    assert len(windows(bytes(1024), bytes(new), width=128, overhead=7, tall=False)) == 2
    assert whole(bytes(new), 128).size == 1024
