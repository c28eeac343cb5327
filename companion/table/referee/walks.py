"""What is wrong with the players' meeples, where nothing legal explains how they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.table.referee import walking_words as words
from companion.table.referee.alerts import Alert, Haste, Kind, Mark
from companion.table.referee.case import Case
from companion.table.referee.placing_words import not_discovered
from companion.table.referee.sight import Doubt
from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.game import Arrow, Enter, Mode, Move, Phase, Refused, Rule, State, legal, why_not
from companion.tiwanaku.game.movement import needs_arrow
from companion.tiwanaku.pieces import Colour

_CANNOT_STOP = {Rule.STOPS_ON_CROP, Rule.OCCUPIED_BY_OWN, Rule.OCCUPIED_BY_OTHER, Rule.SAME_SPACE}


@dataclass(frozen=True)
class Change:
    """Where meeples of a colour are missing, and where they stand without the game's knowledge."""

    colour: Colour
    lost: tuple[Space, ...]
    gained: tuple[Space, ...]


def changes(case: Case) -> list[Change]:
    """How the meeples on the table differ from the game, colour by colour."""
    lost: dict[Colour, list[Space]] = {}
    gained: dict[Colour, list[Space]] = {}
    for spot, seen, right in case.wrong(2 * case.size, 3 * case.size):
        if isinstance(right, Colour):
            lost.setdefault(right, []).append(case.space(spot))
        if isinstance(seen, Colour):
            gained.setdefault(seen, []).append(case.space(spot))
    return [
        Change(colour, tuple(lost.get(colour, ())), tuple(gained.get(colour, ())))
        for colour in Colour
        if colour in lost or colour in gained
    ]


def crowding_faults(case: Case) -> list[Alert]:
    """Two meeples on one space, and more meeples than the game has: no walk explains these."""
    found = changes(case)
    return [*_two_on_one(case, found), *_too_many(case, found)]


def walk_faults(case: Case) -> list[Alert]:
    """What is wrong with how the Quechua stand; the game is judged as it stands."""
    players, found = case.game.setup.colours, changes(case)
    alerts = list(_standing_over(case, found))
    for change in [] if alerts else found:
        if change.colour not in players:
            continue
        if change.colour is case.game.colour:
            alerts += _own(case, change)
        else:
            alerts += _foreign(case, change)
    return alerts


def lag_faults(case: Case) -> Iterator[Alert]:
    """Meeples that the game moved a while ago and nobody moved on the table."""
    size, things = case.size, case.right.things
    overdue = [
        spot for spot in case.overdue() if spot >= 2 * size and case.sight.things[spot] is not things[spot]
    ]
    for spot in overdue:
        colour = case.sight.things[spot]
        if not isinstance(colour, Colour):
            continue
        owed = [
            other
            for other in case.owing.debts
            if other >= 2 * size and things[other] is colour and case.sight.things[other] is not colour
        ]
        right = case.space(owed[0]) if owed else None
        stands, marks = case.space(spot), case.marks([spot, *owed[:1]])
        if colour in case.game.setup.colours:
            yield words.not_followed(colour, right, stands, marks)
        elif right is not None:
            yield words.otoma_not_moved(stands, right, marks)


def missing_faults(case: Case) -> Iterator[Alert]:
    """Meeples that were lifted to lay something, and have been gone for too long."""
    for spot, since in case.owing.lifts.items():
        colour = case.right.things[spot]
        late = case.now - since >= case.patience and spot not in case.owing.debts
        if late and isinstance(colour, Colour) and case.sight.things[spot] is None:
            yield words.meeple_missing(case.space(spot), colour, case.marks([spot]), Haste.SOON)


def _two_on_one(case: Case, found: list[Change]) -> Iterator[Alert]:
    """Something unknown stands where a meeple stands, and another meeple is gone."""
    mover = next((change for change in found if change.lost and not change.gained), None)
    if mover is None:
        return
    for index, right in enumerate(case.right.things[2 * case.size :]):
        spot = 2 * case.size + index
        if (
            isinstance(right, Colour)
            and case.sight.things[spot] is Doubt.UNKNOWN
            and not _tolerated(case, spot)
        ):
            yield _crowded(case, case.space(spot), mover.lost[0], mover.colour)


def _standing_over(case: Case, found: list[Change]) -> Iterator[Alert]:
    """One meeple is seen where another stood, and that one is nowhere else."""
    gained_somewhere = {change.colour for change in found if change.gained}
    for spot, seen, right in case.wrong(2 * case.size, 3 * case.size):
        if isinstance(right, Colour) and isinstance(seen, Colour) and right not in gained_somewhere:
            starts = [change.lost[0] for change in found if change.colour is seen and change.lost]
            yield _crowded(case, case.space(spot), starts[0] if starts else None, seen)


