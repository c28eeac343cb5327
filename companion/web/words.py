"""Everything the page says, by its English sentence."""

from __future__ import annotations


def page_words(code: str) -> dict[str, str | dict[str, str]]:
    """Every sentence of the page in a language; one that a number decides on has its two forms."""
    return {}
