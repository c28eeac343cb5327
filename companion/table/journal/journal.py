"""The saved games of one person: list, begin, go on, show, take along, forget."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from companion.errors import Unreadable
from companion.table.journal.backs import back_data, read_back
from companion.table.journal.changes import Change, Progress, replay, sound
from companion.table.journal.connection import (
    FAILURES,
    Connect,
    as_ours,
    connect,
    connected_to_copy,
    damaged_row,
    is_damage,
)
from companion.table.journal.documents import export_game, read_game
from companion.table.journal.keeper import RETRY, Keeper
from companion.table.journal.rescue import finish_rescue, rescue
from companion.table.journal.schema import check_version, migrate
from companion.table.journal.scribe import Notice, Scribe, Tell, new_id
from companion.table.journal.store import GameRow, ListedRow, Store, StoredGame
from companion.tiwanaku.game import Record, Wheel
from companion.tiwanaku.game.codec import Data
from companion.tiwanaku.scenario import Back, Scenario, parse_scenario, write_scenario
from companion.words import T

FILE = "games.sqlite"
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ListedGame:
    """What a list says of a game. ``resumable``: it is not over, and its solution is here."""

    id: str
    scenario: str
    progress: Progress
    begun: float
    changed: float
    resumable: bool


@dataclass(frozen=True)
class KeptGame:
    """A game as it stands in the journal; if it is damaged, as it stood before the damage."""

    id: str
    record: Record
    begun: float
    damaged: bool = False


@dataclass(frozen=True)
class ResumedGame:
    """A game to go on with: where it stands, its wheel, who keeps it from now on, and what the table remarked."""

    record: Record
    wheel: Wheel
    keeper: Keeper
    remarks: tuple[Data, ...] = ()


class Journal:
    """A folder's journal. Reading leaves nothing open; a game in play has its :class:`Keeper`.

    Whatever SQLite says, callers get errors of ours. What people must be told goes to ``tell``.
    What could not be written is tried again every ``retry`` seconds.
    """

    def __init__(
        self,
        folder: Path,
        *,
        tell: Tell = lambda notice: None,
        connect: Connect = connect,
        now: Callable[[], float] = time.time,
        retry: float = RETRY,
    ) -> None:
        self.path = folder / FILE
        self._retry = retry
        self._tell = tell
        self._connect = connect
        self._now = now

    # In play -----------------------------------------------------------------------------------------

    def begin(self, scenario: Scenario) -> Keeper:
        """Keep a new game; the file is made, and written, when there is something to keep."""
        row = GameRow(
            id=new_id(),
            back=json.dumps(back_data(scenario.back()), ensure_ascii=False),
            begun=self._now(),
            disc=write_scenario(scenario),
        )
        return Keeper(self._scribe(row), retry=self._retry)

    def resume(self, wish: str) -> ResumedGame:
        """Go on with a game from where it stands."""
        stored = self._stored(wish)
        if stored.row.disc is None:
            raise Unreadable(T("The game {id} was saved without its solution: it can be shown, not gone on with.", id=stored.row.id))  # fmt: skip
        game = _kept(stored)
        wheel = _wheel(stored.row, game.record.back)
        scribe = self._scribe(stored.row, tuple(sound(stored.changes)), game.record, stored.remarks)
        if game.damaged:
            self._tell(Notice(T("The end of the game {id} is damaged. It goes on from before that; the damaged one stays as well.", id=game.id)))  # fmt: skip
        keeper = Keeper(scribe, retry=self._retry)
        return ResumedGame(game.record, wheel, keeper, _read_remarks(stored.remarks))

    def _scribe(
        self,
        row: GameRow,
        changes: tuple[Change, ...] = (),
        record: Record | None = None,
        remarks: tuple[str, ...] = (),
    ) -> Scribe:
        return Scribe(
            self.path,
            row,
            changes=changes,
            entries=record.entries if record is not None else (),
            remarks=remarks,
            connect=self._connect,
            tell=self._tell,
            now=self._now,
        )

    # At rest -----------------------------------------------------------------------------------------

    def games(self) -> list[ListedGame]:
        """All games, those last sat down to first."""
        if not self._is_there():
            return []
        return self._read(lambda store: [_listed(row) for row in store.listing()])

    def unfinished(self) -> ListedGame | None:
        """The game that people would go on with, if there is one. The whole file is looked at for damage as well."""
        if not self._is_there():
            return None
        games = self._read(lambda store: [_listed(row) for row in store.checked().listing()])
        return next((game for game in games if game.resumable), None)

    def game(self, wish: str) -> KeptGame:
        """A game by its id, or by what its id begins with."""
        return _kept(self._stored(wish))

    def export(self, wish: str, *, with_solution: bool = False) -> Data:
        """A game as data for a file: public, unless the solution is asked for."""
        stored = self._stored(wish)
        return export_game(replace(stored, changes=tuple(sound(stored.changes))), with_solution=with_solution)

    def take_in(self, content: bytes | str, source: str) -> tuple[str, bool]:
        """Keep the game of a file; its id, and whether it is new here. Another game of that id stays as it is."""
        game = read_game(content, source)
        return self._write(lambda store: _take_in(store, game))

    def delete(self, wish: str) -> str:
        """Forget a game for ever; its id."""
        self._check_there(wish)
        return self._write(lambda store: store.delete(store.find(wish)))

    def _stored(self, wish: str) -> StoredGame:
        self._check_there(wish)
        return self._read(lambda store: store.game(wish))

    def _is_there(self) -> bool:
        try:
            finish_rescue(self.path)
            return self.path.exists()
        except OSError as error:
            raise as_ours(error, self.path) from None

    def _check_there(self, wish: str) -> None:
        if not self._is_there():
            raise Unreadable(T("There is no game {wish}; “pachamama games” lists them.", wish=wish))

    def _write(self, work: Callable[[Store], Result]) -> Result:
        try:
            return self._undamaged(work)
        except FAILURES as error:
            raise as_ours(error, self.path) from None

    def _read(self, work: Callable[[Store], Result]) -> Result:
        """Read in place; where the place cannot be written, which SQLite wants even then, read a copy."""
        try:
            return self._undamaged(work)
        except FAILURES:
            pass
        try:
            with connected_to_copy(self.path) as connection:
                check_version(connection, self.path)
                return work(Store(connection))
        except FAILURES as error:
            raise as_ours(error, self.path) from None

    def _undamaged(self, work: Callable[[Store], Result]) -> Result:
        try:
            return self._attempt(work)
        except FAILURES as error:
            if not is_damage(error):
                raise
        rescued = rescue(self.path, connect=self._connect)
        self._tell(Notice(rescued.text))
        return self._attempt(work)

    def _attempt(self, work: Callable[[Store], Result]) -> Result:
        with closing(self._connect(self.path)) as connection:
            migrate(connection, self.path)
            return work(Store(connection))


def _take_in(store: Store, game: StoredGame) -> tuple[str, bool]:
    if store.has(game.row.id):
        present = store.game(game.row.id)
        if [change.id for change in present.changes] == [change.id for change in game.changes]:
            return game.row.id, False
        game = replace(game, row=replace(game.row, id=new_id()))
    store.write(game.row, game.changes, game.remarks)
    return game.row.id, True


def _kept(stored: StoredGame) -> KeptGame:
    changes = sound(stored.changes)
    record = replay(read_back(_parsed(stored.row.back)), changes)
    return KeptGame(stored.row.id, record, stored.row.begun, damaged=len(changes) < len(stored.changes))


def _wheel(row: GameRow, back: Back) -> Wheel:
    """The wheel of a game; what is wrong with a damaged solution is not told, since that would tell of it."""
    try:
        wheel = Wheel(parse_scenario(row.disc or "", "disc", {back.board.name: back.board}))
    except Unreadable:
        wheel = None
    if wheel is None or wheel.back != back:
        raise Unreadable(
            T("The solution of the game {id} is damaged: it can be shown, not gone on with.", id=row.id)
        )
    return wheel


def _listed(row: ListedRow) -> ListedGame:
    """What a list says; a row that says nothing is damage, and the file has to be rescued."""
    try:
        progress, back = Progress.read(row.progress), _parsed(row.back)
    except Unreadable as error:
        raise damaged_row(str(error)) from None
    return ListedGame(
        id=row.id,
        scenario=str(back["name"]),
        progress=progress,
        begun=row.begun,
        changed=row.changed,
        resumable=bool(row.has_disc) and not progress.over,
    )


def _read_remarks(remarks: tuple[str, ...]) -> tuple[Data, ...]:
    """What can be read of them: a game does not depend on a remark."""
    found = []
    for text in remarks:
        try:
            found.append(json.loads(text))
        except (ValueError, RecursionError):
            continue
    return tuple(each for each in found if isinstance(each, dict))


def _parsed(text: str) -> Data:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or "name" not in data:
        raise Unreadable(T("The back of the disc cannot be read."))
    return data
