"""Files damaged in every way, and what becomes of reading them."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.errors import Unreadable


def attempt(parse, content, source):
    """What a reader makes of a content, and the sentence of its refusal; one of the two is None.

    Any other error than a refusal is let through and fails the test.
    """
    try:
        return parse(content, source), None
    except Unreadable as refused:
        return None, str(refused)


_PIECES = [
    "\n",
    '"',
    '"""',
    "'",
    "=",
    "[",
    "]",
    "{",
    "}",
    ".",
    "S3",
    "0x" + "f" * 5000,
    "\\",
    "\\n",
    "\0",
    "\r",
    "1e9",
    "é",
    "#",
]


@st.composite
def mutated(draw, text):
    """A file with pieces cut out, doubled or put in at a few places."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 12))
        put = draw(
            st.one_of(st.sampled_from(_PIECES), st.text(max_size=3), st.just(text[at : at + 2 * length]))
        )
        text = text[:at] + put + text[at + length :]
    return text.encode("utf-8", "surrogatepass")
