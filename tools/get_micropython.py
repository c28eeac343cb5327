"""Finds a real MicroPython for the firmware's tests, and fetches one if need be.

    python tools/get_micropython.py          prints how to run it, or says what to do

A `micropython` on the PATH (Debian 13: apt install micropython) is taken; else the WebAssembly build, which
Node runs, is installed by npm into .cache/micropython of this project.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = PROJECT / ".cache" / "micropython"
PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
MODULE = FOLDER / "node_modules" / PACKAGE / "micropython.mjs"


def command() -> list[str] | None:
    """How to run the tests' rig in a real MicroPython that is here already, or None."""
    if unix := shutil.which("micropython"):
        return [unix, "tests/firmware/rig.py"]
    if MODULE.exists() and (node := shutil.which("node")):
        return [node, "tests/firmware/run.mjs", str(MODULE), str(PROJECT)]
    return None


def fetch() -> str:
    """Install the WebAssembly build; gives an empty string, or what is in the way."""
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        return "Neither a micropython on the PATH nor node with npm: install one of them (apt install micropython, or nodejs and npm)."
    FOLDER.mkdir(parents=True, exist_ok=True)
    install = [
        npm,
        "install",
        "--no-audit",
        "--no-fund",
        "--silent",
        "--prefix",
        str(FOLDER),
        f"{PACKAGE}@{VERSION}",
    ]
    done = subprocess.run(install, check=False, capture_output=True, text=True)
    if done.returncode:
        return f"npm could not install {PACKAGE}@{VERSION}:\n{done.stderr.strip()}"
    return ""


def main() -> int:
    """Make sure that there is one."""
    if command() is None and (trouble := fetch()):
        print(trouble, file=sys.stderr)
        return 1
    found = command()
    if found is None:
        print(f"{PACKAGE} has no {MODULE.name} where it is expected: {MODULE}", file=sys.stderr)
        return 1
    print(" ".join(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
