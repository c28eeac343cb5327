"""The processes of a table: what they leave when they crash, and what the coach's one is given."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.table.coach.questions import HintWanted
from companion.table.coach.service import CoachService, WorkerProcess
from companion.table.journal import Journal
from tests.table.coach.workers import Ear
from tests.table.journal.games import first, keep
from tests.tiwanaku.game.table import scenario

ROOT = Path(__file__).resolve().parents[2]
needs_proc = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="only Linux tells what another process has open"
)

CRASHING = """
import os, resource, sys
from companion import cli
from companion.commands import check

_, most = resource.getrlimit(resource.RLIMIT_CORE)
resource.setrlimit(resource.RLIMIT_CORE, (most, most))

def crash(file):
    print(resource.getrlimit(resource.RLIMIT_CORE)[0], flush=True)
    os.abort()

check.read_bytes = crash
cli.main(["check", "scenario.toml"])
"""


def test_a_program_that_crashes_leaves_no_image_of_its_memory(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", CRASHING],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode < 0, "it was to crash"
    assert done.stdout.strip() == "0"
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def at_work(tmp_path, monkeypatch):
    """The coach's process, started by a table with an open journal and secrets in its environment."""
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MQTT_PASSWORD", "hunter2")
    keeper = Journal(tmp_path / "home").begin(scenario(1))
    keep(keeper, first(9))
    workers = []

    def start():
        workers.append(WorkerProcess())
        return workers[-1]

    service, ear = CoachService(start), Ear()
    service.ask(HintWanted(first(9).state.position(), 1), ear)
    ear.next()
    with (tmp_path / "home" / "open.txt").open("w"):
        yield Path(f"/proc/{workers[0].process.pid}"), tmp_path / "home"
    service.close()
    keeper.close()


@needs_proc
def test_the_coach_has_no_file_open_but_its_pipes(at_work):
    process, home = at_work
    mine = {str(path.readlink()) for path in Path("/proc/self/fd").iterdir() if path.is_symlink()}
    assert any("games.sqlite" in name for name in mine), "the table has its journal open"
    held = {path.name: str(path.readlink()) for path in (process / "fd").iterdir()}
    assert set(held) == {"0", "1", "2"}
    assert held["0"].startswith("pipe:")
    assert held["1"].startswith("pipe:")
    assert held["2"] == "/dev/null"
    assert str((process / "cwd").readlink()) == "/"
    assert str(home) not in (process / "maps").read_text()


@needs_proc
def test_the_coach_is_told_nothing_by_its_environment_or_arguments(at_work):
    process, home = at_work
    told = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
    assert b"PYTHONPATH" in told
    for hidden in (str(home), "PACHAMAMA_HOME", "hunter2", "PASSWORD"):
        assert hidden.encode() not in told
