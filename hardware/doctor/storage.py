"""The disk that keeps the games: room, rights, and whether the card is dying."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.words import T
from hardware.doctor.machine import Machine
from hardware.doctor.report import Diagnosis, State

LEAST = 20_000_000
"""Bytes below which a game may no longer be saved whole."""
SYSTEM = Path("/")
FEW = 600_000_000
"""Bytes that one more version with its environment takes while it is fetched; measured: 332 MB, and 94 MB to fetch."""
IN_MEMORY = ("tmpfs", "ramfs")
WORN = 2
"""From this step of three on a flash memory says that its spare blocks run out."""


def disk(machine: Machine, folder: Path) -> Diagnosis:
    """Room and rights where games are kept."""
    place = str(folder)
    room = machine.room(folder)
    facts = (("folder", place), ("free", room.free if room else None))
    if room is not None and room.free < LEAST:
        text = T("The disk of {folder} is full: {room} MB are left.", folder=place, room=_mega(room.free))
        return Diagnosis("disk", State.BROKEN, text, T("Delete what is not needed; games need 20 MB."), facts)
    if error := machine.try_writing(folder):
        return _not_writable(place, error, facts)
    mounts = machine.read("proc/mounts")
    if in_memory(mounts, place):
        text = T(
            "What is written into {folder} is in memory only, and gone when the power goes.", folder=place
        )
        advice = T(
            "Give the table a partition that the read-only root leaves out: docs/sd-card.md tells how."
        )
        return Diagnosis("disk", State.WARNING, text, advice, facts)
    # Games may have a small partition of their own; versions are on the system's, unless that is never written.
    system = machine.room(SYSTEM)
    if system is not None and system.free < FEW and not in_memory(mounts, str(SYSTEM)):
        text = T(
            "The disk of {folder} is nearly full: {room} MB are left.",
            folder=str(SYSTEM),
            room=_mega(system.free),
        )
        return Diagnosis("disk", State.WARNING, text, T("Make room soon; updates need 600 MB."), facts)
    if room is None:
        return Diagnosis("disk", State.FINE, T("Games are kept in {folder}.", folder=place), facts=facts)
    text = T("Games are kept in {folder}; {room} MB are free.", folder=place, room=_mega(room.free))
    return Diagnosis("disk", State.FINE, text, facts=facts)


def in_memory(mounts: str, folder: str) -> bool:
    """Whether a folder lies in memory, by the kernel's table of mounts; so does a layer in memory over a read-only disk.

    >>> in_memory("/dev/mmcblk0p2 / ext4 rw 0 0\\ntmpfs /tmp tmpfs rw 0 0", "/tmp/games")
    True
    """
    kind, options = _mounted(mounts, folder)
    if kind == "overlay":
        upper = next((each[9:] for each in options.split(",") if each.startswith("upperdir=")), "")
        kind, _ = _mounted(mounts, upper)
    return kind in IN_MEMORY


def _mounted(mounts: str, folder: str) -> tuple[str, str]:
    """As what and how the disk of a folder is mounted; of the deepest mounts the last one counts."""
    depth, found = 0, ("", "")
    for words in (line.split() for line in mounts.splitlines()):
        if (
            len(words) > 3
            and (folder + "/").startswith(words[1].rstrip("/") + "/")
            and len(words[1]) >= depth
        ):
            depth, found = len(words[1]), (words[2], words[3])
    return found


def _not_writable(place: str, error: OSError, facts: tuple[tuple[str, object], ...]) -> Diagnosis:
    text = T("Nothing can be written into {folder} ({reason}).", folder=place, reason=str(error.strerror))
    if error.errno == errno.EROFS:
        advice = T(
            "The disk is read-only. If you did not set it so, the card may be dying: copy the games, then use a new card."
        )
    elif error.errno == errno.ENOSPC:
        advice = T("Delete what is not needed; games need 20 MB.")
    elif error.errno in (errno.EACCES, errno.EPERM):
        advice = T("Start it as the user whose folder it is.")
    else:
        advice = T("Check the card or disk; copy the games as soon as it can be read.")
    return Diagnosis("disk", State.BROKEN, text, advice, facts)


def _mega(size: int) -> int:
    return size // 1_000_000


def card(machine: Machine) -> Diagnosis:
    """What the kernel and the card itself say of its health."""
    errors = {
        Path(path).parent.name: int(said)
        for path in machine.names("sys/fs/ext4/*/errors_count")
        if (said := machine.read(path)).isdecimal() and int(said)
    }
    worn = [
        path.split("/")[2]
        for path in machine.names("sys/block/mmcblk*/device/pre_eol_info")
        if _number(machine.read(path)) >= WORN
    ]
    facts = (("errors", errors), ("worn", worn))
    advice = T("Copy the games to another disk (pachamama games export), then use a new card.")
    if errors:
        text = T("The kernel has met errors on {disks}.", disks=sorted(errors))
        return Diagnosis("card", State.BROKEN, text, advice, facts)
    if worn:
        text = T("The memory card {disks} says that it is nearly worn out.", disks=worn)
        return Diagnosis("card", State.WARNING, text, advice, facts)
    return Diagnosis("card", State.FINE, T("No disk has reported errors."), facts=facts)


def _number(said: str) -> int:
    try:
        return int(said, 0)
    except ValueError:
        return 0
