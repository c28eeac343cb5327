"""Whole games to look back on, and the file that an export of one is."""

from __future__ import annotations

from functools import cache

from companion.tiwanaku.bots import CarefulBot, RandomBot, simulate
from companion.tiwanaku.game import Record, Wheel, entry_data
from tests.tiwanaku.game.table import SETUPS, scenario


@cache
def played(name: str, seed: int = 1, board: str = "long") -> Record:
    """A game to its end, by bots of both kinds."""
    setup = SETUPS[name]
    kinds = (CarefulBot, RandomBot)
    bots = [kinds[seat % 2](10 * seed + seat) for seat in range(setup.seats)]
    return simulate(Wheel(scenario(seed, board)), setup, bots, seed)


def exported(record: Record) -> dict[str, object]:
    """The data of a game file: first the whole game but its last entry, done wrongly, then corrected."""
    back = record.back
    entries = [entry_data(entry) for entry in record.entries]
    board = {
        name: getattr(back.board, name)
        for name in ("name", "elements", "animals", "diversity_levels", "trails")
    }
    return {
        "format": 1,
        "game": "k3f9",
        "begun": 1.5,
        "back": {
            "name": back.name,
            "board": board,
            "tiles": {terrain.value: count for terrain, count in back.tiles.items()},
            "start": {str(space): f"{t.letter}{c.level}" for space, (t, c) in back.start.items()},
            "otoma": {colour.value: str(space) for colour, space in back.otoma.items()},
        },
        "changes": [
            {"at": 2.0, "start": 0, "removed": 0, "entries": entries[:1] + entries[:1]},
            {"at": 3.0, "start": 1, "removed": 1, "entries": entries[1:]},
        ],
    }
