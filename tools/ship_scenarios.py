"""Makes the scenarios that ship with Pachamama: ``python tools/ship_scenarios.py``.

Twenty short and forty long, five and ten of each difficulty, no name twice.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.difficulty import Difficulty
from companion.tiwanaku.generator.generate import generate
from companion.tiwanaku.scenario import write_scenario

FOLDER = Path(__file__).parent.parent / "companion" / "scenarios"
OF_EACH_DIFFICULTY = {"short": 5, "long": 10}
FIRST_SEED = 1


def main() -> None:
    """Write them all anew."""
    for path in FOLDER.glob("*.toml"):
        path.unlink()
    names: set[str] = set()
    seeds = count(FIRST_SEED)
    for board, number in OF_EACH_DIFFICULTY.items():
        for difficulty in Difficulty:
            made = 0
            while made < number:
                scenario = generate(official_board(board), next(seeds), difficulty)
                if scenario.name in names:
                    continue
                names.add(scenario.name)
                made += 1
                path = FOLDER / f"{scenario.name.lower()}.toml"
                path.write_text(write_scenario(scenario), encoding="utf-8")


if __name__ == "__main__":
    main()
