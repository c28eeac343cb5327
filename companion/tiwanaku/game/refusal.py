"""Why a command is refused: a stable code for programs, a sentence for the table."""

from __future__ import annotations

from enum import Enum

from companion.errors import NotLegal
from companion.words import Text


class Rule(Enum):
    """The rule that forbids a command; the values are stable, other programs know them."""

    # Set-up
    ALREADY_SET_UP = "already-set-up"
    PLAYER_COUNT = "player-count"
    COLOURS = "colours"
    DIFFICULTY = "difficulty"
    FIRST_PLAYER = "first-player"
    BOARD_WITHOUT_TRAILS = "board-without-trails"
    OTOMA_PLACES = "otoma-places"
    OTOMA_COLOUR = "otoma-colour"
    UNEVEN_DEAL = "uneven-deal"
    # The order of a turn
    NOT_SET_UP = "not-set-up"
    GAME_OVER = "game-over"
    NOT_NOW = "not-now"
    DISCOVER_FIRST = "discover-first"
    ARROW_FIRST = "arrow-first"
    SPEND_FIRST = "spend-first"
    GIVE_FIRST = "give-first"
    CHOOSE_FIRST = "choose-first"
    ACT_FIRST = "act-first"
    CAN_STILL_ACT = "can-still-act"
    ONE_ACTION = "one-action"
    ALL_MUST_DIVINE = "all-must-divine"
    # Exploring
    NOT_YOUR_MEEPLE = "not-your-meeple"
    NO_MEEPLE_LEFT = "no-meeple-left"
    SAME_SPACE = "same-space"
    OCCUPIED_BY_OTHER = "occupied-by-other"
    OCCUPIED_BY_OWN = "occupied-by-own"
    STOPS_ON_CROP = "stops-on-crop"
    OUT_OF_REACH = "out-of-reach"
    NO_RETRIEVING = "no-retrieving"
    WRONG_SPACE = "wrong-space"
    NO_TILE_LEFT = "no-tile-left"
    # Divining and offering
    NO_TERRAIN = "no-terrain"
    CROP_KNOWN = "crop-known"
    NO_TOKENS = "no-tokens"
    NOT_YOUR_TOKEN = "not-your-token"  # noqa: S105 (an offering token)
    # Arrows, tiles and Otoma
    ARROW_KNOWN = "arrow-known"
    ARROW_COLOUR = "arrow-colour"
    NO_SUCH_TILE = "no-such-tile"
    NOT_TO_CHOOSE = "not-to-choose"
    # Corrections
    NOT_RECORDED = "not-recorded"
    OTHER_PLAYER = "other-player"


class Refused(NotLegal):
    """A command that the rules do not allow now: ``code`` says which rule, ``text`` what to do."""

    def __init__(self, code: Rule, text: Text) -> None:
        super().__init__(text)
        self.code = code
