"""A picamera2 to try the driver with: the calls of the real library that the driver makes, and nothing else.

Signatures and formats are those of picamera2 0.3.x: ``RGB888`` has blue first in memory, ``YUV420`` is an array of one
and a half heights whose rows may be padded, a request is held until it is released.
"""

from __future__ import annotations

import types
from typing import Any

import numpy as np

STRIDE = 384


class FakeRequest:
    def __init__(self, camera: FakePicamera2, number: int) -> None:
        self._camera = camera
        self._number = number
        self.released = 0

    def make_array(self, name: str) -> Any:
        assert not self.released, "used after its release"
        if self._camera.broken_arrays:
            raise RuntimeError("Stream 'main' is not defined")
        stream = self._camera.configuration[name]
        width, height = stream["size"]
        if stream["format"] == "YUV420":
            yuv = np.full((height * 3 // 2, STRIDE), 128, np.uint8)
            yuv[:height, :width] = 77
            yuv[:height, width:] = 0
            return yuv
        picture = np.zeros((height, width, 3), np.uint8)
        picture[..., 0] = 200
        return picture

    def get_metadata(self) -> dict[str, Any]:
        return self._camera.measured(self._number)

    def release(self) -> None:
        self.released += 1
        self._camera.held -= 1


class FakePicamera2:
    """One camera; the class remembers those made."""

    made: list[FakePicamera2]

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num > 0:
            raise IndexError("list index out of range")
        self.calls: list[tuple[str, Any]] = []
        self.configuration: dict[str, Any] = {}
        self.requests = 0
        self.flushed: list[Any] = []
        self.held = 0
        self.silent = False
        self.broken_arrays = False
        self.stuck = None
        self.settled_after = 12
        type(self).made.append(self)

    def measured(self, number: int) -> dict[str, Any]:
        step = min(number, self.settled_after)
        return {
            "ExposureTime": 1000 + 900 * step,
            "AnalogueGain": 1.0 + 0.1 * step,
            "ColourGains": (1.5 + 0.05 * step, 2.0),
            "Lux": 300.0 + number,
            "SensorTimestamp": number,
        }

    def create_video_configuration(
        self, main: Any = None, lores: Any = None, controls: Any = None, buffer_count: int = 6
    ) -> dict[str, Any]:
        return {"main": main, "lores": lores, "controls": controls, "buffer_count": buffer_count}

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration
        self.calls.append(("configure", configuration))

    def start(self) -> None:
        self.calls.append(("start", None))

    def capture_request(
        self, wait: Any = None, signal_function: Any = None, flush: Any = None
    ) -> FakeRequest:
        assert isinstance(wait, float), "a question without a limit of time waits for ever"
        if self.silent:
            raise TimeoutError
        self.requests += 1
        self.flushed.append(flush)
        self.held += 1
        return FakeRequest(self, self.requests)

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.calls.append(("set_controls", controls))

    def stop(self) -> None:
        self.calls.append(("stop", None))
        if self.stuck is not None:
            self.stuck.wait()

    def close(self) -> None:
        self.calls.append(("close", None))

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.calls]


def fake_module() -> types.ModuleType:
    """The module ``picamera2``, with its camera class."""
    module = types.ModuleType("picamera2")
    FakePicamera2.made = []
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    return module
