"""The screens of the wheel: 128 x 64 pixels, one bit each.

The state machine of the wheel makes a description (pure data, :mod:`.descriptions`); :func:`draw` makes the picture
that a display shows. Pillow is loaded by the first picture, not by importing this package.

>>> from companion.table.screens import draw, pages
>>> from companion.table.screens.descriptions import Kind, Message
>>> from companion.words import T, language
>>> picture = draw(Message(Kind.QUESTION, T("Undo"), (T("Yes"), T("No"))), language("fr"))
>>> picture.size, len(picture.data)
((128, 64), 1024)
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from companion.table.screens.descriptions import Description
from companion.words import Language

if TYPE_CHECKING:
    from hardware.display import Picture

log = logging.getLogger(__name__)


def draw(description: Description, language: Language) -> Picture:
    """The picture of a screen; a text that had to be cut is noted in the log."""
    from companion.table.screens.drawing import lay_out

    drawing = lay_out(description, language)
    for text in drawing.overflows:
        log.warning("cut on %s in %s: %s", type(description).__name__, language.code, text)
    return drawing.picture


def pages(description: Description, language: Language) -> int:
    """How many pages the text of a screen has: turning goes through them."""
    from companion.table.screens.drawing import lay_out

    return lay_out(description, language).pages
