"""What is round the table: the network and its name there, the service that starts it, and the user's rights."""

from __future__ import annotations

from companion.words import T
from hardware.doctor.machine import Machine
from hardware.doctor.report import Diagnosis, State
from hardware.settings import HardwareSettings

UNIT = "pachamama.service"
MANY_RESTARTS = 3


def network(machine: Machine) -> Diagnosis:
    """Under which name phones find this computer."""
    name = machine.read("proc/sys/kernel/hostname")
    up = [
        path.split("/")[3]
        for path in machine.names("sys/class/net/*/operstate")
        if machine.read(path) == "up" and "/lo/" not in path
    ]
    facts = (("name", name), ("up", up))
    if not up:
        return Diagnosis(
            "network",
            State.WARNING,
            T("No network is connected. The wheel needs none; phones and updates do."),
            T("Plug in a cable, or choose a wireless network: sudo nmtui"),
            facts,
        )
    if not machine.names("run/avahi-daemon/pid"):
        return Diagnosis(
            "network",
            State.WARNING,
            T("The network is there, but this computer does not tell its name ({name}) there.", name=name),
            T("Install what does: sudo apt install avahi-daemon"),
            facts,
        )
    if name in ("", "localhost", "localhost.localdomain"):
        return Diagnosis(
            "network",
            State.WARNING,
            T("This computer has no name of its own, so phones cannot find it by name."),
            T("Give it one: sudo hostnamectl hostname pachamama"),
            facts,
        )
    text = T("Phones in the same network find this computer as {name}.local.", name=name)
    return Diagnosis("network", State.FINE, text, facts=facts)


def service(machine: Machine) -> Diagnosis:
    """Whether the table starts with the computer, and how it goes."""
    said = machine.run(
        ["systemctl", "show", UNIT, "--property=LoadState,ActiveState,UnitFileState,NRestarts"]
    )
    state = dict(line.split("=", 1) for line in (said or "").splitlines() if "=" in line)
    facts = tuple(sorted(state.items()))
    if state.get("LoadState") != "loaded":
        text = T(
            "The table does not start with the computer, but when somebody starts it. "
            "“sudo ./play --install” changes that."
        )
        return Diagnosis("service", State.VIRTUAL, text, facts=facts)
    look = T("See why: journalctl -u pachamama -n 50, then: sudo systemctl restart pachamama")
    restarts = state.get("NRestarts", "")
    if state.get("ActiveState") == "failed":
        return Diagnosis("service", State.BROKEN, T("The table’s service has failed."), look, facts)
    if restarts.isdecimal() and int(restarts) > MANY_RESTARTS:
        text = T("The table’s service had to be restarted {count} times.", count=restarts)
        return Diagnosis("service", State.WARNING, text, look, facts)
    if state.get("ActiveState") not in ("active", "activating", "reloading"):
        advice = T("Start it: sudo systemctl start pachamama")
        return Diagnosis(
            "service", State.WARNING, T("The table’s service is installed but stopped."), advice, facts
        )
    return Diagnosis("service", State.FINE, T("The table’s service is running."), facts=facts)


def is_running(machine: Machine) -> bool:
    """Whether a table of the service holds the devices now."""
    return machine.run(["systemctl", "is-active", UNIT]) in ("active", "activating")


def rights(machine: Machine, settings: HardwareSettings) -> Diagnosis:
    """Whether this user may use the devices that are there."""
    user = machine.user()
    closed = [path for path in _devices(machine, settings) if not machine.may_use(path)]
    groups = sorted({machine.group_of(path) for path in closed})
    facts = (("user", user), ("closed", closed), ("groups", groups))
    if not closed:
        text = T("The user {user} may use every device that is there.", user=user)
        return Diagnosis("rights", State.FINE, text, facts=facts)
    text = T("The user {user} may not use {devices}.", user=user, devices=[f"/{path}" for path in closed])
    if all(machine.is_listed(user, group) for group in groups):
        advice = T("The groups are right already, but count from the next login on: log out and in again.")
    elif "root" in groups:
        advice = T(
            "Start the computer anew; if it stays so: sudo apt install --reinstall udev raspberrypi-sys-mods"
        )
    else:
        advice = T(
            "Type this, then log out and in again: sudo usermod -aG {groups} {user}",
            groups=",".join(groups),
            user=user,
        )
    return Diagnosis("rights", State.BROKEN, text, advice, facts)


def _devices(machine: Machine, settings: HardwareSettings) -> list[str]:
    """The devices a table would use, without their leading slash."""
    devices = [camera.device.lstrip("/") for camera in machine.usb_cameras()]
    devices += [port.lstrip("/") for port in machine.puck_ports()]
    if machine.is_pi():
        # A Pi 5 has several chips; older ones a second that is the firmware's. The header is on the first or the fifth.
        devices += machine.names("dev/gpiochip[04]")
        devices += machine.names(f"dev/i2c-{settings.oled.port}")
    return devices
