"""Two meeples on one space: they stand side by side, each off the middle, on both sides of a line through it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from vision.reader.colours import Indices
from vision.reader.flats import CELLS_AS_ONE
from vision.reader.knowledge import PieceKnowledge
from vision.reader.shapes import middles
from vision.reader.sheet import Floats

_ASIDE = 0.17  # spaces off the middle
_LINES = 4  # that may part them
_COLOURS = 3  # that are weighed on a space: the likeliest ones
WAYS = 2  # what may lie below them: the likeliest ways with one meeple


def pair_gains(knowledge: PieceKnowledge, maps: Floats, shade: Floats, bodies: Floats) -> Floats:
    """How much likelier two meeples make each way of some spaces: space, way.

    ``maps`` says how likely cells are in each way, ``shade`` how much likelier in a shadow: space, way, cell; ``bodies`` how
    likely on a meeple: colour, space, cell.
    """
    bodies = _likeliest(bodies, maps[:, 0])
    found = np.zeros((2 * _LINES, *maps.shape[:2]), np.float32)
    for number, (cells, right, down) in enumerate(_sides()):
        cover = knowledge.cover_at(right, down)[cells]
        here, away = np.log(cover), np.log1p(-cover)
        with_body = (here + bodies[..., cells])[:, None] - maps[..., cells][:, :, None]
        beside = (away + shade[..., cells])[:, :, None]
        found[number] = np.maximum(with_body, beside).sum(axis=3).max(axis=2)
    pairs = found[:_LINES] + found[_LINES:]
    return np.asarray(pairs.max(axis=0) / CELLS_AS_ONE, np.float32)


def _likeliest(bodies: Floats, ground: Floats) -> Floats:
    """The colours that explain most of each space: space, colour, cell."""
    merit = np.maximum(bodies - ground, 0).sum(axis=2)
    best = np.argsort(-merit, axis=0)[:_COLOURS]
    return np.moveaxis(np.take_along_axis(bodies, best[..., None], axis=0), 0, 1)


def _sides() -> Iterator[tuple[Indices, float, float]]:
    """The cells on one side of each line and where a meeple stands there; then those on the other sides."""
    for sign in (1, -1):
        for line in range(_LINES):
            turn = math.pi * line / _LINES
            yield _side(line, sign), sign * _ASIDE * math.cos(turn), sign * _ASIDE * math.sin(turn)


@lru_cache(maxsize=2 * _LINES)
def _side(line: int, sign: int) -> Indices:
    x, y = middles()
    turn = math.pi * line / _LINES
    first = x * math.cos(turn) + y * math.sin(turn) > 0
    return np.flatnonzero(first if sign > 0 else ~first)
