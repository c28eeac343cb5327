"""The journal: every game of a table, on disk before anybody sees what happened.

    Desk ─record─► Keeper ─thread─► Scribe ─changes─► Store ─SQL─► games.sqlite
                      ◄─ on disk ──────┘  └─ not saved, saved again, damaged ─► people

One SQLite file in a person's own folder, readable by its owner only. What happened in a game is public and lies in other
tables than the solutions; see :mod:`companion.table.journal.schema`.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from companion.table.journal import Journal
>>> from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour
>>> wheel = Wheel(morning_valley())
>>> game = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
>>> with TemporaryDirectory() as folder:
...     journal = Journal(Path(folder))
...     keeper = journal.begin(morning_valley())
...     waits = not keeper.keep(game, lambda saved: None)
...     trouble = keeper.close()
...     listed = journal.unfinished()
...     journal.game(listed.id).record == game, listed.progress.scores
(True, (10, 10))
"""

from companion.table.journal.changes import Progress
from companion.table.journal.journal import Journal, KeptGame, ListedGame, ResumedGame
from companion.table.journal.keeper import Keeper
from companion.table.journal.schema import NewerJournal
from companion.table.journal.scribe import Notice

__all__ = [
    "Journal",
    "Keeper",
    "KeptGame",
    "ListedGame",
    "NewerJournal",
    "Notice",
    "Progress",
    "ResumedGame",
]
