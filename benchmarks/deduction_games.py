"""Simulated games for measuring deduction: random legal boards, and what is revealed of them turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.generator.land import random_land
from companion.tiwanaku.generator.planting import plant
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position

_WALKERS = 4
Fact = tuple[Space, Terrain | Crop]


@dataclass(frozen=True)
class Game:
    """A hidden board, and the facts in the order in which the table learns them; the first ``start`` lie there at once."""

    board: Board
    terrains: tuple[Terrain, ...]
    crops: tuple[Crop, ...]
    facts: list[Fact]
    start: int

    def position(self, facts: int) -> Position:
        """The public position after so many facts."""
        tiles = {terrain: self.terrains.count(terrain) for terrain in Terrain}
        terrains: list[Terrain | None] = [None] * len(self.terrains)
        crops: list[Crop | None] = [None] * len(self.terrains)
        for space, thing in self.facts[:facts]:
            if isinstance(thing, Crop):
                crops[space.index] = thing
            else:
                terrains[space.index] = thing
        return Position(self.board, tuple(terrains), tuple(crops), tiles)

    def known_tiles(self, facts: int) -> int:
        """How many tiles lie on the board after so many facts."""
        return sum(isinstance(thing, Terrain) for _, thing in self.facts[:facts])


def games(board_name: str, seed: int) -> Iterator[Game]:
    """Games without end, the same for the same seed."""
    board = official_board(board_name)
    number = seed * 1_000_000
    while True:
        number += 1
        dice = Dice(number)
        land = random_land(board, dice)
        solution = plant(land, dice) if land else None
        if solution is not None:
            yield _play(board, solution.land.terrains(), tuple(map(Crop, solution.levels)), Random(number))


def _play(board: Board, terrains: tuple[Terrain, ...], crops: tuple[Crop, ...], rng: Random) -> Game:
    size = len(board.spaces)
    start = rng.sample(range(size), rng.randint(3, 5) if size <= 25 else rng.randint(6, 8))
    facts: list[Fact] = []
    for cell in start:
        facts += [(board.spaces[cell], terrains[cell]), (board.spaces[cell], crops[cell])]
    hidden, bare = set(range(size)) - set(start), list[int]()
    walkers = [rng.randrange(size) for _ in range(_WALKERS)]
    while hidden or bare:
        if bare and (not hidden or len(bare) > 6 or rng.random() < 0.4):
            cell = bare.pop(rng.randrange(len(bare)))
            facts.append((board.spaces[cell], crops[cell]))
            continue
        walker = rng.randrange(_WALKERS)
        near = [s.index for s in board.beside(board.spaces[walkers[walker]]) if s.index in hidden]
        cell = rng.choice(near) if near and rng.random() < 0.8 else rng.choice(sorted(hidden))
        walkers[walker] = cell
        hidden.discard(cell)
        bare.append(cell)
        facts.append((board.spaces[cell], terrains[cell]))
    return Game(board, terrains, crops, facts, 2 * len(start))


def stage_positions(board_name: str, least: int, most: int, count: int, seed: int) -> list[Position]:
    """Positions of different games with so many tiles known."""
    rng, found = Random(seed), list[Position]()
    for game in games(board_name, seed):
        lengths = [
            facts for facts in range(game.start, len(game.facts)) if least <= game.known_tiles(facts) <= most
        ]
        if lengths:
            found.append(game.position(rng.choice(lengths)))
        if len(found) == count:
            break
    return found
