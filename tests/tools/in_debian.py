"""Installs, updates, spoils, kills and uninstalls the table on a Debian that has just been started; writes JSON.

Runs inside the container that ``test_debian.py`` starts, with the Python of that Debian and nothing but its standard library.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PROJECT = Path("/root/project")
KEPT = Path("/var/lib/pachamama/kept")
"""Stands for games and settings: the product leaves a file alone that it does not know."""
DROP_IN = Path("/run/systemd/system/pachamama.service.d/quick.conf")
# What a version does that brings games up to date, and then fails.
SPOILING = f'open("{KEPT}", "w").write("of the new version"); raise RuntimeError("this version is broken")\n'


def run(*command: str) -> dict[str, object]:
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


def play(*words: str) -> dict[str, object]:
    """What ``./play`` says, and what has become of the table."""
    return {**run("./play", *words), **table()}


def table() -> dict[str, object]:
    shown = str(run("systemctl", "show", "pachamama", "--property=ActiveState,MainPID,NRestarts")["out"])
    state = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
    current = Path("/opt/pachamama/current")
    return {
        "active": state.get("ActiveState"),
        "pid": int(state.get("MainPID", "0")),
        "restarts": int(state.get("NRestarts", "0")),
        "version": current.resolve().name if current.exists() else None,
        "kept": KEPT.read_text() if KEPT.exists() else None,
    }


def wait(is_so: Callable[[dict[str, object]], bool], seconds: float = 90) -> dict[str, object]:
    """The table once something is so, or after that time: systemd has no better way to be waited for."""
    end = time.monotonic() + seconds
    while not is_so(now := table()) and time.monotonic() < end:
        time.sleep(0.3)
    return now


def back_after(number: signal.Signals) -> dict[str, object]:
    """The table that runs again after a signal to the one that runs now."""
    before = table()["pid"]
    assert isinstance(before, int)
    os.kill(before, number)
    return wait(lambda now: now["active"] == "active" and now["pid"] not in (0, before))


def trial() -> dict[str, object]:
    told: dict[str, object] = {"python": sys.version.split()[0], "install": play("--install", "--yes")}
    told["verify"] = run("systemd-analyze", "verify", "pachamama.service")
    told["exposure"] = run("systemd-analyze", "security", "--no-pager", "pachamama.service")
    told["doctor"] = run("pachamama", "doctor", "disk", "service", "rights", "--json")
    told["again"] = play("--install", "--yes")
    run("systemctl", "stop", "pachamama")
    KEPT.write_text("of the old version")
    run("systemctl", "start", "pachamama")
    playing = PROJECT / "companion/commands/playing.py"
    right = playing.read_text()
    playing.write_text(right + SPOILING)
    told["broken"] = play("--install", "--yes")
    playing.write_text(right)
    (PROJECT / "README.md").write_text("A newer version.\n")
    told["update"] = play("--install", "--yes")
    told["killed"] = back_after(signal.SIGKILL)
    DROP_IN.parent.mkdir(parents=True)
    DROP_IN.write_text("[Service]\nWatchdogSec=6\n")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "pachamama")
    told["silent"] = back_after(signal.SIGSTOP)
    told["uninstall"] = play("--uninstall")
    told["uninstall all"] = play("--uninstall", "--with-games")
    return told


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(trial()))
