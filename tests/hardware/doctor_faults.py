"""What can be wrong with a table, as knobs of a make-believe machine, and what the doctor has to say of it."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

from companion.words import T
from hardware.doctor import State
from hardware.doctor.machine import Room
from hardware.errors import DeviceMissing
from hardware.virtual.camera import CameraFaults, VirtualCamera
from tests.hardware.doctor_machine import SHOW, FakeMachine

Fault = Callable[[FakeMachine], object]


def model(name: str) -> Fault:
    return lambda pi: pi.put("proc/device-tree/model", name)


def set_(**knobs: object) -> Fault:
    def turn(pi: FakeMachine) -> None:
        for name, value in knobs.items():
            setattr(pi, name, value)

    return turn


def a_camera(**faults: Any) -> Fault:
    return lambda pi: setattr(pi, "shooter", VirtualCamera(faults=CameraFaults(**faults)))


def command(words: str, answer: str) -> Fault:
    return lambda pi: pi.commands.update({words: answer})


def file(path: str, content: str | bytes = "") -> Fault:
    return lambda pi: pi.put(path, content)


def no_file(path: str) -> Fault:
    return lambda pi: pi.remove(path)


def no_bus_device(pi: FakeMachine) -> None:
    pi.remove("dev/i2c-1")
    pi.put("sys/bus/i2c/devices/i2c-1/name", "bcm2835")


def kernel_alarm(pi: FakeMachine) -> None:
    del pi.commands["vcgencmd get_throttled"]
    pi.put("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    pi.put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")


def mounts(table: str) -> Fault:
    return file("proc/mounts", f"/dev/mmcblk0p2 / ext4 rw 0 0\n{table}\n")


# As the package overlayroot makes it of a card that raspi-config has made read-only.
OVERLAYROOT = (
    "/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0\ntmpfs-root /media/root-rw tmpfs rw 0 0\n"
    "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0"
)
IN_A_CONTAINER = "overlay / overlay rw,upperdir=/var/lib/docker/overlay2/1/diff 0 0"
WITH_GAMES_APART = f"{OVERLAYROOT}\n/dev/mmcblk0p3 /games ext4 rw 0 0"


def read_only_root(**knobs: object) -> Fault:
    """The system's disk seems small then: it is a layer in memory."""
    return lambda pi: (mounts(WITH_GAMES_APART)(pi), set_(**knobs)(pi))


FULL = OSError(errno.ENOSPC, "No space left on device")
READ_ONLY = OSError(errno.EROFS, "Read-only file system")
NOT_YOURS = PermissionError(errno.EACCES, "Permission denied")
BROKEN_CARD = OSError(errno.EIO, "Input/output error")
SERVICE = "LoadState=loaded\nActiveState={}\nUnitFileState=enabled\nNRestarts={}"
SLOW_BUS = (100_000).to_bytes(4, "big")


