"""Where table and game differ, for everybody to see: nothing that differs is ever passed over in silence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.table.referee.believing import sight_of
from companion.table.referee.events import Accepted
from companion.table.referee.owing import NOTHING_OWED, Owing
from companion.table.referee.sight import Doubt, Seen, Sight, What, table_of
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import State
from companion.words import T, Text
from vision.reading import Reading


class Sort(Enum):
    """How a difference is to be taken."""

    WRONG = "wrong"  # something else is surely seen
    WAITED_FOR = "waited-for"  # the game went on, the table has not followed yet
    ACCEPTED = "accepted"  # the table wants it so
    UNKNOWN = "unknown"  # a piece that was never learnt
    UNSURE = "unsure"  # the eye cannot tell


@dataclass(frozen=True)
class Difference:
    """One thing of one space: what the game has there, what the table shows."""

    space: Space
    what: What
    game: Seen
    table: Seen
    sort: Sort

    @property
    def text(self) -> Text:
        """It in words."""
        game = T("nothing") if self.game is None or isinstance(self.game, Doubt) else self.game.text
        match self.table:
            case Doubt.UNSEEN:
                return T("{space}: cannot be seen; the game has {game}.", space=self.space, game=game)
            case Doubt.UNKNOWN:
                return T(
                    "{space}: something unknown lies there; the game has {game}.", space=self.space, game=game
                )
            case None:
                return T("{space}: nothing lies there; the game has {game}.", space=self.space, game=game)
            case thing:
                return T(
                    "{space}: {thing} is seen; the game has {game}.", space=self.space, thing=thing, game=game
                )


def differences(
    game: State, reading: Reading, accepted: Accepted | None = None, owing: Owing = NOTHING_OWED
) -> list[Difference]:
    """Where a reading differs from the game, or cannot tell; what the table accepted is marked so."""
    seen = sight_of(reading, table_of(game), owing.laying(game))
    return differences_of(game, seen, accepted or Accepted(), owing, unsure=True)


def differences_of(
    game: State, sight: Sight, accepted: Accepted, owing: Owing, *, unsure: bool
) -> list[Difference]:
    """The same for what has been seen so far; what could not be seen is listed only if wished."""
    right, lies, found = table_of(game), accepted.lies, []
    for spot, (seen, wished) in enumerate(zip(sight.things, right.things, strict=True)):
        if seen is wished or (seen is Doubt.UNSEEN and not (unsure and _should_be_seen(sight, right, spot))):
            continue
        if spot in lies and (lies[spot] is seen or seen is Doubt.UNSEEN):
            sort = Sort.ACCEPTED
        elif isinstance(seen, Doubt):
            sort = Sort.UNKNOWN if seen is Doubt.UNKNOWN else Sort.UNSURE
        elif (spot in owing.debts and seen in owing.debts[spot].was) or (
            spot in owing.lifts and seen is None
        ):
            sort = Sort.WAITED_FOR
        else:
            sort = Sort.WRONG
        space = game.board.spaces[sight.index(spot)]
        found.append(Difference(space, sight.what(spot), wished, seen, sort))
    return found


def _should_be_seen(sight: Sight, right: Sight, spot: int) -> bool:
    """Whether nothing that belongs there covers it: a meeple hides a crop, a crop hides its tile."""
    index = sight.index(spot)
    match sight.what(spot):
        case What.TERRAIN:
            return right.crop(index) is None or sight.crop(index) is not right.crop(index)
        case What.CROP:
            return sight.meeple(index) is None and right.meeple(index) is None
        case What.MEEPLE:
            return True
