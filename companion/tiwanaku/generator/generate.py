"""Making scenarios: land, crops, start tiles and a certificate, all determined by a seed.

lay land -> plant it -> choose start tiles -> walk over it -> as hard as wished? -> certificate
    ^          |               |                                   |
    +----------+---------------+----------- no: try again ---------+
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from types import MappingProxyType

from companion.errors import PachamamaError
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.explain.ladder import ladder
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.generator.difficulty import Difficulty, difficulty_of, walk
from companion.tiwanaku.generator.land import random_land
from companion.tiwanaku.generator.names import place_name
from companion.tiwanaku.generator.planting import Solution, has_one_layout, plant
from companion.tiwanaku.generator.start import Start, choose_start
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import OTOMA_COLOURS, PLAYER_COLOURS, Colour, Crop
from companion.tiwanaku.scenario import Scenario
from companion.words import T

# Part of every certificate: a change that makes another scenario of a seed makes a new version.
ALGORITHM = 1
_PLANTINGS = 6
Progress = Callable[[int], None]


class NotCertified(PachamamaError):  # noqa: N818
    """A scenario that was made does not keep what its certificate promises: a fault of ours."""


def generate(
    board: Board, seed: int, difficulty: Difficulty | None = None, progress: Progress | None = None
) -> Scenario:
    """The scenario of a seed: same board, seed and difficulty, same scenario, on every machine.

    >>> from companion.tiwanaku.board_file import official_board
    >>> board = official_board("short")
    >>> generate(board, 7) == generate(board, 7)
    True
    """
    # Wishes are drawn apart, so that an easy and a hard scenario of one seed have nothing in common.
    dice = Dice(5 * seed + (list(Difficulty).index(difficulty) + 1 if difficulty else 0))
    for solution, start in _candidates(board, dice, progress):
        found = difficulty_of(walk(solution, start))
        if difficulty in (None, found):
            return _certified(solution, start, found, seed, dice)
    raise LookupError("candidates never end")


def _candidates(board: Board, dice: Dice, progress: Progress | None) -> Iterator[tuple[Solution, Start]]:
    """Boards with start tiles, without end. Land is hard to find, so good land is planted several times."""
    for tries in count(1):
        if progress:
            progress(tries)
        land = random_land(board, dice)
        solution = plant(land, dice) if land else None
        for _ in range(_PLANTINGS if solution else 0):
            start = choose_start(solution, dice) if solution else None
            if solution and start:
                yield solution, start
            solution = plant(land, dice) if land else None


def _certified(solution: Solution, start: Start, difficulty: Difficulty, seed: int, dice: Dice) -> Scenario:
    """The finished scenario; everything its certificate says has been checked on the finished thing."""
    board = solution.land.board
    scenario = Scenario(
        board=board,
        name=place_name(dice),
        terrains=solution.land.terrains(),
        crops=tuple(Crop(level) for level in solution.levels),
        start=tuple(board.spaces[index] for index in start.spaces),
        otoma=_otoma(board, start, dice),
        certificate=_certificate(start, difficulty, seed),
    )
    if violations(scenario.solution()) or not has_one_layout(solution, start.spaces):
        raise NotCertified(T("The scenario of seed {seed} is not fair; please report this.", seed=seed))
    return scenario


def _certificate(start: Start, difficulty: Difficulty, seed: int) -> Mapping[str, str | int | bool]:
    return MappingProxyType(
        {
            "algorithm": ALGORITHM,
            "seed": seed,
            "laws_hold": True,
            "stock_suffices": True,
            "one_crop_layout": True,
            "without_guessing": True,
            "hardest_technique": ladder()[start.hardest - 1].id,
            "steps": start.steps,
            "difficulty": difficulty.value,
        }
    )


def _otoma(board: Board, start: Start, dice: Dice) -> Mapping[Colour, Space]:
    """Purple and yellow are always there, and three of the players' colours, as one of them plays."""
    colours = dice.shuffled([*OTOMA_COLOURS, *dice.shuffled(PLAYER_COLOURS)[:3]])
    places = zip(colours, start.otoma, strict=False)
    return MappingProxyType({colour: board.spaces[index] for colour, index in places})
