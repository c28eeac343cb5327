"""Faults of what stands on the table: display, bus, puck and its line."""

from __future__ import annotations

from hardware.inputs import Button
from hardware.puck_link import Phase
from tests.trust.faults.fault import Fault
from tests.trust.faults.stage import Overdue, Stage


def display_unplugged(stage: Stage) -> Fault:
    """Somebody trips over the display's cable."""
    stage.bench.bus.unplug()
    return Fault(
        heal=stage.bench.bus.plug,
        lasts=stage.random.uniform(8, 40),
        notice="No display answers",
        meanwhile=lambda: _others_show_the_picture(stage),
        afterwards=lambda: _shows_the_picture(stage),
    )


def bus_errors(stage: Stage) -> Fault:
    """Transfers fail in their middle: for a moment, which is nobody's business, or for as long as people notice."""
    for_long = stage.random.random() < 0.7
    stage.bench.bus.rate = stage.random.uniform(0.85, 1.0) if for_long else stage.random.uniform(0.1, 0.5)

    def heal() -> None:
        stage.bench.bus.rate = 0.0

    def heal_soon() -> None:
        """A moment: over before anybody looks again."""
        stage.pass_time(0.3)
        heal()
        stage.play()

    return Fault(
        heal=heal,
        lasts=stage.random.uniform(8, 30) if for_long else 6.0,
        notice="display" if for_long else None,
        play=None if for_long else heal_soon,
        afterwards=lambda: _shows_the_picture(stage),
    )


def puck_unplugged(stage: Stage) -> Fault:
    """The puck's plug comes out, now or in the middle of a line, with a button held; its knob is turned meanwhile."""
    puck, host, random = stage.bench.virtual_puck, stage.bench.puck, stage.random
    with_power, held = random.random() < 0.5, random.choice((Button.LEFT, Button.RIGHT, None))
    if held is not None:
        puck.press(held)
        stage.pass_time(0.2)
    stage.settle_puck()
    counted = stage.bench.turned
    if random.random() < 0.5:
        puck.line.faults.cut_after = random.randrange(400)
        stage.pass_time(2.0)
    puck.unplug(power=with_power)
    if held is not None:
        puck.release(held)
    missed = random.randrange(-5, 6)
    puck.turn(missed)

    def meanwhile() -> None:
        if host.phase is not Phase.ABSENT:
            raise Overdue("an unplugged puck counts as there")
        if host.held or stage.desk.state.down:
            raise Overdue("a button of an unplugged puck is still held")

    def afterwards() -> None:
        # One that kept its power has counted on; one that lost it begins anew.
        _puck_works(stage, counted + (0 if with_power else missed))

    return Fault(
        heal=puck.plug,
        lasts=random.uniform(6, 20),
        notice="puck",
        meanwhile=meanwhile,
        afterwards=afterwards,
        recovers=6.0,
    )


def serial_garbage(stage: Stage) -> Fault:
    """Bytes of the puck's line arrive as others, or not at all; noise comes between the lines."""
    puck, random = stage.bench.virtual_puck, stage.random
    stage.settle_puck()
    faults, counted = puck.line.faults, stage.bench.turned
    faults.garbage, faults.lose = random.uniform(0.005, 0.2), random.uniform(0.0, 0.02)
    turns = 0

    def play() -> None:
        nonlocal turns
        for _ in range(6):
            steps = random.randrange(-3, 4)
            turns += steps
            puck.turn(steps)
            puck.line.device_send(random.randbytes(random.randrange(80)))
            stage.pass_time(0.5)
        stage.play()

    def heal() -> None:
        faults.garbage = faults.lose = 0.0

    return Fault(
        heal=heal,
        lasts=random.uniform(6, 15),
        notice="puck",
        # A detent that comes late is another touch, and rightly ends a hold: these hands are on the puck.
        ways=("order", "page"),
        play=play,
        afterwards=lambda: _puck_works(stage, counted + turns),
        recovers=6.0,
    )


def _shows_the_picture(stage: Stage) -> None:
    if stage.bench.bus.seen != stage.bench.oled.picture:
        raise Overdue("the display came back with another picture than the present one")


def _others_show_the_picture(stage: Stage) -> None:
    """What is left shows what the wheel wants to show."""
    wanted = stage.bench.oled.picture
    if stage.at_play.devices.virtual_display.picture != wanted:
        raise Overdue("the other displays do not show the present picture")


def _puck_works(stage: Stage, counted: int) -> None:
    """Every detent was counted once; the next ones are as well, and the puck shows the present picture."""
    if stage.bench.turned != counted:
        raise Overdue(f"the knob was turned by {counted}, and {stage.bench.turned} was counted")
    stage.bench.virtual_puck.turn(3)
    stage.settle_puck()
    if stage.bench.turned != counted + 3:
        raise Overdue(f"of three detents {stage.bench.turned - counted} were counted after the puck was back")
    stage.bench.virtual_puck.turn(-3)
    stage.settle_puck()
    if stage.bench.virtual_puck.panel.seen != stage.bench.puck_display.picture:
        raise Overdue("the puck does not show the present picture")
