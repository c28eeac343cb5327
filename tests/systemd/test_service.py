"""The service: what systemd thinks of its file, how it pauses between restarts, and the table run as one."""

from __future__ import annotations

import configparser
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.programs import program

PROJECT = Path(__file__).resolve().parents[2]
UNIT = PROJECT / "systemd" / "pachamama.service"
PAUSE = PROJECT / "systemd" / "pause-before-restart"
COMMAND = PROJECT / "systemd" / "command"
MOST_EXPOSED = 2.0
MOST_LINES = 20
"""That a start and a stop may say."""


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The service's file with programs that are there: it names those of an installed table."""
    text = re.sub(
        r"/opt/pachamama/current/\S+", "/bin/true", UNIT.read_text().replace("file:///opt", "file:///srv")
    )
    copy = tmp_path / UNIT.name
    copy.write_text(text)
    return copy


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    judge = program("systemd-analyze", "the service's file is not judged (apt install systemd)")
    return subprocess.run([judge, *words], capture_output=True, text=True, timeout=60, check=False)


def test_systemd_finds_nothing_to_complain_of(unit: Path) -> None:
    verified = analyze("verify", "--man=no", "--recursive-errors=no", str(unit))
    # A typo is only said, never told by the exit code.
    assert verified.stdout + verified.stderr == ""
    assert verified.returncode == 0


def test_a_typo_would_be_said(unit: Path) -> None:
    unit.write_text(unit.read_text().replace("WatchdogSec", "WatchDogSec"))
    assert "WatchDogSec" in analyze("verify", "--man=no", "--recursive-errors=no", str(unit)).stderr


def test_little_of_the_computer_is_exposed_to_it(unit: Path) -> None:
    judged = analyze("security", "--offline=true", "--no-pager", str(unit))
    found = re.search(r"exposure level for pachamama.service: ([\d.]+)", judged.stdout)
    assert found, judged.stdout + judged.stderr
    assert float(found[1]) <= MOST_EXPOSED


def settings() -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for line in UNIT.read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            values.setdefault(key, []).append(value)
    return values


def test_it_may_use_what_a_table_is_made_of_and_nothing_else() -> None:
    said = settings()
    assert said["DevicePolicy"] == ["closed"]
    allowed = {each.split()[0] for each in said["DeviceAllow"]}
    assert {"char-gpiochip", "char-i2c", "char-input", "char-ttyACM", "char-video4linux"} <= allowed
    assert {"gpio", "i2c", "video", "dialout", "input"} <= set(said["SupplementaryGroups"][0].split())
    assert "PrivateDevices" not in said, "it would hide every device"
    assert "ProcSubset" not in said, "gpiozero looks into /proc to know its board"


def test_it_is_its_own_user_with_a_place_for_games_and_no_core_dumps() -> None:
    said = settings()
    assert said["User"] == ["pachamama"]
    assert said["StateDirectory"] == ["pachamama"]
    assert "PACHAMAMA_HOME=/var/lib/pachamama" in said["Environment"][0].split()
    assert said["StateDirectoryMode"] == ["0750"]
    assert said["UMask"] == ["0077"], "a file of games is nobody else's business"
    assert said["LimitCORE"] == ["0"], "a dump of the memory would hold the solution"


def test_it_says_when_it_is_up_and_is_started_anew_for_ever_if_it_falls_silent() -> None:
    said = settings()
    assert said["Type"] == ["notify"]
    assert int(said["WatchdogSec"][0]) >= 30, "a card may stall for seconds"
    assert said["Restart"] == ["on-failure"]
    assert said["StartLimitIntervalSec"] == ["0"]
    assert "pause-before-restart" in said["ExecStartPre"][0]


def test_it_cannot_fill_the_systems_journal() -> None:
    said = settings()
    assert said["LogRateLimitIntervalSec"] == ["10min"]
    assert int(said["LogRateLimitBurst"][0]) <= 500


def test_the_file_has_no_setting_twice_that_counts_once() -> None:
    lists = {"DeviceAllow", "SystemCallFilter"}
    assert [key for key, values in settings().items() if len(values) > 1 and key not in lists] == []
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.read(UNIT)
    assert parser.sections() == ["Unit", "Service", "Install"]


# The pause ------------------------------------------------------------------------------------------


