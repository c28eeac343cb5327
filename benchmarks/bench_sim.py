"""How fast the virtual table delivers pictures: a still table, a hand that moves, a piece laid before every picture."""

import statistics
import time

import cv2

from companion.tiwanaku.pieces import Terrain
from tools.draw_styles import some_position
from vision.sim import VirtualTable

PICTURES = 30


def milliseconds(table, before) -> float:
    times = []
    for number in range(PICTURES):
        start = time.process_time()
        before(table, number)
        table.shoot()
        times.append(time.process_time() - start)
    return 1000 * statistics.median(times)


def main() -> None:
    cv2.setNumThreads(1)
    terrains = list(Terrain)
    spaces = [str(space) for space in some_position("long", 1).board.spaces]
    cases = {
        "still": lambda table, number: None,
        "a hand that moves": lambda table, number: table.reach_in(spaces[number % len(spaces)]),
        "a piece before every picture": lambda table, number: table.lay_tile(
            spaces[number], terrains[number % 4]
        ),
        "a nudge before every picture": lambda table, number: table.nudge(0.01, 0.0, 0.1),
        "a bumped camera before every one": lambda table, number: table.bump_camera(0.01),
    }
    for name, before in cases.items():
        table = VirtualTable(some_position("long", 1))
        table.shoot()
        each = milliseconds(table, before)
        print(f"{name:34} {each:6.1f} ms of work   {1000 / each:5.1f} pictures a second at 1280×720")


if __name__ == "__main__":
    main()
