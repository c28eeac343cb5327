"""Virtual tables whose eye has been taught, and how what it believes compares with the truth."""

from __future__ import annotations

from functools import lru_cache

from companion.tiwanaku.board_file import official_board, official_boards
from companion.tiwanaku.position import Position
from vision.profile import Profile, parse_profile, profile_bytes
from vision.reader import teach_in
from vision.reading import Reading
from vision.sim import VirtualTable
from vision.teaching import teach

SIZE = (1280, 720)


@lru_cache(maxsize=4)
def _taught(board: str, style: str, size: tuple[int, int], seed: int) -> bytes:
    table = VirtualTable(teach_in(official_board(board)), style, size=size, seed=seed)
    profile = Profile(table.position.board)
    teach(profile, table.shoot().picture, table.position, [(float(x), float(y)) for x, y in table.corners])
    return profile_bytes(profile)


def taught_table(
    position: Position, style: str = "classic", *, size: tuple[int, int] = SIZE, seed: int = 4
) -> tuple[VirtualTable, Profile]:
    """A table with a position on it, and what an eye knows that was taught there before."""
    content = _taught(position.board.name, style, size, seed)
    return VirtualTable(position, style, size=size, seed=seed), parse_profile(
        content, "test", official_boards()
    )


def mistakes(reading: Reading, position: Position) -> list[str]:
    """What is sure and wrong."""
    wrong = []
    for space, read in zip(reading.board.spaces, reading.spaces, strict=True):
        true = position.terrain(space), position.crop(space), position.meeples.get(space)
        for part, value in zip((read.terrain, read.crop, read.meeple), true, strict=True):
            if part.sure and part.value != value:
                wrong.append(f"{space}: {part.value} instead of {value}")
    return wrong
