"""A piece model in a file: what was learnt at this table, kept for the next evening.

The file is a NumPy archive of plain arrays without pickled objects: reading one never runs anything from it, and
whatever is not exactly what :func:`save_model` writes is refused as :class:`~companion.errors.Unreadable`.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np

from companion.errors import Unreadable
from companion.words import T, Text
from vision.archive import DAMAGE, LARGEST, read_arrays
from vision.features import LENGTH
from vision.pieces import MOST_PATCHES, VARIANTS, PieceModel

FORMAT = 1
_KEYS = {"format", "labels", "vectors", "of"}
_MOST_LABELS = 1000
_MOST_ROWS = 10 * MOST_PATCHES


def model_bytes(model: PieceModel) -> bytes:
    """The content of a model's file; its labels must be strings."""
    if not all(isinstance(label, str) for label in model.labels):
        raise TypeError("only a model whose labels are strings can be kept in a file")
    vectors, of = model.examples()
    file = io.BytesIO()
    np.savez_compressed(
        file,
        format=np.array(FORMAT, np.int64),
        labels=np.frombuffer(json.dumps(model.labels).encode(), np.uint8),
        vectors=vectors.astype(np.float16),
        of=of,
    )
    return file.getvalue()


def parse_model(content: bytes, source: str) -> PieceModel:
    """The model that a file's content holds."""
    try:
        arrays = read_arrays(content)
        if set(arrays) != _KEYS:
            raise ValueError("other arrays")
        if arrays["format"].shape != () or int(arrays["format"]) != FORMAT:
            raise Unreadable(
                T(
                    "{file} was written by another version of Pachamama; the pieces have to be learnt again.",
                    file=source,
                )
            )
        labels = json.loads(arrays["labels"].tobytes().decode())
        vectors, of = arrays["vectors"], arrays["of"]
        _check(labels, vectors, of)
    except DAMAGE as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(_not_a_model(source)) from None
    return PieceModel.of_examples(labels, vectors.astype(np.float32), of.astype(np.int64))


def save_model(model: PieceModel, path: Path) -> None:
    """Write a model's file in one piece: a power cut leaves the old file or the new one."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(model_bytes(model))
    fresh.replace(path)


def load_model(path: Path) -> PieceModel:
    """Read a model's file."""
    try:
        if path.stat().st_size > LARGEST:
            raise Unreadable(_not_a_model(path.name))
        content = path.read_bytes()
    except OSError as error:
        raise Unreadable(
            T("{file}: cannot be read ({reason}).", file=path.name, reason=error.strerror or str(error))
        ) from error
    return parse_model(content, path.name)


def _not_a_model(source: str) -> Text:
    return T("{file} holds no pieces learnt by Pachamama, or is damaged.", file=source)


def _check(labels: object, vectors: np.ndarray, of: np.ndarray) -> None:
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise ValueError("labels")
    if len(labels) > _MOST_LABELS or len(set(labels)) != len(labels):
        raise ValueError("labels")
    if vectors.dtype != np.float16 or vectors.shape != (len(of), VARIANTS, LENGTH) or len(of) > _MOST_ROWS:
        raise ValueError("vectors")
    # Every feature is the root of a share, times its part's weight.
    if not np.isfinite(vectors).all() or (vectors < 0).any() or (vectors > 2).any():
        raise ValueError("vectors")
    if of.dtype != np.int64 or of.ndim != 1 or set(of.tolist()) != set(range(len(labels))):
        raise ValueError("numbers of labels")
