"""Reading and keeping people's files: one sentence for everything that can be wrong with one."""

from __future__ import annotations

import os
from pathlib import Path

from companion.errors import Unreadable, Unwritable
from companion.words import T

LARGEST_FILE = 1_000_000


def read_bytes(path: Path) -> bytes:
    """The content of a file a person named; refused with a plain reason if it is none of ours."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise Unreadable(T("{file}: there is no such file.", file=str(path))) from None
    except IsADirectoryError:
        raise Unreadable(T("{file}: this is a folder; name a file in it.", file=str(path))) from None
    except PermissionError:
        raise Unreadable(
            T("{file}: you may not read this file; check its owner and rights.", file=str(path))
        ) from None
    except (OSError, ValueError) as error:
        raise Unreadable(T("{file}: cannot be read ({reason}).", file=str(path), reason=str(error))) from None
    if len(content) > LARGEST_FILE:
        raise Unreadable(
            T(
                "{file}: larger than {limit} bytes, so it is neither a scenario nor a position.",
                file=str(path),
                limit=LARGEST_FILE,
            )
        )
    return content


def keep_bytes(path: Path, content: bytes) -> None:
    """Write a file so that whatever happens meanwhile, the old content or the new one is there, whole.

    The new content goes to a file beside it, is on the disk for certain, and only then takes the old one's name.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_through(beside, content)
        beside.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise _unwritable(path, error) from None


def drop_file(path: Path) -> None:
    """Remove a file that is no longer needed."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from None


def set_aside(path: Path) -> Path:
    """Rename a damaged file, so that another can take its place and nothing is lost; its new path."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise _unwritable(path, error) from None
    return aside


def _write_through(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        while content:
            content = content[os.write(file, content) :]
        os.fsync(file)
    finally:
        os.close(file)


def _sync_folder(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _unwritable(path: Path, error: OSError) -> Unwritable:
    reason = error.strerror or str(error)
    return Unwritable(T("{file}: cannot be written ({reason}).", file=str(path), reason=reason))
