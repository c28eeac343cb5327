"""What is wrong with the Otoma: the wrong one was moved, or it was moved to the wrong space."""

from __future__ import annotations

from collections.abc import Iterator

from companion.table.referee import walking_words as words
from companion.table.referee.alerts import Alert, Haste
from companion.table.referee.case import Case
from companion.table.referee.sight import Spot
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Phase, otoma_path
from companion.tiwanaku.game.checks import choosable
from companion.tiwanaku.pieces import Colour

_Walk = tuple[Space, Space]


def otoma_faults(case: Case) -> list[Alert]:
    """What is wrong with how the Otoma stand."""
    walk = _walk_to_make(case)
    target = None if walk is None else 2 * case.size + walk[1].index
    missing: list[Spot] = []
    extra: list[Spot] = []
    for spot, seen, right in case.wrong(2 * case.size, 3 * case.size):
        if _is_otoma(case, right) and spot != target:
            missing.append(spot)
        if _is_otoma(case, seen):
            extra.append(spot)
    if not missing and not extra:
        return []
    return list(_told(case, walk, missing, extra))


def _told(case: Case, walk: _Walk | None, missing: list[Spot], extra: list[Spot]) -> Iterator[Alert]:
    stands = case.space(extra[0]) if extra else None
    marks = case.marks([*extra, *missing])
    if not missing and walk is not None and _is_otoma(case, case.sight.meeple(walk[0].index)):
        missing = _lifted(case, walk)
    if not missing:
        if walk is not None and stands is not None:
            yield words.otoma_wrong_space(stands, walk[1], walk[0], marks)
        return
    start = case.space(missing[0])
    colour = case.right.things[missing[0]]
    if not isinstance(colour, Colour):
        return
    if walk is not None:
        yield words.wrong_otoma(start, stands, colour, walk, marks)
    elif stands is None:
        yield words.meeple_missing(start, colour, marks, Haste.PATIENT)
    elif case.state.phase is Phase.ARROW:
        yield words.otoma_wrong_space(stands, None, start, marks)
    elif case.state.phase is Phase.CHOOSE and start in choosable(case.state):
        path = otoma_path(case.state, start, dict(case.state.movers)[start])
        yield words.otoma_wrong_space(stands, start if path is None else path[-1], start, marks)
    else:
        yield words.wrong_otoma(start, stands, colour, None, marks)


def _lifted(case: Case, walk: _Walk) -> list[Spot]:
    """The Otoma that seem to be lifted, and may be the one that was moved instead."""
    return [
        spot
        for spot in range(2 * case.size, 3 * case.size)
        if _is_otoma(case, case.right.things[spot])
        and case.sight.things[spot] is None
        and case.space(spot) not in walk
    ]


def _walk_to_make(case: Case) -> _Walk | None:
    """The walk of an Otoma that is to be made on the table: from where, to where."""
    starts: list[Space] = []
    ends: list[Space] = []
    for spot, old in case.tolerated.items():
        if spot < 2 * case.size:
            continue
        right = case.right.things[spot]
        if right is None and any(_is_otoma(case, thing) for thing in old):
            starts.append(case.space(spot))
        elif (_is_otoma(case, right) and spot in case.owing.debts) or _is_fresh(case, spot):
            ends.append(case.space(spot))
    if not starts or not ends:
        return None
    return starts[-1], ends[-1]


def _is_fresh(case: Case, spot: Spot) -> bool:
    """Whether an Otoma stands there only if what was seen is confirmed."""
    return _is_otoma(case, case.right.things[spot]) and case.game.meeples[spot % case.size] is None


def _is_otoma(case: Case, thing: object) -> bool:
    return isinstance(thing, Colour) and thing not in case.game.setup.colours
