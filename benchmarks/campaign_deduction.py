"""Exactness of deduction on many positions of both boards at all stages, beside models that share nothing with it.

Run it from the project's folder: ``python -m benchmarks.campaign_deduction [positions a board] [seed]``. It needs ortools
(``pip install ortools``). For every position:

- every value called possible lies on a witness board, which the oracle of the laws finds legal and in agreement;
- CP-SAT proves that no board has any of the values called impossible;
- with one impossible tile laid, the engine calls the position inconsistent, and CP-SAT agrees.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from benchmarks.deduction_games import stage_positions
from companion.tiwanaku.deduction import Possibilities, Reasoner, deduce
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from tests.builders import plain
from tests.oracles.constraints import any_board_with
from tests.tiwanaku.deduction.comparing import is_witness

STAGES = {
    "short": ((3, 6), (7, 10), (11, 15), (16, 24)),
    "long": ((6, 9), (10, 14), (15, 22), (23, 32), (33, 44)),
}
PATIENCE = 60.0


def ruled_out(known: Possibilities) -> list[tuple[int, str | int]]:
    found: list[tuple[int, str | int]] = []
    for space in known.board.spaces:
        found += [(space.index, t.letter) for t in Terrain if t not in known.terrains(space)]
        found += [(space.index, crop.level) for crop in Crop if crop not in known.crops(space)]
    return found


def examine(position: Position, rng: Random) -> str:
    size = position.board.rows, position.board.columns
    reasoner = Reasoner(position)
    known = reasoner.work()
    boards = reasoner.witnesses()
    reasoner.close()
    assert known.complete
    assert known.consistent
    assert all(is_witness(position, board) for board in boards)
    for space in position.board.spaces:
        assert {board.terrain(space) for board in boards} == known.terrains(space)
        assert {board.crop(space) for board in boards} == known.crops(space)
    impossible = ruled_out(known)
    missing = any_board_with(*size, *plain(position), impossible, PATIENCE)
    if missing:
        raise AssertionError(f"a possible value is missing: {position}")
    wrong = [wish for wish in impossible if position.terrains[wish[0]] is None and isinstance(wish[1], str)]
    if wrong:
        cell, letter = rng.choice(wrong)
        broken = position.with_space(position.board.spaces[cell], Terrain.of_letter(str(letter)), None)
        assert deduce(broken).consistent is False
    return "not settled by CP-SAT" if missing is None else "agreed"


def main(count: int, seed: int) -> None:
    rng = Random(seed)
    for name, stages in STAGES.items():
        for least, most in stages:
            outcomes = Counter(
                examine(position, rng)
                for position in stage_positions(name, least, most, count // len(stages), seed)
            )
            print(f"{name:5} {least:>2}-{most:<2} tiles: {dict(outcomes)}", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in (sys.argv[1:] + ["120", "5"][len(sys.argv) - 1 :])))
