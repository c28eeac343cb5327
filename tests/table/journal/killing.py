"""Plays games through desk and journal in a process that is killed again and again, and compares what is left.

``python -m tests.table.journal.killing FOLDER KILLS SEED [early]`` prints a report as JSON. The player is a fork of this process,
so that a kill costs milliseconds. It acknowledges every event on a pipe once the desk has shown it, that is, once it is
said to be on disk. After each kill the journal is read anew: every acknowledged event must be there once, with the same
content, in the same order, and the next player goes on from exactly there.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random

from companion.table.desk import Desk, Inbox, Order
from companion.table.journal import Journal, Keeper
from companion.table.journal.backs import read_back
from companion.table.journal.changes import Change, replay, sound
from companion.table.journal.connection import connected_to_copy
from companion.table.journal.store import Store
from companion.tiwanaku.bots import RandomBot
from companion.tiwanaku.bots.simulation import chance
from companion.tiwanaku.game import Phase, Record, SetUp, Standing, Wheel, entry_data
from companion.tiwanaku.scenario import Back
from hardware.display import Picture
from tests.tiwanaku.game.table import SETUPS, scenario

MODES = ("competitive-2", "solo-hard", "together-2-easy")
MOST_ACKNOWLEDGED = 12
LONGEST_PAUSE = 0.006
CORRECTED = 0.08
BLANK = Picture.blank()


def digest(record: Record) -> str:
    """What tells a record from every other."""
    return sha256(json.dumps([entry_data(entry) for entry in record.entries]).encode()).hexdigest()[:16]


def play(folder: Path, seed: int, pipe: int) -> None:
    """Go on with the game that waits, or begin one, and play until somebody ends it."""
    random = Random(seed)
    inbox = Inbox()
    while True:
        journal = Journal(folder)
        waiting = journal.unfinished()
        if waiting is not None:
            resumed = journal.resume(waiting.id)
            wheel, record, keeper = resumed.wheel, resumed.record, resumed.keeper
            say(pipe, "resumed", keeper.id, record)
        else:
            land = scenario(random.randrange(3))
            wheel = Wheel(land)
            record = Record.begin(wheel.back).do(SetUp(SETUPS[random.choice(MODES)]), wheel)
            keeper = journal.begin(land)
        desk = Desk(
            lambda picture: None,
            oracle=wheel,
            game=record,
            keep=keeper.keep,
            inbox=inbox,
            artist=lambda description, language: BLANK,
        )
        if waiting is None:
            carry_out(desk, pipe, keeper.id, lambda old, oracle, begun=record: begun)
        bots = [RandomBot(random.randrange(10**6)) for _ in range(record.state.setup.seats)]
        while desk.game.state.phase is not Phase.OVER:
            carry_out(desk, pipe, keeper.id, deed(desk.game, bots, random))
        assert keeper.close() is None


def deed(record: Record, bots, random: Random):
    """What is done next: what the bot wants, now and then a correction."""
    done = [n for n, entry in enumerate(record.entries) if n and entry.standing is Standing.DONE]
    if done and random.random() < CORRECTED:
        return lambda record, oracle: record.undo(random.choice(done[-6:])).record
    state = record.state
    command = chance(state, random) or bots[state.seat].choose(state)
    return lambda record, oracle: record.do(command, oracle)


def carry_out(desk: Desk, pipe: int, game: str, wish) -> None:
    told = []
    desk.inbox.put(Order(wish, told.append, told.append))
    while not told:
        desk.work(desk.next_tick())
    assert isinstance(told[0], Record), told[0]
    say(pipe, "done", game, told[0])


def say(pipe: int, what: str, game: str, record: Record) -> None:
    os.write(pipe, f"{what} {game} {digest(record)}\n".encode())


class Campaign:
    """Kills players and keeps the books of what they said."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.random = Random(seed)
        self.said: dict[str, list[str]] = {}
        self.known: dict[str, tuple[list[str], list[str]]] = {}
        self.faults: list[str] = []
        self.kills = self.acknowledged = self.unseen = self.resumed = self.corrections = 0

    def run(self, kills: int) -> None:
        for number in range(kills):
            self.kill_one(number)
            self.compare()

    def kill_one(self, number: int) -> None:
        reading, writing = os.pipe()
        player = os.fork()
        if player == 0:
            os.close(reading)
            try:
                play(self.folder, number, writing)
            except BaseException as error:
                os.write(writing, f"failed {type(error).__name__} {str(error)[:200]}\n".encode())
            os._exit(1)
        os.close(writing)
        heard = self.listen(reading, self.random.randrange(MOST_ACKNOWLEDGED))
        time.sleep(self.random.random() * LONGEST_PAUSE)  # any moment, not one of ours
        os.kill(player, signal.SIGKILL)
        os.waitpid(player, 0)
        while part := os.read(reading, 65536):
            heard += part
        os.close(reading)
        self.kills += 1
        # A line that the kill cut off was not said.
        for line in heard.decode().split("\n")[:-1]:
            self.note(*line.split(" ", 2))

    def listen(self, pipe: int, lines: int) -> bytes:
        heard = b""
        while heard.count(b"\n") < lines and select.select([pipe], [], [], 30)[0]:
            part = os.read(pipe, 65536)
            if not part:
                break
            heard += part
        return heard

    def note(self, what: str, game: str, rest: str) -> None:
        if what == "failed":
            self.faults.append(f"the player failed: {game} {rest}")
        elif what == "resumed":
            self.resumed += 1
            last = self.said.get(game, [])[-1:]
            if last != [rest]:
                self.faults.append(f"{game}: resumed elsewhere than where it stood")
        else:
            self.acknowledged += 1
            self.said.setdefault(game, []).append(rest)

    def compare(self) -> None:
        """The journal holds what was said, and at most one event more, which nobody had been told of."""
        present = set()
        for game, changes, back in stored(self.folder):
            present.add(game)
            said = self.said.setdefault(game, [])
            states = self.states(game, changes, back)
            if states[: len(said)] != said:
                self.faults.append(f"{game}: an acknowledged event is lost, doubled or another one")
            if len(states) > len(said) + 1:
                self.faults.append(f"{game}: more events than were given")
            if len(states) > len(said):
                self.unseen += 1
            self.said[game] = states
        self.faults += [f"{game}: lost" for game in set(self.said) - present]

    def states(self, game: str, changes: list[Change], back: Back) -> list[str]:
        """The digests of a game after each change; those found before are taken over where the changes are the same."""
        known, digests = self.known.get(game, ([], []))
        if [change.id for change in changes[: len(known)]] != known:
            digests = []
        digests = digests + [
            digest(replay(back, changes[:count])) for count in range(len(digests) + 1, len(changes) + 1)
        ]
        self.known[game] = [change.id for change in changes], digests
        return list(digests)

    def check_games(self) -> None:
        """Every game follows from its commands, as if nobody had ever been killed."""
        for game, changes, back in stored(self.folder):
            wheel = next(each for each in map(Wheel, map(scenario, range(3))) if each.back == back)
            records = [Record.begin(back)]
            records += [replay(back, changes[:count]) for count in range(1, len(changes) + 1)]
            for change, (before, after) in zip(changes, pairwise(records), strict=True):
                if change.removed:
                    self.corrections += 1
                    expected = before.undo(change.start).record
                else:
                    expected = before.do(after.entries[-1].command, wheel)
                if expected != after:
                    self.faults.append(f"{game}: change {change.number} does not follow from what was there")


