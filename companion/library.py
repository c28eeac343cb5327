"""Where a person's own files live, and what is found there."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from companion.files import PRIVATE_FILE, PRIVATE_FOLDER, read_bytes
from companion.tiwanaku.board import Board
from companion.tiwanaku.board_file import official_boards, parse_board

_OWN_FILES = (
    "games.sqlite*",
    "settings.toml",
    "wheel.toml",
    "played.toml",
    "phones.json",
    "*eye.npz",
)
_OWN_FOLDERS = ("discs", "imported", "drafts")


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


def tighten(folder: Path) -> None:
    """Let nobody but their owner read the files that Pachamama keeps: older versions left them to everybody's eyes.

    Whatever else lies in the folder is not ours to change, nor is what a link leads to.
    """
    for name in _OWN_FILES:
        _take_rights(folder.glob(name), PRIVATE_FILE)
    for name in _OWN_FOLDERS:
        _take_rights(folder.glob(name), PRIVATE_FOLDER)
        if not (folder / name).is_symlink():
            _take_rights((folder / name).glob("*.toml*"), PRIVATE_FILE)


def _take_rights(paths: Iterable[Path], most: int) -> None:
    for path in paths:
        # A file of somebody else's, such as one that root wrote for the service, stays as it is.
        with suppress(OSError):
            mode = path.lstat().st_mode
            if not stat.S_ISLNK(mode) and mode & 0o777 & ~most:
                path.chmod(mode & most)
