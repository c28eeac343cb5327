"""What the table still owes the game: tiles to lay, crops to lay, meeples to move, or to put back after an undo.

    game changes a spot ──► owed ──seen as the game says────────► settled
                             │ ──patience ends, or somebody walks─► overdue: the fault that it has not been done
                             └ ──seen as something else──────────► never tolerated: a fault at once

To lay something under a meeple, the meeple is lifted: where something is to be laid, it may be gone for a while.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.table.referee.sight import Doubt, Seen, Sight, Spot, table_of
from companion.tiwanaku.game import Phase, State


@dataclass(frozen=True, slots=True)
class Debt:
    """A spot that the game changed: what may still be there, and since when. ``pressing`` once somebody walked on.

    ``walk``: the spots of meeples that changed with it; those of one walk are its two ends.
    """

    was: frozenset[Seen]
    since: float
    pressing: bool = False
    walk: frozenset[Spot] = frozenset()

    def is_overdue(self, now: float, patience: float) -> bool:
        """Whether it should have been done by now."""
        return self.pressing or now - self.since >= patience


@dataclass(frozen=True, slots=True)
class Owing:
    """All debts by spot, and the spots of meeples that may be lifted, since when."""

    debts: Mapping[Spot, Debt]
    lifts: Mapping[Spot, float]

    def tolerated(
        self, sight: Sight, game: State, now: float, patience: float
    ) -> dict[Spot, frozenset[Seen]]:
        """What may lie where without being judged as a deed: old things not yet changed, meeples lifted.

        Overdue debts are tolerated, too: that they are overdue is told by itself.
        """
        found = {spot: debt.was for spot, debt in self.debts.items()}
        for spot, since in self.lifts.items():
            if now - since < patience:
                found[spot] = found.get(spot, frozenset()) | {None}
                for beside in self._parked(spot, sight, game):
                    found[beside] = found.get(beside, frozenset()) | {game.meeples[spot % sight.size]}
        return found

    def _parked(self, lifted: Spot, sight: Sight, game: State) -> list[Spot]:
        """Where a meeple was set aside while something is laid in its place: one space beside it."""
        size = sight.size
        index = lifted % size
        colour = game.meeples[index]
        laying = index in self.debts or size + index in self.debts
        may_walk = game.phase is Phase.ACT and colour is game.colour
        arriving = lifted in self.debts
        if sight.things[lifted] is not None or arriving or (may_walk and not laying):
            return []
        near = [2 * size + space.index for space in game.board.around(game.board.spaces[index])]
        fresh = (
            spot
            for spot in near
            if sight.things[spot] is colour
            and game.meeples[spot - 2 * size] is None
            and not (spot in self.debts and colour in self.debts[spot].was)
        )
        return list(fresh)[:1]

    def laying(self, game: State) -> set[Spot]:
        """The spots on which something is perhaps being laid: what is owed, and crops that may be divined."""
        size = len(game.meeples)
        return {*self.debts, *(size + space.index for space in game.able_to_divine())}

    def overdue(self, sight: Sight, now: float, patience: float) -> list[Spot]:
        """The spots that are surely still as they were, and should not be."""
        return [
            spot
            for spot, debt in sorted(self.debts.items())
            if sight.things[spot] in debt.was and debt.is_overdue(now, patience)
        ]


NOTHING_OWED = Owing(MappingProxyType({}), MappingProxyType({}))


def after_game_change(owing: Owing, before: State, after: State, now: float) -> Owing:
    """The game went on, or back: what it changed is owed from now on."""
    old, new = table_of(before), table_of(after)
    size = new.size
    debts, lifts = dict(owing.debts), dict(owing.lifts)
    changed = [
        spot
        for spot, (was, now_is) in enumerate(zip(old.things, new.things, strict=True))
        if was is not now_is
    ]
    if any(_is_walk(before, after, spot - 2 * size) for spot in changed if spot >= 2 * size):
        debts = {spot: replace(debt, pressing=True) for spot, debt in debts.items()}
    meeples = frozenset(spot for spot in changed if spot >= 2 * size)
    for spot in changed:
        known = debts.get(spot)
        was = (known.was if known else frozenset()) | {old.things[spot]}
        walk = meeples | (known.walk if known else frozenset()) if spot in meeples else frozenset[Spot]()
        debts[spot] = Debt(was - {new.things[spot]}, now, walk=walk)
        if spot < 2 * size and after.meeples[spot % size] is not None:
            lifts[2 * size + spot % size] = now
    if after.waiting is not None and after.waiting != before.waiting:
        lifts[2 * size + after.waiting.index] = now
    return Owing(debts, {spot: since for spot, since in lifts.items() if new.things[spot] is not None})


def after_look(owing: Owing, sight: Sight, game: State, now: float, patience: float) -> Owing:
    """The table was looked at: what is as the game says is settled, and who stands again is no longer lifted.

    What lies under a meeple may stay unseen for long: after the patience, seeing the meeple is enough.
    """
    right = table_of(game).things
    size = sight.size
    open_ones = {spot for spot in owing.debts if sight.things[spot] is not right[spot]}
    # A walk is done when both of its ends are: only so a wrong meeple on the right space is told from the right one.
    # An end that cannot be made out keeps the other one open for a while only: it may stay so for the whole game.
    for spot in tuple(open_ones):
        debt = owing.debts[spot]
        if not (isinstance(sight.things[spot], Doubt) and debt.is_overdue(now, patience)):
            open_ones |= debt.walk & owing.debts.keys()
    # Whoever stood there may have gone and come back unseen: after the patience nobody can tell any more.
    open_ones -= {
        spot
        for spot in open_ones
        if spot >= 2 * size
        and isinstance(sight.things[spot], Doubt)
        and now - owing.debts[spot].since >= patience
    }
    debts = {spot: debt for spot, debt in owing.debts.items() if spot in open_ones}
    busy = {spot % size for spot in debts}
    waiting = None if game.waiting is None else 2 * size + game.waiting.index
    lifts = dict(_still_lifted(owing, sight, right, busy, waiting, now, patience))
    if len(debts) < len(owing.debts):
        # Somebody is at it: who does one thing after the other is not hurried.
        debts = {
            spot: replace(debt, since=now) if now - debt.since < patience else debt
            for spot, debt in debts.items()
        }
        lifts = {spot: now if sight.things[spot] is None else since for spot, since in lifts.items()}
    elif lifts == owing.lifts:
        return owing
    return Owing(debts, lifts)


def _still_lifted(
    owing: Owing,
    sight: Sight,
    right: Sequence[Seen],
    busy: Collection[int],
    waiting: Spot | None,
    now: float,
    patience: float,
) -> Iterator[tuple[Spot, float]]:
    """The meeples that may be lifted, since when: who stands where something is still to be laid, from the next moment on."""
    for spot, since in owing.lifts.items():
        is_back = sight.things[spot] is right[spot]
        if is_back and spot % sight.size in busy:
            yield spot, now
        elif spot == waiting or not (is_back or _lost_sight(sight, spot, now - since, patience)):
            yield spot, since


def _lost_sight(sight: Sight, spot: Spot, seconds: float, patience: float) -> bool:
    """Whether nobody can tell if a meeple that was lifted long ago stands again: then it does."""
    return sight.things[spot] is Doubt.UNSEEN and seconds >= patience


def _is_walk(before: State, after: State, index: int) -> bool:
    """Whether the change of a space's meeple is a Quechua's: Otoma walk by themselves, which hurries nobody."""
    players = after.setup.colours
    return before.meeples[index] in players or after.meeples[index] in players