def stored(folder: Path) -> list[tuple[str, list[Change], Back]]:
    """The games of a journal, with their changes, all of them whole; read from a copy, as the kill left it."""
    path = Journal(folder).path
    games = []
    if path.exists():
        with connected_to_copy(path) as connection:
            if not connection.execute("PRAGMA user_version").fetchone()[0]:
                return []
            store = Store(connection).checked()

            found = [store.game(listed.id) for listed in store.listing()]
        for game in found:
            changes = sound(game.changes)
            assert len(changes) == len(game.changes)
            games.append((game.row.id, changes, read_back(json.loads(game.row.back))))
    return games


def confirm_too_early() -> None:
    """Break the promise, to see whether that is noticed."""
    keep = Keeper.keep
    Keeper.keep = lambda self, record, done: keep(self, record, done) or True


def main(folder: str, kills: str, seed: str, *, early: bool = False) -> None:
    if early:
        confirm_too_early()
    campaign = Campaign(Path(folder), int(seed))
    campaign.run(int(kills))
    campaign.check_games()
    report = {
        "kills": campaign.kills,
        "acknowledged": campaign.acknowledged,
        "written but not yet told": campaign.unseen,
        "resumed": campaign.resumed,
        "corrections": campaign.corrections,
        "games": len(campaign.said),
        "faults": campaign.faults,
    }
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:4], early=sys.argv[4:] == ["early"])
