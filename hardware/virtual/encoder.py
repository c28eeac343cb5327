"""A rotary encoder at the level of its two contacts.

>>> heard = []
>>> VirtualEncoder(lambda contact, closed: heard.append((contact, closed))).turn(1)
>>> heard
[('a', True), ('b', True), ('a', False), ('b', False)]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Contact: TypeAlias = Literal["a", "b"]

CLOCKWISE: tuple[tuple[bool, bool], ...] = ((False, False), (True, False), (True, True), (False, True))
"""A and B closed to ground, quarter by quarter; the first one is where the detent holds."""


@dataclass(slots=True)
class EncoderFaults:
    """What is wrong with an encoder. Knobs may be turned while it runs."""

    bounce: int = 0
    """How often a contact opens and closes again before it stays."""
    lose_every: int = 0
    """Every n-th edge is not heard; 0 for none."""
    half_period: bool = False
    """The wrong part was bought: two detents a period."""
    unplugged: bool = False
    """Nothing is heard at all."""


class VirtualEncoder:
    """Turns make contacts close and open; ``contact(which, closed)`` hears of each edge.

    ``between`` is called before each quarter step, e.g. to let a virtual clock go on.
    """

    def __init__(
        self,
        contact: Callable[[Contact, bool], None],
        faults: EncoderFaults | None = None,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        self.faults = faults or EncoderFaults()
        self._contact = contact
        self._between = between
        self._quarter = 0
        self._edges = 0

    def turn(self, detents: int) -> None:
        """Turn by so many detents; clockwise is positive."""
        quarters = abs(detents) * (2 if self.faults.half_period else 4)
        for _ in range(quarters):
            self.quarter(1 if detents > 0 else -1)

    def quarter(self, direction: int) -> None:
        """Turn by a quarter period, between two detents."""
        self._between()
        before = CLOCKWISE[self._quarter % 4]
        self._quarter += direction
        after = CLOCKWISE[self._quarter % 4]
        contact: Contact = "a" if before[0] != after[0] else "b"
        closed = after[0] if contact == "a" else after[1]
        for _ in range(self.faults.bounce):
            self._edge(contact, closed)
            self._edge(contact, not closed)
        self._edge(contact, closed)

    def _edge(self, contact: Contact, closed: bool) -> None:
        self._edges += 1
        if self.faults.unplugged or (self.faults.lose_every and self._edges % self.faults.lose_every == 0):
            return
        self._contact(contact, closed)
