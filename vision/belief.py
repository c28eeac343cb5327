"""What is believed of the board: the last sure reading of every part, and what is public knowledge of the game.

A reading tells what one picture shows. Between pictures these hold, whatever the solution is:

- What is covered is still there: the last sure reading is kept. But hands may have been there since: it is not sure.
- Pieces are added. A tile does not change its terrain, a disc not its level, and neither goes away: what says otherwise is
  believed only after it was read twice, some time apart. Meeples come and go; who left one space arrives on another.
- A crop lies on terrain: one on a space that was bare is believed to lie on the bare board only after that was read twice.
- Nobody has more pieces than the box. More tiles than the disc says, and meeples of another box, have to be seen beyond doubt.

>>> from companion.tiwanaku.board_file import official_board
>>> board = official_board("short")
>>> nothing = SpaceReading(Opinion(None, 0.99), Opinion(None, 0.99), Opinion(None, 0.99))
>>> sand = SpaceReading(Opinion(Terrain.SAND, 0.97), Opinion(None, 0.99), Opinion(None, 0.99))
>>> covered = SpaceReading(*[Opinion(None, 0.0, seen=False)] * 3)
>>> belief = Belief(board)
>>> _ = belief.note(Reading(board, (sand,) + (nothing,) * 24), 0.0)
>>> belief.note(Reading(board, (covered,) * 25), 1.0).grid[0]
['S.', '..', '..', '..', '..']
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import BOX, PLAYER_COLOURS, Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.arrivals import Arrivals
from vision.reader.memory import Table
from vision.reading import SURE, Opinion, Reading, SpaceReading

PERSISTING = 0.5
"""Seconds after which a reading that contradicts what lay there must be the same again."""
CONFIRMED = 0.999
_DOUBTED = 0.8  # probability of what was sure and is now contradicted
_CONFLICT = 0.5
_BEYOND_DOUBT = 0.98
_WRONG_TILE = 0.93  # probability from which on there may be one tile more than the disc says: a wrong one
_STILL_BARE = 0.65  # probability from which on a space that was bare is thought to have no tile below a disc
_BARE = 0.95
_REMEMBERED = SURE  # at most: of what is not seen any more
_LARGE = 4  # from this level on a disc is seen around a meeple

AnyOpinion = Opinion[Any]
_Opinion = TypeVar("_Opinion", bound=AnyOpinion)
_PARTS = ("terrain", "crop", "meeple")


@dataclass(frozen=True)
class _Rival:
    """Something else that was read where something sure lay, and when first."""

    opinion: AnyOpinion
    since: float


class Belief:
    """Remembers what was sure. ``tiles`` are the scenario's terrain tiles, which are public; else the box's."""

    def __init__(self, board: Board, tiles: Mapping[Terrain, int] | None = None) -> None:
        self._board = board
        self._tiles = dict(BOX.terrains if tiles is None else tiles)
        self._sure: dict[tuple[int, str], AnyOpinion] = {}
        self._rivals: dict[tuple[int, str], _Rival] = {}
        self._stray: dict[
            int, float
        ] = {}  # spaces with a disc that seems to lie on the bare board: since when
        self._arrivals = Arrivals()

    @property
    def doubts(self) -> bool:
        """Whether something contradicts what was sure, so that looking again would help."""
        return bool(self._rivals)

    @property
    def table(self) -> Table:
        """What surely lay and stood on every space when it was last seen."""
        spaces = range(len(self._board.spaces))
        return Table.of([tuple(self._sure.get((number, part)) for part in _PARTS) for number in spaces])

    def note(self, reading: Reading, time: float) -> Reading:
        """What is believed now that this was read."""
        stood = {number: self._sure[number, part] for number, part in self._sure if part == "meeple"}
        arrived = self._arrivals.note(stood, reading.spaces, time)
        spaces = [self._space(number, space, time) for number, space in enumerate(arrived)]
        return Reading(self._board, tuple(self._within_the_box(spaces, stood)))

    def confirm(self, position: Position) -> None:
        """The table says what lies there: nothing is surer."""
        self._rivals.clear()
        self._arrivals.forget()
        for space in self._board.spaces:
            values = position.terrain(space), position.crop(space), position.meeples.get(space)
            for part, value in zip(_PARTS, values, strict=True):
                self._sure[space.index, part] = Opinion(value, CONFIRMED)

    def forget(self) -> None:
        """Another game: nothing is known of the board."""
        self._sure.clear()
        self._rivals.clear()
        self._stray.clear()
        self._arrivals.forget()

    def _space(self, number: int, read: SpaceReading, time: float) -> SpaceReading:
        terrain = self._part(number, "terrain", read.terrain, time)
        if self._would_show(number, read):
            self._sure.pop((number, "crop"), None)
        crop = self._part(number, "crop", read.crop, time)
        space = SpaceReading(terrain, crop, self._meeple(number, read.meeple))
        if self._is_stray(number, read, time):
            return replace(
                space, terrain=replace(read.terrain, probability=max(read.terrain.probability, _BARE))
            )
        return _grounded(space)

    def _is_stray(self, number: int, read: SpaceReading, time: float) -> bool:
        """Whether a disc surely lies on the bare board: of the largest only a tile's corners would show, which tell little."""
        terrain, before = read.terrain, self._sure.get((number, "terrain"))
        without = terrain.seen and not terrain.unknown and terrain.value is None
        was_bare = before is not None and before.value is None and terrain.probability > _STILL_BARE
        if not (read.crop.sure and read.crop.value and without and (terrain.sure or was_bare)):
            self._stray.pop(number, None)
            return False
        return time - self._stray.setdefault(number, time) >= PERSISTING

    def _would_show(self, number: int, read: SpaceReading) -> bool:
        """Whether a meeple hides all there is of a crop, while the one that lay there would be seen around it."""
        old = self._sure.get((number, "crop"))
        hidden = read.meeple.sure and read.meeple.value is not None and not read.crop.seen
        return hidden and read.terrain.sure and old is not None and (old.value or 0) >= _LARGE

    def _part(self, number: int, part: str, new: _Opinion, time: float) -> _Opinion:
        """Tiles and discs: they come and stay."""
        key = number, part
        old = self._sure.get(key)
        if old is None or (old.value is None and new.seen):
            self._keep(key, new)
            return new
        if not new.seen:
            return _remembered(old)  # type: ignore[return-value]
        if new.value == old.value and not new.unknown:
            self._keep(key, new)
            return new if new.probability > old.probability else old  # type: ignore[return-value]
        return self._contradicted(key, old, new, time)

    def _contradicted(self, key: tuple[int, str], old: AnyOpinion, new: _Opinion, time: float) -> _Opinion:
        rival = self._rivals.get(key)
        if not new.sure:
            return replace(old, probability=min(old.probability, _DOUBTED))  # type: ignore[return-value]
        if rival is None or rival.opinion.value != new.value:
            self._rivals[key] = _Rival(new, time)
        elif time - rival.since >= PERSISTING:
            self._keep(key, new)
            return new
        return replace(old, probability=min(old.probability, _DOUBTED))  # type: ignore[return-value]

    def _meeple(self, number: int, new: Opinion[Colour]) -> Opinion[Colour]:
        key = number, "meeple"
        old = self._sure.get(key)
        if not new.seen and old is not None:
            return _remembered(old)
        self._keep(key, new)
        return new

    def _keep(self, key: tuple[int, str], new: AnyOpinion) -> None:
        if new.sure:
            self._sure[key] = new
            self._rivals.pop(key, None)

    def _within_the_box(
        self, spaces: list[SpaceReading], stood: Mapping[int, AnyOpinion]
    ) -> list[SpaceReading]:
        """Where more is read than there is, the least sure of it is doubted; but no meeple that stood there before."""
        for terrain, most in self._tiles.items():
            _limit(spaces, "terrain", terrain, most, _WRONG_TILE)
            _limit(spaces, "terrain", terrain, BOX.terrains[terrain])
        for crop, most in BOX.crops.items():
            _limit(spaces, "crop", crop, most)
        for colour in Colour:
            most = BOX.meeples_of_each_player if colour in PLAYER_COLOURS else 1
            settled = [number for number, opinion in stood.items() if opinion.value is colour]
            _limit(spaces, "meeple", colour, most, _BEYOND_DOUBT, settled)
        return spaces


