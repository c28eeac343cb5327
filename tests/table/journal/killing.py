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
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.table.desk import Desk, Inbox, Order
from companion.table.journal import Journal, Keeper
from companion.tiwanaku.bots import RandomBot
from companion.tiwanaku.bots.simulation import chance
from companion.tiwanaku.game import Phase, Record, SetUp, Standing, Wheel
from hardware.display import Picture
from tests.table.journal.ledger import Ledger, digest, stored, unruly
from tests.tiwanaku.game.table import SETUPS, scenario

MODES = ("competitive-2", "solo-hard", "together-2-easy")
MOST_ACKNOWLEDGED = 12
LONGEST_PAUSE = 0.006
CORRECTED = 0.08
BLANK = Picture.blank()


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


Play = Callable[[Path, int, int], None]
"""Plays in a folder, by a seed, and says on a pipe what was confirmed; until somebody ends it."""


class Campaign:
    """Kills players and keeps the books of what they said."""

    def __init__(self, folder: Path, seed: int, play: Play = play) -> None:
        self.folder = folder
        self.random = Random(seed)
        self.play = play
        self.ledger = Ledger(folder)
        self.faults: list[str] = []
        self.lost = self.doubled = self.kills = self.acknowledged = self.unseen = self.resumed = (
            self.corrections
        ) = 0

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
                self.play(self.folder, number, writing)
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
            if self.ledger.last(game) != rest:
                self.faults.append(f"{game}: resumed elsewhere than where it stood")
        else:
            self.acknowledged += 1
            self.ledger.confirmed(game, rest)

    def compare(self) -> None:
        """The journal holds what was said, and at most one event more, which nobody had been told of."""
        found = self.ledger.compare(unseen=1)
        self.lost += found.lost
        self.doubled += found.doubled
        self.unseen += found.unseen
        self.faults += found.faults

    def check_games(self) -> None:
        """Every game follows from its commands, as if nobody had ever been killed."""
        for game, changes, back in stored(self.folder):
            wheel = next(each for each in map(Wheel, map(scenario, range(3))) if each.back == back)
            self.corrections += sum(change.removed > 0 for change in changes)
            self.faults += unruly(game, changes, back, wheel)


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
        "games": len(campaign.ledger.said),
        "faults": campaign.faults,
    }
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:4], early=sys.argv[4:] == ["early"])
