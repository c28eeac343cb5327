"""The trail of a run up the ladder: what was found, in which order, and from what it follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.tiwanaku.explain.knowledge import CROP_BITS, TERRAIN_BITS, Knowledge
from companion.tiwanaku.explain.technique import Finding, Moment, Reason, Technique, literal

Stop = Callable[[Knowledge], bool]


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding, what of it was new (a literal mask), and all that was known just before."""

    finding: Finding
    fresh: int
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """The part of an entry that an explanation needs, and its reason."""

    finding: Finding
    literals: int
    reason: Reason


@dataclass
class Trail:
    """What was found on the way; ``given`` is what was known from the start, as a literal mask."""

    given: int
    entries: list[Entry] = field(default_factory=list)

    @classmethod
    def beginning(cls, known: Knowledge) -> Trail:
        """The trail of somebody who starts from here."""
        return cls(ruled_out(known))

    def climb(
        self, known: Knowledge, techniques: Sequence[Technique], stop: Stop, rounds: int | None = None
    ) -> None:
        """Use the easiest technique that finds something, again and again, until nothing is left to find."""
        while known.broken is None and not stop(known):
            if rounds is not None:
                rounds -= 1
                if rounds < 0:
                    return
            if not any(self._use(known, technique) for technique in techniques):
                return

    def _use(self, known: Knowledge, technique: Technique) -> bool:
        findings = list(technique.find(known))
        if not findings:
            return False
        before = tuple(known.masks)
        progress = False
        for finding in findings:
            fresh = 0
            for cell, values in finding.removed:
                fresh |= literal(cell, known.remove(cell, values))
            if fresh:
                progress = True
                self.entries.append(Entry(finding, fresh, before))
                if known.broken is not None:
                    break
        return progress

    def chain(self, known: Knowledge, wanted: int) -> tuple[list[Link], int]:
        """The links that lead to the wanted literals, in order, and the given literals they start from."""
        links: list[Link] = []
        moments: dict[int, Moment] = {}
        needed = wanted
        for entry in reversed(self.entries):
            hit = entry.fresh & needed
            if not hit:
                continue
            moment = moments.get(id(entry.before))
            if moment is None:
                earlier = Knowledge.restored(known.table, known.limits, entry.before)
                moment = moments[id(entry.before)] = Moment(earlier, self.given)
            reason = entry.finding.technique.reason(moment, entry.finding, hit)
            needed = needed & ~hit | reason.premises
            links.append(Link(entry.finding, hit, reason))
        return links[::-1], needed

    def contradiction(self, known: Knowledge) -> tuple[list[Link], int]:
        """The links to the space that has no value left, and the given literals they start from."""
        if known.broken is None:
            raise ValueError("nothing is broken")
        left = known.masks[known.broken]
        kind = CROP_BITS if left & TERRAIN_BITS else TERRAIN_BITS
        return self.chain(known, literal(known.broken, kind))


def ruled_out(known: Knowledge) -> int:
    """All that is ruled out, as a literal mask."""
    found = 0
    for cell, mask in enumerate(known.masks):
        found |= literal(cell, ~mask & (TERRAIN_BITS | CROP_BITS))
    return found
