"""A scenario as a short text that a phone can pass on: letters for all of it, and six that guard the others.

The text hides the board from a glance (not from somebody who wants to cheat), and a mistyped letter is named:
the six guarding letters are a BCH code over 32 symbols, the one that Bitcoin's bech32m addresses use, which
notices every four wrong letters in a text of this length and so can tell which single letter is wrong.

    scenario -> one large number -> scrambled -> letters of 5 bits -> six guarding letters

What a code carries: board, terrains, crops, start tiles, Otoma places. Not the name, nor the certificate, which
whoever imports it makes anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from types import MappingProxyType

from companion.errors import NotLegal, Unreadable
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.board_file import OFFICIAL_BOARDS, official_board
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.regions import Spaces, groups, in_order
from companion.tiwanaku.scenario import Scenario
from companion.words import T, Text

# Digits and capitals without I, L, O and U, which are mistaken for others or spell words.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GUARDS = 6
GROUP = 5
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1"})
_VERSION = 1
_VERSIONS = 8
_MOST_LETTERS = 80
_BCH = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_BCH_MARK = 0x2BC830A3


def scenario_code(scenario: Scenario) -> str:
    """The code of a scenario on an official board, in groups of five letters."""
    if scenario.board.name not in OFFICIAL_BOARDS or official_board(scenario.board.name) != scenario.board:
        raise NotLegal(T("Only scenarios on the boards of the box have a code."))
    if violations(scenario.solution()):
        raise NotLegal(T("A scenario that breaks a law has no code."))
    number = _Packer()
    number.put(_VERSION, _VERSIONS)
    number.put(OFFICIAL_BOARDS.index(scenario.board.name), len(OFFICIAL_BOARDS))
    _put_grid(number, scenario)
    _put_start(number, scenario)
    symbols = _scramble(number.symbols())
    letters = "".join(LETTERS[symbol] for symbol in symbols + _guards(symbols))
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def scenario_of_code(code: str, name: str) -> Scenario:
    """The scenario that a code carries, under a name of one's own choice."""
    symbols = _read_letters(code)
    number = _Unpacker(_scramble(symbols[:-GUARDS]))
    if number.take(_VERSIONS) != _VERSION:
        raise Unreadable(T("This code comes from another version of Pachamama; update this one."))
    board = official_board(OFFICIAL_BOARDS[number.take(len(OFFICIAL_BOARDS))])
    terrains, crops = _take_grid(number, board)
    start, otoma = _take_start(number, board)
    scenario = Scenario(board, name, terrains, crops, start, otoma)
    if number.rest or violations(scenario.solution()):
        raise Unreadable(T("This is no code of a scenario."))
    return scenario


def _put_grid(number: _Packer, scenario: Scenario) -> None:
    """Terrains one by one; of the crops only their order within each region, since a region of n has 1..n."""
    kinds = list(Terrain)
    for terrain in scenario.terrains:
        number.put(kinds.index(terrain), len(kinds))
    for region in _regions(scenario.solution()):
        left = sorted(scenario.crops[space.index] for space in region)
        for space in region:
            crop = scenario.crops[space.index]
            number.put(left.index(crop), len(left))
            left.remove(crop)


def _take_grid(number: _Unpacker, board: Board) -> tuple[tuple[Terrain, ...], tuple[Crop, ...]]:
    kinds = list(Terrain)
    terrains = tuple(kinds[number.take(len(kinds))] for _ in board.spaces)
    bare = Position(board, terrains, (None,) * len(terrains), {kind: terrains.count(kind) for kind in kinds})
    crops = [Crop.SWEET_POTATO] * len(terrains)
    for region in _regions(bare):
        if len(region) > len(Crop):
            raise Unreadable(T("This is no code of a scenario."))
        left = list(Crop)[: len(region)]
        for space in region:
            crops[space.index] = left.pop(number.take(len(left)))
    return terrains, tuple(crops)


def _regions(position: Position) -> list[list[Space]]:
    return [in_order(region) for region in sorted(groups(position), key=_first)]


def _first(region: Spaces) -> int:
    return min(space.index for space in region)


def _put_start(number: _Packer, scenario: Scenario) -> None:
    spaces = len(scenario.board.spaces)
    start = in_order(list(scenario.start))
    number.put(len(start), spaces + 1)
    number.put(_rank([space.index for space in start]), comb(spaces, len(start)))
    for colour in Colour:
        place = scenario.otoma.get(colour)
        number.put(start.index(place) + 1 if place else 0, len(start) + 1)


def _take_start(number: _Unpacker, board: Board) -> tuple[tuple[Space, ...], Mapping[Colour, Space]]:
    spaces = len(board.spaces)
    count = number.take(spaces + 1)
    start = tuple(board.spaces[index] for index in _unrank(number.take(comb(spaces, count)), count))
    places = {colour: number.take(count + 1) for colour in Colour}
    otoma = {colour: start[place - 1] for colour, place in places.items() if place}
    if len(set(otoma.values())) < len(otoma):
        raise Unreadable(T("This is no code of a scenario."))
    return start, MappingProxyType(otoma)


