"""The coach cannot reach the solution: what its process loads, what it may open, what it is told, what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import companion
from companion.table.coach.mode import CoachMode
from companion.table.coach.service import CoachService, WorkerProcess
from companion.table.coach.tutor import Tutor
from companion.table.wheel import WheelSettings
from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import Divine, Record, Wheel
from companion.tiwanaku.game.events import CropRevealed, TerrainRevealed
from companion.tiwanaku.position import token
from tests.table.coach.workers import Ear
from tests.tiwanaku.game.table import SETUPS, scenario

ROOT = Path(companion.__file__).parent.parent
TEACHING = WheelSettings(coach=CoachMode.TEACHING, warnings=True)
HOLD_SECRETS = ("scenario", "game", "bots", "generator", "transcription", "slips", "code", "shelf", "journal")


def in_a_process(code):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )
    return done.stdout, done.stderr


def test_the_process_loads_nothing_that_holds_or_reads_a_solution():
    out, _ = in_a_process(
        "import sys\n"
        "from companion.table.coach import worker\n"
        "worker.warm_up()\n"
        "print('\\n'.join(name for name in sys.modules if name.startswith(('companion', 'hardware', 'vision'))))"
    )
    loaded = out.split()
    assert "companion.table.coach.worker" in loaded
    parts = {part for name in loaded for part in name.split(".")}
    assert parts.isdisjoint(HOLD_SECRETS)
    assert not any(name.startswith(("hardware", "vision", "companion.table.wheel")) for name in loaded)


LOCKED = "from companion.table.coach import worker\nworker.warm_up()\nworker.lock_up()\ntry:\n    {deed}\nexcept PermissionError as error:\n    print('refused')\n"


@pytest.mark.parametrize(
    "deed",
    [
        "open('companion/scenarios/chirimarca.toml')",
        "__import__('companion.tiwanaku.scenario')",
        "__import__('os').listdir('.')",
        "__import__('os').open('pyproject.toml', 0)",
        "__import__('os').system('true')",
        "__import__('os').kill(1, 0)",
        "__import__('sys').modules['os'].posix_spawn('/bin/true', ['true'], {})",
    ],
)
def test_a_process_that_is_locked_up_opens_loads_and_starts_nothing(deed):
    out, error = in_a_process(LOCKED.format(deed=deed))
    assert "refused" in out, error


class NotedWorker(WorkerProcess):
    """A real worker, with everything noted that goes in and comes out."""

    def __init__(self, noted):
        super().__init__()
        self._noted = noted

    def send(self, line):
        self._noted.append((">", line))
        super().send(line)

    def lines(self):
        for line in super().lines():
            self._noted.append(("<", line))
            yield line


class Patient(CoachService):
    """Waits for every answer before the next question, so that nothing depends on who is faster."""

    def __init__(self, start):
        super().__init__(start)
        self.ears = []

    def ask(self, question, hear):
        ear = Ear()
        number = super().ask(question, ear)
        advice = ear.next()
        self.ears.append(advice)
        hear(advice)
        return number


def listened(records, noted):
    """Let a tutor follow a game, record by record, with a real worker; what it said."""
    said = []
    service = Patient(lambda: NotedWorker(noted))
    tutor = Tutor(service, said.append, clock=lambda: 0.0)
    for before, record in zip([None, *records], records, strict=False):
        command = record.entries[-1].command
        if before is not None and isinstance(command, Divine):
            tutor.announced(before.state, command.space, command.announced)
        tutor.follow(record, TEACHING)
    service.close()
    return said


def prefixes(record, count):
    """The game as it grew, from when a few tiles lay on the board."""
    return [Record.restore(record.back, record.entries[:number]) for number in range(20, count + 1)]


def twin(one, record):
    """A scenario that agrees with what this game has shown and differs from it wherever it can."""
    start = {space.index for space in one.start}
    seen = {
        kind: {e.space.index for e in record.events if isinstance(e, kind)}
        for kind in (TerrainRevealed, CropRevealed)
    }
    return replace(
        one,
        terrains=shuffled(one.terrains, start | seen[TerrainRevealed]),
        crops=shuffled(one.crops, start | seen[CropRevealed]),
    )


def shuffled(values, kept):
    """The values with all but those kept moved to each other's places, as far as that makes a difference."""
    order = sorted((i for i in range(len(values)) if i not in kept), key=lambda i: (str(values[i]), i))
    moved = list(values)
    for place, index in enumerate(order):
        moved[index] = values[order[(place + len(order) // 2) % len(order)]]
    return tuple(moved)


def played(land, count):
    setup = SETUPS["competitive-2"]
    record = simulate(Wheel(land), setup, [RandomBot(9), RandomBot(2)], 3)
    return Record.restore(record.back, record.entries[:count])


def replayed(land, record):
    again = Record.begin(land.back())
    wheel = Wheel(land)
    for entry in record.entries:
        again = again.do(entry.command, wheel)
    return again


def test_two_solutions_with_the_same_public_history_make_the_same_bytes():
    one = scenario(3, "short")
    count = 60
    game = played(one, count)
    other = twin(one, game)
    assert other.solution() != one.solution()
    again = replayed(other, game)
    assert again.events == game.events
    noted = [[], []]
    said = [
        listened(prefixes(record, count), notes) for record, notes in zip((game, again), noted, strict=True)
    ]
    assert any(way == ">" for way, _ in noted[0])
    assert any(way == "<" for way, _ in noted[0])
    assert [line for way, line in noted[0] if way == ">"] == [line for way, line in noted[1] if way == ">"]
    assert [line for way, line in noted[0] if way == "<"] == [line for way, line in noted[1] if way == "<"]
    assert said[0] == said[1]


def test_every_line_that_is_sent_shows_what_lies_on_the_table_and_nothing_more():
    one = scenario(3, "short")
    game = played(one, 60)
    noted = []
    listened(prefixes(game, 60), noted)
    public = []
    for record in prefixes(game, 60):
        state = record.state
        public.append([token(t, c) for t, c in zip(state.terrains, state.crops, strict=True)])
    sent = [json.loads(line) for way, line in noted if way == ">"]
    assert len(sent) > 20
    assert {data["ask"] for data in sent} == {"news", "judgement", "warning", "follow"}
    for data in sent:
        for name in ("position", "before"):
            if name in data:
                assert " ".join(data[name]["grid"]).split(" ") in public
        if data["ask"] == "judgement":
            # The true crop is told only after the wheel has shown it to everybody.
            shown = [event for event in game.events if isinstance(event, CropRevealed)]
            assert (data["space"], data["announced"], data["crop"]) in [
                (str(event.space), event.announced, event.crop) for event in shown
            ]
