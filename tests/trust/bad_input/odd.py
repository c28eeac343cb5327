"""What breaks readers: odd values for trees, odd bytes for everything, and a few that are very long."""

from __future__ import annotations

import math

VALUES: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 255, 256, 65_536, 2**31, -(2**31) - 1, 2**53, 2**63, -(2**63) - 1, 2**64, 10**30, 10**400,
    0.0, -0.0, 0.1, 1e-300, 1e308, math.nan, math.inf, -math.inf,
    "", " ", "\0", "\ud800", "\udfff\ud800", "\u202e", "\ufeff", "é", "e\u0301", "😀", "\x1b[2J", "-0", "1e9", "NaN", "null", "true",
    "١٢", "sun/llama", "river/condor", "/", "..", "../../etc/passwd", "S3", "S.", "D1", "{name}", "%s", "a" * 300, "a" * 5000,
    [], {}, [[]], [None], [0], [""], {"": 0}, {"kind": "move"}, [0] * 60, ["sun/llama"] * 60, [[[[[[[[[[]]]]]]]]]],
)  # fmt: skip
"""Values of every type, at the edges of what each can be."""

TOKENS: tuple[bytes, ...] = (
    b"\0", b"\n", b"\r\n", b"\r", b"\t", b" ", b'"', b"'", b'"""', b"'''", b"=", b"[", b"]", b"{", b"}", b"[[", b"]]", b",", b".", b":",
    b"#", b"\\", b"\\u0000", b"\\ud800", b"\\udc00", b"\\U0010FFFF", b"\\x", b"\xef\xbb\xbf", b"\xff\xfe", b"\xff", b"\xc0\x80",
    b"\xed\xa0\x80", b"\xe2\x80\xae", b"\xf0\x9f\x98\x80", b"\xc3\xa9", b"\xd9\xa1", b"-0", b"+1", b"0x10", b"0o7", b"1_000",
    b"1e9", b"1e400", b"-1e-400", b"9" * 20, b"9" * 400, b"9" * 4400, b"0." + b"9" * 400, b"NaN", b"nan", b"Infinity", b"-Infinity",
    b"inf", b"null", b"true", b"false", b"1979-05-27T07:32:00Z", b"07:32:00", b"{}", b"[]", b"S3", b"S.", b"..", b"sun/llama",
    b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00", b"\xff\xff\xff\xff", b"\x7f\xff", b"\xff\xff\xff\xff\xff\xff\xff\xff",
    b"a" * 300, b"[" * 60, b"{" * 60, b'{"a":' * 40,
)  # fmt: skip
"""Short pieces to put in anywhere."""

LONG_TOKENS: tuple[bytes, ...] = tuple(
    piece * (40_000 // len(piece))
    for piece in (
        b"[", b"{", b'{"a":', b"[[", b"a.", b"a=1\n", b"[a]\n", b"[[a]]\n", b'"', b"'", b"\\", b"-", b" ", b"9", b"\n", b"\r\n", b"#",
        b"a", b"\xc3\xa9", b"..", b"S3 ", b"S3 S3 S3 S3 S3\n", b"\0", b"\xff", b"/", b"1,", b'"a",', b"{a=", b"a.b=1\n", b"0",
    )
)  # fmt: skip
"""Pieces for what grows with the square of its length, or nests too deeply."""
