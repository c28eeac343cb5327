"""Finds axe-core, which judges whether everybody can use the page, and fetches it if need be.

    python tools/get_axe.py          prints where it is, or says what to do

It is installed by npm into .cache/axe of this project, and never shipped.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = PROJECT / ".cache" / "axe"
PACKAGE = "axe-core"
VERSION = "4.10.3"
SCRIPT = FOLDER / "node_modules" / PACKAGE / "axe.min.js"


def script() -> Path | None:
    """Where it is, or None."""
    return SCRIPT if SCRIPT.exists() else None


def fetch() -> str:
    """Install it; gives an empty string, or what is in the way."""
    npm = shutil.which("npm")
    if not npm:
        return "npm is missing: apt install npm."
    FOLDER.mkdir(parents=True, exist_ok=True)
    install = [npm, "install", "--no-audit", "--no-fund", "--silent", "--ignore-scripts"]
    done = subprocess.run(
        [*install, "--prefix", str(FOLDER), f"{PACKAGE}@{VERSION}"],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        return f"npm could not install {PACKAGE}@{VERSION}:\n{done.stderr.strip()}"
    return ""


def main() -> int:
    """Make sure that there is one."""
    if script() is None and (trouble := fetch()):
        print(trouble, file=sys.stderr)
        return 1
    print(SCRIPT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
