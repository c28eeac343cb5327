"""People at a table: they play a game that was simulated before, with all that hands do on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

from companion.table.referee import Sort
from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import Discover, Enter, Mode, Move, Phase, Retrieve, Wheel
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tests.table.referee.readings import Noise
from tests.table.referee.rig import Rig
from tests.tiwanaku.game.table import random_scenario, random_setup

WALKS = (Move, Enter, Retrieve)


@cache
def simulated(mode: Mode, seats: int, seed: int, pool: int = 6):
    """A whole random game."""
    rng = Random(f"referee {mode.value} {seats} {seed}")
    scenario = random_scenario(rng, mode, pool)
    setup = random_setup(rng, mode, seats)
    bots = [RandomBot(rng.random()) for _ in range(seats)]
    return scenario, setup, simulate(Wheel(scenario), setup, bots, seed)


class Players:
    """Play a record at a rig. Everything they do is legal, and done in as many ways as people have.

    With a ``perfect_eye`` nothing may ever be on display that is not so.
    """

    perfect_eye = True

    def __init__(
        self, rig: Rig, seed: int, unsure: float = 0.03, blots: float = 0.1, wrong: float = 0.0005
    ) -> None:
        self.rig = rig
        self.rng = Random(f"players {seed}")
        self.unsure = unsure
        self.blots = blots
        self.wrong = wrong
        self.counts: Counter[str] = Counter()

    def play(self, commands, most: int = 10_000) -> None:
        commands = list(commands)[:most]
        while commands:
            commands = commands[self.some_of(commands) :]

    def some_of(self, commands) -> int:
        """Do the next command, or several walks at once; how many were done."""
        self.new_light()
        command = commands[0]
        if not isinstance(command, WALKS):
            self.enter(command)
            if self.rng.random() < 0.08 and self.rig.game.phase is not Phase.OVER:
                self.change_minds()
            self.follow()
            return 1
        walks = 1
        # Nobody can tell what somebody did who moved twice meanwhile.
        most = min(3, len(set(self.rig.game.setup.colours)), len(commands))
        while walks < most and isinstance(commands[walks], WALKS):
            walks += 1
        if walks > 1 and self.rng.random() < 0.3:
            self.all_at_once(commands[:walks])
            return walks
        if self.rng.random() < 0.25:
            self.enter(command)
            self.follow()
        else:
            self.walk(command)
        return 1

    def new_light(self) -> None:
        """Another moment: other things are hard to see."""
        size, hidden = len(self.rig.top.meeples), set()
        if self.rng.random() < self.blots:
            layer = self.rng.choice(["terrain", "crop", "meeple"])
            hidden.add((layer, self.rng.randrange(size)))
        self.rig.noise = Noise(self.unsure, self.wrong, frozenset(hidden))

    def enter(self, command) -> None:
        """Somebody tells the wheel."""
        self.rig.do(command)
        self.counts["entered"] += 1

    def walk(self, command) -> None:
        """Move a meeple; the referee notices."""
        rig = self.rig
        rig.hands(self.rng.uniform(0.2, 2))
        colour = rig.game.colour
        start = {Move: lambda: command.start, Retrieve: lambda: command.space}.get(type(command))
        if start is not None:
            rig.top.meeples[start().index] = None
            if self.rng.random() < 0.4:
                rig.still(self.rng.uniform(0.2, 4))
                rig.hands(0.4)
        if not isinstance(command, Retrieve):
            rig.top.meeples[command.to.index] = colour
        self.confirm([command], 7 if isinstance(command, Retrieve) else 3)
        self.follow()

    def all_at_once(self, commands) -> None:
        """Several turns while nobody can see the board."""
        rig = self.rig
        rig.covered(self.rng.uniform(0.5, 20))
        state, record = rig.game, rig.record
        for command in commands:
            record = record.do(command, rig.wheel)
        for index, colour in enumerate(record.state.meeples):
            players = state.setup.colours
            if colour in players or state.meeples[index] in players:
                rig.top.meeples[index] = colour
        self.counts["at once"] += len(commands)
        self.confirm(commands, 7)
        self.follow()

    def confirm(self, commands, patience: float) -> None:
        """Say yes to what the referee proposes, tell the wheel where it proposes nothing."""
        rig = self.rig
        rig.still(1)
        for command in commands:
            proposed = rig.until_proposed(patience) if not rig.referee.offered else self.offered()
            if len(proposed) == 1 and rig.referee.offered[0].sure:
                assert proposed == (command,), f"{proposed} instead of {command}"
                self.counts["proposed"] += 1
            elif proposed:
                self.counts["asked"] += 1
                assert len(proposed) > 1 or proposed == (command,) or not rig.referee.offered[0].sure
            else:
                self.counts["not proposed"] += 1
            rig.do(command)

    def offered(self):
        return tuple(proposal.command for proposal in self.rig.referee.offered)

    def follow(self) -> None:
        """Do on the table what the game has told, in some order, with pauses."""
        rig, rng = self.rig, self.rng
        if rig.game.phase is Phase.OVER:
            return
        works = self.works()
        # Otoma are moved before or after the wheel is asked for the terrain there.
        if works and rig.game.phase is Phase.DISCOVER and rng.random() < 0.3:
            return
        rng.shuffle(works)
        if rng.random() < 0.1:
            self.slip()
        for work in works:
            if rng.random() < 0.5:
                rig.still(rng.uniform(0.2, 6))
            rig.hands(rng.uniform(0.2, 1))
            work()
        if rng.random() < 0.7:
            rig.still(rng.uniform(1, 4))
            if rng.random() < 0.3:
                rig.noise = replace(rig.noise, unsure=0, wrong=0, hidden=frozenset())
                rig.hands(0.2)
                rig.still(1.4)
                wrong = [each for each in rig.referee.displayed if each.sort is not Sort.UNSURE]
                wrong = [each for each in wrong if each.table is not None or each.what.value != "crop"]
                self.counts["misread"] += len(wrong)
                assert not (wrong and self.perfect_eye), [str(each.text) for each in wrong]

    def change_minds(self) -> None:
        """Take the last command back, perhaps on the table, too; then do it again."""
        rig, last = self.rig, len(self.rig.record.entries) - 1
        self.counts["taken back"] += 1
        rig.undo(last)
        if self.rng.random() < 0.5:
            self.follow()
        else:
            rig.still(self.rng.uniform(0.5, 5))
        rig.redo(last)

    def slip(self) -> None:
        """Something lies wrong for a moment, and is put right before anybody needs to say so."""
        rig, rng = self.rig, self.rng
        right = rig.top.copy()
        rig.hands(0.4)
        index = rng.randrange(len(rig.top.meeples))
        layer, kind = rng.choice(
            [(rig.top.terrains, Terrain), (rig.top.crops, Crop), (rig.top.meeples, Colour)]
        )
        due = {"Terrain": rig.game.terrains, "Crop": rig.game.crops, "Colour": rig.game.meeples}[
            kind.__name__
        ]
        # Never what is waited for: taking that away again would be no slip.
        layer[index] = rng.choice([thing for thing in (None, *kind) if thing is not due[index]])
        rig.still(rng.uniform(0.2, 1.3))
        rig.hands(0.4)
        rig.top = right

    def works(self) -> list:
        """What hands have to do until the table is as the game says."""
        rig = self.rig
        top, state = rig.top, rig.game
        works = []
        moved = [i for i, colour in enumerate(state.meeples) if top.meeples[i] is not colour]
        if moved:
            works.append(lambda: self.move(moved))
        for index, terrain in enumerate(state.terrains):
            if top.terrains[index] is not terrain or top.crops[index] is not state.crops[index]:
                works.append(lambda index=index: self.lay(index))
        return works

    def move(self, indexes) -> None:
        """Meeples go where the game has them, perhaps with a pause in the air."""
        rig = self.rig
        for index in indexes:
            if rig.game.meeples[index] is None:
                rig.top.meeples[index] = None
        if self.rng.random() < 0.4:
            rig.still(self.rng.uniform(0.2, 4))
            rig.hands(0.3)
        for index in indexes:
            rig.top.meeples[index] = rig.game.meeples[index]

    def lay(self, index: int) -> None:
        """A tile, a crop, or both; the meeple is lifted meanwhile, at times for a while."""
        rig, rng = self.rig, self.rng
        standing = rig.top.meeples[index]
        pauses = rng.random() < 0.4
        rig.top.meeples[index] = None
        aside = self.aside(index) if standing is not None and rng.random() < 0.3 else None
        if aside is not None:
            rig.top.meeples[aside] = standing
        if pauses and rng.random() < 0.5:
            rig.still(rng.uniform(0.2, 5))
            rig.hands(0.3)
        rig.top.terrains[index] = rig.game.terrains[index]
        if pauses and rng.random() < 0.5:
            rig.still(rng.uniform(0.2, 5))
            rig.hands(0.3)
        rig.top.crops[index] = rig.game.crops[index]
        if aside is not None:
            rig.top.meeples[aside] = None
        if pauses:
            rig.still(rng.uniform(0.2, 5))
            rig.hands(0.3)
        rig.top.meeples[index] = standing

    def aside(self, index: int) -> int | None:
        """A free space beside, to set a meeple down while something is laid in its place.

        Only if it was seen in its place before: else nobody could tell it from one that was moved to a wrong space.
        """
        top = self.rig.top
        if 2 * len(top.meeples) + index in self.rig.referee.owing.debts:
            return None
        near = [space.index for space in top.board.around(top.board.spaces[index])]
        found = [each for each in near if top.meeples[each] is None and self.rig.game.meeples[each] is None]
        return self.rng.choice(found) if found else None


class AutomaticPlayers(Players):
    """They press nothing for a walk: the referee takes it. Only for a meeple that was taken back they are asked."""

    def confirm(self, commands, patience: float) -> None:
        rig = self.rig
        for command in commands:
            if isinstance(command, Retrieve) and not rig.referee.settings.open_windows:
                super().confirm([command], patience)
                continue
            before = len(rig.record.entries)
            waited = 0.0
            while len(rig.record.entries) == before and waited < patience:
                rig.still(0.2)
                waited += 0.2
            if len(rig.record.entries) > before:
                self.counts["taken"] += 1
                assert rig.record.entries[before].command == command
            else:
                self.counts["not taken"] += 1
                rig.do(command)

    def all_at_once(self, commands) -> None:
        """Several turns at once would be taken one by one, perhaps faster than we look: one is enough here."""
        for command in commands:
            self.walk(command)


class WatchedPlayers(AutomaticPlayers):
    """Nobody tells anybody of walks and discoveries: all of it is read from the table."""

    def some_of(self, commands) -> int:
        self.new_light()
        command = commands[0]
        if isinstance(command, WALKS):
            self.walk(command)
        elif isinstance(command, Discover):
            self.discover(command)
        else:
            self.enter(command)
            self.follow()
        return 1

    def discover(self, command) -> None:
        rig, index = self.rig, command.space.index
        standing = rig.game.meeples[index]
        rig.hands()
        self.move([i for i, colour in enumerate(rig.game.meeples) if rig.top.meeples[i] is not colour])
        rig.top.meeples[index] = None
        if self.rng.random() < 0.4:
            rig.still(self.rng.uniform(0.2, 4))
            rig.hands(0.3)
        rig.top.terrains[index] = rig.wheel.terrain(command.space)
        if rig.game.is_otoma(command.space):
            rig.top.crops[index] = rig.wheel.crop(command.space)
        rig.top.meeples[index] = standing
        self.confirm([command], 5)
        self.follow()
