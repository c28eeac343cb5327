"""Which games an evening has: every way to sit down, every look of box and table, lamps that change, scenarios that never repeat.

>>> from itertools import islice
>>> [game.kind for game in islice(games(seed=1), 3)]
['competitive-2 short', 'competitive-3 short', 'solo-easy long']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random

from companion.table.demo.people import Pace
from companion.tiwanaku.board import Space
from companion.tiwanaku.bots import Bot, CarefulBot
from companion.tiwanaku.game import Command, Setup, State
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.position import Position
from companion.tiwanaku.scenario import Scenario
from tests.tiwanaku.game.table import SETUPS, scenario
from vision.sim import style_names

GAMES_AN_EVENING = 5
"""After so many games the table is switched off, and on again."""
KINDS = (
    ("competitive-2", "short"),
    ("competitive-3", "short"),
    ("solo-easy", "long"),
    ("competitive-4", "short"),
    ("together-2-easy", "long"),
    ("competitive-2", "short"),
    ("competitive-3", "long"),
    ("competitive-4", "short"),
    ("competitive-2", "short"),
    ("solo-hard", "long"),
    ("competitive-3", "short"),
    ("together-3-normal", "long"),
    ("competitive-4", "short"),
    ("together-2-expert", "long"),
    ("competitive-2", "long"),
    ("competitive-3", "short"),
    ("together-4-normal", "long"),
    ("competitive-4", "long"),
    ("together-3-expert", "long"),
)
"""Their number has no divisor in common with that of the looks, so that in time each meets each."""
CALM, QUICK = Pace(hand=1, rest=10, unnoticed=60), Pace(hand=1, rest=2, unnoticed=60)
"""People who let the table rest after everything they do, and people who do one thing after the other."""
_CALM_EVERY = 4
_GUESSES = 0.5


@dataclass(frozen=True)
class Game:
    """One game to play. The number in the soak makes everything else."""

    number: int
    seed: int
    kind: str
    scenario: Scenario
    setup: Setup
    style: str
    pace: Pace

    def bots(self) -> list[NotedBot]:
        """Who plays: they look for new land, and guess what grows there."""
        wanted: list[Command] = []
        return [
            NotedBot(CarefulBot(self.seed + seat, _guessing(self.seed + seat)), wanted)
            for seat in range(self.setup.seats)
        ]


class NotedBot:
    """A bot whose wishes are noted, among those of all others at the table: just these have to be in the game."""

    def __init__(self, bot: Bot, wanted: list[Command]) -> None:
        self._bot = bot
        self.wanted = wanted

    def choose(self, state: State) -> Command:
        """The command to give now."""
        self.wanted.append(self._bot.choose(state))
        return self.wanted[-1]


def games(seed: int) -> Iterator[Game]:
    """Games without end."""
    looks: Sequence[str] = style_names()
    for number in count():
        name, board = KINDS[number % len(KINDS)]
        own = 1000 * seed + number
        yield Game(
            number=number,
            seed=own,
            kind=f"{name} {board}",
            scenario=scenario(own, board),
            setup=SETUPS[name],
            style=looks[number % len(looks)],
            pace=CALM if number % _CALM_EVERY == 0 else QUICK,
        )


def _guessing(seed: int) -> _Guess:
    return _Guess(Random(f"guess {seed}"))


@dataclass(frozen=True)
class _Guess:
    """Takes any crop for certain, half of the time."""

    random: Random

    def __call__(self, position: Position, space: Space) -> Crop | None:
        return self.random.choice(list(Crop)) if self.random.random() < _GUESSES else None
