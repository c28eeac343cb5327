"""Why a value is certain or impossible: found by the ladder, told in steps, and proved again before it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.explain.cases import EveryCase
from companion.tiwanaku.explain.facts import few_facts
from companion.tiwanaku.explain.knowledge import Knowledge, Limits, limits_of
from companion.tiwanaku.explain.ladder import plain_techniques, rank, suppositions
from companion.tiwanaku.explain.proof import Prover
from companion.tiwanaku.explain.technique import Moment, Reason, cells_of, literal, on_cell
from companion.tiwanaku.explain.telling import Step, conclusions, spaces_of, tell
from companion.tiwanaku.explain.trail import Trail, ruled_out
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.tables import Tables, bits, tables
from companion.tiwanaku.values import CROP_BITS, FIRST_CROP, TERRAIN_BITS, VALUES, Fact, facts_of, literal_of
from companion.words import T

FACTS_TOGETHER = "facts-together"
# Conflicts of the solver before a board against a claim is no longer looked for.
_PATIENCE_FOR_A_WITNESS = 100
_PATIENCE_FOR_GROUNDS = ((False, 50), (True, 1000))
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
        wish = literal_of(self.space.index, self.number)
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
    """Explains positions of one scenario. It keeps what it worked out for the next question; use it from one thread."""

    def __init__(self, board: Board, limits: Limits) -> None:
        self._board = board
        self._limits = limits
        self._table: Tables = tables(board.rows, board.columns)
        # What was worked out for the last position: climbs with and without counting, complete boards.
        self._position: Position | None = None
        self._climbs: dict[bool, tuple[Knowledge, Trail]] = {}
        self._witnesses: list[set[int]] = []

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
            found = self._by_plain_techniques(position, claim, counting)
            if found is not None:
                return found
        if self._is_refuted(position, claim):
            return None
        return self._by_suppositions(position, claim) or self._by_facts(position, claim)

    def proved(self, explanation: Explanation) -> bool:
        """Whether the facts that an explanation cites entail its claim, by the laws alone."""
        claim = explanation.claim
        return self.prover.impossible(explanation.facts, explanation.counting, claim.opposite) is True

    def certain_value(
        self, position: Position, space: Space, kind: type[Terrain] | type[Crop]
    ) -> Terrain | Crop | None:
        """The only terrain or crop that a space can have, if there is only one."""
        known, trail = self._climbed(position, True)
        trail.climb(known, plain_techniques(), lambda _: False)
        values = TERRAIN_BITS if kind is Terrain else CROP_BITS
        left = known.masks[space.index] & values
        if left.bit_count() > 1:
            left = self._possible(position, space, left)
        return VALUES[left.bit_length() - 1] if left.bit_count() == 1 else None

    def _possible(self, position: Position, space: Space, left: int) -> int:
        """Of these values the first two that some complete board has, or the only one."""
        facts, found = facts_of(position), 0
        for value in bits(left):
            if self.prover.impossible(facts, True, [literal_of(space.index, value)]) is not True:
                found |= 1 << value
                if found & found - 1:
                    break
        return found

    def _climbed(self, position: Position, counting: bool) -> tuple[Knowledge, Trail]:
        """How far the plain techniques have been climbed in this position; to be climbed on, by these alone."""
        if position != self._position:
            self._position = position
            self._climbs.clear()
            self._witnesses.clear()
        if counting not in self._climbs:
            known = Knowledge.of(position, counting=counting)
            self._climbs[counting] = known, Trail.beginning(known)
        return self._climbs[counting]

    def _by_plain_techniques(self, position: Position, claim: Claim, counting: bool) -> Explanation | None:
        known, trail = self._climbed(position, counting)
        trail.climb(known, plain_techniques(), partial(_is_settled, claim))
        return self._told(position, claim, known, trail)

    def _by_suppositions(self, position: Position, claim: Claim) -> Explanation | None:
        """Suppose on the space itself what the claim rules out."""
        climbed, plain = self._climbed(position, True)
        known, trail = climbed.copy(), Trail(plain.given, plain.entries[:])
        tools = [technique.on(claim.literals) for technique in suppositions()]
        for tool in tools:
            if isinstance(tool, EveryCase):
                tool.grounded(self._grounds)
        trail.climb(known, (*plain_techniques(), *tools), partial(_is_settled, claim))
        return self._told(position, claim, known, trail)

    def _grounds(self, moment: Moment, cell: int, value: int) -> Reason | None:
        """What a value is impossible by; what lies on the board rather than what was worked out."""
        all_ruled_out = ruled_out(moment.known)
        order = [*bits(all_ruled_out & moment.given), *bits(all_ruled_out & ~moment.given)]
        values = [divmod(number, len(VALUES)) for number in order]
        for counting, patience in _PATIENCE_FOR_GROUNDS:
            found = self.prover.grounds(values, counting, (cell, value), patience)
            if found is not None:
                premises = 0
                for where, what in found:
                    premises |= literal(where, 1 << what)
                return Reason(premises, (value,), counting)
        return None

    def _told(self, position: Position, claim: Claim, known: Knowledge, trail: Trail) -> Explanation | None:
        """The steps of a trail that lead to the claim; None if it does not get there, or not provably."""
        if not _is_settled(claim, known):
            return None
        links, leaves = trail.chain(known, claim.literals)
        facts = tuple(fact for fact in facts_of(position, cells_of(leaves)) if _used(fact, leaves))
        steps = tell(self._board, links, trail.given, claim.literals)
        counted = any(link.reason.counting for link in links)
        found = Explanation(claim, steps, facts, counted)
        return found if self.proved(found) else None

    def _is_refuted(self, position: Position, claim: Claim) -> bool:
        """Whether some complete board that agrees with the position is soon found not to have it."""
        [wish] = claim.opposite
        if any(wish in board for board in self._witnesses):
            return True
        board = self.prover.witness(facts_of(position), claim.opposite, _PATIENCE_FOR_A_WITNESS)
        if board is not None:
            self._witnesses.append(board)
        return board is not None

    def _by_facts(self, position: Position, claim: Claim) -> Explanation | None:
        here = 1 << claim.space.index
        found = few_facts(self.prover, self._table, position, here, claim.opposite)
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


def _is_settled(claim: Claim, known: Knowledge) -> bool:
    cell = claim.space.index
    return not known.masks[cell] & on_cell(claim.literals, cell)


def _used(fact: Fact, leaves: int) -> bool:
    cell, value = fact
    kind = TERRAIN_BITS if value < FIRST_CROP else CROP_BITS
    return bool(on_cell(leaves, cell) & kind)
