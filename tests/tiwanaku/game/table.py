"""Tables to play at in tests: random legal scenarios, and every way to sit down."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.game import (
    Command,
    Difficulty,
    Discover,
    Divine,
    Enter,
    EntryRule,
    Event,
    HouseRules,
    Mode,
    Move,
    Refused,
    Rule,
    SetUp,
    Setup,
    SetupOrder,
    State,
    Wheel,
    before_set_up,
    legal,
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


class Table:
    """A game under test: gives commands by the names of places and keeps what happened."""

    def __init__(self, wheel: Wheel, state: State) -> None:
        self.wheel = wheel
        self.state = state
        self.events: list[Event] = []

    def place(self, name: str) -> Space:
        return self.state.board.space(name)

    def places(self, *names: str) -> set[Space]:
        return {self.place(name) for name in names}

    def do(self, *commands: Command) -> list[Event]:
        """Give commands; the events of all of them."""
        fresh: list[Event] = []
        for command in commands:
            self.state, events = play(self.state, command, self.wheel)
            fresh += events
        self.events += fresh
        return fresh

    def refused(self, command: Command) -> Rule:
        """The rule that forbids a command now."""
        with pytest.raises(Refused) as raised:
            play(self.state, command, self.wheel)
        assert str(raised.value)
        assert not legal(self.state, command)
        return raised.value.code

    def enter(self, to: str) -> list[Event]:
        return self.do(Enter(self.place(to)))

    def move(self, start: str, to: str) -> list[Event]:
        return self.do(Move(self.place(start), self.place(to)))

    def discover(self) -> list[Event]:
        assert self.state.waiting
        return self.do(Discover(self.state.waiting))

    def divine(self, space: str, crop: Crop) -> list[Event]:
        return self.do(Divine(self.place(space), crop))

    def give_side(self, number: int, **changes: object) -> None:
        """Change a side's score, diversity or tokens by hand."""
        sides = list(self.state.sides)
        sides[number] = replace(sides[number], **changes)
        self.state = replace(self.state, sides=tuple(sides))

    def set_meeples(self, meeples: dict[str, Colour]) -> None:
        """Put exactly these meeples on the board."""
        standing: list[Colour | None] = [None] * len(self.state.board.spaces)
        for name, colour in meeples.items():
            standing[self.place(name).index] = colour
        self.state = replace(self.state, meeples=tuple(standing))

    def lay(self, rows: str) -> None:
        """Lay terrain and crops by hand: ``..`` nothing, ``S.`` bare, ``S3`` planted."""
        tokens = rows.split()
        self.state = replace(
            self.state,
            terrains=tuple(None if t[0] == "." else Terrain.of_letter(t[0]) for t in tokens),
            crops=tuple(None if t[1] == "." else Crop(int(t[1])) for t in tokens),
        )


def table(scenario: Scenario, setup: Setup) -> Table:
    """A table right after the set-up."""
    return Table(*begun(scenario, setup))


def all_alike(name: str, kind: str = "S1", **changes: str) -> str:
    """A grid of one kind; some places may differ, written like ``sun_llama="R2"``."""
    board = official_board(name)
    return " ".join(changes.get(str(space).replace("/", "_"), kind) for space in board.spaces)
