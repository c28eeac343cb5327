"""A position: what everybody at the table can see, and its file.

>>> position = parse_position('''
... format = 1
... board = "short"
... tiles = { dirt = 6, sand = 7, grass = 6, rock = 6 }
... grid = \"\"\"
... S3 .. S. .. ..
... .. .. .. .. ..
... .. .. .. .. ..
... .. .. .. .. ..
... .. .. .. .. ..
... \"\"\"
... ''', "example.toml")
>>> position.terrain(position.board.space("mountain/condor"))
<Terrain.SAND: 'sand'>
>>> position.supply[Terrain.SAND]
5
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.errors import Unreadable
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.board_file import official_boards
from companion.tiwanaku.document import FORMAT, Document, is_integer
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import T

_KEYS = ("format", "board", "tiles", "grid", "meeples")
_NOTHING = "."


@dataclass(frozen=True)
class Position:
    """The public table: tiles, crops and meeples on the board, and the scenario's tile counts.

    Terrains and crops are listed by the spaces' index. ``tiles`` counts all terrain tiles of the scenario,
    those on the board included.
    """

    board: Board
    terrains: tuple[Terrain | None, ...]
    crops: tuple[Crop | None, ...]
    tiles: Mapping[Terrain, int] = field(hash=False)
    meeples: Mapping[Space, Colour] = field(default_factory=dict, hash=False)

    @classmethod
    def empty(cls, board: Board, tiles: Mapping[Terrain, int]) -> Position:
        """A board with nothing on it."""
        nothing = (None,) * len(board.spaces)
        return cls(board, nothing, nothing, tiles)

    def terrain(self, space: Space) -> Terrain | None:
        """The terrain that lies on a space."""
        return self.terrains[space.index]

    def crop(self, space: Space) -> Crop | None:
        """The crop that lies on a space."""
        return self.crops[space.index]

    @property
    def supply(self) -> dict[Terrain, int]:
        """How many tiles of each terrain are not on the board yet."""
        return {terrain: self.tiles[terrain] - self.terrains.count(terrain) for terrain in Terrain}

    def with_space(self, space: Space, terrain: Terrain | None, crop: Crop | None) -> Position:
        """The same position with something else on one space."""
        terrains, crops = list(self.terrains), list(self.crops)
        terrains[space.index], crops[space.index] = terrain, crop
        return replace(self, terrains=tuple(terrains), crops=tuple(crops))


def parse_position(content: str | bytes, source: str, boards: Mapping[str, Board] | None = None) -> Position:
    """Read a position file's text; what cannot be read is refused by file and line."""
    document = Document.parse(content, source, _KEYS)
    board = read_board(document, boards)
    terrains, crops = read_grid(document, board, partial=True)
    return Position(board, terrains, crops, _read_tiles(document), _read_meeples(document, board))


def write_position(position: Position) -> str:
    """The text of a position file; reading it gives the same position."""
    tiles = ", ".join(f"{terrain.value} = {position.tiles[terrain]}" for terrain in Terrain)
    lines = [
        f"format = {FORMAT}",
        f'board = "{position.board.name}"',
        f"tiles = {{ {tiles} }}",
        *grid_lines(position.board, position.terrains, position.crops),
    ]
    if position.meeples:
        lines += ["", "[meeples]"]
        lines += [f'"{space}" = "{colour.value}"' for space, colour in sorted_by_space(position.meeples)]
    return "\n".join(lines) + "\n"


def read_board(document: Document, boards: Mapping[str, Board] | None) -> Board:
    """The board a file names, among those known."""
    known = official_boards() if boards is None else boards
    name = document.string("board")
    if name not in known:
        raise document.fault(
            T("unknown board {name}; known are {boards}.", name=name, boards=sorted(known)), "board"
        )
    return known[name]