FAULTS: list[tuple[Fault, str, State, str]] = [
    (model("Raspberry Pi Zero W Rev 1.1"), "board", State.WARNING, "Zero 2 W"),
    (model("Raspberry Pi 2 Model B Rev 1.1"), "board", State.WARNING, "Zero 2 W"),
    (model("Dell XPS"), "board", State.VIRTUAL, "virtual, in a terminal"),
    (no_file("proc/device-tree/model"), "board", State.VIRTUAL, "no Raspberry Pi"),
    (set_(width=32), "board", State.WARNING, "64 bits"),
    (command("vcgencmd get_throttled", "throttled=0x50005"), "power", State.BROKEN, "too low now"),
    (command("vcgencmd get_throttled", "throttled=0x10000"), "power", State.WARNING, "at least once"),
    (command("vcgencmd get_throttled", "throttled=0x40000"), "power", State.WARNING, "slow down"),
    (command("vcgencmd get_throttled", "VCHI failed"), "power", State.VIRTUAL, "no matter"),
    (kernel_alarm, "power", State.BROKEN, "too low now"),
    (file("sys/class/thermal/thermal_zone0/temp", "84100"), "temperature", State.WARNING, "84 °C"),
    (file("sys/class/thermal/thermal_zone0/temp", "?"), "temperature", State.VIRTUAL, "no matter"),
    (set_(seconds=86_400.0), "clock", State.BROKEN, "1970-01-02"),
    (
        command("timedatectl show --property=NTPSynchronized --value", "no"),
        "clock",
        State.WARNING,
        "no time server",
    ),
    (set_(space=Room(10**9, 5_000_000)), "disk", State.BROKEN, "5 MB are left"),
    (
        set_(system_space=Room(10**10, 100_000_000)),
        "disk",
        State.WARNING,
        "The disk of / is nearly full: 100 MB",
    ),
    (set_(space=Room(256_000_000, 200_000_000)), "disk", State.FINE, "200 MB are free"),
    (set_(system_space=None), "disk", State.FINE, "are free"),
    (set_(space=None), "disk", State.FINE, "Games are kept in /games."),
    (mounts("tmpfs / tmpfs rw 0 0"), "disk", State.WARNING, "in memory only"),
    (mounts(OVERLAYROOT), "disk", State.WARNING, "docs/sd-card.md"),
    (mounts(WITH_GAMES_APART), "disk", State.FINE, "are free"),
    (
        read_only_root(system_space=Room(200_000_000, 190_000_000)),
        "disk",
        State.FINE,
        "Games are kept in /games",
    ),
    (mounts(IN_A_CONTAINER), "disk", State.FINE, "are free"),
    (set_(write_error=FULL), "disk", State.BROKEN, "Delete what is not needed"),
    (set_(write_error=READ_ONLY), "disk", State.BROKEN, "the card may be dying"),
    (set_(write_error=NOT_YOURS), "disk", State.BROKEN, "the user whose folder it is"),
    (set_(write_error=BROKEN_CARD), "disk", State.BROKEN, "Check the card"),
    (file("sys/fs/ext4/mmcblk0p2/errors_count", "3"), "card", State.BROKEN, "errors on mmcblk0p2"),
    (file("sys/block/mmcblk0/device/pre_eol_info", "0x02"), "card", State.WARNING, "nearly worn out"),
    (set_(closed={"dev/i2c-1": "i2c"}), "rights", State.BROKEN, "sudo usermod -aG i2c ana"),
    (
        set_(closed={"dev/gpiochip0": "gpio", "dev/i2c-1": "i2c"}),
        "rights",
        State.BROKEN,
        "sudo usermod -aG gpio,i2c ana",
    ),
    (
        set_(closed={"dev/gpiochip0": "gpio"}, listed={"gpio"}),
        "rights",
        State.BROKEN,
        "log out and in again",
    ),
    (set_(closed={"dev/gpiochip0": "root"}), "rights", State.BROKEN, "reinstall udev"),
    (
        set_(ports=["/dev/ttyACM0"], closed={"dev/ttyACM0": "dialout"}),
        "rights",
        State.BROKEN,
        "-aG dialout ana",
    ),
    (no_file("dev/i2c-1"), "i2c", State.WARNING, "do_i2c 0"),
    (no_bus_device, "i2c", State.BROKEN, "modprobe i2c-dev"),
    (set_(addresses=[]), "i2c", State.WARNING, "Check the wires"),
    (set_(addresses=[0x3D]), "i2c", State.WARNING, "set address to 0x3D"),
    (set_(addresses=[0x68]), "i2c", State.WARNING, "68 (a clock or a motion sensor)"),
    (set_(addresses=[0x3C, 0x51]), "i2c", State.FINE, "51 (a memory)"),
    (set_(addresses=[0x3C, 0x76]), "i2c", State.FINE, "76 (a weather sensor)"),
    (set_(addresses=[0x27, 0x3C]), "i2c", State.FINE, "27 (a port expander"),
    (set_(addresses=[0x12, 0x3C]), "i2c", State.FINE, "12 (unknown), 3C (probably a display)"),
    (set_(addresses=TimeoutError(errno.ETIMEDOUT, "timed out")), "i2c", State.BROKEN, "SDA or SCL"),
    (set_(addresses=NOT_YOURS), "i2c", State.BROKEN, "usermod -aG i2c"),
    (set_(addresses=ImportError("no", name="smbus2")), "i2c", State.BROKEN, "smbus2"),
    (
        file("sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", SLOW_BUS),
        "i2c",
        State.FINE,
        "slow (100 kHz)",
    ),
    (no_file("proc/device-tree/model"), "i2c", State.VIRTUAL, "left alone"),
    (lambda pi: setattr(pi.panel.faults, "unplugged", True), "oled", State.BROKEN, "No display answers"),
    (lambda pi: setattr(pi.panel.faults, "fail_at", 30), "oled", State.BROKEN, "Check"),
    (no_file("dev/i2c-1"), "oled", State.VIRTUAL, "switched off"),
    (no_file("proc/device-tree/model"), "oled", State.VIRTUAL, "the virtual one"),
    (set_(held=["left"]), "controls", State.BROKEN, "the left button"),
    (set_(held=["push", "right"]), "controls", State.BROKEN, "the knob, the right button"),
    (set_(controls_error=DeviceMissing(T("Stop."))), "controls", State.BROKEN, "Stop."),
    (no_file("proc/device-tree/model"), "controls", State.VIRTUAL, "keys of the terminal"),
    (set_(shooter=None), "camera", State.VIRTUAL, "do without"),
    (
        a_camera(unplugged=True),
        "camera",
        State.BROKEN,
        "virtual camera",
    ),
    (
        a_camera(fail_at=1),
        "camera",
        State.BROKEN,
        "camera failed",
    ),
    (a_camera(black=True), "camera", State.WARNING, "cap"),
    (
        file("sys/class/video4linux/v4l-subdev0/name", "imx708\n"),
        "camera",
        State.BROKEN,
        "apt install python3-picamera2",
    ),
    (set_(ports=[]), "puck", State.VIRTUAL, "only needed if you built one"),
    (file("sys/class/net/wlan0/operstate", "down"), "network", State.WARNING, "nmtui"),
    (no_file("run/avahi-daemon/pid"), "network", State.WARNING, "avahi-daemon"),
    (file("proc/sys/kernel/hostname", "localhost"), "network", State.WARNING, "hostnamectl"),
    (command(SHOW, "LoadState=not-found"), "service", State.VIRTUAL, "--install"),
    (command(SHOW, SERVICE.format("failed", 5)), "service", State.BROKEN, "journalctl -u pachamama"),
    (command(SHOW, SERVICE.format("active", 7)), "service", State.WARNING, "7 times"),
    (command(SHOW, SERVICE.format("inactive", 0)), "service", State.WARNING, "systemctl start"),
    (command(SHOW, SERVICE.format("active", 0)), "service", State.FINE, "is running"),
]
"""What is done to a healthy Raspberry Pi, the part that is then examined, and what the doctor says of it."""