def _crowded(case: Case, space: Space, start: Space | None, colour: Colour) -> Alert:
    spots = [2 * case.size + each.index for each in (space, start) if each is not None]
    return words.two_on_one(space, start, colour, case.marks(spots))


def _tolerated(case: Case, spot: int) -> bool:
    return case.sight.things[spot] in case.tolerated.get(spot, ())


def _too_many(case: Case, found: list[Change]) -> Iterator[Alert]:
    for change in found:
        stand = case.sight.things[2 * case.size :].count(change.colour)
        belong = belonging(case.game, change.colour)
        if stand > belong and change.gained:
            marks = case.marks(2 * case.size + space.index for space in change.gained)
            yield words.too_many(change.colour, stand, belong, change.gained, marks)


def belonging(game: State, colour: Colour) -> int:
    """How many meeples of a colour the game has."""
    setup = game.setup
    if colour in setup.colours:
        return setup.meeples_each
    if setup.mode is Mode.SOLO:
        return 1
    if setup.mode is Mode.COOPERATIVE and colour is setup.shared_otoma_colour():
        return setup.otoma_count
    return 0


def _marks(case: Case, change: Change) -> tuple[Mark, ...]:
    return case.marks(2 * case.size + space.index for space in (*change.gained, *change.lost))


def _foreign(case: Case, change: Change) -> Iterator[Alert]:
    game, colour, marks = case.game, change.colour, _marks(case, change)
    start = change.lost[0] if change.lost else None
    if not change.gained:
        for space in change.lost:
            spots = [2 * case.size + space.index]
            yield words.foreign_meeple(colour, game.colour, space, None, case.marks(spots))
    elif start is None or (len(change.gained) == 1 and _legal_for(game, colour, start, change.gained[0])):
        yield words.out_of_turn(colour, game.colour, start, change.gained[0], marks)
    else:
        yield words.foreign_meeple(colour, game.colour, start, change.gained[0], marks)


def _own(case: Case, change: Change) -> Iterator[Alert]:
    game, colour, marks = case.game, change.colour, _marks(case, change)
    if len(change.lost) > 1 or len(change.gained) > 1:
        yield words.two_moved(colour, change.lost, change.gained, marks)
        return
    start = change.lost[0] if change.lost else None
    if not change.gained:
        if start is not None and not _may_be_taken_back(game):
            yield words.meeple_missing(start, colour, marks, Haste.PATIENT)
        return
    to = change.gained[0]
    if game.phase in (Phase.ACT, Phase.SPEND):
        yield from _bad_walk(case, change, start, to)
    elif game.phase is Phase.DISCOVER and start is not None and start == game.waiting:
        yield not_discovered(start, marks)
    elif game.explorer is not None and start != game.explorer:
        yield words.two_moved(colour, change.lost, change.gained, marks)
    else:
        yield words.out_of_turn(colour, game.colour, start, to, marks)


def _may_be_taken_back(game: State) -> bool:
    return game.phase is Phase.ACT and game.setup.traits.retrieving


def _bad_walk(case: Case, change: Change, start: Space | None, to: Space) -> Iterator[Alert]:
    """Why the active player's walk is not legal, whatever the arrow of the spent tile.

    One that seems to be new may have come from where nobody can tell whether it still stands.
    """
    starts = [start] if start is not None else [None, *_unseen_own(case)]
    refusals = [_refusal(state, one, to) for one in starts for state in _with_arrows(case.game)]
    if None in refusals:
        return
    reason = next(refusal for refusal in refusals if refusal is not None)
    kind = Kind.MAY_NOT_STOP if reason.code in _CANNOT_STOP else Kind.NO_PATH
    yield words.bad_walk(kind, change.colour, start, to, reason.text, _marks(case, change))


def _unseen_own(case: Case) -> list[Space]:
    """Where the active player's meeples should stand and cannot be made out."""
    return [
        case.game.board.spaces[index]
        for index, colour in enumerate(case.game.meeples)
        if colour is case.game.colour and isinstance(case.sight.meeple(index), Doubt)
    ]


def _refusal(state: State, start: Space | None, to: Space) -> Refused | None:
    reason = why_not(state, Enter(to) if start is None else Move(start, to))
    return reason if isinstance(reason, Refused) else None


def _legal_for(game: State, colour: Colour, start: Space, to: Space) -> bool:
    """Whether a walk would be legal if it were that colour's turn."""
    theirs = replace(game, seat=game.setup.colours.index(colour), spent_arrow=None, phase=Phase.ACT)
    return any(legal(state, Move(start, to)) for state in _with_arrows(theirs))


def _with_arrows(game: State) -> list[State]:
    """The game ready to act, once for every arrow that may lead the next walk."""
    ready = replace(game, phase=Phase.ACT)
    if not needs_arrow(ready):
        return [ready]
    return [replace(ready, spent_arrow=Arrow(way)) for way in Direction]
