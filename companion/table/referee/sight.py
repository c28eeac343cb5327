"""What is surely seen of a table, and what a game says should be seen: both as one list of things by spot.

A spot is a number: of a board with n spaces the spots 0..n-1 are the terrains, n..2n-1 the crops, 2n..3n-1 the
meeples. So two tables are compared in one pass.

>>> from companion.tiwanaku.game.examples import morning_valley_game
>>> sight = table_of(morning_valley_game())
>>> sight.size, sight.what(50), sight.index(50)
(25, <What.MEEPLE: 'meeple'>, 0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.game import State
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.reading import Opinion, Reading

Thing = Terrain | Crop | Colour
AnyOpinion = Opinion[Terrain] | Opinion[Crop] | Opinion[Colour]
Spot = int


class What(Enum):
    """Which of the three things of a space is meant."""

    TERRAIN = "terrain"
    CROP = "crop"
    MEEPLE = "meeple"


class Doubt(Enum):
    """What stands in for a thing that is not surely seen."""

    UNSEEN = "unseen"  # covered, or not sure
    UNKNOWN = "unknown"  # something lies there that was never learnt


Seen = Thing | Doubt | None
Tolerated = Mapping[Spot, frozenset[Seen]]
"""What may lie on a spot besides what the game says."""

_KINDS = tuple(What)
_SHOWING = (Crop.CORN, Crop.QUINOA)  # discs that are larger than a meeple
BEYOND_DOUBT = 0.94
"""Probability from which on something is believed that nobody expected: errors of the eye are rare, faults rarer."""
_LIKELIER = 0.5  # than anything else


@dataclass(frozen=True, slots=True)
class Sight:
    """A table: what lies and stands on it, spot by spot."""

    things: tuple[Seen, ...]

    @property
    def size(self) -> int:
        """How many spaces there are."""
        return len(self.things) // len(_KINDS)

    def what(self, spot: Spot) -> What:
        """Which thing of its space a spot is about."""
        return _KINDS[spot // self.size]

    def index(self, spot: Spot) -> int:
        """The index of the space of a spot."""
        return spot % self.size

    def terrain(self, index: int) -> Seen:
        """The terrain of a space."""
        return self.things[index]

    def crop(self, index: int) -> Seen:
        """The crop of a space."""
        return self.things[self.size + index]

    def meeple(self, index: int) -> Seen:
        """The meeple on a space."""
        return self.things[2 * self.size + index]

    def unlike(self, other: Sight) -> Iterator[Spot]:
        """The spots where this sight surely shows something else than another table."""
        for spot, (seen, right) in enumerate(zip(self.things, other.things, strict=True)):
            if seen is not right and seen is not Doubt.UNSEEN:
                yield spot


def spot_of(board: Board, what: What, space: Space) -> Spot:
    """The spot of one thing of a space."""
    return _KINDS.index(what) * len(board.spaces) + space.index


def unseen(board: Board) -> Sight:
    """A table of which nothing has been seen."""
    return Sight((Doubt.UNSEEN,) * (len(_KINDS) * len(board.spaces)))


def table_of(state: State) -> Sight:
    """The table as the game has it."""
    return Sight((*state.terrains, *state.crops, *state.meeples))


def sight_of(reading: Reading, expected: Sight | None = None, laying: Collection[Spot] = ()) -> Sight:
    """What a reading is sure of. A tile or a crop that nobody ``expected`` has to be seen more surely than one that was.

    Meeples come and go in every turn, so none of them is a surprise. Nor is a tile or a large disc on the spots where one is
    perhaps being laid (``laying``): the disc shows around the meeple, but never so clearly that it is beyond doubt.

    A meeple hides a small disc: that no crop is seen under one says nothing; and it looks like one. Where a disc surely lies on what was bare board,
    the tile below it is no surprise any more. Nor is a piece that is missing elsewhere: it was moved.
    """
    spaces, size = reading.spaces, len(reading.spaces)
    opinions: list[AnyOpinion] = [
        *(found.terrain for found in spaces),
        *(found.crop for found in spaces),
        *(found.meeple for found in spaces),
    ]
    right: tuple[Seen, ...] = expected.things if expected is not None else (Doubt.UNSEEN,) * len(opinions)
    right = (*right[: 2 * size], *(Doubt.UNSEEN,) * size)
    things = [
        _seen(
            opinion, Doubt.UNSEEN if spot in laying and (spot < size or opinion.value in _SHOWING) else thing
        )
        for spot, (opinion, thing) in enumerate(zip(opinions, right, strict=True))
    ]
    for crop, meeple in zip(range(size, 2 * size), range(2 * size, 3 * size), strict=True):
        if things[crop] is None and things[meeple] is not None:
            things[crop] = Doubt.UNSEEN
    if expected is not None:
        _doubt_discs(things, expected, laying)
    for crop in range(size, 2 * size):
        if isinstance(things[crop], Crop) and right[crop - size] is None:
            things[crop - size] = _seen(opinions[crop - size], Doubt.UNSEEN)
    for layer in (range(size), range(size, 2 * size)):
        _find_moved(things, opinions, right, layer, laying)
    return Sight(tuple(things))


def _doubt_discs(things: list[Seen], expected: Sight, laying: Collection[Spot]) -> None:
    """A small disc that nobody laid is rather a meeple where the game has one, or where one may have gone that is missing."""
    size, right = expected.size, expected.things
    standing = range(2 * size, 3 * size)
    lost = sum(right[spot] is not None and things[spot] is None for spot in standing)
    gained = sum(right[spot] is None and isinstance(things[spot], Colour) for spot in standing)
    for meeple in standing:
        crop = meeple - size
        due, disc = right[crop], things[crop]
        is_odd = isinstance(disc, Crop) and disc not in _SHOWING and disc is not due
        if not is_odd or isinstance(things[meeple], Colour) or (due is not None and crop in laying):
            continue
        if right[meeple] is not None or (due is None and lost > gained):
            things[crop] = things[meeple] = Doubt.UNSEEN


def _find_moved(
    things: list[Seen],
    opinions: Sequence[AnyOpinion],
    right: Sequence[Seen],
    layer: range,
    laying: Collection[Spot],
) -> None:
    """A piece that surely lay elsewhere and is missing there, and is likelier than anything else on just one other space.

    Where nobody can tell who stands, a disc is not told from a meeple.
    """
    size = len(layer)
    other = [
        spot for spot in layer if right[spot] is not things[spot] and not isinstance(things[spot], Doubt)
    ]
    missing = Counter(right[spot] for spot in other if spot not in laying)
    missing -= Counter(things[spot] for spot in other)
    for piece in missing:
        if piece is None or isinstance(piece, Doubt):
            continue
        likely = [
            spot
            for spot in layer
            if right[spot] is not piece
            and things[spot] is Doubt.UNSEEN
            and _is_likely(opinions[spot], piece)
            and not isinstance(things[2 * size + spot % size], Doubt)
        ]
        if len(likely) == 1:
            things[likely[0]] = piece


def _is_likely(opinion: AnyOpinion, piece: Thing) -> bool:
    return opinion.seen and opinion.value is piece and opinion.probability > _LIKELIER


def _seen(opinion: AnyOpinion, right: Seen) -> Seen:
    if opinion.sure:
        is_news = right is not Doubt.UNSEEN and opinion.value is not right
        return Doubt.UNSEEN if is_news and opinion.probability < BEYOND_DOUBT else opinion.value
    return Doubt.UNKNOWN if opinion.unknown and opinion.seen else Doubt.UNSEEN
