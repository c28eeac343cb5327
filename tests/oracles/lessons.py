"""The answers to a lesson's question by brute force: from all complete boards that agree with what lies there.

A board is plain lists as in :mod:`tests.oracles.laws`. Without ``tiles`` nothing is known of how many there are.
"""

from __future__ import annotations

from tests.oracles.completions import completions
from tests.oracles.laws import beside, flood


def possible(rows, columns, terrains, crops, tiles, space, value):
    """Whether some complete board has a letter or a level on a space."""
    terrains, crops = list(terrains), list(crops)
    known = terrains if isinstance(value, str) else crops
    if known[space] not in (".", 0):
        return known[space] == value
    known[space] = value
    return next(completions(rows, columns, terrains, crops, tiles), None) is not None


def region_sizes(rows, columns, terrains, crops, tiles, space):
    """The sizes that the region of a space has on any complete board."""
    return {
        len(_region(rows, columns, board, space))
        for board, _ in completions(rows, columns, terrains, crops, tiles)
    }


def region_counts(rows, columns, terrains, crops, tiles, letter):
    """The numbers of regions of a terrain that complete boards have."""
    found = set()
    for board, _ in completions(rows, columns, terrains, crops, tiles):
        own = [space for space, other in enumerate(board) if other == letter]
        found.add(len({_region(rows, columns, board, space) for space in own}))
    return found


def _region(rows, columns, board, space):
    own = frozenset(other for other, letter in enumerate(board) if letter == board[space])
    return flood(space, own, lambda near: beside(rows, columns, near))
