"""The exact engine that can be stopped at any time and goes on with every new fact.

UNDECIDED --a board with it is found-----> POSSIBLE --no board found so far has the new fact--> UNDECIDED
UNDECIDED --proved that there is none----> IMPOSSIBLE   (for good: facts are only added)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic

from companion.tiwanaku.board import Space
from companion.tiwanaku.deduction.possibilities import Possibilities
from companion.tiwanaku.deduction.solving import Inquiry, LawSolver
from companion.tiwanaku.pieces import BOX, Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.values import (
    CROPS,
    FIRST_CROP,
    TERRAINS,
    VALUES,
    facts_of,
    literal_of,
    value_at,
    value_of,
)

# Conflicts of the solver between two looks at the clock: 0.1 to 0.3 s.
FIRST_SLICE = 2000
LONGEST_SLICE = 3000
# Open values a space; with fewer, loading a solver of one's own does not pay.
SHARED_BELOW = 3
# Witness boards kept; a live turn lives on those that agree with it.
POOL = 400

Progress = Callable[[Possibilities], None]
Cancelled = Callable[[], bool]
Clock = Callable[[], float]


class Reasoner:
    """Follows one game: facts come in one at a time; what is possible is exact when ``work`` ends.

    ``laws`` is a solver that reasoners of this board's size share, if there is one. Use a reasoner from one thread.
    """

    def __init__(
        self, position: Position, laws: LawSolver | None = None, *, clock: Clock = monotonic
    ) -> None:
        self._laws = laws
        self._clock = clock
        self._inquiry: Inquiry | None = None
        self._begin(position)

    def _begin(self, position: Position) -> None:
        self._position = position
        self._facts = [literal_of(*fact) for fact in facts_of(position)]
        self._values = len(VALUES) * len(position.board.spaces)
        self._dead: set[int] = set()
        self._open = set(range(1, self._values + 1))
        self._pool: list[frozenset[int]] = []
        self._consistent: bool | None = None
        # Whether facts came in since the last propagation.
        self._stale = True

    @property
    def position(self) -> Position:
        """All that was revealed so far."""
        return self._position

    def reveal_terrain(self, space: Space, terrain: Terrain) -> None:
        """The table learned the terrain of a space."""
        self._reveal(space, terrain, self._position.terrain(space))
        self._position = self._position.with_space(space, terrain, self._position.crop(space))

    def reveal_crop(self, space: Space, crop: Crop) -> None:
        """The table learned the crop of a space whose terrain is known."""
        self._reveal(space, crop, self._position.crop(space))
        self._position = self._position.with_space(space, self._position.terrain(space), crop)

    def follow(self, position: Position) -> None:
        """Go on with a later position of the same game; start anew if something was corrected."""
        old, new = set(facts_of(self._position)), facts_of(position)
        same_game = (position.board, dict(position.tiles)) == (
            self._position.board,
            dict(self._position.tiles),
        )
        if not same_game or not old <= set(new):
            self.close()
            self._begin(position)
            return
        for cell, value in new:
            if (cell, value) not in old:
                self._learn(literal_of(cell, value))
        self._position = position

    def work(
        self,
        seconds: float | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Possibilities:
        """Settle values until all are settled, time is up or the caller cancels.

        ``progress`` is called after every settled question. Time and ``cancelled`` are looked at between slices of
        0.1 to 0.3 s: ask for a little less than you have.
        """
        stop = self._stopping(seconds, cancelled)
        if self._consistent is not False and (self._open or self._stale):
            self._prepare()
            self._settle(stop, progress)
        return self.possibilities()

    def enrich(self, seconds: float, cancelled: Cancelled | None = None, copies: int = 3) -> None:
        """Find more witnesses while nobody waits, so that the next turn needs fewer."""
        stop = self._stopping(seconds, cancelled)
        self.work(seconds, None, cancelled)
        while self._consistent and self._inquiry is not None and len(self._pool) < POOL and not stop():
            seen = Counter(value for board in self._pool for value in board)
            rare = [value for value, times in seen.items() if times < copies]
            if not rare:
                return
            self._inquiry.prefer([-value for value in seen if seen[value] >= copies] + rare)
            if self._inquiry.ask([min(rare, key=lambda value: (seen[value], value))], LONGEST_SLICE):
                self._witness(self._inquiry.board_literals())
            else:
                # Too hard to be worth the idle time.
                copies -= 1

    def close(self) -> None:
        """Give the solver's memory back; the next work starts a new one."""
        if self._inquiry is not None:
            self._inquiry.close()
            self._inquiry = None
            self._stale = True

    def possibilities(self) -> Possibilities:
        """What is known by now; cheap, at any time."""
        possible: set[int] = set()
        undecided: set[int] = set()
        if self._consistent is not False:
            undecided = self._open
            possible = set(range(1, self._values + 1)) - self._dead - undecided
        return Possibilities(self._position.board, self._consistent, _mask(possible), _mask(undecided))

    def witnesses(self) -> list[Position]:
        """The complete boards that prove the possible values possible."""
        return [self._board(literals) for literals in self._pool]

    def _stopping(self, seconds: float | None, cancelled: Cancelled | None) -> Callable[[], bool]:
        deadline = None if seconds is None else self._clock() + seconds

        def stop() -> bool:
            late = deadline is not None and self._clock() >= deadline
            return late or (cancelled is not None and cancelled())

        return stop

    def _reveal(self, space: Space, thing: Terrain | Crop, shown: Terrain | Crop | None) -> None:
        if shown is not None and shown != thing:
            raise ValueError(f"{space} shows {shown.name}, not {thing.name}: facts are only added")
        if shown is None:
            self._learn(literal_of(space.index, value_of(thing)))

    def _learn(self, literal: int) -> None:
        self._facts.append(literal)
        self._stale = True
        if self._inquiry is not None:
            self._inquiry.learn([literal])
        self._pool = [board for board in self._pool if literal in board]
        witnessed = frozenset().union(*self._pool)
        self._open = set(range(1, self._values + 1)) - self._dead - witnessed
        if self._consistent and not self._pool:
            self._consistent = None

    def _prepare(self) -> None:
        """Propagate the facts; what they contradict at once needs no search."""
        self._stale = False
        inquiry = self._inquiry or self._open_inquiry()
        follows = inquiry.implied() if inquiry is not None else None
        if inquiry is None or follows is None or self._has_bare_crop():
            self._consistent = False
            self._inquiry = inquiry
            return
        self._bury({-literal for literal in follows if -self._values <= literal < 0})
        if self._inquiry is None and self._laws is not None and len(self._open) >= SHARED_BELOW * self._size:
            # Long searches run on a solver of their own, where facts are asserted, not assumed.
            inquiry = self._asserting(Inquiry(*self._board_size))
            if inquiry is not None:
                inquiry.learn(-value for value in sorted(self._dead))
        self._inquiry = inquiry

    def _open_inquiry(self) -> Inquiry | None:
        return self._asserting(Inquiry(*self._board_size, self._laws))

    def _asserting(self, inquiry: Inquiry) -> Inquiry | None:
        """The inquiry with all facts and counts; None if no board has these numbers of tiles."""
        counts = inquiry.encoding.counts(*limits_of(self._position))
        if counts is None:
            inquiry.close()
            return None
        inquiry.learn(counts + self._facts)
        return inquiry

    @property
    def _size(self) -> int:
        return len(self._position.board.spaces)

    @property
    def _board_size(self) -> tuple[int, int]:
        return self._position.board.rows, self._position.board.columns

    def _has_bare_crop(self) -> bool:
        shown = zip(self._position.terrains, self._position.crops, strict=True)
        return any(crop is not None and terrain is None for terrain, crop in shown)

    def _settle(self, stop: Callable[[], bool], progress: Progress | None) -> None:
        """Settle open values together while that is quick, one by one where it is not."""
        conflicts = FIRST_SLICE
        while self._consistent is None and not stop():
            self._question([], conflicts, progress)
            conflicts = min(2 * conflicts, LONGEST_SLICE)
        conflicts = FIRST_SLICE
        while self._consistent and self._open and not stop():
            if self._question(sorted(self._open), conflicts, progress):
                continue
            for value in sorted(self._open):
                if stop():
                    return
                if value in self._open:
                    self._question([value], conflicts, progress)
            conflicts = min(2 * conflicts, LONGEST_SLICE)

    def _question(self, values: list[int], conflicts: int, progress: Progress | None) -> bool:
        """Whether one of these values is possible (without any: whether there is a board); true if that is settled."""
        inquiry = self._inquiry
        if inquiry is None:
            raise RuntimeError("the reasoner was closed at work")
        many = len(values) > 1
        answer = inquiry.ask_any(values, conflicts) if many else inquiry.ask(values, conflicts)
        if answer is None:
            return False
        if answer:
            self._consistent = True
            self._witness(inquiry.board_literals())
            inquiry.prefer(sorted(self._open))
        elif values:
            self._bury(set(values))
            inquiry.learn([-value for value in values])
        else:
            self._consistent = False
        if progress is not None:
            progress(self.possibilities())
        return True

    def _witness(self, literals: list[int]) -> None:
        self._pool.append(frozenset(literals))
        self._open.difference_update(literals)
        if len(self._pool) > POOL:
            self._pool = self._pool[-POOL:]

    def _bury(self, values: set[int]) -> None:
        self._dead |= values
        self._open -= values

    def _board(self, literals: Iterable[int]) -> Position:
        values = [value for _, value in map(value_at, sorted(literals))]
        terrains = tuple(TERRAINS[value] for value in values[::2])
        crops = tuple(CROPS[value - FIRST_CROP] for value in values[1::2])
        return Position(self._position.board, terrains, crops, self._position.tiles)


def deduce(
    position: Position,
    *,
    seconds: float | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    laws: LawSolver | None = None,
    clock: Clock = monotonic,
) -> Possibilities:
    """All that is possible in one position, exactly if the time suffices."""
    reasoner = Reasoner(position, laws, clock=clock)
    try:
        return reasoner.work(seconds, progress, cancelled)
    finally:
        reasoner.close()


def limits_of(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scenario's tiles by terrain, and the box's crops by level."""
    return tuple(position.tiles[t] for t in TERRAINS), tuple(BOX.crops[crop] for crop in CROPS)


def _mask(literals: Iterable[int]) -> int:
    found = 0
    for literal in literals:
        found |= 1 << literal - 1
    return found
