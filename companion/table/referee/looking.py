"""Several looks at an undisturbed table make one sight: what one look misses another sees, and one look may err."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.referee.sight import Doubt, Seen, Sight, Spot


@dataclass(frozen=True)
class Looks:
    """What is seen since the table is still, since when each spot is seen so, and what the last look alone showed.

    ``steady`` are the spots that were seen so more than once.
    """

    sight: Sight
    since: tuple[float, ...]
    last: Sight
    steady: frozenset[Spot] = frozenset()

    @classmethod
    def first(cls, seen: Sight, still_since: float) -> Looks:
        """The first look at a table that has come to rest."""
        return cls(seen, (still_since,) * len(seen.things), seen)

    def after(self, seen: Sight, now: float) -> Looks:
        """One look more.

        What was seen otherwise so far must be seen twice in a row; what was seen only once is forgotten when it is not
        seen again. Where the meeple is another one, hands were there all the same, and nothing older counts.
        """
        size, old = seen.size, self.sight.things
        things = [
            _merged(old[spot], new, before, steady=spot in self.steady)
            for spot, (new, before) in enumerate(zip(seen.things, self.last.things, strict=True))
        ]
        for spot in range(2 * size, 3 * size):
            if things[spot] is not old[spot] and Doubt.UNSEEN not in (things[spot], old[spot]):
                for below in (spot - 2 * size, spot - size):
                    things[below] = seen.things[below]
        sight = self.sight if tuple(things) == old else Sight(tuple(things))
        since = tuple(
            at if was is thing else now for was, thing, at in zip(old, things, self.since, strict=True)
        )
        steady = frozenset(
            spot
            for spot, thing in enumerate(things)
            if thing is not Doubt.UNSEEN and _is_steady(self, seen, spot, thing)
        )
        return Looks(sight, since, seen, steady)


def _merged(old: Seen, new: Seen, look_before: Seen, *, steady: bool) -> Seen:
    if new is Doubt.UNSEEN:
        return old if steady else new
    return new if old is Doubt.UNSEEN or new is look_before else old


def _is_steady(looks: Looks, seen: Sight, spot: Spot, thing: Seen) -> bool:
    if thing is looks.sight.things[spot]:
        return spot in looks.steady or seen.things[spot] is thing
    return seen.things[spot] is looks.last.things[spot]
