"""What the eye knows of one table, in one file: where each of its boards lay, and what its pieces look like.

The file is a NumPy archive of plain numbers. Reading one never runs anything from it and never unpacks more than a table
needs: whatever is not what :func:`profile_bytes` writes is refused as :class:`~companion.errors.Unreadable`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.errors import Unreadable
from companion.files import keep_bytes
from companion.tiwanaku.board import Board
from companion.words import T, Text
from vision.archive import DAMAGE, LARGEST, read_arrays
from vision.finding import BoardFinder
from vision.reader import PieceKnowledge

FORMAT = 1
_FINDING, _PIECES = "finding", "pieces"


@dataclass
class Profile:
    """Everything learnt at one table. A box has two boards: the pieces are the same, each board has its finder."""

    board: Board
    knowledge: PieceKnowledge = field(default_factory=PieceKnowledge)
    finders: dict[str, BoardFinder] = field(default_factory=dict)

    @property
    def finder(self) -> BoardFinder:
        """Where the present board lies."""
        return self.finders.setdefault(self.board.name, BoardFinder(self.board))


def profile_bytes(profile: Profile) -> bytes:
    """The content of a profile's file."""
    arrays = {
        "format": np.array(FORMAT, np.int64),
        "board": np.frombuffer(profile.board.name.encode(), np.uint8),
    }
    for name, finder in profile.finders.items():
        arrays |= {f"{_FINDING}/{name}/{key}": array for key, array in finder.to_arrays().items()}
    arrays |= {f"{_PIECES}/{key}": array for key, array in profile.knowledge.to_arrays().items()}
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def parse_profile(content: bytes, source: str, boards: Mapping[str, Board]) -> Profile:
    """The profile that a file's content holds."""
    try:
        arrays = read_arrays(content)
        version, name = arrays.pop("format"), arrays.pop("board")
        if version.shape != () or version.dtype.kind not in "iu" or int(version) != FORMAT:
            raise Unreadable(
                T(
                    "{file} was written by another version of Pachamama; let the table be learnt again.",
                    file=source,
                )
            )
        board = _board(name.tobytes().decode(), source, boards)
        knowledge = PieceKnowledge.from_arrays(_part(arrays, f"{_PIECES}/"))
        finders = {
            each: BoardFinder.from_arrays(boards[each], _part(arrays, f"{_FINDING}/{each}/"))
            for each in sorted({key.split("/")[1] for key in arrays if key.startswith(f"{_FINDING}/")})
            if each in boards
        }
    except DAMAGE as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(_no_profile(source)) from None
    return Profile(board, knowledge, finders)


def load_profile(path: Path, boards: Mapping[str, Board]) -> Profile:
    """Read a profile's file."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Unreadable(
            T("{file}: there is no such profile; “pachamama learn” makes one.", file=str(path))
        ) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable(T("{file}: cannot be read ({reason}).", file=str(path), reason=reason)) from None
    if len(content) > LARGEST:
        raise Unreadable(_no_profile(str(path)))
    return parse_profile(content, str(path), boards)


def save_profile(profile: Profile, path: Path) -> None:
    """Write a profile's file in one piece: a power cut leaves the old file or the new one."""
    keep_bytes(path, profile_bytes(profile))


def _no_profile(source: str) -> Text:
    return T("{file} holds nothing learnt by “pachamama learn”, or is damaged.", file=source)


def _board(name: str, source: str, boards: Mapping[str, Board]) -> Board:
    if name not in boards:
        raise Unreadable(
            T("{file} was learnt on a board called {name}, which is not known here.", file=source, name=name)
        )
    return boards[name]


def _part(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {key.removeprefix(prefix): array for key, array in arrays.items() if key.startswith(prefix)}
