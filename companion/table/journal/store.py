"""The rows of a journal: games in, games out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.errors import PachamamaError, Unreadable
from companion.table.journal.changes import Change
from companion.table.journal.connection import Connection, damaged_row, transaction
from companion.table.journal.schema import MOST_CHANGES
from companion.words import T

_CHANGE = "number, id, at, start, removed, entries, progress"
_OF_GAME = "place BETWEEN ?1 AND ?2"


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it is kept: its public back as JSON, and the disc, a scenario file's text, if we have it.

    The disc is the solution. It is written to its own table and never printed.
    """

    id: str
    back: str = field(repr=False)
    begun: float
    disc: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with all its changes, and what the table remarked beside it, as JSON."""

    row: GameRow
    changes: tuple[Change, ...] = field(repr=False)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedRow:
    """What a list of games needs of one: ``sitting`` orders them by when somebody last sat down to them."""

    id: str
    back: str = field(repr=False)
    begun: float
    changes: int
    changed: float
    progress: str
    sitting: int
    has_disc: int


class WrittenElsewhere(PachamamaError):  # noqa: N818
    """Somebody else went on with this game in the same journal."""


class Store:
    """The rows behind one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def write(
        self, row: GameRow, changes: Sequence[Change], remarks: Sequence[str] = (), *, sit_down: bool = False
    ) -> None:
        """Have a game with all its changes on disk. What is there already stays, and is not written again.

        The last id tells whether all changes before it are the same.
        """
        with transaction(self._connection):
            game = self._key(row.id) or self._add(row)
            last = self._one(
                f"SELECT number, id FROM changes WHERE {_OF_GAME} ORDER BY place DESC LIMIT 1",  # noqa: S608
                *_places(game),
            )
            present = 0 if last is None else last[0] + 1
            if present > len(changes) or (present and changes[present - 1].id != last[1]):
                raise WrittenElsewhere(T("Somebody else goes on with the same game in this journal."))
            for change in changes[present:]:
                self._connection.execute(
                    f"INSERT INTO changes (place, game, {_CHANGE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                    (
                        _places(game)[0] + change.number,
                        game,
                        change.number,
                        change.id,
                        change.at,
                        change.start,
                        change.removed,
                        change.entries,
                        change.progress,
                    ),
                )
            self._add_remarks(game, remarks)
            if sit_down:
                self._connection.execute("INSERT INTO sittings (game) VALUES (?)", (game,))
                self._add_disc(game, row)

    def listing(self) -> list[ListedRow]:
        """All games, those last sat down to first."""
        rows = self._connection.execute(
            "SELECT games.id, back, begun, latest.number + 1, latest.at, latest.progress,"
            " COALESCE((SELECT MAX(number) FROM sittings WHERE game = key), 0) AS sitting,"
            " EXISTS (SELECT 1 FROM discs WHERE game = key)"
            " FROM games JOIN changes AS latest ON latest.place = (SELECT MAX(place) FROM changes"
            " WHERE place BETWEEN key * ?1 AND (key + 1) * ?1 - 1)"
            " ORDER BY sitting DESC, key DESC",
            (MOST_CHANGES,),
        ).fetchall()
        return [ListedRow(*row) for row in rows]

    def find(self, wish: str) -> str:
        """The id of the game that the wish begins, if it begins one only."""
        rows = self._connection.execute("SELECT id FROM games ORDER BY key").fetchall()
        found = [row[0] for row in rows if row[0] == wish] or [
            row[0] for row in rows if row[0].startswith(wish)
        ]
        if len(found) != 1 or not wish:
            text = (
                T("{wish} begins the names of several games: {found}.", wish=wish, found=found)
                if found and wish
                else T("There is no game {wish}; “pachamama games” lists them.", wish=wish)
            )
            raise Unreadable(text)
        return str(found[0])

    def game(self, wish: str) -> StoredGame:
        """A game by its id, or by what its id begins with."""
        found = self._one("SELECT key, id, back, begun FROM games WHERE id = ?1", self.find(wish))
        if found is None:
            raise damaged_row("a game that its index does not know")
        key, identity, back, begun = found
        disc = self._one("SELECT scenario FROM discs WHERE game = ?1", key)
        rows = self._connection.execute(
            f"SELECT {_CHANGE} FROM changes WHERE {_OF_GAME} ORDER BY place",  # noqa: S608
            _places(key),
        ).fetchall()
        row = GameRow(identity, back, begun, None if disc is None else disc[0])
        remarks = self._connection.execute(
            f"SELECT remark FROM remarks WHERE {_OF_GAME} ORDER BY place",  # noqa: S608
            _places(key),
        ).fetchall()
        return StoredGame(row, tuple(Change(*values) for values in rows), tuple(text for (text,) in remarks))

    def has(self, identity: str) -> bool:
        """Whether a game of exactly that id is there."""
        return self._key(identity) is not None

    def delete(self, identity: str) -> str:
        """Forget a game; its id."""
        with transaction(self._connection):
            self._connection.execute("DELETE FROM games WHERE id = ?1", (identity,))
        return identity

    def checked(self) -> Store:
        """The same, once SQLite has looked at all its pages; its own error if one is broken."""
        found = self._one("PRAGMA quick_check(1)")[0]
        if found != "ok":
            raise damaged_row(found)
        return self

    def _key(self, identity: str) -> int | None:
        row = self._one("SELECT key FROM games WHERE id = ?1", identity)
        return None if row is None else int(row[0])

    def _add(self, row: GameRow) -> int:
        self._connection.execute(
            "INSERT INTO games (id, back, begun) VALUES (?, ?, ?)", (row.id, row.back, row.begun)
        )
        key = int(self._one("SELECT key FROM games WHERE id = ?1", row.id)[0])
        self._add_disc(key, row)
        return key

    def _add_remarks(self, game: int, remarks: Sequence[str]) -> None:
        first, last = _places(game)
        count = f"SELECT COUNT(*) FROM remarks WHERE {_OF_GAME}"  # noqa: S608
        present = int(self._one(count, first, last)[0])
        for number, remark in enumerate(remarks[present:], present):
            self._connection.execute(
                "INSERT INTO remarks (place, game, remark) VALUES (?, ?, ?)", (first + number, game, remark)
            )

    def _add_disc(self, game: int, row: GameRow) -> None:
        if row.disc is not None:
            self._connection.execute(
                "INSERT OR IGNORE INTO discs (game, scenario) VALUES (?, ?)", (game, row.disc)
            )

    def _one(self, sql: str, *values: Any) -> Any:
        return self._connection.execute(sql, values).fetchone()


def _places(game: int) -> tuple[int, int]:
    """The first and the last place that a change of a game can have."""
    return game * MOST_CHANGES, (game + 1) * MOST_CHANGES - 1
