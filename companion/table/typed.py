"""What people type when they enter a disc: places, contents and colours, short or long, in their language.

>>> from companion.tiwanaku.board_file import official_board
>>> from companion.words import language
>>> typed = Typed(language("fr"), official_board("long"))
>>> [typed.content(words).token for words in ("s3", "S 3", "sable piment", "sand chi")]
['S3', 'S3', 'S3', 'S3']
>>> str(typed.place_and_content("soleil lama t1")[0]), str(typed.place("su/ll"))
('sun/llama', 'sun/llama')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.errors import Unreadable
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.transcription import Content
from companion.words import Language, T, Text, language

Thing = TypeVar("Thing")
_SHORT = re.compile(r"([^\W\d]+) *([1-5])")
NOTHING = "-"


@dataclass(frozen=True)
class Typed:
    """Understands entries for one board, in one language and in English; beginnings of words suffice."""

    words: Language
    board: Board

    def content(self, entry: str) -> Content:
        """A terrain and a crop: ``s3``, ``s 3``, ``sand 3`` or ``sand chili``."""
        plain = _plain(entry)
        if short := _SHORT.fullmatch(plain):
            return Content(self._terrain(short[1]), Crop(int(short[2])))
        terrain, _, crop = plain.partition(" ")
        if not crop:
            raise Unreadable(_not_understood(entry))
        return Content(self._terrain(terrain), self._one_of({each: each.text for each in Crop}, crop))

    def place(self, entry: str) -> Space:
        """A space: ``sun llama`` or ``sun/llama``."""
        element, _, animal = _plain(entry).partition(" ")
        firsts = self.board.spaces[: self.board.columns]
        column = self._one_of({space.column: space.element_text for space in firsts}, element)
        firsts = self.board.spaces[:: self.board.columns]
        row = self._one_of({space.row: space.animal_text for space in firsts}, animal)
        return self.board.at(row, column)

    def place_and_content(self, entry: str) -> tuple[Space | None, Content]:
        """A content, perhaps with its place before it."""
        words = _plain(entry).split(" ")
        if len(words) >= 3 and (place := self._perhaps_place(" ".join(words[:2]))):
            return place, self.content(" ".join(words[2:]))
        return None, self.content(entry)

    def start_tile(self, entry: str) -> tuple[Space, Content | None]:
        """A place and its content, or ``-`` for none."""
        words = _plain(entry).split(" ")
        if len(words) < 3:
            raise Unreadable(_not_understood(entry))
        content = None if words[2:] == [NOTHING] else self.content(" ".join(words[2:]))
        return self.place(" ".join(words[:2])), content

    def otoma(self, entry: str) -> tuple[Colour, Space | None]:
        """A colour and its place, or ``-`` for none."""
        colour, _, place = _plain(entry).partition(" ")
        chosen = self._one_of({each: each.text for each in Colour}, colour)
        return chosen, None if place == NOTHING else self.place(place)

    def counts(self, entry: str) -> tuple[int, int, int, int]:
        """Four numbers: tiles of dirt, sand, grass and rock."""
        numbers = _plain(entry.replace(",", " ")).split(" ")
        if len(numbers) != len(Terrain) or not all(re.fullmatch("[0-9]{1,2}", each) for each in numbers):
            raise Unreadable(T("Enter four numbers: the tiles of {terrains}.", terrains=list(Terrain)))
        dirt, sand, grass, rock = map(int, numbers)
        return dirt, sand, grass, rock

    def board_name(self, entry: str, names: Iterable[str]) -> str:
        """One of the boards, by its name or the beginning of it."""
        fitting = [name for name in names if name.casefold().startswith(entry.strip().casefold())]
        if not entry.strip() or len(fitting) != 1:
            raise Unreadable(_not_understood(entry))
        return fitting[0]

    def _perhaps_place(self, entry: str) -> Space | None:
        try:
            return self.place(entry)
        except Unreadable:
            return None

    def _terrain(self, word: str) -> Terrain:
        """A terrain by the letter of our files, else by its name."""
        for terrain in Terrain:
            if word == terrain.letter.casefold():
                return terrain
        return self._one_of({each: each.text for each in Terrain}, word)

    def _one_of(self, names: Mapping[Thing, Text], word: str) -> Thing:
        """The one thing that a word means, or the only one whose name begins so; this language's names first."""
        said = [
            [(thing, _plain(speaking.say(name))) for thing, name in names.items()]
            for speaking in (self.words, language("en"))
        ]
        exact = [[thing for thing, name in pairs if name == word] for pairs in said]
        begun = [[thing for thing, name in pairs if word and name.startswith(word)] for pairs in said]
        for fitting in exact + begun:
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise Unreadable(T("“{word}” could mean several things; write more of it.", word=word))
        raise Unreadable(_not_understood(word))


def _not_understood(entry: str) -> Text:
    return T("“{entry}” is not understood; “?” shows what can be entered.", entry=" ".join(entry.split()))


def _plain(text: str) -> str:
    """Small letters without accents, one blank between words; a slash or a comma is a blank, too."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("/", " ").replace(",", " "))
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())
