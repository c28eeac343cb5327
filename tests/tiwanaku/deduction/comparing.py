"""Comparing the engine's answers with those of the oracle."""

from __future__ import annotations

from tests.builders import plain
from tests.oracles.completions import possible_values
from tests.oracles.laws import is_legal


def as_lists(known):
    """The engine's answer as the oracle gives it: letters and levels by space, None if there is no board."""
    assert known.complete
    if not known.consistent:
        return None
    spaces = known.board.spaces
    return (
        [{terrain.letter for terrain in known.terrains(space)} for space in spaces],
        [{crop.level for crop in known.crops(space)} for space in spaces],
    )


def expected(position):
    """What the oracle says of a position."""
    return possible_values(position.board.rows, position.board.columns, *plain(position))


def is_witness(position, board):
    """Whether a complete board is legal by the oracle, and agrees with what the position shows."""
    terrains, crops, tiles = plain(position)
    board_terrains, board_crops, _ = plain(board)
    return (
        is_legal(position.board.rows, position.board.columns, board_terrains, board_crops)
        and all(known in (".", found) for known, found in zip(terrains, board_terrains, strict=True))
        and all(known in (0, found) for known, found in zip(crops, board_crops, strict=True))
        and all(board_terrains.count(letter) == count for letter, count in tiles.items())
    )
