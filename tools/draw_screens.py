"""Draws the contact sheet of all screens, and renews the golden images.

``python tools/draw_screens.py``            writes docs/screens-oled.png
``python tools/draw_screens.py --golden``   renews tests/table/screens/golden/*.png: look at them before you commit
``python tools/draw_screens.py --lang de``  the sheet in another language, as build/screens-oled-de.png
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image
from screen_samples import SAMPLES

from companion.table.screens import draw
from companion.table.screens.canvas import HEIGHT, WIDTH
from companion.table.screens.font import TEXT
from companion.words import LANGUAGES, language

ROOT = Path(__file__).parent.parent
SHEET = ROOT / "docs" / "screens-oled.png"
GOLDEN = ROOT / "tests" / "table" / "screens" / "golden"
SCALE = 3
COLUMNS = 4
MARGIN = 6
CAPTION = 14


def contact_sheet(code: str) -> Image.Image:
    """All screens in one language, three times as large, each with its name."""
    cell_width, cell_height = WIDTH + 2 * MARGIN, HEIGHT + CAPTION + MARGIN
    lines = -(-len(SAMPLES) // COLUMNS)
    sheet = Image.new("1", (COLUMNS * cell_width, lines * cell_height + MARGIN), 1)
    for number, (name, description) in enumerate(SAMPLES.items()):
        line, column = divmod(number, COLUMNS)
        x, y = column * cell_width + MARGIN, line * cell_height + MARGIN
        # A dark rim of two pixels, as the glass of a display has.
        sheet.paste(0, (x - 2, y - 2, x + WIDTH + 2, y + HEIGHT + 2))
        sheet.paste(draw(description, language(code)).to_image(), (x, y))
        sheet.paste(0, (x, y + HEIGHT + 2), TEXT.line(name))
    return sheet.resize((sheet.width * SCALE, sheet.height * SCALE), Image.Resampling.NEAREST)


def renew_golden_images() -> None:
    """Draw every sample anew, in English, and forget images of samples that are gone."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("*.png"):
        old.unlink()
    for name, description in SAMPLES.items():
        draw(description, language("en")).to_image().save(GOLDEN / f"{name}.png", optimize=True)


def main() -> None:
    """Read the options and write the pictures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--golden", action="store_true", help="renew the golden images")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the sheet")
    options = parser.parse_args()
    if options.golden:
        renew_golden_images()
        print(f"{len(SAMPLES)} golden images in {GOLDEN.relative_to(ROOT)}")
        return
    target = SHEET if options.lang == "en" else ROOT / "build" / f"screens-oled-{options.lang}.png"
    target.parent.mkdir(exist_ok=True)
    contact_sheet(options.lang).save(target, optimize=True)
    print(target.relative_to(ROOT))


if __name__ == "__main__":
    main()
