"""Importing is free: no device library is loaded, no device touched."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import firmware
import hardware

HEAVY = ("gpiozero", "luma", "PIL", "serial", "numpy", "evdev", "smbus2", "lgpio", "cv2", "picamera2")

MODULES = sorted(
    module.name
    for package in (hardware, firmware)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    # These two need MicroPython's machine, and are run by tests/firmware.
    if module.name not in ("firmware.board", "firmware.main")
)


@pytest.mark.parametrize("blocked", [False, True], ids=["installed", "not installed"])
def test_everything_imports_without_loading_a_device_library(blocked: bool) -> None:
    program = f"""
import importlib, sys
heavy, blocked = {HEAVY!r}, {blocked}
if blocked:
    for name in heavy:
        sys.modules[name] = None
for name in {MODULES!r}:
    importlib.import_module(name)
loaded = [name for name in sys.modules if name.split(".")[0] in heavy and sys.modules[name] is not None]
assert not loaded, loaded
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
