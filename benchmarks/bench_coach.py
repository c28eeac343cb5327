"""A touch of the wheel while the coach thinks at full load, and what the coach itself costs.

The coach is kept busy with the heaviest questions there are: what is certain on long boards of which little is known.
The times of the touches are compared with those of the same wheel while the coach rests.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from random import Random
from threading import Event
from time import perf_counter

from companion.table.coach.questions import Advice, HintWanted, NewsWanted
from companion.table.coach.service import CoachService, WorkerProcess
from companion.table.desk import Desk
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.pieces import Colour
from hardware.display import Picture
from hardware.inputs import Button, Pressed, Released, Turned
from tests.games import Game
from tests.tiwanaku.game.table import scenario

LIMIT = 20.0
"""Milliseconds that 99 of 100 touches may take."""
TOUCHES = 10_000
MEMORY = 100.0
"""Megabytes the worker may have."""


def touches(desk: Desk) -> list[float]:
    """How long a touch takes until its picture is handed over, in milliseconds."""
    found = []
    for number in range(TOUCHES):
        now = perf_counter()
        events = [Turned(now, 1)] if number % 3 else [Pressed(now, Button.PUSH), Released(now, Button.PUSH)]
        desk.handle(*events)
        found.append((perf_counter() - now) * 1000)
    return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


def memory(worker: WorkerProcess) -> float:
    """Megabytes that a worker has in memory."""
    for line in Path(f"/proc/{worker.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def ask(service: CoachService, question: HintWanted | NewsWanted) -> tuple[float, Advice | None]:
    """Seconds until an answer came, and the answer."""
    done, said = Event(), []
    began = perf_counter()
    service.ask(question, lambda advice: (said.append(advice), done.set()))
    done.wait(120)
    return perf_counter() - began, said[0]


def main() -> int:
    wheel = Wheel(scenario(1))
    game = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
    pictures: list[Picture] = []
    desk = Desk(pictures.append, oracle=wheel, game=game)
    workers: list[WorkerProcess] = []

    def start() -> WorkerProcess:
        workers.append(WorkerProcess())
        return workers[-1]

    service = CoachService(start)
    late = Game(Random(3), 5, 9).position(0.6, 0.7)
    first, _ = ask(service, HintWanted(late, 1))
    hints = [ask(service, HintWanted(Game(Random(seed), 5, 9).position(), 1))[0] for seed in range(10)]
    print(f"first hint, with the start of the process: {first:.2f} s")
    print(
        f"hint on a long board: median {statistics.median(hints):.2f} s, longest {max(hints):.2f} s of {len(hints)}"
    )

    touches(desk)
    calm = touches(desk)
    for seed in range(20):
        rng = Random(seed)
        land = Game(rng, 5, 9)
        laid = set(rng.sample(range(45), 9))
        service.ask(NewsWanted(land.showing(laid, laid), land.showing(set(), set())), lambda advice: None)
    busy = touches(desk)
    print(f"memory of the worker at work: {memory(workers[-1]):.0f} MB")
    assert service.busy, "the coach was not busy all the time"
    size = memory(workers[-1])
    service.close()
    for name, found in (("while it rests", calm), ("at full load", busy)):
        print(f"touch {name}: median {statistics.median(found):.2f} ms, p99 {percentile(found, 0.99):.2f} ms")
    return 1 if percentile(busy, 0.99) > LIMIT or size > MEMORY else 0


if __name__ == "__main__":
    sys.exit(main())
