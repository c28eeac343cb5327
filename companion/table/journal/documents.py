"""A game as a file that people can take along: JSON, public unless the solution is asked for."""

from __future__ import annotations

import json
from typing import Any

from companion.errors import Unreadable
from companion.table.journal.backs import read_back
from companion.table.journal.changes import Change, Progress, make_change, read_entries, replay
from companion.table.journal.store import GameRow, StoredGame
from companion.tiwanaku.game import Record, entry_data
from companion.tiwanaku.game.codec import Data, read_list, read_table
from companion.tiwanaku.scenario import Back, parse_scenario
from companion.words import T

FORMAT = 1
_NAMES = ("format", "game", "begun", "back", "changes")
_CHANGE_NAMES = ("at", "start", "removed", "entries")
_LONGEST_ID = 40


def export_game(game: StoredGame, *, with_solution: bool = False) -> Data:
    """A game as data for a file. Without the solution it can be shown, but not gone on with."""
    data: Data = {
        "format": FORMAT,
        "game": game.row.id,
        "begun": game.row.begun,
        "back": json.loads(game.row.back),
        "changes": [
            {
                "at": change.at,
                "start": change.start,
                "removed": change.removed,
                "entries": json.loads(change.entries),
            }
            for change in game.changes
        ],
    }
    if with_solution and game.row.disc is not None:
        data["solution"] = game.row.disc
    return data


def read_game(content: bytes | str, source: str, *, with_solution: bool = True) -> StoredGame:
    """The game of a file, checked from its first change to its last; Unreadable if it is none."""
    try:
        data = json.loads(content)
        has_solution = isinstance(data, dict) and "solution" in data
        if has_solution and not with_solution:
            del data["solution"]
        return _read(read_table(data, (*_NAMES, "solution") if has_solution and with_solution else _NAMES))
    except Unreadable as error:
        raise Unreadable(
            T("{file}: this is no saved game: {reason}", file=source, reason=error.text)
        ) from None
    except (ValueError, TypeError, RecursionError, OverflowError):
        raise Unreadable(T("{file}: this is no saved game.", file=source)) from None


def read_record(content: bytes | str, source: str) -> Record:
    """The record of a game's file, for whoever only wants to look back; a solution in it is not looked at."""
    game = read_game(content, source, with_solution=False)
    return replay(read_back(json.loads(game.row.back)), game.changes)


def _read(table: Data) -> StoredGame:
    if table["format"] != FORMAT:
        raise Unreadable(T("its format is {format}; known is {known}.", format=str(table["format"])[:20], known=FORMAT))  # fmt: skip
    back = read_back(table["back"])
    changes: list[Change] = []
    for each in read_list(table["changes"]):
        changes.append(_read_change(read_table(each, _CHANGE_NAMES), changes, back))
    if not changes:
        raise Unreadable(T("nothing has happened in it."))
    identity = str(table["game"])
    if not identity.isalnum() or not identity.isascii() or len(identity) > _LONGEST_ID:
        raise Unreadable(T("its id cannot be one."))
    row = GameRow(identity, json.dumps(table["back"]), _time(table["begun"]), _solution(table, back))
    return StoredGame(row, tuple(changes))


def _read_change(table: Data, before: list[Change], back: Back) -> Change:
    text = json.dumps(table["entries"], ensure_ascii=False, separators=(",", ":"))
    # Written anew from what it means, so that equal games are equal to the letter.
    entries = [entry_data(entry) for entry in read_entries(text, back.board)]
    last = before[-1] if before else None
    change = make_change(
        last,
        _whole(table["start"]),
        _whole(table["removed"]),
        json.dumps(entries, ensure_ascii=False, separators=(",", ":")),
        at=_time(table["at"]),
        progress=Progress(),
    )
    progress = Progress.of(replay(back, [*before, change]))
    return make_change(last, change.start, change.removed, change.entries, at=change.at, progress=progress)


def _solution(table: Data, back: Back) -> str | None:
    text = table.get("solution")
    if text is None:
        return None
    scenario = parse_scenario(str(text), "solution", {back.board.name: back.board})
    if scenario.back() != back:
        raise Unreadable(T("its solution belongs to another disc."))
    return str(text)


def _time(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e12:
        raise Unreadable(T("{value} is no point in time.", value=str(value)[:20]))
    return float(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1_000_000:
        raise Unreadable(T("{value} is no number of entries.", value=str(value)[:20]))
    return value
