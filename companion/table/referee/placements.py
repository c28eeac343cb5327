"""What is wrong with tiles and crops: each fault by its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.table.referee import placing_words as words
from companion.table.referee.alerts import Alert
from companion.table.referee.case import Case
from companion.table.referee.sight import Spot
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Phase
from companion.tiwanaku.pieces import Crop, Terrain

Piece = Terrain | Crop


@dataclass
class _Misplaced:
    """Spots of one layer by what is wrong there; what has been told is taken out."""

    gone: dict[Spot, Piece]
    extra: dict[Spot, Piece]
    other: dict[Spot, tuple[Piece, Piece]]


def placement_faults(case: Case) -> list[Alert]:
    """Everything wrong with tiles and crops."""
    tiles = _misplaced(case, 0)
    crops = _misplaced(case, case.size)
    told_at = {spot for part in (tiles.gone, tiles.extra, tiles.other) for spot in part}
    alerts = [*_tile_faults(case, tiles), *_overdue(case)]
    # A crop that went with its tile is not told again.
    for part in (crops.gone, crops.extra, crops.other):
        for spot in [spot for spot in part if spot - case.size in told_at]:
            part.pop(spot)
    return [*alerts, *_crop_faults(case, crops)]


def early_piece(case: Case) -> Space | None:
    """Where a tile or a crop lies for which the wheel has not been asked yet, but may be now."""
    state = case.state
    if state.phase is Phase.DISCOVER and state.waiting is not None:
        if isinstance(case.sight.terrain(state.waiting.index), Terrain):
            return state.waiting
        return None
    return next((space for space in able_to_divine(case) if _has_crop(case, space)), None)


def able_to_divine(case: Case) -> list[Space]:
    """Where a crop may be divined now."""
    if case.state.phase in (Phase.ACT, Phase.DIVINE_ON, Phase.LAST_DIVINE):
        return case.state.able_to_divine()
    return []


def _has_crop(case: Case, space: Space) -> bool:
    return isinstance(case.sight.crop(space.index), Crop)


def _misplaced(case: Case, first: Spot) -> _Misplaced:
    found = _Misplaced({}, {}, {})
    for spot, seen, right in case.wrong(first, first + case.size):
        if right is None and isinstance(seen, Terrain | Crop):
            found.extra[spot] = seen
        elif seen is None and isinstance(right, Terrain | Crop):
            found.gone[spot] = right
        elif isinstance(seen, Terrain | Crop) and isinstance(right, Terrain | Crop):
            found.other[spot] = seen, right
    return found


def _tile_faults(case: Case, tiles: _Misplaced) -> Iterator[Alert]:
    waiting = case.state.waiting
    if waiting is not None:
        tiles.extra.pop(waiting.index, None)
    for spot in case.guessed:
        tiles.other.pop(spot, None)
        if tiles.gone.pop(spot, None) is not None:
            yield words.not_discovered(case.space(spot), case.marks([spot]))
    yield from _displaced(case, tiles)
    for spot, (seen, right) in tiles.other.items():
        marks, space = case.marks([spot]), case.space(spot)
        if space == case.stop and isinstance(seen, Terrain):
            yield words.discovered_without_stop(space, seen, space, marks)
        elif spot in case.confirmed:
            yield words.exchanged_piece(space, seen, right, marks)
        else:
            yield words.wrong_piece(space, seen, right, marks)
    for spot, right in tiles.gone.items():
        yield words.removed_piece(case.space(spot), right, case.marks([spot]))
    for spot, seen in tiles.extra.items():
        marks, space = case.marks([spot]), case.space(spot)
        if not isinstance(seen, Terrain):
            continue
        due = _due(case, spot, seen)
        if due is None and case.stop is not None and space in case.game.board.around(case.stop):
            yield words.discovered_without_stop(space, seen, case.stop, marks)
        else:
            yield words.stray_tile(space, seen, due, marks)


def _crop_faults(case: Case, crops: _Misplaced) -> Iterator[Alert]:
    for space in able_to_divine(case):
        crops.extra.pop(case.size + space.index, None)
    for spot in case.guessed:
        crops.other.pop(spot, None)
        crops.gone.pop(spot, None)
    yield from _displaced(case, crops)
    for spot, (seen, right) in crops.other.items():
        told = words.exchanged_piece if spot in case.confirmed else words.wrong_piece
        yield told(case.space(spot), seen, right, case.marks([spot]))
    for spot, right in crops.gone.items():
        space, marks = case.space(spot), case.marks([spot])
        if case.lacks_meeple(space):
            continue
        if spot in case.confirmed:
            yield words.removed_piece(space, right, marks)
        elif isinstance(right, Crop):
            yield words.crop_not_laid(space, right, marks)
    for spot, seen in crops.extra.items():
        if not isinstance(seen, Crop) or case.lacks_meeple(case.space(spot)):
            continue
        space, marks, due = case.space(spot), case.marks([spot]), _due(case, spot, seen)
        if case.right.terrain(space.index) is None:
            yield words.crop_without_terrain(space, seen, due, marks)
        else:
            yield words.stray_crop(space, seen, due, marks)


def _displaced(case: Case, pieces: _Misplaced) -> Iterator[Alert]:
    """Pieces that lay right and lie elsewhere now, or have changed places."""
    for start, piece in list(pieces.gone.items()):
        end = next((spot for spot, other in pieces.extra.items() if other is piece), None)
        if start in case.confirmed and end is not None:
            del pieces.gone[start], pieces.extra[end]
            marks = case.marks([end, start])
            yield words.moved_piece(case.space(start), case.space(end), piece, marks)
    for first, (seen, right) in list(pieces.other.items()):
        second = next((spot for spot, pair in pieces.other.items() if pair == (right, seen)), None)
        if second is not None and first < second and {first, second} <= case.confirmed:
            del pieces.other[first], pieces.other[second]
            marks = case.marks([first, second])
            yield words.swapped_pieces(case.space(first), case.space(second), (seen, right), marks)


def _due(case: Case, spot: Spot, piece: Piece) -> Space | None:
    """The space that waits for such a piece."""
    first = spot - spot % case.size
    for owed in case.owing.debts:
        if first <= owed < first + case.size and case.right.things[owed] is piece:
            return case.space(owed)
    return None


def _overdue(case: Case) -> Iterator[Alert]:
    """What should have been laid, or taken away, by now."""
    laid_elsewhere = {
        due
        for spot, seen, right in case.wrong(0, 2 * case.size)
        if right is None and isinstance(seen, Terrain | Crop) and (due := _due(case, spot, seen))
    }
    for spot in case.overdue():
        seen, right, space = case.sight.things[spot], case.right.things[spot], case.space(spot)
        marks = case.marks([spot])
        if space in laid_elsewhere or seen is right:
            continue
        if isinstance(right, Terrain) and seen is None:
            yield words.tile_not_laid(space, right, marks)
        elif isinstance(right, Crop) and seen is None and case.sight.terrain(space.index) is not None:
            yield words.crop_not_laid(space, right, marks)
        elif right is None and isinstance(seen, Terrain | Crop):
            yield words.left_over(space, seen, marks)
        elif isinstance(seen, Terrain | Crop) and isinstance(right, Terrain | Crop):
            yield words.wrong_piece(space, seen, right, marks)
    waiting = case.game.waiting
    if waiting is None or case.game.phase is not Phase.DISCOVER:
        return
    since = case.owing.lifts.get(2 * case.size + waiting.index)
    if since is not None and case.now - since >= case.patience and case.sight.terrain(waiting.index) is None:
        yield words.not_discovered(waiting, case.marks([waiting.index]))