class Starts:
    """Starts the service's first command again and again, with a sleep that only says how long."""

    def __init__(self, tmp_path: Path) -> None:
        self.file = tmp_path / "starts"
        tools = tmp_path / "bin"
        tools.mkdir()
        (tools / "sleep").write_text('#!/bin/sh\necho "$1"\n')
        (tools / "sleep").chmod(0o755)
        self._environment = {"PATH": f"{tools}:{os.environ['PATH']}"}

    def pause(self) -> int:
        done = subprocess.run(
            [str(PAUSE), str(self.file)], env=self._environment, capture_output=True, text=True, check=True
        )
        return int(done.stdout)


def test_pauses_grow_and_stay_bounded(tmp_path: Path) -> None:
    starts = Starts(tmp_path)
    assert [starts.pause() for _ in range(9)] == [0, 0, 2, 4, 8, 16, 32, 60, 60]


def test_ten_good_minutes_are_forgiven(tmp_path: Path) -> None:
    starts = Starts(tmp_path)
    for _ in range(8):
        starts.pause()
    long_ago = time.time() - 11 * 60
    os.utime(starts.file, (long_ago, long_ago))
    assert starts.pause() == 0


@pytest.mark.parametrize("content", ["", "many\n", "-3\n"])
def test_a_damaged_count_begins_anew(tmp_path: Path, content: str) -> None:
    starts = Starts(tmp_path)
    starts.file.write_text(content)
    assert starts.pause() == 0


def test_a_count_that_cannot_be_kept_keeps_nothing_from_starting(tmp_path: Path) -> None:
    starts = Starts(tmp_path)
    starts.file = tmp_path / "nowhere" / "starts"
    assert starts.pause() == 0


# The command --------------------------------------------------------------------------------------------


def called(tmp_path: Path, uid: int, *words: str) -> str:
    """What the installed command runs, by programs that only say how they were called."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, text in {
        "id": f'[ "$1" = -u ] && echo {uid} || echo {"root" if uid == 0 else "pachamama" if uid == 999 else "ana"}',
        "sudo": 'echo "sudo $*"',
        "runuser": 'echo "runuser $*"',
        "env": 'echo "env $*"',
    }.items():
        (tools / name).write_text(f"#!/bin/sh\n{text}\n")
        (tools / name).chmod(0o755)
    done = subprocess.run(
        [str(COMMAND), *words],
        env={"PATH": f"{tools}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("uid", "way"), [(1000, "sudo -u pachamama -- env "), (0, "runuser -u pachamama -- env "), (999, "env ")]
)
def test_the_installed_command_asks_the_table_as_its_own_user(tmp_path: Path, uid: int, way: str) -> None:
    said = called(tmp_path, uid, "games", "show", "a game")
    assert said.startswith(way)
    assert "PACHAMAMA_HOME=/var/lib/pachamama" in said
    assert said.endswith("/bin/pachamama games show a game\n")


def test_what_is_about_a_persons_own_files_is_done_as_that_person(tmp_path: Path) -> None:
    said = called(tmp_path, 1000, "see", "table.jpg")
    assert "/opt/pachamama/current/.venv/bin/pachamama" in said, "it is run at once, and is not there"
    assert "sudo" not in said


def test_the_installed_command_knows_commands_that_there_are() -> None:
    from companion.cli import COMMANDS

    [line] = re.findall(r"^    (\w+(?: \| \w+)+)\)", COMMAND.read_text(), re.MULTILINE)
    assert set(line.split(" | ")) <= set(COMMANDS)


# A table as a service --------------------------------------------------------------------------------


def test_a_table_without_terminal_and_wheel_runs_as_a_service_and_stops_when_told(tmp_path: Path) -> None:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(tmp_path / "notify"))
    listening.settimeout(60)
    program = "import sys; from companion.cli import main; sys.exit(main(['play', '--camera', 'off']))"
    environment = {
        **os.environ,
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "300000",
        "PACHAMAMA_HOME": str(tmp_path / "home"),
    }
    environment.pop("WATCHDOG_PID", None)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as table:
        try:
            assert listening.recv(100) == b"READY=1"
            assert listening.recv(100) == b"WATCHDOG=1"
            table.send_signal(signal.SIGTERM)
            while (line := listening.recv(100)) == b"WATCHDOG=1":
                pass
            assert line == b"STOPPING=1"
            said, errors = table.communicate(timeout=30)
        finally:
            table.kill()
    assert table.returncode == 0
    assert b"Traceback" not in errors
    assert len(said.splitlines()) + len(errors.splitlines()) < MOST_LINES, "all of it goes to the card"
    listening.close()
