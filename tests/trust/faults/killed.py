"""The whole process is killed while the table is at play, started again, and killed again.

``python -m tests.trust.faults.killed FOLDER KILLS SEED`` writes what came of it as JSON. It needs a process of its own, without
threads, since each player is a fork of it. The player is the whole table, without camera and page; it goes on as whoever
starts ``pachamama play`` again: the wheel asks whether to go on with the game that waits.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from companion.commands.saved import question
from tests.table.journal.killing import Campaign, say
from tests.trust.campaign import Row
from tests.trust.faults.stage import Overdue, Stage


def play(folder: Path, seed: int, pipe: int) -> None:
    """Go on with the game that waits, or begin one, and play until somebody ends it."""
    stage = Stage(folder, seed, page=False, camera=False)
    games = stage.at_play.games
    waiting = games.waiting()
    if waiting is not None:
        if waiting.scenario not in str(question(waiting)):
            raise Overdue("the wheel does not ask whether to go on with the game that waits")
        stage.go_on()
        say(pipe, "resumed", games.present or "", stage.record)
    said = len(stage.told)
    if waiting is None:
        stage.begin()
    while True:
        for record in stage.told[said:]:
            say(pipe, "done", games.present or "", record)
        said = len(stage.told)
        stage.play()
        if stage.random.random() < 0.2:
            stage.touch()


def kill(folder: Path, kills: int, seed: int) -> Row:
    """Kill so many players in one folder, in a process of its own."""
    command = [sys.executable, "-m", "tests.trust.faults.killed", str(folder), str(kills), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.strip().splitlines()[-1:]
        return Row("", tried=kills, failures=[f"the campaign itself failed: {why}"])
    return Row(**json.loads(done.stdout))


def main(folder: str, kills: str, seed: str) -> None:
    """Kill, compare after each, and print a row."""
    row = Row("process kill")
    campaign = Campaign(Path(folder), int(seed), play)
    for number in range(int(kills)):
        before = len(campaign.faults)
        campaign.kill_one(1000 * int(seed) + number)
        campaign.compare()
        row.tried += 1
        row.survived += len(campaign.faults) == before
    campaign.check_games()
    row.lost, row.doubled, row.failures = campaign.lost, campaign.doubled, campaign.faults
    sys.stdout.write(json.dumps(vars(row)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:4])
