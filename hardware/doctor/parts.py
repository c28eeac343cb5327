"""The parts people touch and see: display, knob and buttons, camera, puck. Each is used for a moment and let go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from companion.words import T, Text
from hardware.camera import Camera, Frame
from hardware.display import Display, Light, Picture
from hardware.doctor.machine import Machine
from hardware.doctor.report import Diagnosis, State
from hardware.errors import HardwareError
from hardware.find import Finding
from hardware.inputs import Clock, Controls, Sink
from hardware.puck_link import Phase
from hardware.settings import HardwareSettings

CAMERA_TIME = 20.0
"""Seconds for a camera to open and take a picture; the Pi's own takes three."""
PUCK_TIME = 3.0
DARK = 12
"""Mean brightness, of 255, below which a cap is on the lens or it is night."""
STOP_FIRST = T("Stop it for a while to have this checked: sudo systemctl stop pachamama")


def in_use(part: str) -> Diagnosis:
    """The running table has this part; taking it away in the middle of a game would be no help."""
    return Diagnosis(part, State.FINE, T("The running table uses it, so it was left alone."), STOP_FIRST)


def trial_picture() -> Picture:
    """A frame, both diagonals, and a block in the upper left corner: shows shifts, mirrors and dead lines at a glance."""
    width, height = Picture.blank().size
    rows = []
    for y in range(height):
        slope = round(y * (width - 1) / (height - 1))
        edge = y in (0, height - 1)
        rows.append(
            "".join(
                "#"
                if edge or x in (0, width - 1, slope, width - 1 - slope) or (4 <= x < 16 and 4 <= y < 12)
                else "."
                for x in range(width)
            )
        )
    return Picture.from_text(*rows)


def oled(
    machine: Machine,
    settings: HardwareSettings,
    findings: Sequence[Finding],
    meanwhile: Callable[[], None] | None = None,
) -> Diagnosis:
    """Whether the display takes a picture; it is seen for as long as ``meanwhile`` takes."""
    if settings.display not in ("auto", "oled") or not machine.is_pi():
        text = T("No display is looked for on this computer: the virtual one shows everything.")
        return Diagnosis("oled", State.VIRTUAL, text)
    if not machine.has_bus(settings.oled):
        text = T("The display’s bus is switched off, so there is no display on the header.")
        return Diagnosis("oled", State.VIRTUAL, text)
    display: Display = machine.oled(settings.oled)
    try:
        display.open()
        display.light(Light.FULL)
        display.show(trial_picture())
        display.check()
        if meanwhile is not None:
            meanwhile()
    except HardwareError as error:
        # Where a puck with its own display is in use, none has to be on the header.
        puck = any(finding.kind == "puck" and finding.present for finding in findings)
        return Diagnosis("oled", State.VIRTUAL if puck else State.BROKEN, error.text)
    finally:
        display.close()
    advice = T(
        "It showed a frame with a cross and a block in the upper left corner. If that was shifted or noisy, set "
        "driver to “sh1106” in settings.toml, under [hardware.oled]; if upside down, set rotation to 180 there."
    )
    return Diagnosis("oled", State.FINE, T("The display took the test picture."), advice)


def controls(machine: Machine, settings: HardwareSettings, findings: Sequence[Finding]) -> Diagnosis:
    """Whether knob and buttons can be listened to, and none is stuck."""
    made = make_controls(machine, settings, findings, lambda event: None)
    if made is None:
        text = T("No knob is on this computer: keys of the terminal stand in for it.")
        return Diagnosis("controls", State.VIRTUAL, text)
    try:
        made.open()
        held = sorted(made.held)
    except HardwareError as error:
        return Diagnosis("controls", State.BROKEN, error.text)
    finally:
        made.close()
    if held:
        return Diagnosis(
            "controls",
            State.BROKEN,
            T(
                "These are down though nobody should be pressing: {names}.",
                names=[BUTTON_NAMES[b] for b in held],
            ),
            T(
                "Their wire touches ground, or it is on a wrong pin: compare with the pin table in hardware/README.md."
            ),
            (("held", held),),
        )
    text = T("Knob and buttons can be heard, and none is stuck.")
    return Diagnosis("controls", State.FINE, text)


