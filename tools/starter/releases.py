"""The installed copies of the product: each version in a folder of its own, and a link to the one in use.

    /opt/pachamama/releases/0.1.0-1a2b3c4d    a version with its environment
    /opt/pachamama/releases/0.1.0-5e6f7a8b    the one before, to go back to
    /opt/pachamama/current                    a link to one of them

A copy, because the folder somebody plays from may be in their home, which the service may not look into.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# What a table needs; the rest of the project is for those who work on it.
PARTS = (
    "companion",
    "firmware",
    "hardware",
    "systemd",
    "tools",
    "vision",
    "pachamama",
    "play",
    "pyproject.toml",
    "README.md",
)
SKIPPED = ("__pycache__", ".mypy_cache", ".ruff_cache")


class Releases:
    """What lies below ``/opt/pachamama``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.current = self.folder / "current"

    def in_use(self) -> Path | None:
        """The version that the link names, if it is there."""
        try:
            target = (self.folder / self.current.readlink()).resolve()
        except OSError:
            return None
        return target if target.is_dir() else None

    def place_for(self, source: Path) -> Path:
        """Where a copy of this source belongs: the same source has the same place."""
        return self.folder / "releases" / (_version(source) + "-" + _digest(source))

    def copy(self, source: Path, place: Path) -> None:
        """Copy what a table needs, unless it is there: a place that has its name is complete."""
        if place.is_dir():
            return
        draft = self.folder / "copying"
        shutil.rmtree(str(draft), ignore_errors=True)
        draft.mkdir(parents=True)
        for name in PARTS:
            here, there = source / name, draft / name
            if here.is_dir():
                shutil.copytree(str(here), str(there), ignore=shutil.ignore_patterns(*SKIPPED))
            elif here.exists():
                shutil.copy2(str(here), str(there))
        place.parent.mkdir(parents=True, exist_ok=True)
        draft.rename(place)

    def use(self, place: Path) -> None:
        """Let the link name this version; at no moment there is none."""
        fresh = self.folder / ".current"
        if fresh.is_symlink():
            fresh.unlink()
        fresh.symlink_to(os.path.relpath(str(place), str(self.folder)))
        fresh.replace(self.current)

    def keep_only(self, *places: Path | None) -> None:
        """Delete every other version."""
        for place in self._all():
            if place not in places:
                shutil.rmtree(str(place), ignore_errors=True)

    def _all(self) -> list[Path]:
        folder = self.folder / "releases"
        return sorted(folder.iterdir()) if folder.is_dir() else []


def _version(source: Path) -> str:
    found = re.search(
        r'^version = "([\w.+-]+)"', (source / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    return found.group(1) if found else "0"


def _digest(source: Path) -> str:
    """Eight signs that tell one source from another."""
    sha = hashlib.sha256()
    for path in _files(source):
        sha.update(str(path.relative_to(source)).encode() + b"\0")
        sha.update(hashlib.sha256(path.read_bytes()).digest())
    return sha.hexdigest()[:8]


def _files(source: Path) -> Iterator[Path]:
    for name in PARTS:
        top = source / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            # Compiled words are made from the others by the installation.
            if path.is_file() and path.suffix != ".mo" and not set(path.parts) & set(SKIPPED):
                yield path
