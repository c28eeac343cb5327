"""Archives of plain numbers, as NumPy writes them, read without trust.

Reading one never runs anything from it and never unpacks more than a table needs. Whatever is wrong with one comes out as
one of :data:`DAMAGE`; whoever reads says in words of their own what that means.
"""

from __future__ import annotations

import io
import math
import tokenize
import zipfile
import zlib
from typing import IO

import numpy as np

LARGEST = 64 * 1024 * 1024
_MOST_ARRAYS = 500
_LONGEST_NAME = 100
DAMAGE = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, OSError, EOFError, SyntaxError, tokenize.TokenError,
    MemoryError, NotImplementedError, RuntimeError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What comes of unpacking something else; NumPy reads an array's header as if it were Python."""


def read_arrays(content: bytes) -> dict[str, np.ndarray]:
    """The arrays of an archive, by name."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = archive.infolist()
        # Before anything is unpacked: a small file may claim to hold a huge array.
        if len(members) > _MOST_ARRAYS or sum(member.file_size for member in members) > LARGEST:
            raise ValueError("too large")
        arrays = {}
        for member in members:
            if not member.filename.endswith(".npy") or len(member.filename) > _LONGEST_NAME:
                raise ValueError("other files")
            with archive.open(member) as file:
                arrays[member.filename.removesuffix(".npy")] = _array(file, member.file_size)
    return arrays


def _array(file: IO[bytes], size: int) -> np.ndarray:
    """One array of plain numbers whose header does not promise more than there is."""
    version = np.lib.format.read_magic(file)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, fortran, dtype = read(file)
    if dtype.kind not in "biuf" or dtype.itemsize * math.prod(shape) > size:
        raise ValueError("other content")
    numbers = np.frombuffer(file.read(), dtype)
    if dtype.kind == "f" and not np.isfinite(numbers).all():
        raise ValueError("no numbers")
    return numbers.reshape(shape, order="F" if fortran else "C").copy()
