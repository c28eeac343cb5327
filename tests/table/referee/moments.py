"""A table at the moments that the referee's tests begin with."""

from __future__ import annotations

from companion.table.referee import RefereeSettings
from companion.tiwanaku.game import Discover, Enter, reach
from companion.tiwanaku.pieces import Terrain
from tests.table.referee.rig import Rig
from tests.tiwanaku.game.table import SETUPS, scenario


def rig_of(name: str = "competitive-2", seed: int = 2, **settings) -> Rig:
    return Rig(scenario(seed), SETUPS[name], seed, RefereeSettings(**{"alert_moment": 2.0, **settings}))


def empty_edge(rig: Rig):
    """A space where a new meeple discovers something."""
    return next(to for to in reach(rig.game, None).destinations if rig.game.terrains[to.index] is None)


def stand(rig: Rig, space, colour=None) -> None:
    rig.hands()
    rig.top.meeples[space.index] = colour or rig.game.colour


def discovering(rig: Rig):
    """A meeple waits on an empty space; that space."""
    space = empty_edge(rig)
    stand(rig, space)
    rig.do(Enter(space))
    rig.still(1)
    return space


def discovered(rig: Rig):
    """A meeple stands on the tile that it discovered."""
    space = discovering(rig)
    rig.do(Discover(space))
    rig.hands()
    rig.top.terrains[space.index] = rig.game.terrains[space.index]
    rig.still(1)
    return space


def own_turn_again(rig: Rig) -> None:
    """The other player brings in a meeple and discovers, too."""
    discovered(rig)


def stray(rig: Rig):
    """A tile on a space that nobody discovered."""
    index = rig.game.terrains.index(None)
    rig.hands()
    rig.top.terrains[index] = Terrain.ROCK
    return rig.game.board.spaces[index]
