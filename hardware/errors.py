"""What can go wrong with a device. Each error says in plain words what to check on the bench."""

from __future__ import annotations

from companion.errors import PachamamaError


class HardwareError(PachamamaError):
    """Base of every error that a device driver raises on purpose."""


class SettingInvalid(HardwareError, ValueError):  # noqa: N818 (the word people use for it)
    """A pin, bus or address that cannot be meant."""


class DeviceMissing(HardwareError):  # noqa: N818
    """The device was not there when it was looked for."""


class DeviceLost(HardwareError):  # noqa: N818
    """The device was there and stopped answering."""
