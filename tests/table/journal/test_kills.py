"""The power may go at any moment: nothing that was confirmed is lost, nothing is doubled, and the game goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from companion.table.journal.keeper import Keeper
from tests.table.journal.killing import Campaign

KILLS = int(os.environ.get("PACHAMAMA_KILLS", "25"))


def test_no_confirmed_event_is_lost_or_doubled_when_the_process_is_killed(tmp_path):
    command = [sys.executable, "-m", "tests.table.journal.killing", str(tmp_path), str(KILLS), str(KILLS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    sys.stdout.write(f"{report}\n")
    assert report["faults"] == []
    assert report["kills"] == KILLS
    assert report["acknowledged"] > KILLS
    assert report["resumed"] > KILLS / 2


def test_an_event_that_is_confirmed_too_early_would_be_noticed(tmp_path, monkeypatch):
    keep = Keeper.keep
    monkeypatch.setattr(Keeper, "keep", lambda self, record, done: keep(self, record, done) or True)
    campaign = Campaign(tmp_path, 5)
    campaign.run(12)
    assert campaign.faults
