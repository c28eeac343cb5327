"""The journal: games that people bring along, a file that was damaged on its card, commands and events as data."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import PachamamaError
from companion.table.journal import Journal, NewerJournal
from companion.table.journal.changes import Progress
from companion.table.journal.documents import read_game, read_record
from companion.table.journal.journal import FILE
from companion.table.recap import look_back
from companion.table.recap.page import render
from companion.table.referee.events import read_table_event
from companion.tiwanaku.game import (
    Record,
    Wheel,
    command_data,
    entry_data,
    event_data,
    read_command,
    read_entry,
    read_event,
)
from companion.words import language
from tests.table.journal.games import first, history, keep
from tests.tiwanaku.game.table import scenario
from tests.trust.bad_input.reader import Bench, Reader
from tests.trust.bad_input.trees import Form

_KINDS = (
    b'"kind":"move"',
    b'"kind":"divine"',
    b'"kind":"game-set-up"',
    b'"standing"',
    b'"sun/llama"',
    b'"removed":1',
    b'"start":0',
)


def _kept(folder: Path, *records: Record, seed: int = 1, with_solution: bool = False) -> str:
    """Keep a game as it went, in a journal there; what it is when it is taken along."""
    journal = Journal(folder, now=lambda: 1000.0)
    keeper = journal.begin(scenario(seed))
    keep(keeper, *records)
    keeper.close()
    return json.dumps(journal.export(keeper.id, with_solution=with_solution))


def _exports(folder: Path) -> list[bytes]:
    games = [
        [first(count) for count in (1, 3, 6)],
        history(corrections=4, most=8),
        [first(4, "solo-easy")],
        [first(9, "together-2-easy")],
    ]
    return [
        _kept(folder / f"{number}", *records, with_solution=with_solution).encode()
        for number, records in enumerate(games)
        for with_solution in (False, True)
    ]


@contextmanager
def _documents(folder: Path) -> Iterator[Bench]:
    def read(data: bytes) -> None:
        game = read_game(data, "game.json")
        Progress.read(game.changes[-1].progress)
        json.dumps(read_record(data, "game.json").back.name)

    yield Bench(_exports(folder), read)


@contextmanager
def _imports(folder: Path) -> Iterator[Bench]:
    """The same, into a real journal, shown and listed afterwards."""
    seeds = _exports(folder)
    english = language("en")
    empty = folder / "empty"
    _kept(empty, first(1))
    _kept(empty, first(2, seed=2), seed=2)

    def read(data: bytes) -> None:
        here = folder / "here"
        shutil.rmtree(here, ignore_errors=True)
        shutil.copytree(empty, here)
        journal = Journal(here)
        identity, _ = journal.take_in(data, "game.json")
        for game in journal.games():
            game.scenario.encode()
        record = journal.game(identity).record
        render(look_back(record, seconds=0.0), english).encode()

    yield Bench(seeds, read)


@contextmanager
def _damaged(folder: Path) -> Iterator[Bench]:
    """A file of SQLite whose bytes changed: the list of games is there all the same, and each of them is read or refused."""
    seeds = []
    for number, records in enumerate(
        ([first(count) for count in range(1, 9)], history(corrections=6, most=30))
    ):
        _kept(folder / str(number), *records)
        other = _kept(folder / f"other{number}", first(3, seed=2), seed=2, with_solution=True)
        Journal(folder / str(number)).take_in(other, "other")
        seeds.append((folder / str(number) / FILE).read_bytes())
    sizes = [len(seed) for seed in seeds]
    if min(sizes) < 8192:
        raise AssertionError("the journal's content is not in its file")

    def read(data: bytes) -> None:
        here = folder / "here"
        shutil.rmtree(here, ignore_errors=True)
        here.mkdir()
        (here / FILE).write_bytes(data)
        journal = Journal(here)
        try:
            journal.unfinished()
            games = journal.games()
        except NewerJournal:
            raise
        except PachamamaError as refusal:
            raise AssertionError(f"not rescued: {refusal}") from None
        for game in games[:5]:
            try:
                journal.game(game.id)
                journal.export(game.id)
                journal.resume(game.id).keeper.close()
            except PachamamaError:
                continue

    yield Bench(seeds, read)


@contextmanager
def _data(folder: Path) -> Iterator[Bench]:
    """Commands, events and what the referee noted, as data."""
    whole = history(corrections=6, most=40)[-1]
    board = whole.back.board
    seeds = [{"entry": entry_data(entry)} for entry in whole.entries[:12]]
    seeds += [{"command": command_data(entry.command)} for entry in whole.entries[:12]]
    seeds += [{"event": event_data(event)} for entry in whole.entries[:6] for event in entry.events]
    mark = {"space": "sun/llama", "what": "terrain", "lies": "rock"}
    seeds += [{"table": {"kind": "difference-accepted", "fault": "wrong-terrain", "marks": [mark]}}]
    seeds += [{"table": {"kind": "law-accepted", "law": "crop-repeated", "spaces": ["sun/llama"]}}]
    wheel = Wheel(scenario(1))
    started = Record.restore(wheel.back, whole.entries[:3])
    readers = {"entry": read_entry, "command": read_command, "event": read_event, "table": read_table_event}

    def read(data: bytes) -> None:
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            return
        for name, value in tree.items() if isinstance(tree, dict) else ():
            if name in readers:
                found = readers[name](value, board)
                if name == "command":
                    started.do(found, wheel)

    yield Bench([json.dumps(seed).encode() for seed in seeds], read)


READERS = (
    Reader("game file", _documents, 30_000, Form.JSON, _KINDS),
    Reader("game import", _imports, 3_000, Form.JSON, _KINDS),
    Reader("damaged journal", _damaged, 2_000, largest=400_000),
    Reader("commands and events", _data, 100_000, Form.JSON, _KINDS),
)
