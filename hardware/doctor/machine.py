"""The machine the doctor looks at: files below a root, short commands, rights. Tests have a folder for a machine."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import struct
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.camera import Camera
from hardware.display import Display
from hardware.find import Finding, World
from hardware.inputs import Controls, Sink
from hardware.settings import CameraSettings, EvdevSettings, GpioSettings, OledSettings, PuckSettings

if TYPE_CHECKING:
    from hardware.puck import Puck

COMMAND_TIME = 5.0
"""Seconds that a command may take."""
FIRST_ADDRESS, LAST_ADDRESS = 0x08, 0x77
# A write, even of nothing, may change what lies in a memory at these addresses: they are read, as i2cdetect does.
_MEMORIES = (*range(0x30, 0x38), *range(0x50, 0x60))


@dataclass(frozen=True, slots=True)
class Room:
    """The room on a disk, in bytes."""

    total: int
    free: int


Run = Callable[[Sequence[str]], str | None]
"""Runs a short command: what it printed, whatever its exit code; None if it is not there or hangs."""


def run_command(command: Sequence[str]) -> str | None:
    """Run a command of this machine."""
    program = shutil.which(command[0], path=os.environ.get("PATH", os.defpath) + ":/usr/sbin:/sbin")
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 (fixed words, no shell)
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=COMMAND_TIME,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode(errors="replace").strip()


class Machine(World):
    """What the doctor asks of a machine, beyond what is asked to play."""

    def __init__(self, root: Path = Path("/"), *, run: Run = run_command) -> None:
        super().__init__(root)
        self.run = run

    # Files -------------------------------------------------------------------------------------------

    def read(self, path: str) -> str:
        """The text of a file of the kernel's, without blanks and zero bytes round it; empty if there is none."""
        return self.read_bytes(path).decode(errors="replace").strip("\0 \n\t")

    def read_bytes(self, path: str) -> bytes:
        """The bytes of a file; empty if there is none."""
        try:
            return (self._root / path).read_bytes()
        except OSError:
            return b""

    def names(self, pattern: str) -> list[str]:
        """Paths below the root that fit a pattern."""
        return sorted(str(path.relative_to(self._root)) for path in self._root.glob(pattern))

    def room(self, folder: Path) -> Room | None:
        """The room on the disk of a folder that is there, or will be."""
        try:
            usage = shutil.disk_usage(nearest(folder))
        except OSError:
            return None
        return Room(usage.total, usage.free)

    def try_writing(self, folder: Path) -> OSError | None:
        """Why nothing can be written into a folder that is there, or where it will be."""
        place = nearest(folder)
        trial = place / f".pachamama-doctor-{os.getpid()}"
        try:
            trial.write_bytes(bytes(4096))
        except OSError as error:
            return error
        finally:
            with suppress(OSError):
                trial.unlink(missing_ok=True)
        return None

    # Rights ------------------------------------------------------------------------------------------

    def user(self) -> str:
        """Who asks."""
        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())

    def may_use(self, path: str) -> bool:
        """Whether this user may read and write a device."""
        return os.access(self._root / path, os.R_OK | os.W_OK)

    def group_of(self, path: str) -> str:
        """The group that may use a device."""
        try:
            return grp.getgrgid((self._root / path).stat().st_gid).gr_name
        except (OSError, KeyError):
            return "root"

    def is_listed(self, user: str, group: str) -> bool:
        """Whether the user is in the group by the system's list; that counts from the next login on."""
        try:
            return user in grp.getgrnam(group).gr_mem
        except KeyError:
            return False

    # The rest ----------------------------------------------------------------------------------------

    def bits(self) -> int:
        """32 or 64."""
        return 8 * struct.calcsize("P")

    def now(self) -> float:
        """Seconds since 1970, as this machine believes."""
        return time.time()

    def scan(self, port: int) -> list[int]:
        """The addresses at which something answers on an I2C bus; OSError if the bus itself fails."""
        from smbus2 import SMBus

        found = []
        with SMBus(port) as bus:
            for address in range(FIRST_ADDRESS, LAST_ADDRESS + 1):
                try:
                    if address in _MEMORIES:
                        bus.read_byte(address)
                    else:
                        bus.write_quick(address)
                except TimeoutError:
                    raise
                except OSError:
                    continue
                found.append(address)
        return found

    # Devices -----------------------------------------------------------------------------------------

    def oled(self, settings: OledSettings) -> Display:
        """The display, not opened."""
        from hardware.oled import Oled

        return Oled(settings)

    def controls(self, settings: GpioSettings, sink: Sink) -> Controls:
        """Knob and buttons on the header, not opened."""
        from hardware.gpio_controls import GpioControls

        return GpioControls(settings, sink)

    def kernel_controls(self, settings: EvdevSettings, sink: Sink) -> Controls:
        """Knob and buttons that the kernel has, not opened."""
        from hardware.evdev_controls import EvdevControls

        return EvdevControls(settings, sink)

    def puck(self, settings: PuckSettings, sink: Sink) -> Puck:
        """The puck, not opened."""
        from hardware.puck import Puck

        return Puck(settings, sink)

    def camera(self, settings: CameraSettings, findings: Sequence[Finding]) -> Camera | None:
        """The camera that a table would use, not opened."""
        from hardware.camera_source import found_camera

        return found_camera(settings, findings)


def nearest(folder: Path) -> Path:
    """The folder, or the one above it that is there."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder
