"""What lies on a desk before anybody plays: discs to choose from, and games to begin or to go on with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.table.wheel import Playable
from companion.tiwanaku.game import Oracle, Record, Setup
from companion.tiwanaku.scenario import Back
from companion.words import Text

PATIENCE = 8.0
"""Seconds after which nobody waits for the disk any longer; it may answer later all the same."""
Keep = Callable[[Record, Callable[[bool], None]], bool]
"""Has a record on disk. True: nobody has to wait. False: the callback is called, from any thread, when it is there.

The callback is told whether it is: a disk that cannot be written keeps nobody from playing. That it is not saved is
then told to people by whoever keeps.
"""


class Disc(Oracle, Protocol):
    """An oracle that also knows the back of its disc: a :class:`~companion.tiwanaku.game.Wheel`."""

    @property
    def back(self) -> Back:
        """The public back."""
        ...


@dataclass(frozen=True)
class Choice:
    """A scenario to choose on the bare wheel: its name, and how to get it when it is chosen."""

    name: str
    load: Callable[[], Disc]


@dataclass(frozen=True)
class Opened:
    """A game to play: its disc, where it stands, and who keeps it."""

    disc: Disc
    record: Record
    keep: Keep


@dataclass(frozen=True)
class Offer:
    """One way to begin, to be chosen on the wheel: what it is called, and how to get it.

    Without a way to get it, which the last one may lack, the wheel asks what to play.
    """

    name: Text
    open: Callable[[], Opened] | None = None


@dataclass(frozen=True)
class NewGames:
    """The scenarios that new games can be played with, and how to begin one: by its name, or by chance without one."""

    playable: tuple[Playable, ...]
    open: Callable[[Setup, str], Opened]


@dataclass(frozen=True)
class Beginning:
    """What a table begins with: a game, a question which game, or only discs to choose from."""

    open: Callable[[], Opened] | None = None
    gone_on: bool = False
    question: Text | None = None
    offers: Sequence[Offer] = ()
    choices: Sequence[Choice] = ()
    new_games: NewGames | None = None
