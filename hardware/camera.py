"""A camera above the table: pictures with the time they were taken, whatever takes them.

Pictures are numpy arrays of height x width x 3, blue first, as OpenCV has them. Who wants them for hours wraps
the camera in a :class:`~hardware.steady_camera.SteadyCamera`; who wants to see a recording through calls :func:`frames`:

>>> from hardware.virtual.camera import VirtualCamera
>>> camera = VirtualCamera(size=(64, 48), pictures=3)
>>> [(frame.number, frame.size) for frame in frames(camera)]
[(0, (64, 48)), (1, (64, 48)), (2, (64, 48))]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from companion.words import Text
from hardware.errors import HardwareError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Picture: TypeAlias = npt.NDArray[np.uint8]


class NoMorePictures(HardwareError):  # noqa: N818 (not an error of the device: a recording has an end)
    """The recording is at its end."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, and when it was taken: seconds of a clock that only ever goes on.

    ``small`` is the same moment in grey and few pixels, where the camera has it for nothing; motion is looked for there.
    """

    picture: Picture
    time: float
    number: int
    small: Picture | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.picture.shape[1], self.picture.shape[0]


class Camera(Protocol):
    """What takes pictures. It is used by one thread at a time.

    ``open`` and ``shoot`` raise :class:`~hardware.errors.HardwareError` when the camera is missing or lost; after that it is
    closed and opened again. A recording raises :class:`NoMorePictures` at its end.
    """

    @property
    def text(self) -> Text:
        """What it is, for people."""
        ...

    def open(self) -> None:
        """Find the camera and let it settle."""
        ...

    def shoot(self) -> Frame:
        """A picture that is not older than the question."""
        ...

    def close(self) -> None:
        """Let go of it. Never raises; may be called twice."""
        ...


def frames(camera: Camera) -> Iterator[Frame]:
    """All pictures of a recording, or those of a camera for as long as they are asked for."""
    camera.open()
    try:
        while True:
            try:
                frame = camera.shoot()
            except NoMorePictures:
                return
            yield frame
    finally:
        camera.close()