def read_grid(
    document: Document, board: Board, *, partial: bool
) -> tuple[tuple[Terrain | None, ...], tuple[Crop | None, ...]]:
    """Terrains and crops of a drawn grid; without ``partial`` every space must be complete."""
    rows = document.rows("grid")
    if len(rows) != board.rows:
        raise document.fault(
            T(
                "the grid has {found} rows; the {board} board has {expected}.",
                found=len(rows),
                board=board.name,
                expected=board.rows,
            ),
            "grid",
        )
    terrains: list[Terrain | None] = []
    crops: list[Crop | None] = []
    for row, (offset, tokens) in enumerate(rows):
        if len(tokens) != board.columns:
            raise document.fault(
                T(
                    "the row of the {animal} has {found} spaces; the {board} board has {expected}.",
                    animal=board.at(row, 0).animal_text,
                    found=len(tokens),
                    board=board.name,
                    expected=board.columns,
                ),
                "grid",
                offset=offset,
            )
        for column, token in enumerate(tokens):
            terrain, crop = _read_token(token, board.at(row, column), partial, document, offset)
            terrains.append(terrain)
            crops.append(crop)
    return tuple(terrains), tuple(crops)


def grid_lines(board: Board, terrains: Iterable[Terrain | None], crops: Iterable[Crop | None]) -> list[str]:
    """A grid as the lines of a file."""
    tokens = [token(terrain, crop) for terrain, crop in zip(terrains, crops, strict=True)]
    rows = [" ".join(tokens[start : start + board.columns]) for start in range(0, len(tokens), board.columns)]
    return ['grid = """', *rows, '"""']


def token(terrain: Terrain | None, crop: Crop | None) -> str:
    """What stands for a space in a grid: ``..``, ``S.`` or ``S3``."""
    return (terrain.letter if terrain else _NOTHING) + (str(crop.level) if crop else _NOTHING)


def sorted_by_space(things: Mapping[Space, Colour]) -> list[tuple[Space, Colour]]:
    """Things on spaces in reading order of the board."""
    return sorted(things.items(), key=lambda item: item[0].index)


def read_place(document: Document, board: Board, place: object, key: str, table: str | None = None) -> Space:
    """The space that a file names at a key, perhaps one of a table."""
    if not isinstance(place, str):
        raise document.fault(
            T("a place must be text in quotes, such as “{example}”.", example=str(board.spaces[0])),
            key,
            table=table,
        )
    try:
        return board.space(place)
    except Unreadable as error:
        raise document.fault(error.text, key, table=table) from None


def read_colour(document: Document, name: object, key: str, table: str) -> Colour:
    """The meeple colour that a file names at a key of a table."""
    try:
        return Colour(name)
    except ValueError:
        colours = [colour.value for colour in Colour]
        raise document.fault(
            T("{name} is no colour of a meeple; known are {colours}.", name=str(name), colours=colours),
            key,
            table=table,
        ) from None


def _read_token(
    text: str, space: Space, partial: bool, document: Document, offset: int
) -> tuple[Terrain | None, Crop | None]:
    letters = _NOTHING + "".join(terrain.letter for terrain in Terrain)
    levels = _NOTHING + "".join(str(crop.level) for crop in Crop)
    if len(text) != 2 or text[0] not in letters or text[1] not in levels:
        raise document.fault(
            T(
                "{space}: “{token}” is unknown; write terrain (D, S, G, R) and crop (1 to 5), such as S3.",
                space=space,
                token=text,
            ),
            "grid",
            offset=offset,
        )
    if _NOTHING in text and not partial:
        raise document.fault(
            T(
                "{space}: “{token}” is not complete; a scenario has terrain and crop on every space.",
                space=space,
                token=text,
            ),
            "grid",
            offset=offset,
        )
    terrain = None if text[0] == _NOTHING else Terrain.of_letter(text[0])
    crop = None if text[1] == _NOTHING else Crop(int(text[1]))
    return terrain, crop


def _read_tiles(document: Document) -> Mapping[Terrain, int]:
    table = document.table("tiles")
    names = [terrain.value for terrain in Terrain]
    for name in table:
        if name not in names:
            raise document.fault(
                T("{name} is no terrain; known are {terrains}.", name=name, terrains=names),
                name,
                table="tiles",
            )
    counts = {}
    for terrain in Terrain:
        count = table.get(terrain.value)
        if not is_integer(count) or not 0 <= count <= 99:
            raise document.fault(
                T("tiles must count the {terrain} tiles, from 0 to 99.", terrain=terrain),
                terrain.value,
                table="tiles",
            )
        counts[terrain] = count
    return MappingProxyType(counts)


def _read_meeples(document: Document, board: Board) -> Mapping[Space, Colour]:
    return MappingProxyType(
        {
            read_place(document, board, place, place, "meeples"): read_colour(
                document, colour, place, "meeples"
            )
            for place, colour in document.table("meeples", {}).items()
        }
    )
