"""Games and settings as they were before a new version touched them: a version that is taken back leaves no trace.

A new version may bring the journal up to date before it fails, and the one before could not read it any more.
"""

from __future__ import annotations

import os
import shutil

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# SQLite's changes that are not in place yet: with a file of another moment they would spoil it.
OF_ONE_MOMENT = ("-wal", "-shm", "-journal")


class StateCopy:
    """A copy of the folder ``state``, kept in ``copy``. Nobody may be writing there meanwhile."""

    def __init__(self, state: Path, copy: Path) -> None:
        self._state = state
        self._copy = copy

    def take(self) -> None:
        """Copy everything anew."""
        self.forget()
        self._copy.mkdir(mode=0o700, parents=True)
        for file in _files(self._state):
            twin = self._copy / file.relative_to(self._state)
            twin.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(str(file), str(twin))

    def give_back(self) -> None:
        """Put back what is different now; what came besides stays."""
        for file in list(_files(self._state)):
            if file.name.endswith(OF_ONE_MOMENT):
                file.unlink()
        for twin in _files(self._copy):
            file = self._state / twin.relative_to(self._copy)
            if not file.is_file() or file.read_bytes() != twin.read_bytes():
                self._put(twin, file)
        self.forget()

    def forget(self) -> None:
        """Delete the copy."""
        shutil.rmtree(str(self._copy), ignore_errors=True)

    def _put(self, twin: Path, file: Path) -> None:
        """Whole or not at all, and the owner's."""
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(file.name + ".new")
        shutil.copy2(str(twin), str(draft))
        owner = self._state.stat()
        os.chown(str(draft), owner.st_uid, owner.st_gid)
        draft.replace(file)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
