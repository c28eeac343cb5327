"""Where a person's own files live, and what is found there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from companion.files import read_bytes
from companion.tiwanaku.board import Board
from companion.tiwanaku.board_file import official_boards, parse_board


def own_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of a person's own settings: ``PACHAMAMA_HOME``, else the desktop's usual place.

    >>> own_folder({"PACHAMAMA_HOME": "/srv/table"}).as_posix()
    '/srv/table'
    """
    if home := environment.get("PACHAMAMA_HOME"):
        return Path(home)
    config = environment.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config) / "pachamama"


def known_boards(folder: Path) -> dict[str, Board]:
    """The boards of the box, and those of ``folder/boards``, which replace them where the names are equal."""
    boards = official_boards()
    for path in sorted((folder / "boards").glob("*.toml")):
        board = parse_board(read_bytes(path), str(path))
        boards[board.name] = board
    return boards
