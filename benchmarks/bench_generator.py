"""How long certified scenarios take to make, by size and difficulty, and how chance spreads difficulties."""

import statistics
import sys
import time

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.generator.difficulty import Difficulty
from companion.tiwanaku.generator.generate import generate

ROUNDS = 40


def main(rounds: int) -> None:
    for name in ("short", "long"):
        board = official_board(name)
        generate(board, 0)  # tables are made once for a process
        for difficulty in Difficulty:
            times = []
            for seed in range(rounds):
                start = time.process_time()
                generate(board, seed, difficulty)
                times.append(time.process_time() - start)
            times.sort()
            print(
                f"{name:6} {difficulty.value:7} median {statistics.median(times) * 1000:6.0f} ms   "
                f"p95 {times[int(0.95 * (rounds - 1))] * 1000:6.0f} ms   worst {times[-1] * 1000:6.0f} ms"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
