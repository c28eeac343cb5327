"""Positions as they arise at a table: start tiles with crops, then terrain as people walk, crops later."""

from __future__ import annotations

from random import Random

from tests.builders import board_of, position_of
from tests.oracles import builder

WALKERS = 4


class Game:
    """A random legal board and how much of it was seen."""

    def __init__(self, rng: Random, rows: int = 5, columns: int = 9) -> None:
        self.rng = rng
        self.board = board_of(rows, columns)
        self.terrains, self.crops = builder.build(rng, rows, columns)

    def position(self, least: float = 0.35, most: float = 0.75):
        """The position once a share of the tiles between these two lies on the board."""
        rng, size = self.rng, len(self.terrains)
        start = rng.sample(range(size), rng.randint(3, 5) if size <= 25 else rng.randint(6, 8))
        planted, bare, hidden = set(start), [], set(range(size)) - set(start)
        walkers = [rng.randrange(size) for _ in range(WALKERS)]
        while size - len(hidden) < rng.uniform(least, most) * size:
            if bare and (len(bare) > 6 or rng.random() < 0.4):
                planted.add(bare.pop(rng.randrange(len(bare))))
                continue
            walker = rng.randrange(WALKERS)
            spaces = self.board.beside(self.board.spaces[walkers[walker]])
            near = [space.index for space in spaces if space.index in hidden]
            here = rng.choice(near) if near and rng.random() < 0.8 else rng.choice(sorted(hidden))
            walkers[walker] = here
            hidden.discard(here)
            bare.append(here)
        return self.showing(set(range(size)) - hidden, planted)

    def any_position(self):
        """A position with any spaces shown, as no table would: what a technique has to stand all the same."""
        size, share, crops = len(self.terrains), self.rng.random(), self.rng.random()
        laid = {space for space in range(size) if self.rng.random() < share}
        return self.showing(laid, {space for space in laid if self.rng.random() < crops})

    def showing(self, laid, planted):
        """The position that shows these terrains and these crops."""
        return position_of(
            self.board,
            [t if space in laid else "." for space, t in enumerate(self.terrains)],
            [c if space in planted else 0 for space, c in enumerate(self.crops)],
            builder.counts(self.terrains),
        )
