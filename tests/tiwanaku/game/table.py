"""Tables to play at in tests: random legal scenarios, and every way to sit down."""

from __future__ import annotations

from functools import cache
from random import Random

from companion.tiwanaku.board import Board
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import (
    Difficulty,
    EntryRule,
    HouseRules,
    Mode,
    SetUp,
    Setup,
    SetupOrder,
    Wheel,
    before_set_up,
    play,
)
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.scenario import Scenario
from tests.oracles.builder import build

BROWN, WHITE, GREEN, BLUE = Colour.BROWN, Colour.WHITE, Colour.GREEN, Colour.BLUE
PURPLE, YELLOW = Colour.PURPLE, Colour.YELLOW


@cache
def scenario(seed: int, name: str = "long") -> Scenario:
    """A random legal scenario with start tiles and, on the long board, places for the Otoma."""
    random = Random(seed)
    board = official_board(name)
    letters, levels = build(random, board.rows, board.columns)
    start = tuple(random.sample(board.spaces, 8 if name == "long" else 3))
    colours = random.sample(list(Colour), 5)
    return Scenario(
        board=board,
        name=f"Random {seed}",
        terrains=tuple(Terrain.of_letter(letter) for letter in letters),
        crops=tuple(Crop(level) for level in levels),
        start=start,
        otoma=dict(zip(colours, start, strict=False)) if name == "long" else {},
    )


def drawn(
    board: Board, rows: str, start: tuple[str, ...] = (), otoma: dict[Colour, str] | None = None
) -> Scenario:
    """A scenario as drawn; whether it keeps the laws does not matter to the engine."""
    tokens = rows.split()
    return Scenario(
        board=board,
        name="Drawn",
        terrains=tuple(Terrain.of_letter(token[0]) for token in tokens),
        crops=tuple(Crop(int(token[1])) for token in tokens),
        start=tuple(board.space(place) for place in start),
        otoma={colour: board.space(place) for colour, place in (otoma or {}).items()},
    )


SETUPS = {
    "competitive-2": Setup(Mode.COMPETITIVE, (BLUE, GREEN)),
    "competitive-3": Setup(Mode.COMPETITIVE, (BLUE, GREEN, WHITE), first=1),
    "competitive-4": Setup(Mode.COMPETITIVE, (BROWN, BLUE, GREEN, WHITE), first=3),
    "solo-easy": Setup(Mode.SOLO, (GREEN,), difficulty=Difficulty.EASY),
    "solo-hard": Setup(Mode.SOLO, (BROWN,), difficulty=Difficulty.HARD),
    "together-2-easy": Setup(Mode.COOPERATIVE, (BLUE, GREEN), difficulty=Difficulty.EASY),
    "together-2-expert": Setup(Mode.COOPERATIVE, (WHITE, GREEN), difficulty=Difficulty.EXPERT),
    "together-3-normal": Setup(Mode.COOPERATIVE, (BLUE, GREEN, WHITE), 2, Difficulty.NORMAL),
    "together-3-expert": Setup(Mode.COOPERATIVE, (BROWN, GREEN, WHITE), 0, Difficulty.EXPERT),
    "together-4-normal": Setup(Mode.COOPERATIVE, (BLUE, GREEN, BLUE, GREEN), 1, Difficulty.NORMAL),
}


def begun(scenario: Scenario, setup: Setup):
    """A wheel and the state right after the set-up."""
    wheel = Wheel(scenario)
    return wheel, play(before_set_up(wheel.back), SetUp(setup), wheel)[0]


TABLES = [
    (Mode.COMPETITIVE, 2),
    (Mode.COMPETITIVE, 3),
    (Mode.COMPETITIVE, 4),
    (Mode.SOLO, 1),
    (Mode.COOPERATIVE, 2),
    (Mode.COOPERATIVE, 3),
    (Mode.COOPERATIVE, 4),
]


def random_setup(random: Random, mode: Mode, seats: int) -> Setup:
    """Any way to sit down for a mode and a number of players."""
    colours = random.sample([BROWN, WHITE, GREEN, BLUE], seats)
    if mode is Mode.COOPERATIVE and seats == 4:
        colours = colours[:2] * 2
    difficulties = {
        Mode.COMPETITIVE: [None],
        Mode.SOLO: [Difficulty.EASY, Difficulty.HARD],
        Mode.COOPERATIVE: [Difficulty.EASY, Difficulty.NORMAL, Difficulty.EXPERT],
    }[mode]
    house = HouseRules(random.choice(list(SetupOrder)), random.choice(list(EntryRule)), random.choice([4, 5]))
    return Setup(
        mode,
        tuple(colours),
        random.randrange(seats),
        random.choice(difficulties),
        house=random.choice([house, HouseRules()]),
    )


def random_scenario(random: Random, mode: Mode, pool: int) -> Scenario:
    """One of a pool of scenarios; short ones for competitive games only."""
    short = mode is Mode.COMPETITIVE and random.random() < 0.3
    return scenario(random.randrange(pool), "short" if short else "long")
