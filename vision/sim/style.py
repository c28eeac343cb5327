"""Looks of the pieces as data: colours, outlines, textures, icons, the board's picture, the shape of meeples.

A look is a TOML file in ``styles/``; one may name another with ``based_on`` and give only what differs. Colours are
written as people know them, ``"#rrggbb"``, and kept as BGR.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from companion.errors import Unreadable
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import T

BGR = tuple[int, int, int]
OUTLINES = ("straight", "rounded", "wavy", "notched", "torn", "octagon")
TEXTURES = ("plain", "speckle", "waves", "blades", "cracks", "grain", "dots", "hatch")
ICONS = ("fruits", "pips", "glyphs", "stars")
BOARDS = ("hills", "terraces", "plain", "lake", "paper")
SHAPES = ("person", "cone", "pawn", "cylinder")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class TileLook:
    """A terrain tile."""

    colour: BGR
    ink: BGR
    texture: str
    outline: str


@dataclass(frozen=True)
class DiscLook:
    """A crop disc: its colour, that of its rings, and that of its icon."""

    colour: BGR
    ring: BGR
    ink: BGR


@dataclass(frozen=True)
class Style:
    """One look of a whole table."""

    name: str
    table: BGR
    table_grain: float
    board: BGR
    board_second: BGR
    board_picture: str
    grid: BGR
    grid_width: float
    icons: str
    rings: int
    wear: float
    gloss: float
    meeple_shape: str
    tiles: Mapping[Terrain, TileLook]
    discs: Mapping[Crop, DiscLook]
    meeples: Mapping[Colour, BGR]


def style_names() -> tuple[str, ...]:
    """The looks that come with the product."""
    folder = resources.files(__package__).joinpath("styles")
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


def load_style(name: str) -> Style:
    """One of the looks that come with the product."""
    if name not in style_names():
        raise Unreadable(
            T("No look of the pieces is called {name}; known are {names}.", name=name, names=style_names())
        )
    text = resources.files(__package__).joinpath("styles", f"{name}.toml").read_text(encoding="utf-8")
    return parse_style(text, name)


def parse_style(content: str, name: str) -> Style:
    """The look that a file's text describes."""
    try:
        data = _whole(tomllib.loads(content))
        return _style(data, name)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(
            T("The look {name} cannot be used: {reason}.", name=name, reason=str(error))
        ) from None


def _whole(data: dict[str, Any]) -> dict[str, Any]:
    base = data.pop("based_on", None)
    if base is None:
        return data
    if base not in style_names():
        raise KeyError(f"based_on {base}")
    text = resources.files(__package__).joinpath("styles", f"{base}.toml").read_text(encoding="utf-8")
    return _merge(_whole(tomllib.loads(text)), data)


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        if key not in base:
            raise KeyError(key)
        merged[key] = _merge(base[key], value) if isinstance(value, dict) else value
    return merged


def _style(data: dict[str, Any], name: str) -> Style:
    table, board, crops, meeples = data["table"], data["board"], data["crops"], data["meeples"]
    return Style(
        name=name,
        table=_bgr(table["colour"]),
        table_grain=_share(table["grain"]),
        board=_bgr(board["colour"]),
        board_second=_bgr(board["second"]),
        board_picture=_one_of(board["picture"], BOARDS),
        grid=_bgr(board["grid"]),
        grid_width=_share(board["grid_width"]),
        icons=_one_of(crops["icons"], ICONS),
        rings=int(crops["rings"]),
        wear=_share(data["wear"]),
        gloss=_share(data["gloss"]),
        meeple_shape=_one_of(meeples["shape"], SHAPES),
        tiles={terrain: _tile(data["tiles"][terrain.value]) for terrain in Terrain},
        discs={
            crop: DiscLook(*(_bgr(colour) for colour in crops[f"level{crop.level}"]))  # colour, ring, ink
            for crop in Crop
        },
        meeples={colour: _bgr(meeples[colour.value]) for colour in Colour},
    )


def _tile(data: dict[str, Any]) -> TileLook:
    return TileLook(
        _bgr(data["colour"]),
        _bgr(data["ink"]),
        _one_of(data["texture"], TEXTURES),
        _one_of(data["outline"], OUTLINES),
    )


def _bgr(text: object) -> BGR:
    if not isinstance(text, str) or not _COLOUR.fullmatch(text):
        raise ValueError(f"{text} is no colour such as #a0b0c0")
    return int(text[5:7], 16), int(text[3:5], 16), int(text[1:3], 16)


def _one_of(text: object, known: tuple[str, ...]) -> str:
    if text not in known:
        raise ValueError(f"{text} is none of {', '.join(known)}")
    return str(text)


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"{value} is not between 0 and 1")
    return float(value)
