"""The sentences about meeples: who stands wrong, why, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.referee.alerts import Alert, Haste, Kind, Mark
from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Colour
from companion.words import TN, T, Text

Marks = tuple[Mark, ...]


def bad_walk(kind: Kind, colour: Colour, start: Space | None, to: Space, reason: Text, marks: Marks) -> Alert:
    """A meeple came where the rules do not let it."""
    spaces = (to,) if start is None else (to, start)
    return Alert(kind, spaces, reason, back_to(colour, start, to), marks)


def foreign_meeple(colour: Colour, active: Colour, start: Space, to: Space | None, marks: Marks) -> Alert:
    """A meeple of somebody else was moved in a way that even its owner may not, or taken away."""
    if to is None:
        text = T(
            "{start}: the meeple ({colour}) is gone, but it is the turn of {active}.",
            start=start,
            colour=colour,
            active=active,
        )
    else:
        text = T(
            "The meeple ({colour}) of {start} stands on {to} now, but it is the turn of {active}.",
            colour=colour,
            start=start,
            to=to,
            active=active,
        )
    spaces = (start,) if to is None else (to, start)
    return Alert(Kind.FOREIGN_MEEPLE, spaces, text, back_to(colour, start, to), marks)


def out_of_turn(colour: Colour, active: Colour, start: Space | None, to: Space, marks: Marks) -> Alert:
    """A player moved while it is another one's turn, or before it is time to move."""
    spaces = (to,) if start is None else (to, start)
    if colour is active:
        text = T("{to}: {colour} moved, but this is not the time to move.", to=to, colour=colour)
    else:
        text = T("{to}: {colour} moved, but it is the turn of {active}.", to=to, colour=colour, active=active)
    return Alert(Kind.OUT_OF_TURN, spaces, text, back_to(colour, start, to), marks)


def two_moved(colour: Colour, lost: Sequence[Space], gained: Sequence[Space], marks: Marks) -> Alert:
    """More than one meeple of a player has moved in one turn."""
    if gained:
        text = T(
            "{colour}: several meeples have moved, to {gained}.",
            colour=colour,
            gained=list(gained),
        )
    else:
        text = T("{colour}: several meeples are gone, from {lost}.", colour=colour, lost=list(lost))
    remedy = T("One meeple moves in a turn: put the others back ({lost}).", lost=list(lost))
    if not lost:
        remedy = T("One meeple moves in a turn: take the others away again.")
    return Alert(Kind.TWO_MOVED, (*gained, *lost), text, remedy, marks)


def too_many(colour: Colour, stand: int, belong: int, gained: Sequence[Space], marks: Marks) -> Alert:
    """More meeples of a colour than the game has."""
    if belong == 0:
        text = T("{spaces}: nobody plays {colour} in this game.", spaces=list(gained), colour=colour)
    else:
        text = TN(
            "{stand} meeples ({colour}) stand on the board; {count} belongs to this game.",
            "{stand} meeples ({colour}) stand on the board; {count} belong to this game.",
            belong,
            stand=stand,
            colour=colour,
        )
    remedy = T("Take away what is too much: look at {spaces}.", spaces=list(gained))
    return Alert(Kind.TOO_MANY_MEEPLES, tuple(gained), text, remedy, marks)


def two_on_one(space: Space, start: Space | None, colour: Colour, marks: Marks) -> Alert:
    """Two meeples on one space."""
    return Alert(
        Kind.TWO_ON_ONE,
        (space,) if start is None else (space, start),
        T("{space}: two meeples stand there. A space holds one meeple.", space=space),
        back_to(colour, start, space),
        marks,
    )


def meeple_missing(space: Space, colour: Colour, marks: Marks, haste: Haste) -> Alert:
    """A meeple is gone that may not be taken away."""
    return Alert(
        Kind.MEEPLE_MISSING,
        (space,),
        T("{space}: the meeple ({colour}) is gone.", space=space, colour=colour),
        T("Put it back on {space}.", space=space),
        marks,
        haste=haste,
    )


def not_followed(colour: Colour, right: Space | None, stands: Space, marks: Marks) -> Alert:
    """The game moved a meeple, or took a move back; on the table it did not follow."""
    if right is None:
        return Alert(
            Kind.NOT_FOLLOWED,
            (stands,),
            T("{space}: the meeple ({colour}) still stands there.", space=stands, colour=colour),
            T("Take it away; the game has it in the supply."),
            marks,
        )
    return Alert(
        Kind.NOT_FOLLOWED,
        (stands, right),
        T(
            "The meeple ({colour}) stands on {stands}; the game has it on {right}.",
            colour=colour,
            stands=stands,
            right=right,
        ),
        T("Move it to {right}, or correct the game.", right=right),
        marks,
    )


def unexplained(colour: Colour, start: Space | None, to: Space, marks: Marks) -> Alert:
    """Somebody said no to a proposal, and the meeple stays where it is."""
    spaces = (to,) if start is None else (to, start)
    return Alert(
        Kind.NOT_FOLLOWED,
        spaces,
        T("{to}: the meeple ({colour}) stands there, but not in the game.", to=to, colour=colour),
        back_to(colour, start, to),
        marks,
    )


def wrong_otoma(
    moved_from: Space, stands: Space | None, colour: Colour, right: tuple[Space, Space] | None, marks: Marks
) -> Alert:
    """Another Otoma was moved than the one whose turn it is, or one without reason."""
    if right is None:
        text = T("{space}: this Otoma ({colour}) does not move now.", space=moved_from, colour=colour)
        remedy = T("Put it back on {space}.", space=moved_from)
        spaces: tuple[Space, ...] = (moved_from,) if stands is None else (stands, moved_from)
    else:
        text = T(
            "The wrong Otoma was moved: the one of {space}. The one on {start} has to move.",
            space=moved_from,
            start=right[0],
        )
        remedy = T(
            "Put it back on {space}, and move the Otoma of {start} to {end}.",
            space=moved_from,
            start=right[0],
            end=right[1],
        )
        spaces = (moved_from, *right) if stands in (None, *right) else (stands, moved_from, *right)
    return Alert(Kind.WRONG_OTOMA, spaces, text, remedy, marks)


def otoma_wrong_space(stands: Space, right: Space | None, start: Space, marks: Marks) -> Alert:
    """The right Otoma stands on a space where its way does not end."""
    if right is None:
        return Alert(
            Kind.OTOMA_WRONG_SPACE,
            (stands, start),
            T("{space}: no arrow leads the Otoma of {start} there.", space=stands, start=start),
            T("Put it back on {space}, and tell the wheel the arrow.", space=start),
            marks,
        )
    return Alert(
        Kind.OTOMA_WRONG_SPACE,
        (stands, right),
        T("The Otoma stands on {space}; its way ends on {right}.", space=stands, right=right),
        T("Move it to {right}.", right=right),
        marks,
    )


def otoma_not_moved(start: Space, right: Space, marks: Marks) -> Alert:
    """The game moved an Otoma, and nobody did it on the table."""
    return Alert(
        Kind.OTOMA_NOT_MOVED,
        (right, start),
        T("The Otoma of {start} has not been moved; its way ends on {right}.", start=start, right=right),
        T("Move it to {right}.", right=right),
        marks,
    )


def back_to(colour: Colour, start: Space | None, to: Space | None) -> Text:
    """How to undo a walk on the table."""
    if start is None:
        return T("Take the meeple ({colour}) away from {to} again.", colour=colour, to=to)
    return T("Put the meeple ({colour}) back on {start}.", colour=colour, start=start)
