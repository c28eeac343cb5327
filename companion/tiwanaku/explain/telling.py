"""From a chain of findings to steps that a person can follow: what repeats itself is told once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.explain.knowledge import ALL_BITS, CROP_BITS, TERRAIN_BITS, VALUES
from companion.tiwanaku.explain.ladder import ONLY_CROP_LEFT
from companion.tiwanaku.explain.tables import bits
from companion.tiwanaku.explain.technique import Technique, cells_of, on_cell
from companion.tiwanaku.explain.trail import Link
from companion.words import T, Text

_AROUND_NAME = T("Ruled out by what lies around")
_GLANCES = ("crop-beside", "crop-in-region", "region-closed", "region-full", "corner-blocked")
_AROUND_PARTS = ("crop-beside", "crop-in-region", "region-closed")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation: the technique, all spaces it looks at, and a sentence."""

    technique: str
    name: Text
    spaces: tuple[Space, ...]
    text: Text


@dataclass
class _Group:
    """Links that are told together."""

    techniques: list[Technique]
    literals: int
    premises: int
    values: list[int]

    def take(self, link: Link) -> None:
        if link.finding.technique not in self.techniques:
            self.techniques.append(link.finding.technique)
        self.literals |= link.literals
        self.premises |= link.reason.premises
        self.values += [value for value in link.reason.values if value not in self.values]


def tell(board: Board, links: Sequence[Link], given: int, wanted: int) -> tuple[Step, ...]:
    """The steps of a chain, from what is given to what was wanted."""
    steps = []
    known = given
    for link in links:
        known |= link.literals if _at_a_glance(link, given) else 0
    for group in _grouped(_without_glances(links, given, wanted)):
        known |= group.literals
        steps.append(_step(board, group, known))
    return tuple(steps)


def _at_a_glance(link: Link, given: int) -> bool:
    return link.finding.technique.id in _GLANCES and not link.reason.premises & ~given


def _without_glances(links: Sequence[Link], given: int, wanted: int) -> list[Link]:
    """What is seen at a glance is told in the step that uses it, not in one of its own."""
    glances = [link for link in links if _at_a_glance(link, given)]
    told = []
    for link in links:
        premises = link.reason.premises
        if link in glances:
            if link.literals & wanted:
                told.append(Link(link.finding, link.literals & wanted, link.reason))
            continue
        for glance in glances:
            if glance.literals & premises:
                premises = premises & ~glance.literals | glance.reason.premises
        told.append(Link(link.finding, link.literals, replace(link.reason, premises=premises)))
    return told


def spaces_of(board: Board, cells: int) -> tuple[Space, ...]:
    """The spaces of a set of bits, in reading order."""
    return tuple(board.spaces[cell] for cell in bits(cells))


def conclusions(board: Board, literals: int, known: int) -> list[Text]:
    """What was found out, space by space: a value where only one is left, otherwise what is ruled out."""
    found = []
    for cell in bits(cells_of(literals)):
        left = ALL_BITS & ~on_cell(known, cell)
        for kind in (TERRAIN_BITS, CROP_BITS):
            removed = on_cell(literals, cell) & kind
            if not removed:
                continue
            if (left & kind).bit_count() == 1:
                value = VALUES[(left & kind).bit_length() - 1]
                found.append(T("{space}: {value}", space=board.spaces[cell], value=value))
            else:
                values = [VALUES[value] for value in bits(removed)]
                found.append(T("{space}: not {values}", space=board.spaces[cell], values=values))
    return found


def _grouped(links: Iterable[Link]) -> list[_Group]:
    groups: list[_Group] = []
    for link in links:
        technique = link.finding.technique
        # A link can join any group that comes after all it stands on.
        first = max(
            (n + 1 for n, group in enumerate(groups) if group.literals & link.reason.premises), default=0
        )
        fitting = [group for group in groups[first:] if _belong(group, technique)]
        if fitting:
            fitting[0].take(link)
        else:
            group = _Group([], 0, 0, [])
            group.take(link)
            groups.append(group)
    return groups


def _belong(group: _Group, technique: Technique) -> bool:
    kinds = [each.id for each in group.techniques]
    return technique.id in kinds or (
        technique.id in _AROUND_PARTS and all(kind in _AROUND_PARTS for kind in kinds)
    )


def _step(board: Board, group: _Group, known: int) -> Step:
    around = spaces_of(board, cells_of(group.premises))
    values = [VALUES[value] for value in group.values]
    if len(group.techniques) > 1:
        technique, name = ONLY_CROP_LEFT, _AROUND_NAME
        reason = T(
            "Neighbours, crops that the region has already, or its size rule this out. Look at {spaces}.",
            spaces=around,
        )
    else:
        technique, name = group.techniques[0].id, group.techniques[0].name
        reason = group.techniques[0].sentence(around, values)
    results = conclusions(board, group.literals, known)
    text = T("{reason} → {conclusions}", reason=reason, conclusions=results)
    return Step(technique, name, spaces_of(board, cells_of(group.premises | group.literals)), text)
