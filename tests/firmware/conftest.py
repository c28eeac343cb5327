"""The firmware under a real MicroPython, and under CPython."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from hardware.virtual.clock import VirtualClock
from tests.firmware.rigs import Rig
from tools.get_micropython import command


@pytest.fixture(params=["micropython", "cpython"], scope="module")
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    if request.param == "micropython" and command() is None:
        # Where it must run, its absence is a failure; elsewhere CPython with the same stand-ins has to do.
        advice = "no MicroPython here: run tools/get_micropython.py"
        if os.environ.get("PACHAMAMA_NEEDS_MICROPYTHON"):
            pytest.fail(advice)
        pytest.skip(advice)
    rig = Rig(request.param)
    assert rig.value("python") == request.param
    yield rig
    rig.close()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()
