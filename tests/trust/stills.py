"""Pictures of a table that mostly lies still: drawing them takes longest, so what does not change is drawn twice only."""

from __future__ import annotations

from hardware.camera import Frame
from vision.sim import VirtualTable
from vision.sim.scene import Scene


class Stills:
    """Takes pictures of a virtual table. A scene that stays gets two, which differ by their noise, shown in turn."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self._scene: Scene | None = None
        self._drawn: list[Frame] = []
        self._number = 0

    def shoot(self, now: float) -> Frame:
        """The picture of this moment."""
        if self.table.scene != self._scene:
            self._scene, self._drawn = self.table.scene, []
        if len(self._drawn) < 2:
            self._drawn.append(self.table.shoot())
        self._number += 1
        picture = self._drawn[self._number % len(self._drawn)].picture
        return Frame(picture, now, self._number)
