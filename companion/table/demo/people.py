"""People at a virtual table: bots who choose, hands that move pieces, and the wheel told of what nobody can see.

    choose ──a walk──► do it on the table ──► the referee notices, or after a while the wheel is told ─┐
      ▲    └─anything else──► tell the wheel ──────────────────────────────────────────────────────────┤
      └──────────── let the table rest ◄── do on the table what the game says now ◄────────────────────┘

Everything is a sequence of moments: :meth:`People.play` gives way once for every picture of the camera.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from companion.tiwanaku.board import Space
from companion.tiwanaku.bots import Bot, chance
from companion.tiwanaku.game import Command, Enter, Move, Phase, Record, Retrieve, State
from companion.tiwanaku.pieces import Colour
from vision.sim import VirtualTable

_WALKS = (Move, Enter, Retrieve)


@dataclass(frozen=True)
class Pace:
    """How long things take, in pictures: a hand over the board, a rest, and how long a walk may go unnoticed."""

    hand: int = 2
    rest: int = 10
    unnoticed: int = 80


class People:
    """Plays a game to its end.

    ``game`` is the record as it stands, ``tell`` gives the wheel a command; ``ready`` says whether the set-up is right.
    """

    def __init__(
        self,
        table: VirtualTable,
        bots: Sequence[Bot],
        game: Callable[[], Record],
        tell: Callable[[Command], None],
        *,
        ready: Callable[[], bool] = lambda: True,
        seed: int = 0,
        pace: Pace | None = None,
    ) -> None:
        self._ready = ready
        self._table = table
        self._bots = bots
        self._game = game
        self._tell = tell
        self._random = Random(seed)  # noqa: S311 (a game, not a secret)
        self._pace = pace or Pace()
        self.resting = False
        """Whether everything that was done lies on the table."""
        self.unnoticed: list[Command] = []
        """Walks that the referee did not notice by itself."""

    def play(self) -> Iterator[None]:
        """The whole game, moment by moment."""
        yield from self._follow()
        yield from self._set_up()
        while self._state.phase is not Phase.OVER:
            command = chance(self._state, self._random) or self._bots[self._state.seat].choose(self._state)
            if isinstance(command, _WALKS):
                yield from self._walk(command)
            else:
                yield from self._say(command)
            yield from self._follow()
            yield from self._rest()

    def _set_up(self) -> Iterator[None]:
        """Wait until the table was found to be right; not for ever, people are impatient."""
        self._table.take_hand_away()
        for _ in range(self._pace.unnoticed):
            yield
            if self._ready():
                break

    @property
    def _state(self) -> State:
        return self._game().state

    # Walking -----------------------------------------------------------------------------------------

    def _walk(self, command: Move | Enter | Retrieve) -> Iterator[None]:
        """Move a meeple, and wait until the referee has noticed."""
        before, colour = self._game(), self._state.colour
        start = {Move: "start", Retrieve: "space"}.get(type(command))
        if start is not None:
            yield from self._put(getattr(command, start), None)
        if not isinstance(command, Retrieve):
            yield from self._put(command.to, colour)
        for _ in range(self._pace.unnoticed):
            self._table.take_hand_away()
            yield
            if self._game() is not before:
                return
        self.unnoticed.append(command)
        yield from self._say(command)

    def _say(self, command: Command) -> Iterator[None]:
        """Tell the wheel, and wait until the game has taken it."""
        before = self._game()
        self._tell(command)
        while self._game() is before:
            yield

    # Hands -------------------------------------------------------------------------------------------

    def _follow(self) -> Iterator[None]:
        """Do on the table what the game has and the table has not."""
        state, there = self._state, self._table.position
        for space in state.board.spaces:
            standing = there.meeples.get(space)
            if standing is not None and standing is not state.meeples[space.index]:
                yield from self._put(space, None)
        for space in state.board.spaces:
            if there.terrain(space) is not state.terrains[space.index] or (
                there.crop(space) is not state.crops[space.index]
            ):
                yield from self._lay(space)
        for space in state.board.spaces:
            wanted = state.meeples[space.index]
            if wanted is not None and self._table.position.meeples.get(space) is not wanted:
                yield from self._put(space, wanted)
        self._table.take_hand_away()

    def _lay(self, space: Space) -> Iterator[None]:
        """Lift the meeple, lay tile and crop, put the meeple back."""
        state, place = self._state, str(space)
        standing = self._table.position.meeples.get(space)
        yield from self._reach(space)
        self._table.stand_meeple(place, None)
        self._table.lay_tile(place, state.terrains[space.index])
        self._table.lay_crop(place, state.crops[space.index])
        self._table.stand_meeple(place, standing)
        yield from self._reach(space)

    def _put(self, space: Space, colour: Colour | None) -> Iterator[None]:
        yield from self._reach(space)
        self._table.stand_meeple(str(space), colour)
        yield from self._reach(space)

    def _reach(self, space: Space) -> Iterator[None]:
        for _ in range(self._pace.hand):
            self._table.reach_in(str(space), self._random.uniform(40, 140))
            yield

    def _rest(self) -> Iterator[None]:
        self._table.take_hand_away()
        for number in range(self._pace.rest):
            self.resting = number > self._pace.rest // 2
            yield
        self.resting = False
