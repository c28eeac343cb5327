"""Knob and buttons with a hand on them: the doctor asks for one movement after the other, and hears what comes.

TURN RIGHT -> TURN LEFT -> PUSH -> LEFT BUTTON -> RIGHT BUTTON -> done
     |            |          |          |              |
     +------------+----------+----------+--------------+-- nothing in time: noted, and on to the next
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.words import T, Text
from hardware.doctor.parts import BUTTON_NAMES
from hardware.doctor.report import Diagnosis, State
from hardware.errors import HardwareError
from hardware.inputs import Button, Clock, Controls, InputEvent, InputQueue, Pressed, Turned

PATIENCE = 10.0
"""Seconds for each movement."""


@dataclass(frozen=True, slots=True)
class Movement:
    """What the hand shall do."""

    ask: Text
    missing: Text
    turn: int = 0
    button: Button | None = None

    def fits(self, event: InputEvent) -> bool:
        """Whether this is what was asked for."""
        if isinstance(event, Turned):
            return event.steps * self.turn > 0
        return isinstance(event, Pressed) and event.button is self.button


MOVEMENTS = (
    Movement(T("Turn the knob right now, to the right."), T("turning right"), turn=1),
    Movement(T("Now turn it to the left."), T("turning left"), turn=-1),
    Movement(T("Push the knob."), T("pushing the knob"), button=Button.PUSH),
    Movement(T("Press the left button."), T("the left button"), button=Button.LEFT),
    Movement(T("Press the right button."), T("the right button"), button=Button.RIGHT),
)


def hands(
    controls: Controls,
    queue: InputQueue,
    say: Callable[[Text], None],
    *,
    patience: float = PATIENCE,
    clock: Clock = time.monotonic,
) -> Diagnosis:
    """Ask for every movement; ``queue`` is where the controls report to."""
    try:
        controls.open()
    except HardwareError as error:
        return Diagnosis("hands", State.BROKEN, error.text)
    try:
        queue.drain()
        missing, mistaken = [], []
        for movement in MOVEMENTS:
            say(movement.ask)
            heard, other = _wait(movement, queue, patience, clock)
            if not heard:
                missing.append(movement)
                mistaken += [(movement, other)] if other is not None else []
    finally:
        controls.close()
    return _judged(missing, mistaken)


def _wait(
    movement: Movement, queue: InputQueue, patience: float, clock: Clock
) -> tuple[bool, InputEvent | None]:
    """Whether it came in time; else what came instead."""
    end, other = clock() + patience, None
    while (left := end - clock()) > 0:
        event = queue.next(left)
        if event is None:
            break
        if movement.fits(event):
            return True, None
        if isinstance(event, Turned | Pressed):
            other = other or event
    return False, other


def _judged(missing: list[Movement], mistaken: list[tuple[Movement, InputEvent]]) -> Diagnosis:
    facts = (("missing", [str(movement.missing) for movement in missing]),)
    if not missing:
        return Diagnosis("hands", State.FINE, T("Knob and buttons do what the hand does."))
    text = T("This was not heard: {names}.", names=[movement.missing for movement in missing])
    turns = [event for movement, event in mistaken if movement.turn and isinstance(event, Turned)]
    buttons = [
        (movement.button, event.button)
        for movement, event in mistaken
        if movement.button is not None and isinstance(event, Pressed)
    ]
    if turns:
        advice = T("The knob turns the wrong way round: swap its wires A and B.")
    elif buttons:
        wanted, heard = buttons[0]
        advice = T(
            "{wanted} was heard as {heard}: swap their wires.",
            wanted=BUTTON_NAMES[wanted],
            heard=BUTTON_NAMES[heard],
        )
    else:
        advice = T("Check their wires and their ground against the pin table in hardware/README.md.")
    return Diagnosis("hands", State.BROKEN, text, advice, facts)
