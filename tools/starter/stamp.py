"""What the environment was made for: the one small file that decides whether a start may go ahead at once.

It is written last and removed first, so an installation that was cut short has none and is made anew.
"""

from __future__ import annotations

import os
from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

NAME = "made-for-pachamama"
# Changed when this program makes environments in another way than before.
RECIPE = "1"


def read_stamp(folder: Path) -> dict[str, str]:
    """What is written in the stamp of an environment; empty if there is none."""
    try:
        text = (folder / NAME).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    return dict(line.split(" ", 1) for line in text.splitlines() if " " in line)


def write_stamp(folder: Path, stamp: Mapping[str, str]) -> None:
    """Write the stamp so that it is on the disk only once all it vouches for is there, too."""
    os.sync()
    draft = folder / (NAME + ".new")
    with draft.open("w", encoding="utf-8") as file:
        file.writelines(f"{key} {value}\n" for key, value in stamp.items())
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / NAME)


def remove_stamp(folder: Path) -> None:
    """Say that the environment is not to be trusted from now on."""
    if (folder / NAME).exists():
        (folder / NAME).unlink()


def digest(files: Iterable[Path]) -> str:
    """A short name for the content of some files."""
    total = sha256(RECIPE.encode())
    for file in files:
        total.update(sha256(file.read_bytes()).digest())
    return total.hexdigest()
