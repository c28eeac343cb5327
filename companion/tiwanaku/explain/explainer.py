"""Why a value is certain or impossible: found by the ladder, told in steps, and proved again before it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.explain.facts import facts_of, smallest_facts
from companion.tiwanaku.explain.knowledge import (
    CROP_BITS,
    FIRST_CROP,
    TERRAIN_BITS,
    VALUES,
    Knowledge,
    Limits,
    limits_of,
)
from companion.tiwanaku.explain.ladder import plain_techniques, rank, suppositions
from companion.tiwanaku.explain.proof import Fact, Prover, variable
from companion.tiwanaku.explain.tables import Tables, bits, tables
from companion.tiwanaku.explain.technique import Technique, cells_of, literal, on_cell
from companion.tiwanaku.explain.telling import Step, conclusions, spaces_of, tell
from companion.tiwanaku.explain.trail import Trail
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from companion.words import T

FACTS_TOGETHER = "facts-together"
# How far from a space values are supposed, and how often.
_TRIES = ((2, 30), (9, 30))
_FACTS_NAME = T("These facts together")


@dataclass(frozen=True, slots=True)
class Claim:
    """Something to be explained: that a value is certain on a space, or that it is impossible there."""

    space: Space
    value: Terrain | Crop
    certain: bool = True

    @property
    def number(self) -> int:
        """The value's number."""
        return VALUES.index(self.value)

    @property
    def literals(self) -> int:
        """What has to be ruled out for the claim to hold."""
        values = 1 << self.number
        if self.certain:
            values ^= TERRAIN_BITS if self.number < FIRST_CROP else CROP_BITS
        return literal(self.space.index, values)

    @property
    def opposite(self) -> list[int]:
        """What a prover has to suppose in order to refute it."""
        wish = variable(self.space.index, self.number)
        return [-wish if self.certain else wish]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A claim, the steps that lead to it, and the facts on the board it stands on; proved."""

    claim: Claim
    steps: tuple[Step, ...]
    facts: tuple[Fact, ...]
    counting: bool

    @property
    def hardest(self) -> str | None:
        """The hardest technique it needs; None where the board shows it."""
        return max((step.technique for step in self.steps), key=rank, default=None)

    @property
    def by_techniques_alone(self) -> bool:
        """Whether named techniques were enough."""
        return all(step.technique != FACTS_TOGETHER for step in self.steps)


class Explainer:
    """Explains positions of one scenario. It keeps a prover between questions; use it from one thread."""

    def __init__(self, board: Board, limits: Limits) -> None:
        self._board = board
        self._limits = limits
        self._table: Tables = tables(board.rows, board.columns)

    @classmethod
    def of(cls, position: Position) -> Explainer:
        """An explainer for a position and all that follow in the same game."""
        return cls(position.board, limits_of(position))

    @cached_property
    def prover(self) -> Prover:
        """Judges every explanation."""
        return Prover(self._table, self._limits)

    def why(self, position: Position, claim: Claim) -> Explanation | None:
        """The easiest explanation found; None where the claim does not follow."""
        for counting in (False, True):
            found = self._by_ladder(position, claim, plain_techniques(), counting=counting)
            if found is not None:
                return found
        board = self.prover.witness(facts_of(position), claim.opposite)
        if board is not None:
            return None
        for techniques in self._attempts(position, claim):
            found = self._by_ladder(position, claim, techniques)
            if found is not None:
                return found
        return self._by_facts(position, claim)

    def proved(self, explanation: Explanation) -> bool:
        """Whether the facts that an explanation cites entail its claim, by the laws alone."""
        claim = explanation.claim
        return self.prover.impossible(explanation.facts, explanation.counting, claim.opposite) is True

    def certain_value(
        self, position: Position, space: Space, kind: type[Terrain] | type[Crop]
    ) -> Terrain | Crop | None:
        """The only terrain or crop that a space can have, if there is only one."""
        known = Knowledge.of(position)
        Trail.beginning(known).climb(known, plain_techniques(), lambda _: False)
        values = TERRAIN_BITS if kind is Terrain else CROP_BITS
        left = known.masks[space.index] & values
        if left.bit_count() > 1:
            left = self._possible(position, space, left)
        return VALUES[left.bit_length() - 1] if left.bit_count() == 1 else None

    def _possible(self, position: Position, space: Space, left: int) -> int:
        """Of these values the first two that some complete board has, or the only one."""
        facts, found = facts_of(position), 0
        for value in bits(left):
            if self.prover.impossible(facts, True, [variable(space.index, value)]) is not True:
                found |= 1 << value
                if found & found - 1:
                    break
        return found

    def _attempts(self, position: Position, claim: Claim) -> Iterator[tuple[Technique, ...]]:
        """Ladders with suppositions: on the space itself, then near it, then anywhere, none for too long."""
        here = 1 << claim.space.index
        plain, (short, long) = plain_techniques(), suppositions()
        yield (*plain, short.on(here), long.on(here))
        possible = self._witnessed(position)
        for radius, tries in _TRIES:
            focus = self._table.grown(here, radius)
            yield (*plain, short.on(focus, possible, tries), long.on(focus, possible, tries))

    def _witnessed(self, position: Position) -> int:
        """Values that some complete board agreeing with the position has: nobody needs to suppose them."""
        found = 0
        board = self.prover.witness(facts_of(position))
        for number in board or ():
            if 0 < number <= len(VALUES) * self._table.size:
                found |= 1 << number - 1
        return found

    def _by_ladder(
        self, position: Position, claim: Claim, techniques: tuple[Technique, ...], *, counting: bool = True
    ) -> Explanation | None:
        known = Knowledge.of(position, counting=counting)
        trail = Trail.beginning(known)
        cell, wanted = claim.space.index, on_cell(claim.literals, claim.space.index)
        trail.climb(known, techniques, lambda known: not known.masks[cell] & wanted)
        if known.masks[cell] & wanted:
            return None
        links, leaves = trail.chain(known, claim.literals)
        facts = tuple(fact for fact in facts_of(position, cells_of(leaves)) if _used(fact, leaves))
        steps = tell(self._board, links, trail.given, claim.literals)
        counted = any(link.reason.counting for link in links)
        found = Explanation(claim, steps, facts, counted)
        return found if self.proved(found) else None

    def _by_facts(self, position: Position, claim: Claim) -> Explanation | None:
        here = 1 << claim.space.index
        found = smallest_facts(self.prover, self._table, position, here, claim.opposite)
        if found is None:
            return None
        facts, counting = found
        cells = 0
        for cell, _ in facts:
            cells |= 1 << cell
        around = spaces_of(self._board, cells)
        reason = T("These facts leave no other choice, taken together: {spaces}.", spaces=around)
        if counting:
            reason = T(
                "These facts and the numbers of tiles leave no other choice, taken together: {spaces}.",
                spaces=around,
            )
        results = conclusions(self._board, claim.literals, claim.literals)
        text = T("{reason} → {conclusions}", reason=reason, conclusions=results)
        step = Step(FACTS_TOGETHER, _FACTS_NAME, spaces_of(self._board, cells | here), text)
        explanation = Explanation(claim, (step,), tuple(facts), counting)
        return explanation if self.proved(explanation) else None


def _used(fact: Fact, leaves: int) -> bool:
    cell, value = fact
    kind = TERRAIN_BITS if value < FIRST_CROP else CROP_BITS
    return bool(on_cell(leaves, cell) & kind)
