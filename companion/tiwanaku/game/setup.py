"""What a table agrees on before the game: mode, seats, difficulty, the deal of tiles, house rules.

>>> from companion.tiwanaku.pieces import Colour
>>> setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
>>> setup.meeples_each
5
>>> setup.names[1].message
'green'
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import PLAYER_COLOURS, Colour, Terrain
from companion.tiwanaku.scenario import Back
from companion.words import T, Text

TERRAINS = tuple(Terrain)
TERRAIN_NUMBER = {terrain: number for number, terrain in enumerate(TERRAINS)}
START_SCORE = 10
OTOMA_PLACES = 5

Counts = tuple[int, int, int, int]
"""How many tiles, or levels, of each terrain, in the order of :class:`Terrain`."""


class Mode(Enum):
    """The three ways to play."""

    COMPETITIVE = "competitive"
    SOLO = "solo"
    COOPERATIVE = "cooperative"


class Difficulty(Enum):
    """How strong the Otoma are: solo is easy or hard, co-operative easy, normal or expert."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


class SetupOrder(Enum):
    """In which order the Otoma score at set-up."""

    COLUMNS = "columns"
    ROWS = "rows"


class EntryRule(Enum):
    """Where a new meeple comes in when a spent tile's arrow leads it (co-operative)."""

    ALONG_ARROW = "along-arrow"
    ANY_EDGE = "any-edge"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings a table may decide otherwise; the defaults are those of ``docs/rulings.md``."""

    otoma_setup_order: SetupOrder = SetupOrder.COLUMNS
    cooperative_entry: EntryRule = EntryRule.ALONG_ARROW
    otoma_in_normal_mode: int = 5


@dataclass(frozen=True, slots=True)
class Traits:
    """In what the three modes differ."""

    retrieving: bool
    otoma: bool
    tiles_are_spent: bool
    may_stop_on_crop: bool
    arrows_lie_on_board: bool
    error_ends_turn: bool
    all_must_divine: bool
    last_divinations: bool


_TRAITS = {
    Mode.COMPETITIVE: Traits(
        retrieving=True,
        otoma=False,
        tiles_are_spent=False,
        may_stop_on_crop=True,
        arrows_lie_on_board=False,
        error_ends_turn=True,
        all_must_divine=False,
        last_divinations=True,
    ),
    Mode.SOLO: Traits(
        retrieving=False,
        otoma=True,
        tiles_are_spent=False,
        may_stop_on_crop=True,
        arrows_lie_on_board=True,
        error_ends_turn=False,
        all_must_divine=True,
        last_divinations=False,
    ),
    Mode.COOPERATIVE: Traits(
        retrieving=False,
        otoma=True,
        tiles_are_spent=True,
        may_stop_on_crop=False,
        arrows_lie_on_board=False,
        error_ends_turn=True,
        all_must_divine=False,
        last_divinations=False,
    ),
}
_MEEPLES = {1: 5, 2: 5, 3: 4, 4: 3}
_MEEPLES_TOGETHER = {2: 4, 3: 3, 4: 4}


@dataclass(frozen=True)
class Setup:
    """The agreement of a table. Seats go clockwise; a seat is its number in ``colours``, from 0.

    ``deal`` is the number of tiles of each terrain behind each screen (co-operative only); left out, it is
    :func:`even_deal`. ``otoma_colour`` is the colour of all Otoma in a co-operative game; left out, the first
    one that nobody plays.
    """

    mode: Mode
    colours: tuple[Colour, ...]
    first: int = 0
    difficulty: Difficulty | None = None
    deal: tuple[Counts, ...] | None = None
    otoma_colour: Colour | None = None
    house: HouseRules = HouseRules()

    @cached_property
    def traits(self) -> Traits:
        """In what this mode differs from the others."""
        return _TRAITS[self.mode]

    @property
    def seats(self) -> int:
        """How many people play."""
        return len(self.colours)

    @cached_property
    def meeples_each(self) -> int:
        """How many Quechua a player has, or a pair that shares a colour."""
        if self.mode is not Mode.COOPERATIVE:
            return _MEEPLES[self.seats]
        return _MEEPLES_TOGETHER[self.seats] - (self.difficulty is Difficulty.EXPERT)

    @cached_property
    def otoma_count(self) -> int:
        """How many Otoma walk the board."""
        if self.mode is Mode.COMPETITIVE:
            return 0
        if self.mode is Mode.COOPERATIVE and self.difficulty is Difficulty.EASY:
            return 4
        if self.mode is Mode.COOPERATIVE and self.difficulty is Difficulty.NORMAL:
            return self.house.otoma_in_normal_mode
        return OTOMA_PLACES

    @cached_property
    def names(self) -> tuple[Text, ...]:
        """The sides that have a score, by number: the players, or one side of people and the Otoma."""
        if self.mode is Mode.COMPETITIVE:
            return tuple(colour.text for colour in self.colours)
        people = self.colours[0].text if self.mode is Mode.SOLO else T("the group")
        return people, T("the Otoma")

    @property
    def otoma_side(self) -> int:
        """The number of the Otoma's side."""
        return 1

    def side_of(self, seat: int) -> int:
        """The side a seat plays for."""
        return seat if self.mode is Mode.COMPETITIVE else 0

    def shared_otoma_colour(self) -> Colour:
        """The one colour of all Otoma in a co-operative game."""
        unused = [colour for colour in PLAYER_COLOURS if colour not in self.colours]
        return self.otoma_colour or unused[0]


def otoma_places(setup: Setup, back: Back) -> list[tuple[Colour, Space]]:
    """Which Otoma meeple starts where, in the order in which they score.

    Solo: where the disc names the player's own colour, the colour that is missing takes that place.
    """
    by_columns = setup.house.otoma_setup_order is SetupOrder.COLUMNS
    places = sorted(
        back.otoma.items(),
        key=lambda item: (item[1].column, item[1].row) if by_columns else (item[1].row, item[1].column),
    )
    if setup.mode is Mode.COOPERATIVE:
        return [(setup.shared_otoma_colour(), space) for _, space in places[: setup.otoma_count]]
    missing = [colour for colour in Colour if colour not in back.otoma and colour not in setup.colours]
    return [(missing[0] if colour in setup.colours else colour, space) for colour, space in places]


def tiles_to_deal(back: Back) -> Counts:
    """The scenario's terrain tiles that do not lie on the board from the beginning."""
    laid = [terrain for terrain, _ in back.start.values()]
    dirt, sand, grass, rock = (back.tiles[terrain] - laid.count(terrain) for terrain in TERRAINS)
    return dirt, sand, grass, rock


def even_deal(back: Back, seats: int, first: int = 0) -> tuple[Counts, ...]:
    """The tiles dealt one by one, type after type, round the table: as even as can be.

    The physical deal decides; this is the one to propose.
    """
    deal = [[0, 0, 0, 0] for _ in range(seats)]
    seat = first
    for number, count in enumerate(tiles_to_deal(back)):
        for _ in range(count):
            deal[seat][number] += 1
            seat = (seat + 1) % seats
    return tuple((dirt, sand, grass, rock) for dirt, sand, grass, rock in deal)
