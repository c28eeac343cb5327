"""Everything the referee knows: public facts only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.table.referee.alerts import Alert, Mark
from companion.table.referee.differences import Difference
from companion.table.referee.events import Accepted
from companion.table.referee.judge import Judgement, Laws
from companion.table.referee.looking import Looks
from companion.table.referee.news import Effect, Motion, Scene
from companion.table.referee.owing import NOTHING_OWED, Owing
from companion.table.referee.proposals import Proposal
from companion.table.referee.settings import RefereeSettings
from companion.table.referee.sight import Sight, Spot, table_of, unseen
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Command, State

Key = tuple[object, ...]


class Suspicion(NamedTuple):
    """A fault not yet told: since when it is seen, and when it was seen last."""

    since: float
    last: float


@dataclass(frozen=True)
class RefereeState:
    """The referee at one moment.

    ``looks`` is what has been seen since the table is still, ``judged_at`` when it was last judged. ``game_since`` is
    when the game last changed something on the table, ``stop`` where the last walk ended, if on terrain. ``confirmed``
    are the tiles and crops that were seen lying right. ``suspected`` are faults not yet told, ``shown`` those that were.
    ``candidate`` is what seems to have been done, ``offered`` what was proposed, ``declined`` what somebody said no to,
    ``taken`` what the game was told.
    """

    game: State
    settings: RefereeSettings
    scene: Scene
    looks: Looks
    game_since: float = 0.0
    owing: Owing = NOTHING_OWED
    confirmed: frozenset[Spot] = frozenset()
    stop: Space | None = None
    accepted: Accepted = field(default_factory=Accepted)
    suspected: Mapping[Key, Suspicion] = field(default_factory=dict)
    shown: tuple[Alert, ...] = ()
    offered: tuple[Proposal, ...] = ()
    candidate: tuple[Command, ...] = ()
    candidate_since: float = 0.0
    declined: tuple[Command, ...] = ()
    taken: Command | None = None
    displayed: tuple[Difference, ...] = ()
    blind: bool = False
    judged_at: float | None = None
    judged: tuple[Key, Judgement] | None = None
    laws: Laws | None = None

    @property
    def sight(self) -> Sight:
        """What is seen on the table."""
        return self.looks.sight


class Step(NamedTuple):
    """What came of an input: the new state, and what the table is to do."""

    state: RefereeState
    effects: tuple[Effect, ...] = ()


def begin(
    game: State,
    settings: RefereeSettings | None = None,
    accepted: Accepted | None = None,
    now: float = 0.0,
) -> RefereeState:
    """A referee for a game that has been set up, or goes on: what lies there is taken to lie right until it is seen."""
    table = table_of(game)
    laid = frozenset(spot for spot in range(2 * table.size) if table.things[spot] is not None)
    return RefereeState(
        game=game,
        settings=settings or RefereeSettings(),
        scene=Scene(Motion.NO_BOARD, now),
        looks=Looks.first(unseen(game.board), now),
        confirmed=laid,
        accepted=accepted or Accepted(),
    )


def seen_since(state: RefereeState, marks: tuple[Mark, ...]) -> float:
    """Since when something fresh is seen on the still table, with the game as it is.

    It is no older than the last judgement, which did not know of it: what a single misreading brings about is not old.
    """
    known = state.scene.since if state.judged_at is None else state.judged_at
    return max(known, state.game_since, *(state.looks.since[mark.spot] for mark in marks))


def lasted(since: float, moment: float, now: float) -> bool:
    """Whether something has lasted for a moment."""
    # A clock of floating seconds is not exact to the last digit.
    return now - since >= moment - 1e-6
