"""The sentences about tiles and crops: what lies wrong, and what to do."""

from __future__ import annotations

from companion.table.referee.alerts import Alert, Haste, Kind, Mark
from companion.tiwanaku.board import Space
from companion.tiwanaku.laws import Violation
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import T, Text

Piece = Terrain | Crop
Marks = tuple[Mark, ...]


def wrong_piece(space: Space, seen: Piece, right: Piece, marks: Marks) -> Alert:
    """Another piece was laid than the one the wheel showed."""
    kind = Kind.WRONG_TERRAIN if isinstance(right, Terrain) else Kind.WRONG_CROP
    return Alert(
        kind,
        (space,),
        T("{space}: {seen} lies there; the wheel showed {right}.", space=space, seen=seen, right=right),
        T("Take it away and lay {right} there.", right=right),
        marks,
    )


def stray_tile(space: Space, seen: Terrain, due: Space | None, marks: Marks) -> Alert:
    """A tile where none belongs; perhaps it is the one that another space waits for."""
    text = T("{space}: {seen} lies there, but this space was not discovered.", space=space, seen=seen)
    return Alert(Kind.STRAY_TILE, _with(space, due), text, _away(due), marks)


def stray_crop(space: Space, seen: Crop, due: Space | None, marks: Marks) -> Alert:
    """A crop that nobody has divined."""
    text = T("{space}: {seen} lies there, but nobody has divined here.", space=space, seen=seen)
    return Alert(Kind.STRAY_CROP, _with(space, due), text, _away(due), marks)


def crop_without_terrain(space: Space, seen: Crop, due: Space | None, marks: Marks) -> Alert:
    """A crop on the bare board."""
    text = T("{space}: {crop} lies on no terrain. A crop needs a tile under it.", space=space, crop=seen)
    return Alert(Kind.CROP_WITHOUT_TERRAIN, _with(space, due), text, _away(due), marks)


def moved_piece(start: Space, space: Space, piece: Piece, marks: Marks) -> Alert:
    """A piece that lay right lies elsewhere."""
    return Alert(
        Kind.TILE_MOVED if isinstance(piece, Terrain) else Kind.CROP_MOVED,
        (space, start),
        T("{piece} of {start} lies on {space} now.", piece=piece, start=start, space=space),
        T("Put it back on {start}.", start=start),
        marks,
    )


def removed_piece(space: Space, piece: Piece, marks: Marks) -> Alert:
    """A piece that lay right is gone."""
    return Alert(
        Kind.TILE_REMOVED if isinstance(piece, Terrain) else Kind.CROP_REMOVED,
        (space,),
        T("{space}: {piece} is gone.", space=space, piece=piece),
        T("Lay {piece} on {space} again.", piece=piece, space=space),
        marks,
    )


def exchanged_piece(space: Space, seen: Piece, right: Piece, marks: Marks) -> Alert:
    """Another piece lies where the right one lay."""
    return Alert(
        Kind.TILE_SWAPPED if isinstance(right, Terrain) else Kind.CROP_SWAPPED,
        (space,),
        T("{space}: {seen} lies there; it was {right}.", space=space, seen=seen, right=right),
        T("Take it away and lay {right} there.", right=right),
        marks,
    )


def swapped_pieces(first: Space, second: Space, seen: tuple[Piece, Piece], marks: Marks) -> Alert:
    """Two pieces have changed places."""
    return Alert(
        Kind.TILE_SWAPPED if isinstance(seen[0], Terrain) else Kind.CROP_SWAPPED,
        (first, second),
        T("{first} and {second}: what lies there has changed places.", first=first, second=second),
        T(
            "Lay {second_piece} on {first} and {first_piece} on {second} again.",
            first=first,
            second=second,
            first_piece=seen[0],
            second_piece=seen[1],
        ),
        marks,
    )


def crop_not_laid(space: Space, right: Crop, marks: Marks) -> Alert:
    """The wheel showed a crop, and it does not lie there."""
    return Alert(
        Kind.CROP_NOT_LAID,
        (space,),
        T("{space}: the wheel showed {right}, and no crop lies there.", space=space, right=right),
        T("Lay {right} on {space}.", right=right, space=space),
        marks,
    )


def tile_not_laid(space: Space, right: Terrain, marks: Marks) -> Alert:
    """The wheel showed a terrain, and the tile does not lie there."""
    return Alert(
        Kind.DISCOVERY_NOT_MADE,
        (space,),
        T("{space}: the wheel showed {right}, and no tile lies there.", space=space, right=right),
        T("Lay {right} on {space}.", right=right, space=space),
        marks,
    )


def not_discovered(space: Space, marks: Marks, haste: Haste = Haste.SOON) -> Alert:
    """A meeple stopped on an empty space, and nobody asked the wheel."""
    return Alert(
        Kind.DISCOVERY_NOT_MADE,
        (space,),
        T("{space}: a meeple stopped on this empty space, and it was not discovered.", space=space),
        T("Turn the wheel to {space}, open the Discovery window, and lay that tile.", space=space),
        marks,
        haste=haste,
    )


def discovered_without_stop(space: Space, seen: Terrain, stop: Space, marks: Marks) -> Alert:
    """A tile was laid after a move that ended on terrain."""
    spaces = (space,) if space == stop else (space, stop)
    return Alert(
        Kind.DISCOVERY_WITHOUT_STOP,
        spaces,
        T(
            "{space}: {seen} was laid there, but the move ended on {stop}, where terrain lay already.",
            space=space,
            seen=seen,
            stop=stop,
        ),
        T("Take the tile away: only who stops on an empty space discovers."),
        marks,
    )


def left_over(space: Space, seen: Piece, marks: Marks) -> Alert:
    """The game was taken back, and a piece still lies there."""
    return Alert(
        Kind.STRAY_TILE if isinstance(seen, Terrain) else Kind.STRAY_CROP,
        (space,),
        T("{space}: {seen} still lies there, but that was taken back.", space=space, seen=seen),
        T("Take {seen} away from {space}.", seen=seen, space=space),
        marks,
    )


def law_broken(violation: Violation, marks: Marks) -> Alert:
    """What lies on the table can never become a legal board."""
    return Alert(
        Kind.LAW_BROKEN,
        violation.spaces,
        violation.text,
        T(
            "Compare these spaces with what the wheel showed. If all is as it showed, the disc itself has a mistake."
        ),
        marks,
        (violation,),
    )


def many_differences(spaces: tuple[Space, ...], marks: Marks) -> Alert:
    """So much is wrong at once that it is hardly the pieces."""
    return Alert(
        Kind.MANY_DIFFERENCES,
        spaces,
        T("{count} spaces do not look as they should.", count=len(spaces)),
        T(
            "Was the board pushed or the camera touched? If not, lay these spaces again: {spaces}.",
            spaces=spaces,
        ),
        marks,
    )


def _with(space: Space, due: Space | None) -> tuple[Space, ...]:
    return (space,) if due is None else (space, due)


def _away(due: Space | None) -> Text:
    return T("Take it away.") if due is None else T("Move it to {space}: it belongs there.", space=due)
