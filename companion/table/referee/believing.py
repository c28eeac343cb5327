"""What is believed of a reading: what was expected sooner than what was not, since errors of the eye are rare, faults rarer.

opinions of the eye ──sure enough?──► things
                                        │ a small disc that nobody laid, where a meeple should be ──► nobody can tell
                                        │ a piece that is missing elsewhere, almost made out here ──► it was moved
                                        ▼
                                      sight
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from companion.table.referee.sight import Doubt, Seen, Sight, Spot, Thing
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.reading import Opinion, Reading

AnyOpinion = Opinion[Terrain] | Opinion[Crop] | Opinion[Colour]

_SHOWING = (Crop.CORN, Crop.QUINOA)  # discs that are larger than a meeple
_BEYOND_DOUBT = 0.94  # probability from which on something is believed that nobody expected
_LIKELIER = 0.5  # than anything else


def sight_of(reading: Reading, expected: Sight | None = None, laying: Collection[Spot] = ()) -> Sight:
    """What a reading is sure of. A tile or a crop that nobody ``expected`` has to be seen more surely than one that was.

    Meeples come and go in every turn, so none of them is a surprise. Nor is a tile or a large disc on the spots where one is
    perhaps being laid (``laying``): the disc shows around the meeple, but never so clearly that it is beyond doubt.

    A meeple hides a small disc: that no crop is seen under one says nothing; and it looks like one. Where a disc surely
    lies on what was bare board, the tile below it is no surprise any more. Nor is a piece that is missing elsewhere.
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
        return Doubt.UNSEEN if is_news and opinion.probability < _BEYOND_DOUBT else opinion.value
    return Doubt.UNKNOWN if opinion.unknown and opinion.seen else Doubt.UNSEEN
