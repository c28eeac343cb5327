"""The facts that a judgement is made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from companion.table.referee.alerts import Mark
from companion.table.referee.explanations import Explanation
from companion.table.referee.owing import Owing
from companion.table.referee.sight import Doubt, Seen, Sight, Spot, Tolerated, table_of
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import State


@dataclass(frozen=True)
class Case:
    """A game, a table, and what is known of how one became the other.

    ``game`` is the game as it stands; ``state`` the game as it would stand if what was seen were confirmed.
    ``tolerated`` is what may lie otherwise for now; ``confirmed`` are the tiles and crops that were seen lying right.
    ``guessed`` are the spots that only the wheel can tell; ``stop`` is where the last walk ended, if on terrain.
    """

    game: State
    state: State
    sight: Sight
    tolerated: Tolerated
    confirmed: frozenset[Spot]
    owing: Owing
    now: float
    patience: float
    guessed: frozenset[Spot] = frozenset()
    stop: Space | None = None
    walked_on: bool = False

    @cached_property
    def right(self) -> Sight:
        """The table as it should be."""
        return table_of(self.state)

    @property
    def size(self) -> int:
        """How many spaces there are."""
        return self.sight.size

    def space(self, spot: Spot) -> Space:
        """The space of a spot."""
        return self.game.board.spaces[spot % self.size]

    def after(self, explanation: Explanation) -> Case:
        """The same case, if that is what was done."""
        tolerated = dict(self.tolerated)
        for spot, old in explanation.lags.items():
            tolerated[spot] = tolerated.get(spot, frozenset()) | old
        walked = bool(explanation.walkers)
        return replace(
            self,
            state=explanation.state,
            tolerated=tolerated,
            guessed=explanation.guessed,
            stop=explanation.stop if walked else self.stop,
            walked_on=walked,
        )

    def wrong(self, start: Spot, end: Spot) -> Iterator[tuple[Spot, Seen, Seen]]:
        """The spots in a range where something surely lies that should not: what is seen, and what is right."""
        seen_there, right_there = self.sight.things, self.right.things
        for spot in range(start, end):
            seen, right = seen_there[spot], right_there[spot]
            if seen is right or isinstance(seen, Doubt) or seen in self.tolerated.get(spot, ()):
                continue
            yield spot, seen, right

    def lacks_meeple(self, space: Space) -> bool:
        """Whether no meeple is seen where the game has one.

        Who moves a meeple leaves the crop as it is. Where that seems to be another one, too, rather neither was seen: from above
        a small disc looks like a meeple of its colour. If it is so, it is told once the walk is confirmed.
        """
        return self.game.meeples[space.index] is not None and self.sight.meeple(space.index) is None

    def overdue(self) -> list[Spot]:
        """What should have been done by now and surely has not."""
        patience = -1.0 if self.walked_on else self.patience
        return self.owing.overdue(self.sight, self.now, patience)

    def marks(self, spots: Iterable[Spot]) -> tuple[Mark, ...]:
        """What is seen on these spots, as witnesses."""
        return tuple(
            Mark(spot, self.space(spot), self.sight.what(spot), self.sight.things[spot])
            for spot in dict.fromkeys(spots)
        )
