"""Makes the recordings anew: ``python -m tests.trust.record``. Needed only when a rule, a file's form or a screen is changed.

What is expected is what the players did and what the game's own engine made of it while they played; no replay is asked.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from companion.table.demo.evening import Evening
from companion.table.demo.people import Pace
from companion.table.journal.backs import back_data
from companion.table.journal.documents import export_game
from companion.table.journal.store import GameRow, StoredGame
from companion.tiwanaku.bots import CarefulBot, simulate
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel, command_data, event_data
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.scenario import write_scenario
from hardware.inputs import InputEvent
from tests.table.journal.games import changes_of, history
from tests.table.wheel.hands import Hands
from tests.tiwanaku.game.table import SETUPS, scenario
from tests.trust.by_hand import played_by_hand, written
from tests.trust.replays import RECORDINGS, digest, standing
from tests.trust.robot import Robot
from vision.reader.teach_in import teach_in

GAMES = (
    "competitive-2",
    "competitive-4",
    "solo-easy",
    "solo-hard",
    "together-2-expert",
    "together-3-normal",
    "together-4-normal",
)
BY_HAND = (("competitive-2", "short"), ("solo-easy", "long"), ("together-2-easy", "long"))
SIZE, QUALITY = (720, 405), 75


def write(folder: Path, name: str, land, wanted: dict[str, object]) -> None:
    """A recording's disc, and what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(write_scenario(land), encoding="utf-8")
    text = json.dumps(wanted, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{name}.expected.json").write_text(text + "\n", encoding="utf-8")


# Games -----------------------------------------------------------------------------------------------


def record_games(folder: Path) -> None:
    """Whole games of bots in every mode, and one in which people correct themselves."""
    for seed, name in enumerate(GAMES):
        setup, land = SETUPS[name], scenario(seed)
        bots = [CarefulBot(10 * seed + seat) for seat in range(setup.seats)]
        record = simulate(Wheel(land), setup, bots, seed)
        counts = (*range(1, len(record.entries), 10), len(record.entries))
        records = [Record.restore(record.back, record.entries[:count]) for count in counts]
        _write_game(folder, name, land, records, corrected=False)
    _write_game(folder, "corrected", scenario(1), history(), corrected=True)


def _write_game(folder: Path, name: str, land, records, *, corrected: bool) -> None:
    row = GameRow(name.replace("-", ""), json.dumps(back_data(land.back())), 0.0, None)
    data = export_game(StoredGame(row, tuple(changes_of(records))))
    last = records[-1]
    write(
        folder,
        name,
        land,
        {
            "corrected": corrected,
            "standing": standing(last.state),
            "events": digest([event_data(event) for event in last.events]),
        },
    )
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


# Inputs ----------------------------------------------------------------------------------------------


class NotedHands(Hands):
    """Hands whose every touch is noted."""

    def __init__(self, *arguments, **options) -> None:
        super().__init__(*arguments, **options)
        self.words: list[str] = []
        self._last = 0
        handle = self.desk.handle

        def noted(*events) -> None:
            for event in events:
                if isinstance(event, InputEvent):
                    at = round(event.at * 1000)
                    self.words.append(written(event, self._last))
                    self._last = at
            handle(*events)

        self.desk.handle = noted


def record_inputs(folder: Path) -> None:
    """Whole games that a robot's hands played on the wheel."""
    for name, board in BY_HAND:
        land, setup = scenario(1, board), SetUp(SETUPS[name])
        hands = NotedHands(land, SETUPS[name])
        if not Robot(hands, seed=0).play(8000):
            raise RuntimeError(f"{name}: the robot did not come to an end")
        text = " ".join(hands.words)
        commands = [entry.command for entry in hands.desk.game.entries]
        # The engine by itself, without a wheel: what these commands lead to.
        plain = Record.begin(land.back())
        for command in commands:
            plain = plain.do(command, Wheel(land))
        _, screens = played_by_hand(Wheel(land), setup, text)
        write(
            folder,
            name,
            land,
            {
                "setup": command_data(setup),
                "commands": [command_data(command) for command in commands],
                "standing": standing(plain.state),
                "screens": screens,
            },
        )
        lines = [" ".join(hands.words[start : start + 20]) for start in range(0, len(hands.words), 20)]
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="ascii")


# Frames ----------------------------------------------------------------------------------------------


def record_frames(folder: Path) -> None:
    """The first turns of a demonstration. A table at rest is one picture that was seen again and again."""
    folder.mkdir(parents=True, exist_ok=True)
    setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
    land = morning_valley()
    evening = Evening(land, setup, style="classic", seed=3, size=SIZE, pace=Pace(rest=60))
    wanted: dict[str, object] = {"setup": command_data(SetUp(setup)), "taught": "taught.jpg"}
    wanted["corners"] = [[float(x), float(y)] for x, y in evening.table.corners]
    present = evening.table.scene
    evening.table.position = teach_in(land.board)
    _keep(folder / "taught.jpg", evening.table.shoot().picture)
    evening.table.scene = present
    seen: list[tuple[float, str]] = []
    kept: dict[object, str] = {}
    for number in range(400):
        evening.step()
        position, hand = evening.table.position, evening.table.scene.disturbances.hand
        # One hand is as good as another, as long as it moves: two of them take turns.
        what = (
            f"hand {number % 2}"
            if hand is not None
            else (position.terrains, position.crops, tuple(position.meeples.items()))
        )
        if what not in kept:
            kept[what] = f"{len(kept)}.jpg"
            _keep(folder / kept[what], evening.seen.frame.picture)
        file = kept[what]
        seen.append((evening.now, file))
        if len(evening.game.entries) > 4 and evening.people.resting:
            break
    entries = evening.game.entries
    wanted |= {
        "seen": seen,
        "commands": [command_data(entry.command) for entry in entries],
        "standing": standing(evening.game.state),
    }
    write(folder, "two-turns", land, wanted)


def _keep(file: Path, picture) -> None:
    cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def main() -> None:
    """Everything."""
    record_games(RECORDINGS / "games")
    record_inputs(RECORDINGS / "inputs")
    record_frames(RECORDINGS / "frames")


if __name__ == "__main__":
    main()
