"""Everything the table may know, gathered for a screen.

A state holds no secret, so this adds nothing and hides nothing: it only puts names to numbers. Tiles below the
top of a stack behind a screen are unknown to everybody, to us as well.

>>> from companion.tiwanaku.game.examples import morning_valley_game
>>> view = public_view(morning_valley_game())
>>> [(str(side.name), side.score) for side in view.sides]
[('blue', 10), ('green', 10)]
>>> view.phase.value, view.seat, view.meeples_left
('act', 0, {<Colour.BLUE: 'blue'>: 5, <Colour.GREEN: 'green'>: 5})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.tiwanaku.board import Space
from companion.tiwanaku.game.events import Phase
from companion.tiwanaku.game.queries import Option, options
from companion.tiwanaku.game.setup import TERRAINS, Mode
from companion.tiwanaku.game.state import State
from companion.tiwanaku.pieces import BOX, Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from companion.words import Text


@dataclass(frozen=True, slots=True)
class SideView:
    """A side's score, diversity pawns and tokens."""

    name: Text
    score: int
    diversity: Mapping[Terrain, int]
    tokens: tuple[Crop, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class PublicView:
    """What lies on the table and around it, and what may be done now."""

    mode: Mode
    phase: Phase
    seat: int
    colours: tuple[Colour, ...]
    position: Position
    sides: tuple[SideView, ...]
    meeples_left: Mapping[Colour, int]
    tiles_left: Mapping[Terrain, int]
    crops_left: Mapping[Crop, int]
    spent_tiles: Mapping[Terrain, int]
    stacks: tuple[Mapping[Terrain, int], ...]
    waiting: Space | None
    otoma_to_move: tuple[Space, ...]
    seen: tuple[Space, ...]
    options: tuple[Option, ...]


def public_view(state: State) -> PublicView:
    """Everything the table may know of a game that has been set up."""
    setup = state.setup
    return PublicView(
        mode=setup.mode,
        phase=state.phase,
        seat=state.seat,
        colours=setup.colours,
        position=state.position(),
        sides=tuple(
            SideView(
                name=name,
                score=side.score,
                diversity=_by_terrain(side.diversity),
                tokens=tuple(sorted(side.tokens)),
                won=number in (state.winners or ()),
            )
            for number, (name, side) in enumerate(zip(setup.names, state.sides, strict=True))
        ),
        meeples_left={colour: state.supply(colour) for colour in setup.colours},
        tiles_left=state.tiles_left(),
        crops_left={crop: BOX.crops[crop] - state.crops.count(crop) for crop in Crop},
        spent_tiles=_by_terrain(state.spent),
        stacks=tuple(_by_terrain(counts) for counts in state.stacks),
        waiting=state.waiting,
        otoma_to_move=tuple(space for space, _ in state.movers),
        seen=tuple(sorted(state.seen, key=lambda space: space.index)),
        options=tuple(options(state)),
    )


def _by_terrain(counts: tuple[int, ...]) -> dict[Terrain, int]:
    return dict(zip(TERRAINS, counts, strict=True))
