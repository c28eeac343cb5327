"""The judgement of a still table: what was done, and what is wrong. A pure function of the case.

sight ──crowded? too many?──► faults of their own, nobody guesses on
  │
  └─explain──► what was done ──► proposals
        │          └──► everything else is judged against the game as it then stands
        └──nothing explains it──► faults of walks, judged against the game as it is
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.table.referee import placing_words
from companion.table.referee.alerts import Alert
from companion.table.referee.case import Case
from companion.table.referee.explanations import Explanation, explain
from companion.table.referee.otoma import otoma_faults
from companion.table.referee.placements import able_to_divine, early_piece, placement_faults
from companion.table.referee.proposals import Proposal, proposal_of
from companion.table.referee.sight import Doubt, Spot, What, table_of
from companion.table.referee.walks import changes, crowding_faults, lag_faults, missing_faults, walk_faults
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Command, Discover, Divine, Enter, Move, Phase, legal
from companion.tiwanaku.laws import Violation, violations
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position

MOST_CHOICES = 4
MOST_FAULTS = 6
Laws = tuple[Position, tuple[Violation, ...]]
"""The last board that was held against the laws, and what it breaks."""


@dataclass(frozen=True)
class Judgement:
    """What was done, several proposals if it is not clear which; and what is wrong."""

    proposals: tuple[Proposal, ...] = ()
    faults: tuple[Alert, ...] = ()
    laws: Laws | None = None


def judge(case: Case, laws: Laws | None = None, *, by_tiles: bool = False) -> Judgement:
    """The judgement of a case. ``laws`` of the last one saves work where the board is the same."""
    if case.game.phase in (Phase.SET_UP, Phase.OVER):
        return Judgement()
    proposals: tuple[Proposal, ...] = ()
    walking = crowding_faults(case)
    if not walking:
        explanations = explain(case.game, case.sight, case.tolerated, by_tiles=by_tiles)
        if explanations:
            proposals = _proposals(case, explanations)
            case = case.after(explanations[0])
        else:
            walking = walk_faults(case)
            proposals = _own_walk(case)
    missing = list(missing_faults(case))
    gone = {fault.spaces[0] for fault in missing}
    walking = [fault for fault in walking if fault.spaces[0] not in gone]
    walking += [*otoma_faults(case), *lag_faults(case), *missing]
    if not proposals:
        proposals = _early(case)
    covered = {space for fault in walking for space in fault.spaces}
    placing = _gathered(placement_faults(case))
    laws = _laws(case, laws)
    # What was laid where a meeple went wrong goes with it.
    faults = [
        fault
        for fault in _with_laws(case, [*walking, *placing], laws[1])
        if fault in walking or not covered & set(fault.spaces[:1])
    ]
    return Judgement(proposals, tuple({fault.key: fault for fault in faults}.values()), laws)


def _gathered(placing: list[Alert]) -> list[Alert]:
    """One alert instead of very many: a pushed board is not a dozen faults."""
    if len(placing) <= MOST_FAULTS:
        return placing
    spaces = sorted({space for fault in placing for space in fault.spaces}, key=lambda space: space.index)
    marks = {mark: None for fault in placing for mark in fault.marks}
    return [placing_words.many_differences(tuple(spaces), tuple(marks))]


def _proposals(case: Case, explanations: list[Explanation]) -> tuple[Proposal, ...]:
    """The first command of each explanation; what follows is proposed when the game stands there."""
    first: dict[Command, None] = {}
    for explanation in explanations:
        if explanation.commands:
            first[explanation.commands[0]] = None
    marks = case.marks(spot for spot, _, _ in case.wrong(2 * case.size, 3 * case.size))
    only_one = len(first) == 1 and all(explanation.exhaustive for explanation in explanations)
    found = (
        proposal_of(case.game, command, marks, only_one=only_one and not _unseen_end(case, command))
        for command in first
    )
    return tuple(proposal for proposal in found if proposal is not None)


def _unseen_end(case: Case, command: Command) -> bool:
    """Whether a meeple would have gone where nobody can see: it may as well be in somebody's hand."""
    return isinstance(command, Move | Enter) and isinstance(case.sight.meeple(command.to.index), Doubt)