BUTTON_NAMES: dict[str, Text] = {
    "push": T("the knob"),
    "left": T("the left button"),
    "right": T("the right button"),
}


def make_controls(
    machine: Machine, settings: HardwareSettings, findings: Sequence[Finding], sink: Sink
) -> Controls | None:
    """The knob on this computer, if there is one; not opened."""
    present = {finding.kind for finding in findings if finding.present and finding.used}
    if "evdev" in present:
        return machine.kernel_controls(settings.evdev, sink)
    return machine.controls(settings.gpio, sink) if "gpio" in present else None


def camera(
    machine: Machine, settings: HardwareSettings, findings: Sequence[Finding], patience: float = CAMERA_TIME
) -> Diagnosis:
    """Whether the camera takes a picture that is not black."""
    found = [finding for finding in findings if "camera" in finding.kind]
    unready = [finding for finding in found if finding.present and not finding.used]
    chosen = machine.camera(settings.camera, findings)
    if chosen is None:
        if unready and unready[0].kind == "pi camera":
            return Diagnosis("camera", State.BROKEN, unready[0].text)
        text = T("No camera is there. Wheel, score and coach do without; only the referee’s eye needs one.")
        return Diagnosis("camera", State.VIRTUAL, text)
    shot: Frame | HardwareError | None = _in_time(chosen, patience)
    if shot is None:
        text = T(
            "{camera} has not sent a picture for {seconds} seconds.",
            camera=chosen.text,
            seconds=round(patience),
        )
        advice = T("Check its cable, and that no other program uses it; then start the computer anew.")
        return Diagnosis("camera", State.BROKEN, text, advice)
    if isinstance(shot, HardwareError):
        return Diagnosis("camera", State.BROKEN, shot.text)
    brightness = float(shot.picture.mean())
    width, height = shot.size
    facts = (("size", [width, height]), ("brightness", round(brightness, 1)))
    if brightness < DARK:
        text = T("{camera} sends black pictures.", camera=chosen.text)
        return Diagnosis(
            "camera", State.WARNING, text, T("Take the cap off its lens, or light the table."), facts
        )
    text = T(
        "Pictures of {width} x {height} pixels come from {camera}.",
        camera=chosen.text,
        width=width,
        height=height,
    )
    return Diagnosis("camera", State.FINE, text, facts=facts)


def _in_time(chosen: Camera, patience: float) -> Frame | HardwareError | None:
    """A picture, or why there is none; None if the driver hangs, whose thread is then left behind."""
    results: list[Frame | HardwareError] = []

    def shoot() -> None:
        try:
            chosen.open()
            results.append(chosen.shoot())
        except HardwareError as error:
            results.append(error)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            results.append(HardwareError(T("The camera’s driver failed: {reason}.", reason=reason)))
        finally:
            with suppress(Exception):
                chosen.close()

    thread = threading.Thread(target=shoot, name="doctor, camera", daemon=True)
    thread.start()
    thread.join(patience)
    return results[0] if results else None


def puck(
    machine: Machine,
    settings: HardwareSettings,
    findings: Sequence[Finding],
    clock: Clock = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> Diagnosis:
    """Whether the puck answers, with a firmware of our version."""
    if not any(finding.kind == "puck" and finding.present for finding in findings):
        return Diagnosis(
            "puck", State.VIRTUAL, T("No puck is connected. It is only needed if you built one.")
        )
    talking = machine.puck(settings.puck, lambda event: None)
    end = clock() + PUCK_TIME
    try:
        while clock() < end and talking.phase is not Phase.MISMATCH:
            wait(min(talking.step(), 0.1))
            if talking.phase is Phase.READY and talking.display_present:
                break
        phase, text, bad = talking.phase, talking.text, talking.bad_lines
        facts = (("firmware", talking.version), ("bad_lines", bad))
        sees = talking.display_present
    finally:
        talking.close()
    if phase is Phase.READY and sees:
        said = T("The puck is there, with firmware of version {version}.", version=talking.version)
        return Diagnosis("puck", State.FINE, said, facts=facts)
    return Diagnosis("puck", State.BROKEN, text, facts=facts)
