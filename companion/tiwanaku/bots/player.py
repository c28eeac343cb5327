"""What a player that plays by itself has to be able to do."""

from __future__ import annotations

from typing import Protocol

from companion.tiwanaku.game import Command, State


class Bot(Protocol):
    """Chooses a legal command whenever it is asked; knows the state, hence nothing hidden."""

    def choose(self, state: State) -> Command:
        """The command to give now."""
        ...
