"""Why a position cannot be: a smallest set of spaces that contradict each other."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.explainer import Explainer
from companion.tiwanaku.explain.facts import minimised
from companion.tiwanaku.explain.knowledge import Knowledge
from companion.tiwanaku.explain.ladder import plain_techniques
from companion.tiwanaku.explain.proof import PATIENCE
from companion.tiwanaku.explain.technique import cells_of
from companion.tiwanaku.explain.trail import Trail
from companion.tiwanaku.position import Position
from companion.tiwanaku.values import Fact, facts_of, value_of
from companion.words import T, Text


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Spaces that cannot all be as they are, none of them idle; with ``counting``, given the numbers of tiles."""

    spaces: tuple[Space, ...]
    facts: tuple[Fact, ...]
    counting: bool

    @property
    def text(self) -> Text:
        """The contradiction in words."""
        if len(self.spaces) == 1 and not self.counting:
            return T("{space} contradicts the laws by itself.", space=self.spaces[0])
        if not self.spaces:
            return T("No board has these numbers of tiles.")
        if self.counting:
            return T(
                "With these numbers of tiles, these spaces contradict each other: {spaces}.",
                spaces=self.spaces,
            )
        return T("These spaces contradict each other: {spaces}.", spaces=self.spaces)


def contradiction(
    position: Position, explainer: Explainer | None = None, patience: int = PATIENCE
) -> Contradiction | None:
    """A smallest contradiction of a position; None if some complete board agrees with it.

    None also where the patience, in conflicts of the solver, was not enough to tell.
    """
    bare = _bare_crop(position)
    if bare is not None:
        return bare
    prover = (explainer or Explainer.of(position)).prover
    candidates = [
        (_seen_by_the_ladder(position), False),
        (facts_of(position), False),
        (facts_of(position), True),
    ]
    for facts, counting in candidates:
        if facts is None:
            continue
        enough = prover.enough(facts, counting, (), patience)
        if enough is not None:
            kept = minimised(prover, enough, counting, (), each=patience)
            cells = sorted({cell for cell, _ in kept})
            return Contradiction(tuple(position.board.spaces[cell] for cell in cells), tuple(kept), counting)
    return None


def _bare_crop(position: Position) -> Contradiction | None:
    """The first crop without a tile under it: it contradicts the laws all alone."""
    for space in position.board.spaces:
        crop = position.crop(space)
        if crop is not None and position.terrain(space) is None:
            return Contradiction((space,), ((space.index, value_of(crop)),), False)
    return None


def _seen_by_the_ladder(position: Position) -> list[Fact] | None:
    """The facts behind the first contradiction that the techniques meet: a local one, mostly."""
    known = Knowledge.of(position, counting=False)
    trail = Trail.beginning(known)
    trail.climb(known, plain_techniques(), lambda _: False)
    if known.broken is None:
        return None
    _, leaves = trail.contradiction(known)
    return facts_of(position, cells_of(leaves))