def _limit(
    spaces: list[SpaceReading],
    part: str,
    value: Terrain | Crop | Colour,
    most: int,
    believed: float = 1.0,
    settled: Collection[int] = (),
) -> None:
    def opinion(number: int) -> AnyOpinion:
        found: AnyOpinion = getattr(spaces[number], part)
        return found

    found = [number for number in range(len(spaces)) if opinion(number).value == value]
    found.sort(key=lambda number: (number not in settled, -opinion(number).probability))
    for number in found[most:]:
        if opinion(number).probability < believed:
            spaces[number] = _doubted(spaces[number], part)


def _remembered(old: AnyOpinion) -> AnyOpinion:
    return replace(old, probability=min(old.probability, _REMEMBERED))


def _grounded(space: SpaceReading) -> SpaceReading:
    """A crop and no terrain below it: one of the two is wrong."""
    if space.crop.value is None or not space.terrain.seen or space.terrain.unknown or space.terrain.value:
        return space
    return _doubted(_doubted(space, "terrain"), "crop")


def _doubted(space: SpaceReading, part: str) -> SpaceReading:
    opinion: AnyOpinion = getattr(space, part)
    lower = replace(opinion, probability=min(opinion.probability, _CONFLICT, SURE))
    return replace(space, **{part: lower})
