"""The power may go at any moment: nothing that was confirmed is lost, nothing is doubled, and the game goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys

KILLS = int(os.environ.get("PACHAMAMA_KILLS", "25"))


def campaign(folder, kills, *words):
    """Kill a playing process so often; the report."""
    command = [
        sys.executable,
        "-m",
        "tests.table.journal.killing",
        str(folder),
        str(kills),
        str(kills),
        *words,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    sys.stdout.write(f"{report}\n")
    return report


def test_no_confirmed_event_is_lost_or_doubled_when_the_process_is_killed(tmp_path):
    report = campaign(tmp_path, KILLS)
    assert report["faults"] == []
    assert report["kills"] == KILLS
    assert report["acknowledged"] > KILLS
    assert report["resumed"] > KILLS / 2


def test_an_event_that_is_confirmed_too_early_would_be_noticed(tmp_path):
    assert campaign(tmp_path, 12, "early")["faults"]
