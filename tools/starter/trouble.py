"""The one exception of the bootstrap."""

from __future__ import annotations


class Trouble(Exception):  # noqa: N818 (the word people use for it)
    """Something the user can put right: the key of a sentence in ``words`` and what fills its gaps."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
