"""Every screen looks as it did when somebody last looked at it.

After a wanted change: ``python tools/draw_screens.py --golden``, look at the images, commit them.
"""

import pytest
from draw_screens import GOLDEN
from PIL import Image
from screen_samples import SAMPLES

from companion.table.screens import draw
from companion.table.screens.drawing import DRAWERS
from companion.words import language
from hardware.display import Picture


@pytest.mark.parametrize("name", SAMPLES)
def test_the_screen_is_drawn_as_its_golden_image(name):
    drawn = draw(SAMPLES[name], language("en"))
    with Image.open(GOLDEN / f"{name}.png") as image:
        assert image.mode == "1"
        golden = Picture.from_image(image)
    assert drawn.to_text() == golden.to_text()


def test_every_kind_of_screen_has_a_golden_image():
    assert {type(sample) for sample in SAMPLES.values()} == set(DRAWERS)
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SAMPLES)


def test_no_two_screens_look_the_same():
    pictures = {draw(sample, language("en")) for sample in SAMPLES.values()}
    assert len(pictures) == len(SAMPLES)
