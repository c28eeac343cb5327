"""Games to keep, and journals to keep them in."""

from __future__ import annotations

from functools import cache
from random import Random
from threading import Event

from companion.table.journal.changes import change_between
from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import Record, Standing, Wheel
from tests.tiwanaku.game.table import SETUPS, scenario


@cache
def played(name="competitive-2", seed=1):
    """A whole game by bots."""
    setup = SETUPS[name]
    bots = [RandomBot(10 * seed + seat) for seat in range(setup.seats)]
    return simulate(Wheel(scenario(seed)), setup, bots, seed)


def first(count, name="competitive-2", seed=1):
    """The game after so many commands."""
    whole = played(name, seed)
    return Record.restore(whole.back, whole.entries[:count])


def history(name="competitive-2", seed=1, corrections=6, most=60):
    """The records of a game in which people correct themselves, one after the other."""
    random = Random(seed)
    whole = played(name, seed)
    wheel = Wheel(scenario(seed))
    records = [first(1, name, seed)]
    for entry in whole.entries[1:most]:
        records.append(records[-1].do(entry.command, wheel))
    for _ in range(corrections):
        before = records[-1]
        index = random.randrange(1, len(before.entries))
        kind = random.choice(["undo", "redo", "change", "insert"])
        command = random.choice(before.entries[1:]).command
        if kind == "undo":
            correction = before.undo(index)
        elif kind == "redo":
            undone = [n for n, e in enumerate(before.entries) if e.standing is not Standing.DONE] or [index]
            correction = before.redo(random.choice(undone))
        elif kind == "change":
            correction = before.change(index, command, wheel)
        else:
            correction = before.insert(index, command, wheel)
        records.append(correction.record)
    return records


def changes_of(records):
    """The changes that lead from one record to the next."""
    changes, entries = [], ()
    for record in records:
        change = change_between(changes[-1] if changes else None, entries, record, at=0.0)
        if change is not None:
            changes.append(change)
            entries = record.entries
    return changes


def keep(keeper, *records):
    """Keep records one after the other; whether each is on disk."""
    answers = []
    for record in records:
        answered = Event()

        def done(saved, answered=answered):
            answers.append(saved)
            answered.set()

        if keeper.keep(record, done):
            answers.append(None)
        else:
            assert answered.wait(30)
    return answers
