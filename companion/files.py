"""Reading and keeping people's files: one sentence for everything that can be wrong with one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from companion.errors import Unreadable, Unwritable
from companion.words import T

LARGEST_FILE = 1_000_000
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


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


def keep_bytes(path: Path, content: bytes, *, shared: bool = False) -> None:
    """Write a file so that whatever happens meanwhile, the old content or the new one is there, whole.

    The new content goes to a file beside it, is on the disk for certain, and only then takes the old one's name. Its owner
    alone may read it, unless it is to be ``shared``: then who else may is what the person's system says.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        if shared:
            path.parent.mkdir(parents=True, exist_ok=True)
        else:
            make_private_folder(path.parent)
        # What a power cut left there, or somebody put there to have us write elsewhere.
        beside.unlink(missing_ok=True)
        _write_through(beside, content, 0o666 if shared else PRIVATE_FILE)
        beside.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise _unwritable(path, error) from None


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter, and those above it; one that is there stays as it is."""
    for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        with suppress(FileExistsError):
            missing.mkdir(PRIVATE_FOLDER)
    # Says why, where something else has the name.
    folder.mkdir(exist_ok=True)


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


def _write_through(path: Path, content: bytes, mode: int) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
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
