"""A whole table at full load: a touch of the wheel while the eye reads every picture and the coach thinks; start and memory.

The pictures were rendered before, at 1920 × 1080; every second one shows another position, so the eye has to read again and
again, far more than at a real table. The coach works on the heaviest questions in its own process.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter

import cv2
import numpy as np

from companion.table.coach.questions import NewsWanted
from companion.table.coach.service import CoachService
from companion.table.desk import Desk
from companion.table.inbox import Inbox
from companion.table.watching.lookout import Lookout
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.pieces import Colour, Terrain
from companion.words import T
from hardware.camera import Frame
from hardware.inputs import Button, Pressed, Released, Turned
from hardware.steady_camera import SteadyCamera
from tests.games import Game
from tests.tiwanaku.game.table import scenario
from vision.eye import Eye
from vision.profile import Profile, save_profile
from vision.reader.teach_in import teach_in
from vision.sim import VirtualTable
from vision.teaching import teach

LIMIT = 20.0
"""Milliseconds that 99 of 100 touches may take."""
READY = 2.0
"""Seconds from the start to the first picture of the wheel."""
MOST = {"without a camera": 130.0, "with a camera": 300.0}
"""Megabytes."""
SECONDS = 20.0
SIZE = (1920, 1080)


class Recorded:
    """A camera that shows pictures rendered before, as JPEG, for ever."""

    text = T("pictures rendered before")

    def __init__(self, pictures: list[bytes]) -> None:
        self._pictures = cycle(pictures)
        self._number = 0

    def open(self) -> None:
        pass

    def shoot(self) -> Frame:
        self._number += 1
        content = next(self._pictures)
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        return Frame(picture, time.monotonic(), self._number)

    def close(self) -> None:
        pass


def rendered(table: VirtualTable, record: Record) -> list[bytes]:
    """A still scene, then another one, and so on: each is read anew."""
    found = []
    empty = [space for space in record.back.board.spaces if record.state.terrains[space.index] is None]
    for number in range(6):
        table.position = record.state.position()
        table.lay_tile(str(empty[number]), Terrain.SAND)
        for _ in range(5):
            picture = table.shoot().picture
            found.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    return found


def taught(record: Record) -> tuple[Profile, VirtualTable]:
    layout = teach_in(record.back.board)
    table = VirtualTable(layout, size=SIZE)
    profile = Profile(record.back.board)
    teach(profile, table.shoot().picture, layout, [(float(x), float(y)) for x, y in table.corners])
    return profile, table


def touches(desk: Desk, seconds: float) -> list[float]:
    """How long a touch takes until its picture is handed over, in milliseconds; fifty touches a second."""
    found, end = [], perf_counter() + seconds
    number = 0
    while perf_counter() < end:
        number += 1
        now = perf_counter()
        events = [Turned(now, 1)] if number % 3 else [Pressed(now, Button.PUSH), Released(now, Button.PUSH)]
        desk.handle(*events)
        desk.work(0)
        found.append((perf_counter() - now) * 1000)
        time.sleep(0.02)
    return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


def full_load() -> bool:
    wheel = Wheel(scenario(1))
    record = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
    profile, table = taught(record)
    inbox = Inbox()
    eye = Eye(profile, tiles=record.back.tiles)
    lookout = Lookout(lambda record: eye, inbox.put)
    desk = Desk(
        lambda picture: None, oracle=wheel, game=record, inbox=inbox, watcher=lookout, told=[lookout.told]
    )
    camera = SteadyCamera(Recorded(rendered(table, record)), pictures_a_second=10)
    calm = touches(desk, SECONDS / 4)
    lookout.start(camera)
    service = CoachService()
    for seed in range(20):
        rng = Random(seed)
        land = Game(rng, 5, 9)
        laid = set(rng.sample(range(45), 9))
        service.ask(NewsWanted(land.showing(laid, laid), land.showing(set(), set())), lambda advice: None)
    busy = touches(desk, SECONDS)
    looked = lookout.seen.frame.number if lookout.seen is not None else 0
    lookout.close()
    service.close()
    for name, found in (("at rest", calm), ("at full load", busy)):
        print(
            f"touch {name}: median {statistics.median(found):.2f} ms, p99 {percentile(found, 0.99):.2f} ms,"
            f" worst {max(found):.1f} ms of {len(found)} (limit {LIMIT:g})"
        )
    print(f"pictures looked at meanwhile: {looked} in {SECONDS:.0f} s")
    return percentile(busy, 0.99) < LIMIT


def memory_of(code: str) -> float:
    """Megabytes that a process has at most while it runs this."""
    # Not getrusage: what it tells begins with the parent's memory.
    script = (
        code + "\nprint('peak', next(line for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    return int(done.stdout.split("peak")[1].split()[1]) / 1024


TABLE = """
from companion.commands import playing
from companion.table.desk import Desk
from companion.table.coach.service import CoachService
from companion.table.journal import Journal
from companion.table.lessons import load_lessons
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.pieces import Colour
from companion.shelf import Shelf
from hardware.find import look
from hardware.settings import HardwareSettings
look(HardwareSettings())
shelf = Shelf.own()
wheel = Wheel(shelf.scenario(next(each.name for each in shelf.listing().scenarios if each.board == "long")))
record = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
desk = Desk(lambda picture: None, oracle=wheel, game=record, lessons=load_lessons())
"""
CAMERA = (
    TABLE
    + """
from companion.table.watching.eyes import Eyes
from companion.table.watching.lookout import Lookout
from hardware.camera import Frame
from pathlib import Path
import cv2
eyes = Eyes(Path(PROFILE), {record.back.board.name: record.back.board})
lookout = Lookout(eyes.eye_for, lambda event: None)
lookout.told(record)
for number in range(40):
    lookout.step(Frame(cv2.imread(PICTURE), number / 10, number))
"""
)


def start_and_memory() -> bool:
    """The first picture of the wheel, and the memory of a table with and without a camera."""
    began = perf_counter()
    subprocess.run([sys.executable, "-c", TABLE], check=True)  # noqa: S603
    ready = perf_counter() - began
    print(f"ready to play: {ready:.2f} s after the start (limit {READY:g})")
    good = ready < READY
    with tempfile.TemporaryDirectory() as folder:
        wheel = Wheel(scenario(1))
        record = Record.begin(wheel.back).do(
            SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel
        )
        profile, table = taught(record)
        save_profile(profile, Path(folder) / "eye.npz")
        table.position = record.state.position()
        cv2.imwrite(f"{folder}/table.jpg", table.shoot().picture)
        names = f"PROFILE, PICTURE = {folder + '/eye.npz'!r}, {folder + '/table.jpg'!r}\n"
        for name, code in (("without a camera", TABLE), ("with a camera", names + CAMERA)):
            size = memory_of(code)
            print(
                f"memory {name}: {size:.0f} MB (limit {MOST[name]:g}); the coach at work has 52 to 56 MB more"
            )
            good = good and size < MOST[name]
    return good


def main() -> int:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    return 0 if all([full_load(), start_and_memory()]) else 1


if __name__ == "__main__":
    sys.exit(main())
