"""Counts tries, so that nobody can guess the table's code by patience.

>>> tries = Tries(most=2, seconds=60.0)
>>> [tries.wait("10.0.0.7", now) for now in (0.0, 1.0, 2.0, 61.0)]
[0.0, 0.0, 58.0, 0.0]
"""

from __future__ import annotations

import ipaddress
from collections import deque

_MOST_ADDRESSES = 256


class Tries:
    """At most so many tries within so many seconds, for each address and, ``overall``, for all together."""

    def __init__(self, most: int, seconds: float, overall: int = 30) -> None:
        self._most = most
        self._seconds = seconds
        self._overall = overall
        self._all: deque[float] = deque()
        self._by_address: dict[str, deque[float]] = {}

    def wait(self, address: str, now: float) -> float:
        """Zero, and the try is counted; or how many seconds to wait before the next one."""
        self._forget(now)
        mine = self._by_address.get(household(address), deque())
        for times, most in ((mine, self._most), (self._all, self._overall)):
            if len(times) >= most:
                return times[0] + self._seconds - now
        if len(self._by_address) >= _MOST_ADDRESSES and household(address) not in self._by_address:
            return self._seconds
        self._by_address.setdefault(household(address), deque()).append(now)
        self._all.append(now)
        return 0.0

    def succeeded(self, address: str) -> None:
        """It was right: the tries before it no longer count against this address."""
        self._by_address.pop(household(address), None)

    def _forget(self, now: float) -> None:
        for times in (self._all, *self._by_address.values()):
            while times and times[0] + self._seconds <= now:
                times.popleft()
        self._by_address = {address: times for address, times in self._by_address.items() if times}


def household(address: str) -> str:
    """What counts as one address: of IPv6 the network, since a device has as many addresses as it likes.

    >>> household("fe80::1:2") == household("fe80::9")
    True
    """
    try:
        found = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)
