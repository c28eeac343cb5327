"""How far phones on one loop have heard, for those of them who wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class News:
    """How far the phones have heard, for those who wait for it."""

    def __init__(self) -> None:
        self.over = False
        self.latest = 0
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []

    def heard(self, revision: int) -> None:
        """A phone has heard this much."""
        self.latest = max(self.latest, revision)
        self._look()

    def end(self) -> None:
        """Whoever is away comes back now."""
        self.over = True
        self._look()

    async def reach(self, revision: int) -> None:
        """Wait until somebody has heard this revision, or the game is over."""
        await self.until(lambda: self.over or self.latest >= revision)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something that hearing changes is so."""
        if not true():
            future = asyncio.get_running_loop().create_future()
            self._waiting.append((true, future))
            await future

    def _look(self) -> None:
        waiting, self._waiting = self._waiting, []
        for true, future in waiting:
            if not true():
                self._waiting.append((true, future))
            elif not future.done():
                future.set_result(None)
