"""Pixel art as text: the files in ``art/`` hold a name, then rows of ``#`` and ``.``, blank lines between.

Text, because a picture in it can be read, compared and mended in any editor. Pillow is only loaded when
something is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

Rows = tuple[str, ...]


@lru_cache(maxsize=8)
def load_art(name: str) -> Mapping[str, Rows]:
    """All bitmaps of one file of ``art/``; what stands before its first blank line is a comment."""
    text = resources.files(__package__).joinpath("art", f"{name}.txt").read_text("utf-8")
    blocks = text.split("\n\n")[1:]
    bitmaps = {}
    for block in blocks:
        title, *rows = block.rstrip("\n").split("\n")
        if len({len(row) for row in rows}) != 1 or set("".join(rows)) - set("#."):
            raise ValueError(f"art/{name}.txt: the rows of {title!r} are not one rectangle of # and .")
        bitmaps[title] = tuple(rows)
    return bitmaps


def mask(rows: Rows) -> Image:
    """A Pillow mask of a bitmap: lit where it has ``#``."""
    from PIL import Image

    width, height = len(rows[0]), len(rows)
    stride = -(-width // 8)
    data = b"".join(
        int(row.replace("#", "1").replace(".", "0").ljust(stride * 8, "0"), 2).to_bytes(stride, "big")
        for row in rows
    )
    return Image.frombytes("1", (width, height), data)
