"""What comes into the referee's machine, and what goes out of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.table.referee.alerts import Alert
from companion.table.referee.differences import Difference
from companion.table.referee.events import TableEvent
from companion.table.referee.proposals import Proposal
from companion.table.referee.settings import RefereeSettings
from companion.tiwanaku.game import Command, State
from vision.reading import Reading


class Motion(Enum):
    """What goes on in the picture."""

    MOVING = "moving"  # hands, or anything else that moves
    STILL = "still"
    NO_BOARD = "no-board"  # covered, dark, or somewhere else


@dataclass(frozen=True, slots=True)
class Scene:
    """What goes on in the picture, and since when; that time stays the same as long as it lasts.

    Times are those of one clock that never goes back.
    """

    motion: Motion
    since: float


# In --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Looked:
    """The eye looked at the table; a reading of a scene that moves is not used."""

    scene: Scene
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class GameIs:
    """The game stands so now: after a command, or after a correction."""

    game: State


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went on."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Somebody says of an alert: we did it on purpose."""

    alert: Alert


@dataclass(frozen=True, slots=True)
class Decline:
    """Somebody says to a proposal: no, that is not what was done."""


@dataclass(frozen=True, slots=True)
class SettingsAre:
    """These settings hold from now on."""

    settings: RefereeSettings


Input = Looked | GameIs | Tick | Accept | Decline | SettingsAre


# Out -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask whether this was done; of several proposals the table chooses one."""

    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class TakeBackProposal:
    """What was proposed no longer is: it was done, or it was something else."""


@dataclass(frozen=True, slots=True)
class Take:
    """Give the game this command: it is unambiguous, and the table wants it so."""

    command: Command


@dataclass(frozen=True, slots=True)
class Show:
    """Tell the table of a fault."""

    alert: Alert


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The fault is no more, or was accepted."""

    alert: Alert


@dataclass(frozen=True, slots=True)
class Keep:
    """Write this down in the journal."""

    event: TableEvent


@dataclass(frozen=True, slots=True)
class Display:
    """Table and game differ so; ``blind`` if nothing could be seen for long."""

    differences: tuple[Difference, ...]
    blind: bool = False


Effect = Propose | TakeBackProposal | Take | Show | Withdraw | Keep | Display
