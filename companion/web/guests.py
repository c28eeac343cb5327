"""Who is at the table by phone: members, who sits where, who holds the wheel.

    unknown ──join, right code──────────────► member ──take──► holder of seats, of the wheel
       └────join, asked at the wheel──► waiting ──yes──► member      │ leave, a day away,
                                           └──no──► unknown ◄────────┘ or taken at the wheel

A device is known by a random token in its cookie, of which only a digest is kept here. Seats stay when another game is
begun with the same colours round the table. Used on the server's loop only; knows no game and no socket.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field, replace

from companion.tiwanaku.pieces import Colour
from companion.web.errors import Declined, not_a_member
from companion.words import T

MOST_DEVICES = 64
MOST_WAITING = 4
STAYS = 24 * 3600.0
"""Seconds after which a device that was not seen is forgotten."""
WHEEL_WAITS = 30.0
"""Seconds after which a wheel whose holder is away may be taken."""
CODE_DIGITS = 6


@dataclass(frozen=True)
class Device:
    """A phone. ``sign`` is shown beside its name, so that people at the wheel know whom they let in."""

    id: str
    digest: str = field(repr=False)
    name: str
    seen: float
    member: bool = False
    sign: str = ""
    seats: frozenset[int] = frozenset()
    wheel: bool = False


def new_code() -> str:
    """A code for the table."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"


class Guests:
    """The devices that the table knows. ``code`` lets a device in."""

    def __init__(self, code: str, devices: tuple[Device, ...] = (), colours: tuple[Colour, ...] = ()) -> None:
        self._code = code
        self.colours = colours
        self._devices = {device.id: device for device in devices}
        self._numbers = 1 + max((int(device.id[1:]) for device in devices), default=0)

    @property
    def devices(self) -> tuple[Device, ...]:
        """All of them."""
        return tuple(self._devices.values())

    def right_code(self, code: str) -> bool:
        """Whether this is the table's code; it takes as long for any wrong one."""
        return hmac.compare_digest(code.encode(), self._code.encode())

    def known(self, token: str | None) -> Device | None:
        """The device that a cookie belongs to."""
        if not token:
            return None
        digest = _digest(token)
        found = None
        for device in self._devices.values():
            if hmac.compare_digest(device.digest, digest):
                found = device
        return found

    def device(self, identity: str) -> Device | None:
        """The device of an id."""
        return self._devices.get(identity)

    # Coming and going --------------------------------------------------------------------------------

    def welcome(self, name: str, now: float, *, member: bool) -> tuple[Device, str]:
        """A new device and the token for its cookie; one that is no member waits to become one."""
        self._forget(now)
        waiting = [device for device in self._devices.values() if not device.member]
        if len(self._devices) >= MOST_DEVICES or (not member and len(waiting) >= MOST_WAITING):
            raise Declined(409, "full", T("Too many phones: let one leave first."))
        token = secrets.token_urlsafe(32)
        sign = "" if member else f"{secrets.randbelow(100):02d}"
        device = Device(f"d{self._numbers}", _digest(token), name, now, member, sign)
        self._numbers += 1
        return self._note(device), token

    def admit(self, identity: str) -> Device | None:
        """Let a waiting device in, if it still waits."""
        device = self._devices.get(identity)
        return self._note(replace(device, member=True, sign="")) if device is not None else None

    def rename(self, device: Device, name: str) -> Device:
        """Another name for a device."""
        return self._note(replace(device, name=name))

    def saw(self, device: Device, now: float) -> Device:
        """The device is here."""
        return self._note(replace(device, seen=now))

    def leave(self, identity: str) -> None:
        """Forget a device, and free what it held."""
        self._devices.pop(identity, None)

    # Seats and the wheel -----------------------------------------------------------------------------

    def seat_round(self, colours: tuple[Colour, ...]) -> None:
        """These colours play now; where they are others than before, everybody gets up."""
        if colours != self.colours:
            self.colours = colours
            for device in self.devices:
                self._note(replace(device, seats=frozenset()))

    def holder(self, seat: int) -> Device | None:
        """Who sits there."""
        return next((device for device in self._devices.values() if seat in device.seats), None)

    def take_seat(self, device: Device, seat: int, *, allowed: bool = False) -> Device:
        """Sit down; a seat of another device only if hands on the wheel allowed it."""
        _check_member(device)
        present = self.holder(seat)
        if present is not None and present.id != device.id:
            if not allowed:
                raise Declined(
                    409, "taken", T("This seat belongs to another phone. It can be taken at the wheel.")
                )
            self.free_seat(present, seat)
        return self._note(replace(device, seats=device.seats | {seat}))

    def free_seat(self, device: Device, seat: int) -> Device:
        """Get up."""
        return self._note(replace(device, seats=device.seats - {seat}))

    def wheel_holder(self) -> Device | None:
        """Who holds the wheel."""
        return next((device for device in self._devices.values() if device.wheel), None)

    def take_wheel(self, device: Device, *, allowed: bool = False) -> Device:
        """Take the wheel; from another device only if that is allowed."""
        _check_member(device)
        present = self.wheel_holder()
        if present is not None and present.id != device.id:
            if not allowed:
                raise Declined(
                    409, "taken", T("Another phone is the wheel. It can be taken at the wheel on the table.")
                )
            self.free_wheel(present)
        return self._note(replace(device, wheel=True))

    def free_wheel(self, device: Device) -> Device:
        """Put the wheel down."""
        return self._note(replace(device, wheel=False))

    def _note(self, device: Device) -> Device:
        self._devices[device.id] = device
        return device

    def _forget(self, now: float) -> None:
        for device in self.devices:
            if now - device.seen > (STAYS if device.member else STAYS / 144):
                self.leave(device.id)


def _check_member(device: Device) -> None:
    if not device.member:
        raise not_a_member()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
