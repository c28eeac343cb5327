"""The smallest PDF that prints at true scale: one page, filled rectangles, lines and plain text, all in millimetres.

The origin is the page's upper left corner, y goes down. Text is set in Helvetica, which every reader and printer has.

>>> page = Page(210, 297)
>>> page.rectangle(10, 10, 50, 50)
>>> page.text(10, 80, "Fifty millimetres: l’été", 4)
>>> content = page.content()
>>> content[:8], content.rstrip()[-5:]
(b'%PDF-1.4', b'%%EOF')
"""

from __future__ import annotations

_POINT = 72 / 25.4  # points in a millimetre
# Widths of Helvetica's letters are not in the file; this is the average of ordinary text, in heights of its type.
_LETTER = 0.5


class Page:
    """A page to draw on."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._drawn: list[str] = []

    def rectangle(self, x: float, y: float, width: float, height: float, grey: float = 0.0) -> None:
        """A filled rectangle; 0 is black, 1 white."""
        left, bottom = self._place(x, y + height)
        self._drawn.append(f"{grey:g} g {left} {bottom} {_number(width)} {_number(height)} re f")

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width: float = 0.2, dashed: bool = False
    ) -> None:
        """A line."""
        start, end = " ".join(self._place(x1, y1)), " ".join(self._place(x2, y2))
        dash = "[4 3] 0 d" if dashed else "[] 0 d"
        self._drawn.append(f"0 G {_number(width)} w {dash} {start} m {end} l S")

    def text(self, x: float, y: float, words: str, height: float) -> None:
        """A line of words; ``y`` is where they stand, ``height`` that of the type."""
        left, bottom = self._place(x, y)
        letters = words.encode("cp1252", "replace")
        safe = letters.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        self._drawn.append(
            f"0 g BT /F {_number(height)} Tf {left} {bottom} Td ({safe.decode('latin-1')}) Tj ET"
        )

    def paragraph(self, x: float, y: float, width: float, words: str, height: float) -> float:
        """Words broken into lines of about that width; where the next paragraph may begin."""
        most = int(width / (height * _LETTER))
        line = ""
        for word in words.split():
            if line and len(line) + 1 + len(word) > most:
                self.text(x, y, line, height)
                line, y = word, y + 1.35 * height
            else:
                line = f"{line} {word}".strip()
        self.text(x, y, line, height)
        return y + 1.9 * height

    def content(self) -> bytes:
        """The file."""
        stream = "\n".join(self._drawn).encode("latin-1")
        size = f"{_number(self.width)} {_number(self.height)}"
        parts = [
            b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] "
            "/Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>".encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        ]
        return _file(parts)

    def _place(self, x: float, y: float) -> tuple[str, str]:
        return _number(x), _number(self.height - y)


def _number(millimetres: float) -> str:
    return f"{millimetres * _POINT:.3f}"


def _file(parts: list[bytes]) -> bytes:
    """Numbered parts, and at the end a table of where each begins."""
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, part in enumerate(parts, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    file += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, table)
    return bytes(file)
