"""Builds the site of the documents in ``build/site``; ends with 1 if a link leads nowhere or a page is outdated.

Pages lie in ``docs`` and beside the code they tell of. They are gathered under ``build/documents`` in the same folders, so
the links that work on GitHub work on the site, too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import write_settings

ROOT = Path(__file__).resolve().parents[1]
GATHERED = ROOT / "build" / "documents"
PLACES = ("docs", "hardware", "firmware", "systemd", "benchmarks")
KINDS = {".md", ".svg", ".png", ".jpg", ".csv", ".toml", ".scad", ".yml", ".pdf"}


def gather(root: Path, target: Path) -> list[Path]:
    """Copy all pages and what they show; their paths."""
    if target.exists():
        shutil.rmtree(target)
    found = sorted(root.glob("*.md"))
    for place in PLACES:
        found += sorted(path for path in (root / place).rglob("*") if path.suffix in KINDS)
    for path in found:
        copy = target / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return found


def main() -> int:
    """Gather, compare, build."""
    if write_settings.OUT.read_text(encoding="utf-8") != write_settings.page():
        print("docs/settings.md is outdated: python tools/write_settings.py", file=sys.stderr)
        return 1
    gather(ROOT, GATHERED)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]
    # The theme would advertise its successor, in colours, in every build.
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, env=quiet, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
