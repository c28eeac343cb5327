"""A make-believe machine for the doctor: a folder for a root, and knobs for what can be wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.words import T
from hardware.camera import Camera
from hardware.display import Display
from hardware.doctor.machine import Machine, Room
from hardware.errors import DeviceMissing
from hardware.find import Finding
from hardware.inputs import Button, Controls, Sink
from hardware.puck import Puck
from hardware.settings import CameraSettings, EvdevSettings, GpioSettings, OledSettings, PuckSettings
from hardware.virtual.controls import VirtualControls
from hardware.virtual.panel import VirtualPanel
from tests.hardware.test_oled import oled_on

HEALTHY = {
    "vcgencmd get_throttled": "throttled=0x0",
    "timedatectl show --property=NTPSynchronized --value": "yes",
    "systemctl is-active pachamama.service": "inactive",
}
SHOW = "systemctl show pachamama.service --property=LoadState,ActiveState,UnitFileState,NRestarts"
GIGABYTE = 1_000_000_000


class FakeMachine(Machine):
    """A Raspberry Pi with everything connected, unless something is said."""

    def __init__(self, root: Path, model: str = "Raspberry Pi 4 Model B Rev 1.4") -> None:
        super().__init__(root, run=lambda command: self.commands.get(" ".join(command)))
        self.commands: dict[str, str] = dict(HEALTHY)
        self.panel = VirtualPanel()
        self.addresses: list[int] | Exception = [0x3C]
        self.held: list[str] = []
        self.controls_error: DeviceMissing | None = None
        self.shooter: Camera | None = None
        self.host: Puck | None = None
        self.ports: list[str] = []
        self.closed: dict[str, str] = {}
        self.listed: set[str] = set()
        self.space: Room | None = Room(32 * GIGABYTE, 20 * GIGABYTE)
        self.system_space: Room | None = self.space
        self.write_error: OSError | None = None
        self.seconds = 1_800_000_000.0
        self.width = 64
        self.put("proc/device-tree/model", f"{model}\0")
        self.put("dev/gpiochip0")
        self.put("dev/i2c-1")
        self.put("proc/sys/kernel/hostname", "pachamama\n")
        self.put("sys/class/net/wlan0/operstate", "up\n")
        self.put("sys/class/thermal/thermal_zone0/temp", "48300\n")
        self.put("run/avahi-daemon/pid", "1\n")

    def put(self, path: str, content: str | bytes = "") -> None:
        """Write a file of this machine."""
        file = self._root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def remove(self, path: str) -> None:
        """Take a file away."""
        (self._root / path).unlink()

    def is_pi(self) -> bool:
        return self.read("proc/device-tree/model").startswith("Raspberry Pi")

    def room(self, folder: Path) -> Room | None:
        return self.system_space if folder == Path("/") else self.space

    def try_writing(self, folder: Path) -> OSError | None:
        return self.write_error

    def user(self) -> str:
        return "ana"

    def may_use(self, path: str) -> bool:
        return path not in self.closed

    def group_of(self, path: str) -> str:
        return self.closed[path]

    def is_listed(self, user: str, group: str) -> bool:
        return group in self.listed

    def bits(self) -> int:
        return self.width

    def now(self) -> float:
        return self.seconds

    def scan(self, port: int) -> list[int]:
        if isinstance(self.addresses, Exception):
            raise self.addresses
        return self.addresses

    def check_oled(self, settings: OledSettings) -> None:
        if self.panel.faults.unplugged:
            raise DeviceMissing(T("No display answers."))

    def puck_ports(self) -> list[str]:
        return self.ports

    def input_devices(self, settings: EvdevSettings) -> list[str]:
        return []

    def oled(self, settings: OledSettings) -> Display:
        return oled_on(self.panel, driver=settings.driver)

    def controls(self, settings: GpioSettings, sink: Sink) -> Controls:
        controls = _Controls(sink)
        controls.stuck, controls.error = self.held, self.controls_error
        return controls

    def puck(self, settings: PuckSettings, sink: Sink) -> Puck:
        assert self.host is not None
        return self.host

    def camera(self, settings: CameraSettings, findings: Sequence[Finding]) -> Camera | None:
        return self.shooter


class _Controls(VirtualControls):
    stuck: Sequence[str] = ()
    error: DeviceMissing | None = None

    def open(self) -> None:
        if self.error is not None:
            raise self.error
        super().open()
        for name in self.stuck:
            self._report.button(Button(name), down=True)
