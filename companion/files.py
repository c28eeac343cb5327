"""Reading people's files: one sentence for everything that can be wrong with one."""

from __future__ import annotations

from pathlib import Path

from companion.errors import Unreadable
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
