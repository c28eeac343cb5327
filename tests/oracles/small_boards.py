"""All complete legal boards of a small size."""

from __future__ import annotations

from functools import cache

from tests.oracles.completions import completions


@cache
def all_boards(rows, columns):
    """Every legal board of that size, as pairs of terrains and crops; the box's stock is never short there."""
    size = rows * columns
    return list(completions(rows, columns, ["."] * size, [0] * size))
