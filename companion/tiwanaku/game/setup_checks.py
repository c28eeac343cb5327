"""Whether a set-up can be played: the seats, the scenario, the deal."""

from __future__ import annotations

from companion.tiwanaku.game.refusal import Refused, Rule
from companion.tiwanaku.game.setup import (
    OTOMA_PLACES,
    TERRAINS,
    Counts,
    Difficulty,
    Mode,
    Setup,
    tiles_to_deal,
)
from companion.tiwanaku.pieces import PLAYER_COLOURS
from companion.tiwanaku.scenario import Back
from companion.words import T

_PLAYERS = {Mode.COMPETITIVE: (2, 3, 4), Mode.SOLO: (1,), Mode.COOPERATIVE: (2, 3, 4)}
_DIFFICULTIES = {
    Mode.COMPETITIVE: (None,),
    Mode.SOLO: (Difficulty.EASY, Difficulty.HARD),
    Mode.COOPERATIVE: (Difficulty.EASY, Difficulty.NORMAL, Difficulty.EXPERT),
}


def check_setup(setup: Setup, back: Back) -> None:
    """Refuse what cannot be played: by the number of seats, their colours, the scenario, the deal."""
    _check_seats(setup)
    if setup.traits.otoma:
        _check_otoma(setup, back)
    if setup.deal is not None:
        _check_deal(setup, setup.deal, back)


def _check_seats(setup: Setup) -> None:
    counts = _PLAYERS[setup.mode]
    if setup.seats not in counts:
        raise Refused(
            Rule.PLAYER_COUNT,
            T("{count} players: this mode is for {counts}.", count=setup.seats, counts=counts),
        )
    if setup.difficulty not in _DIFFICULTIES[setup.mode]:
        raise Refused(
            Rule.DIFFICULTY,
            T("This mode has no such difficulty: solo is easy or hard, together easy, normal or expert."),
        )
    if not 0 <= setup.first < setup.seats:
        raise Refused(Rule.FIRST_PLAYER, T("Nobody sits there: choose who begins among the players."))
    if any(colour not in PLAYER_COLOURS for colour in setup.colours):
        raise Refused(Rule.COLOURS, T("Players take brown, white, green or blue."))
    pairs = setup.mode is Mode.COOPERATIVE and setup.seats == 4
    if pairs and (setup.colours[:2] != setup.colours[2:] or setup.colours[0] is setup.colours[1]):
        raise Refused(
            Rule.COLOURS,
            T("Four players together form two pairs, one colour each, in turns round the table."),
        )
    if not pairs and len(set(setup.colours)) < setup.seats:
        raise Refused(Rule.COLOURS, T("Two players have the same colour; every player needs another one."))


def _check_otoma(setup: Setup, back: Back) -> None:
    if not back.board.trails:
        raise Refused(
            Rule.BOARD_WITHOUT_TRAILS,
            T("The Otoma need a board with trails: choose a long scenario for solo and co-operative games."),
        )
    if len(back.otoma) != OTOMA_PLACES or any(space not in back.start for space in back.otoma.values()):
        raise Refused(
            Rule.OTOMA_PLACES,
            T(
                "This scenario does not name {count} places for the Otoma: choose another.",
                count=OTOMA_PLACES,
            ),
        )
    chosen = setup.otoma_colour
    if chosen is not None and (
        setup.mode is Mode.SOLO or chosen in setup.colours or chosen not in PLAYER_COLOURS
    ):
        raise Refused(
            Rule.OTOMA_COLOUR,
            T("The Otoma take a colour of which nobody plays: brown, white, green or blue."),
        )
    if setup.house.otoma_in_normal_mode not in (4, 5):
        raise Refused(Rule.OTOMA_PLACES, T("The Otoma have 4 or 5 meeples in normal mode."))


def _check_deal(setup: Setup, deal: tuple[Counts, ...], back: Back) -> None:
    if setup.mode is not Mode.COOPERATIVE:
        raise Refused(Rule.UNEVEN_DEAL, T("Tiles are dealt out in co-operative games only."))
    totals = [sum(counts) for counts in deal]
    fits = len(deal) == setup.seats and all(len(counts) == len(TERRAINS) for counts in deal)
    negative = any(count < 0 for counts in deal for count in counts)
    if not fits or negative or tuple(map(sum, zip(*deal, strict=True))) != tiles_to_deal(back):
        raise Refused(
            Rule.UNEVEN_DEAL,
            T("The tiles behind the screens are not those of the scenario: count them again."),
        )
    if max(totals) - min(totals) > 1:
        raise Refused(
            Rule.UNEVEN_DEAL,
            T("The tiles are not dealt evenly: everybody gets the same number, or one more than others."),
        )