def _own_walk(case: Case) -> tuple[Proposal, ...]:
    """Legal walks of the active player among things that nothing explains, to choose from."""
    own = [change for change in changes(case) if change.colour is case.game.colour]
    commands: list[Command] = []
    for change in own:
        commands += [Move(start, to) for to in change.gained for start in change.lost]
        commands += [Enter(to) for to in change.gained if len(change.gained) > len(change.lost)]
    marks = case.marks(spot for spot, _, _ in case.wrong(2 * case.size, 3 * case.size))
    found = (
        proposal_of(case.game, command, marks, only_one=False)
        for command in commands
        if legal(case.game, command)
    )
    return tuple(proposal for proposal in found if proposal is not None)[:MOST_CHOICES]


def _early(case: Case) -> tuple[Proposal, ...]:
    """Something lies there for which the wheel is to be asked now."""
    space = early_piece(case)
    if space is None:
        return ()
    crop = case.sight.crop(space.index)
    if space in able_to_divine(case) and isinstance(crop, Crop):
        command: Command = Divine(space, crop)
        spot = case.size + space.index
    else:
        command, spot = Discover(space), space.index
    proposal = proposal_of(case.game, command, case.marks([spot]), only_one=True)
    return () if proposal is None else (proposal,)


def _laws(case: Case, known: Laws | None) -> Laws:
    position = _lying(case)
    if known is not None and known[0] == position:
        return known
    return position, tuple(violations(position))


def _lying(case: Case) -> Position:
    """The board as it lies there; where nothing is surely seen, as the game has it."""
    terrains, crops = case.game.terrains, case.game.crops
    seen_terrains = tuple(
        right if isinstance(seen, Doubt) or (seen is not None and not isinstance(seen, Terrain)) else seen
        for seen, right in zip(case.sight.things, terrains, strict=False)
    )
    seen_crops = tuple(
        right if case.lacks_meeple(space) or not (seen is None or isinstance(seen, Crop)) else seen
        for space, seen, right in zip(
            case.game.board.spaces, case.sight.things[case.size :], crops, strict=False
        )
    )
    return Position(case.game.board, seen_terrains, seen_crops, case.game.back.tiles)


def _with_laws(case: Case, faults: list[Alert], broken: tuple[Violation, ...]) -> list[Alert]:
    """The faults, each with the laws that it breaks; a law that no other fault breaks is a fault of its own."""
    told = list(faults)
    placed = [number for number, fault in enumerate(told) if _is_placement(fault)]
    # Whatever is wrong on the disc itself is nobody's fault at the table.
    inherited = violations(case.game.position()) if placed and broken else []
    for violation in broken:
        if placed and violation not in inherited:
            near = [number for number in placed if _is_near(told[number], violation)]
            number = (near or placed)[0]
            told[number] = replace(told[number], laws=(*told[number].laws, violation))
        elif not _is_passing(case, violation.spaces):
            told.append(placing_words.law_broken(violation, case.marks(_witnesses(case, violation))))
    return told


def _witnesses(case: Case, violation: Violation) -> list[Spot]:
    """What breaks the law: of the spots concerned those that the game does not know, else all that are seen."""
    concerned = [spot for space in violation.spaces for spot in (space.index, case.size + space.index)]
    seen = [spot for spot in concerned if not isinstance(case.sight.things[spot], Doubt)]
    known = table_of(case.game).things
    return [spot for spot in seen if case.sight.things[spot] is not known[spot]] or seen


def _is_placement(fault: Alert) -> bool:
    return any(mark.what is not What.MEEPLE for mark in fault.marks)


def _is_near(fault: Alert, violation: Violation) -> bool:
    return any(mark.space in violation.spaces for mark in fault.marks)


def _is_passing(case: Case, spaces: tuple[Space, ...]) -> bool:
    """Whether something there is about to be laid or taken away anyway."""
    return any(
        spot in case.tolerated and case.sight.things[spot] in case.tolerated[spot]
        for space in spaces
        for spot in (space.index, case.size + space.index)
    )
