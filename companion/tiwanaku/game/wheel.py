"""The wheel: the one object that was given the solution, and answers for single spaces.

>>> from companion.tiwanaku.scenario import Scenario
>>> from companion.tiwanaku.board import Board
>>> from companion.tiwanaku.pieces import Crop, Terrain
>>> board = Board("tiny", ("river", "leaf"), ("condor", "lizard"), 6)
>>> scenario = Scenario(board, "Tiny", (Terrain.SAND,) * 4, (Crop(1), Crop(2), Crop(3), Crop(4)))
>>> wheel = Wheel(scenario)
>>> wheel
<Wheel of Tiny>
>>> wheel.crop(board.space("leaf/condor"))
<Crop.COCA_LEAF: 2>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from companion.tiwanaku.board import Space
from companion.tiwanaku.game.events import CropRevealed, Event, SpaceSeen, TerrainRevealed
from companion.tiwanaku.game.refusal import Refused, Rule
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.scenario import Back, Scenario
from companion.words import T


class Oracle(Protocol):
    """Whoever can answer what lies on a space: its Discovery and its Divination window."""

    def terrain(self, space: Space) -> Terrain:
        """The terrain of a space."""
        ...

    def crop(self, space: Space) -> Crop:
        """The crop of a space."""
        ...


class Wheel:
    """A disc in its wheel. It answers for one space at a time and prints nothing but its name."""

    __slots__ = ("__scenario", "back")

    def __init__(self, scenario: Scenario) -> None:
        self.__scenario = scenario
        self.back: Back = scenario.back()

    def terrain(self, space: Space) -> Terrain:
        """What the Discovery window shows."""
        return self.__scenario.terrains[space.index]

    def crop(self, space: Space) -> Crop:
        """What the Divination window shows."""
        return self.__scenario.crops[space.index]

    def __repr__(self) -> str:
        return f"<Wheel of {self.back.name}>"

    def __reduce__(self) -> str:
        raise TypeError("a wheel is not copied or stored: it would take the solution along")


class Memory:
    """The answers that were given before, and no others: what a correction replays a game with."""

    def __init__(self, terrains: Mapping[Space, Terrain], crops: Mapping[Space, Crop]) -> None:
        self._terrains = terrains
        self._crops = crops

    @classmethod
    def of(cls, events: Iterable[Event]) -> Memory:
        """All answers in these events, those included that were taken back later."""
        terrains: dict[Space, Terrain] = {}
        crops: dict[Space, Crop] = {}
        for event in events:
            match event:
                case TerrainRevealed(space, terrain):
                    terrains[space] = terrain
                case CropRevealed(space, crop):
                    crops[space] = crop
                case SpaceSeen(space, seen_terrain, seen_crop):
                    if seen_terrain is not None:
                        terrains[space] = seen_terrain
                    if seen_crop is not None:
                        crops[space] = seen_crop
        return cls(terrains, crops)

    def terrain(self, space: Space) -> Terrain:
        """The terrain that was shown for a space."""
        if space not in self._terrains:
            raise _not_recorded(space)
        return self._terrains[space]

    def crop(self, space: Space) -> Crop:
        """The crop that was shown for a space."""
        if space not in self._crops:
            raise _not_recorded(space)
        return self._crops[space]


def _not_recorded(space: Space) -> Refused:
    return Refused(
        Rule.NOT_RECORDED,
        T("{space}: the wheel has not been asked about this space. Ask it again, on purpose.", space=space),
    )
