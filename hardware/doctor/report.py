"""What the doctor says of one part."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from companion.words import Text


class State(enum.StrEnum):
    """How a part is doing, from best to worst."""

    FINE = "fine"
    VIRTUAL = "virtual"
    """It is not there, and nobody has to do anything about that."""
    WARNING = "warning"
    """The table works, but somebody should look at it."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One part: how it is, in a sentence, and what to do in another."""

    part: str
    """Its name for other programs, such as ``board``."""
    state: State
    text: Text
    advice: Text | None = None
    facts: tuple[tuple[str, object], ...] = ()
    """What was measured, for other programs."""


def worst(diagnoses: Iterable[Diagnosis]) -> State:
    """The state of the worst part."""
    order = list(State)
    return max((each.state for each in diagnoses), key=order.index, default=State.FINE)
