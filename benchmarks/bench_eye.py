"""The eye over time: what a still picture costs, and how soon and how rightly the board is read after a disturbance.

Each look is taught with one picture of the teach-in, then watches other positions of the same table while it is nudged,
bumped, lit otherwise and reached over. Meanwhile a tile is laid and a meeple moved, so that memory alone does not do.
"Back" is the table's own time until a reading as full as before is there again.
"""

import argparse
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Terrain
from hardware.camera import Frame
from tools.draw_styles import some_position
from vision.eye import Eye
from vision.profile import Profile
from vision.reader import teach_in
from vision.sim import VirtualTable, style_names
from vision.stillness import Stillness
from vision.teaching import teach

SIZE = (1920, 1080)
SECOND = 10
DISTURBANCES = {
    "nudge 3 cm, 5°": (lambda t: t.nudge(0.5, -0.33, 5), lambda t: t.nudge(-0.5, 0.33, -5)),
    "camera bumped": (lambda t: t.bump_camera(0.4, -0.3, 1.5), lambda t: t.bump_camera(-0.4, 0.3, -1.5)),
    "quarter of the light": (lambda t: t.set_lamp(brightness=0.25), lambda t: t.set_lamp(brightness=1.0)),
    "warm lamp": (lambda t: t.set_lamp(warmth=0.9), lambda t: t.set_lamp(warmth=0.15)),
    "cold lamp": (lambda t: t.set_lamp(warmth=-0.8), lambda t: t.set_lamp(warmth=0.15)),
    "hand over a third": (lambda t: t.reach_in("mountain/lizard", 60), lambda t: t.take_hand_away()),
}


@dataclass
class Tally:
    wrong: int = 0
    read: int = 0
    lost: int = 0
    back: list[float] = field(default_factory=list)


def play(table, number: int) -> None:
    """A tile on some empty space, and a meeple somewhere else."""
    position = table.position
    empty = [space for space in position.board.spaces if position.terrain(space) is None]
    if empty:
        table.lay_tile(str(empty[(7 * number) % len(empty)]), list(Terrain)[number % 4])
    meeples = sorted(position.meeples, key=lambda space: space.index)
    free = [
        space for space in position.board.spaces if position.terrain(space) and space not in position.meeples
    ]
    bare = [space for space in free if position.crop(space) is None]
    if meeples and bare:
        table.move_meeple(str(meeples[number % len(meeples)]), str(bare[(5 * number) % len(bare)]))


def mistakes(reading, position) -> int:
    wrong = 0
    for space, read in zip(reading.board.spaces, reading.spaces, strict=True):
        true = position.terrain(space), position.crop(space), position.meeples.get(space)
        parts = (read.terrain, read.crop, read.meeple)
        wrong += any(part.sure and part.value != value for part, value in zip(parts, true, strict=True))
    return wrong


def watch(table, eye, tally: Tally, full: int, covered_counts: bool) -> None:
    """Watch for a second and a half after something happened."""
    start = table.time
    back = None
    for _ in range(SECOND * 3 // 2):
        frame = table.shoot()
        sight = eye.look(frame)
        if sight.reading is None:
            continue
        tally.wrong += mistakes(sight.reading, table.position)
        tally.read += len(sight.reading.spaces)
        complete = len(sight.reading.unsure) <= full and (covered_counts or not sight.covered)
        if back is None and complete:
            back = frame.time - start
    if back is None:
        tally.lost += 1
    else:
        tally.back.append(back)


def still_cost() -> tuple[float, float]:
    """Seconds for a still picture, and for decoding it."""
    table = VirtualTable(some_position("long", 2), size=SIZE)
    pictures = [frame.picture for frame in table.frames(4)]
    encoded = cv2.imencode(".jpg", pictures[0], [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    stillness = Stillness()

    def seconds(work) -> float:
        times = []
        for number in range(50):
            start = time.process_time()
            work(number)
            times.append(time.process_time() - start)
        return statistics.median(times)

    decoding = seconds(lambda number: cv2.imdecode(encoded, cv2.IMREAD_COLOR))
    return seconds(lambda n: stillness.note(Frame(pictures[n % 4], 0.1 * n, n))), decoding


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--styles", nargs="*", default=list(style_names()))
    parser.add_argument("--positions", type=int, default=1)
    wishes = parser.parse_args()
    cv2.setNumThreads(1)
    still, decoding = still_cost()
    print(
        f"a still 1920×1080 picture: {1000 * still:.2f} ms, its JPEG: {1000 * decoding:.2f} ms, ratio {still / decoding:.3f}"
    )
    tallies = {(name, end): Tally() for name in DISTURBANCES for end in ("during", "after")}
    for style in wishes.styles:
        board = official_board("long")
        table = VirtualTable(teach_in(board), style, size=(1280, 720), seed=11)
        profile = Profile(board)
        teach(
            profile, table.shoot().picture, table.position, [(float(x), float(y)) for x, y in table.corners]
        )
        for number in range(wishes.positions):
            table.position = some_position("long", 100 + number)
            eye = Eye(profile)
            sights = [eye.look(frame) for frame in table.frames(2 * SECOND)]
            if sights[-1].reading is None:
                print(f"{style}: not read at all: {[str(notice) for notice in sights[-1].notices]}")
                continue
            full, wrong = len(sights[-1].reading.unsure), mistakes(sights[-1].reading, table.position)
            print(
                f"{style:10} position {number}: {full} of {len(board.spaces)} unsure, {wrong} wrong before anything happens"
            )
            for step, (name, (begin, end)) in enumerate(DISTURBANCES.items()):
                begin(table)
                if not name.startswith("hand"):  # what happens below a hand is seen when it is gone
                    play(table, 2 * step)
                watch(table, eye, tallies[name, "during"], full, name.startswith("hand"))
                end(table)
                play(table, 2 * step + 1)
                watch(table, eye, tallies[name, "after"], full, False)
    print(f"\n{'':22}{'':8}{'wrong/read spaces':>20}{'back, median':>14}{'most':>7}{'never':>7}")
    for (name, end), tally in tallies.items():
        median, most = (statistics.median(tally.back), max(tally.back)) if tally.back else (0, 0)
        print(
            f"{name:22}{end:8}{f'{tally.wrong}/{tally.read}':>20}{median:>13.1f}s{most:>6.1f}s{tally.lost:>7}"
        )
    return 1 if still > decoding / 4 else 0


if __name__ == "__main__":
    sys.exit(main())
