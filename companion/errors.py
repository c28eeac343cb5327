"""The errors of Pachamama: one base, and a clear line between "cannot be read" and "not legal now"."""

from __future__ import annotations

from companion.words import Text


class PachamamaError(Exception):
    """Base of every error that Pachamama raises on purpose.

    It carries its sentence as a :class:`~companion.words.Text`, so that whoever shows it can say it in
    the language of the table; ``str(error)`` is the English sentence.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


class Unreadable(PachamamaError, ValueError):  # noqa: N818 (the word people use for it)
    """Something given to us cannot be understood: a file, a token, a place, a command."""


class NotLegal(PachamamaError):  # noqa: N818
    """Understood, but the rules do not allow it now."""


class Unwritable(PachamamaError, OSError):  # noqa: N818
    """Something of a person's could not be kept: the disk is full, or a folder may not be written."""
