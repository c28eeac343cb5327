"""A clock that stands still until it is told to go on."""

from __future__ import annotations


class VirtualClock:
    """Seconds by hand. Called, it tells the time; it sleeps without sleeping.

    >>> clock = VirtualClock()
    >>> clock.advance(1.5)
    >>> clock()
    1.5
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def __call__(self) -> float:
        """What time it is."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time go on."""
        self._now += seconds

    sleep = advance
    """For whoever wants a function like ``time.sleep``."""
