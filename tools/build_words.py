"""Builds the catalogues that the product reads (``.mo``) from those that people edit (``.po``).

The build backend runs it as a hook; ``./check`` runs it as a script, so that a checkout is never stale.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent.parent
LOCALES = ROOT / "companion" / "words" / "locale"


def compile_catalogues() -> list[Path]:
    """Compile every catalogue; the written files."""
    written = []
    for source in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, abort_invalid=True)
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue)
        written.append(target)
    return written


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the catalogues before a wheel or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it collects files."""
        compile_catalogues()


if __name__ == "__main__":
    for path in compile_catalogues():
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