def _rank(indices: Sequence[int]) -> int:
    """The number of a set of indices among all sets of its size."""
    return sum(comb(index, place) for place, index in enumerate(indices, start=1))


def _unrank(rank: int, count: int) -> list[int]:
    indices: list[int] = []
    for place in range(count, 0, -1):
        index = place - 1
        while comb(index + 1, place) <= rank:
            index += 1
        rank -= comb(index, place)
        indices.insert(0, index)
    return indices


class _Packer:
    """Packs small numbers into one large one, wasting nothing."""

    def __init__(self) -> None:
        self._number = 0
        self._size = 1

    def put(self, value: int, choices: int) -> None:
        """Add a value below the number of choices there are for it."""
        self._number += value * self._size
        self._size *= choices

    def symbols(self) -> list[int]:
        """The number in symbols of five bits; how many depends on the choices alone."""
        return [self._number >> shift & 31 for shift in range(0, (self._size - 1).bit_length(), 5)]


class _Unpacker:
    """Takes small numbers out of a large one in the order in which they were put in."""

    def __init__(self, symbols: Sequence[int]) -> None:
        self.rest = sum(symbol << 5 * place for place, symbol in enumerate(symbols))

    def take(self, choices: int) -> int:
        """The next value."""
        self.rest, value = divmod(self.rest, choices)
        return value


def _scramble(symbols: Sequence[int]) -> list[int]:
    """Cover symbols by fixed noise, so that a glance shows no pattern; doing it again uncovers them."""
    noise = hashlib.shake_256(b"pachamama scenario code").digest(len(symbols))
    return [symbol ^ cover & 31 for symbol, cover in zip(symbols, noise, strict=True)]


def _read_letters(code: str) -> list[int]:
    letters = "".join(code.upper().translate(_MISREAD).split()).replace("-", "")
    for number, letter in enumerate(letters, start=1):
        if letter not in LETTERS:
            raise Unreadable(
                T(
                    "Letter {number} of the code, “{letter}”, is no letter of ours.",
                    number=number,
                    letter=letter,
                )
            )
    if not GUARDS < len(letters) <= _MOST_LETTERS:
        raise Unreadable(
            T("A code has more than {least} letters and at most {most}.", least=GUARDS, most=_MOST_LETTERS)
        )
    symbols = [LETTERS.index(letter) for letter in letters]
    if _remainder(symbols) != _BCH_MARK:
        raise Unreadable(_what_is_mistyped(symbols))
    return symbols


def _what_is_mistyped(symbols: list[int]) -> Text:
    """Name the slip: the code is linear, so what is left over depends on the slip alone, not on the other letters."""
    left_over = _remainder(symbols) ^ _BCH_MARK
    last = len(symbols) - 1
    effects = _effects()
    for place in range(last):
        change = symbols[place] ^ symbols[place + 1]
        if change and effects[last - place][change] ^ effects[last - place - 1][change] == left_over:
            return T(
                "Letters {first} and {second} of the code seem to be swapped.",
                first=place + 1,
                second=place + 2,
            )
    for place, symbol in enumerate(symbols):
        if left_over in effects[last - place]:
            return T(
                "Letter {number} of the code, “{letter}”, is mistyped; it seems to be “{meant}”.",
                number=place + 1,
                letter=LETTERS[symbol],
                meant=LETTERS[symbol ^ effects[last - place].index(left_over)],
            )
    return T(
        "The code does not fit: several letters are wrong, or one is missing or too many. Compare it again."
    )


@lru_cache(maxsize=1)
def _effects() -> tuple[tuple[int, ...], ...]:
    """What each change of a symbol adds to the remainder, by the symbol's distance from the end."""
    nothing = [_remainder([0] * length) for length in range(_MOST_LETTERS + 1)]
    return tuple(
        tuple(_remainder([change, *[0] * distance]) ^ nothing[distance + 1] for change in range(len(LETTERS)))
        for distance in range(_MOST_LETTERS)
    )


def _guards(symbols: list[int]) -> list[int]:
    remainder = _remainder([*symbols, *[0] * GUARDS]) ^ _BCH_MARK
    return [remainder >> 5 * place & 31 for place in reversed(range(GUARDS))]


def _remainder(symbols: Sequence[int]) -> int:
    remainder = 1
    for symbol in symbols:
        top = remainder >> 25
        remainder = (remainder & 0x1FFFFFF) << 5 ^ symbol
        for bit, term in enumerate(_BCH):
            if top >> bit & 1:
                remainder ^= term
    return remainder
