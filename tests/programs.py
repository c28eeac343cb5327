"""Programs of the system that some tests need: where one is missing they say so, and a build server does not let that pass."""

from __future__ import annotations

import os
import shutil

import pytest


def program(name: str, without: str) -> str:
    """The path of a program; ``without`` says what is not tested where it is missing."""
    if path := shutil.which(name):
        return path
    reason = f"{name} is missing, so {without}"
    if os.environ.get("PACHAMAMA_NEEDS_TOOLS"):
        pytest.fail(reason)
    pytest.skip(reason)
