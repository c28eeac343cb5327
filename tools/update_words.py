"""Brings the catalogues up to date with the sentences in the source, and says what is left to translate.

Run it after adding or changing a sentence: ``python tools/update_words.py``.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALES = ROOT / "companion" / "words" / "locale"
SOURCES = ("companion", "vision", "hardware")
KEYWORDS = {"T": None, "TN": (1, 2)}
TRANSLATED = ("fr", "de", "it")
# Header lines that would only change with every run.
_IDLE_HEADERS = tuple(
    f'"{name}'.encode()
    for name in ("Project-Id", "Report-", "POT-", "PO-Rev", "Last-", "Language-Team", "Generated-By")
)


def sentences() -> Catalog:
    """Every sentence that the source marks with ``T`` or ``TN``."""
    template = Catalog(project="pachamama", charset="utf-8")
    for folder in SOURCES:
        found = extract_from_dir(ROOT / folder, keywords=KEYWORDS, comment_tags=("Words:",))
        for path, _line, message, comments, context in found:
            # Without line numbers: catalogues change when sentences do, not when code moves.
            template.add(
                message, locations=[(f"{folder}/{path}", 0)], auto_comments=comments, context=context
            )
    return template


def catalogue_path(code: str) -> Path:
    """The catalogue that people edit for a language."""
    return LOCALES / code / "LC_MESSAGES" / "pachamama.po"


def load(code: str) -> Catalog:
    """The catalogue of a language, empty if there is none yet."""
    path = catalogue_path(code)
    if not path.exists():
        return Catalog(locale=code, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=code)


def save(code: str, catalogue: Catalog) -> None:
    """Write the catalogue of a language, with no more of a header than gettext needs."""
    catalogue.header_comment = f"# The words of Pachamama in {catalogue.locale.english_name}."
    catalogue.fuzzy = False
    path = catalogue_path(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = io.BytesIO()
    write_po(content, catalogue, width=110, sort_output=True, include_lineno=False)
    lines = content.getvalue().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if not line.startswith(_IDLE_HEADERS)))


def untranslated(catalogue: Catalog, template: Catalog) -> list[str]:
    """The sentences of the source that a catalogue does not have, or not surely."""
    missing = []
    for message in template:
        if not message.id:
            continue
        known = catalogue.get(message.id)
        strings = (
            known.string if known and isinstance(known.string, tuple) else (known.string if known else "",)
        )
        if known is None or known.fuzzy or not all(strings):
            missing.append(message.id if isinstance(message.id, str) else message.id[0])
    return missing


def update(code: str, template: Catalog) -> list[str]:
    """Rewrite a language's catalogue; what is left to translate in it."""
    catalogue = load(code)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    save(code, catalogue)
    return untranslated(catalogue, template)


def main() -> int:
    """Update all catalogues; exit code 1 while something is left to translate."""
    template = sentences()
    left = {code: update(code, template) for code in TRANSLATED}
    for code, missing in left.items():
        print(f"{code}: {len(template) - len(missing)} of {len(template)} sentences")
        for sentence in missing:
            print(f"    {sentence}")
    return 1 if any(left.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
