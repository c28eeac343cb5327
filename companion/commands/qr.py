"""QR codes, in the terminal and as pictures. The library that draws them is loaded when one is wanted."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import segno

QR_FORMATS = ("png", "svg")
_SCALE = 8


def draw_qr(text: str) -> str:
    """A QR code for a terminal, two rows of it in each line."""
    drawn = io.StringIO()
    _code(text).terminal(out=drawn, compact=True)
    return drawn.getvalue()


def qr_file(text: str, kind: str) -> bytes:
    """A QR code as a picture file of that kind."""
    drawn = io.BytesIO()
    _code(text).save(drawn, kind=kind, scale=_SCALE)
    return drawn.getvalue()


def _code(text: str) -> segno.QRCode:
    import segno

    return segno.make(text, error="m", micro=False)
