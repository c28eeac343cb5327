"""What a person sees of ``./play`` and ``./check`` when something is missing, full, wrong or cut short."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import sys

import pytest
from starter.stamp import NAME
from starter.system import System

from tests.tools.make_believe import NO_NETWORK, FakeComputer, check, edit_pyproject, play

DISK_FULL = ["ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"]
WRONG_CLOCK = ["SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] not yet valid'))"]


@pytest.mark.parametrize("cut_short_by", [KeyboardInterrupt(), OSError(errno.EIO, "broken pipe")])
def test_an_interrupted_first_start_heals(computer, project, cut_short_by):
    computer.pip_raises = cut_short_by
    assert play(computer, project) in (1, 130)
    computer.pip_raises = None
    assert play(computer, project) is None
    assert len(computer.venvs) == 2


def test_a_power_cut_while_installing_heals(computer, project):
    play(computer, project)
    (project / ".venv" / NAME).unlink()  # it is removed before an installation and written after it
    play(computer, project)
    assert len(computer.venvs) == 2


def test_ctrl_c_says_that_nothing_is_broken(computer, project):
    computer.pip_raises = KeyboardInterrupt()
    assert play(computer, project) == 130
    assert "Nothing is broken" in computer.warned


def test_no_network_on_the_first_start(computer, project):
    computer.pip_says = NO_NETWORK
    assert play(computer, project) == 1
    assert "The first start needs it, later ones do not" in computer.warned
    assert not (project / ".venv").exists()


def test_no_network_for_an_update_plays_on_and_tries_again_next_time(computer, project):
    play(computer, project)
    edit_pyproject(project)
    computer.pip_says = NO_NETWORK
    assert play(computer, project) is None
    assert "the update waits" in computer.warned
    computer.pip_says = []
    play(computer, project)
    assert (len(computer.venvs), len(computer.installs)) == (1, 3)


def test_no_network_for_the_tools_of_check_leaves_play_usable(computer, project):
    play(computer, project)
    computer.pip_says = NO_NETWORK
    assert check(computer, project) == 1
    assert play(computer, project) is None
    assert computer.shown == ""


def test_disk_full_as_pip_says_it(computer, project):
    computer.pip_says = DISK_FULL
    assert play(computer, project) == 1
    assert "not enough room" in computer.warned
    assert not (project / ".venv").exists()


def test_disk_so_full_that_not_even_the_log_says_it(computer, project):
    computer.pip_says = ["Killed"]
    computer.free = 0
    assert play(computer, project) == 1
    assert "not enough room" in computer.warned


def test_disk_full_while_we_write_ourselves(computer, project):
    computer.pip_raises = OSError(errno.ENOSPC, "No space left on device")
    assert play(computer, project) == 1
    assert "not enough room" in computer.warned


def test_folder_not_writable(computer, project, monkeypatch):
    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert play(computer, project) == 1
    assert f"may not write into its folder {project}" in computer.warned


def test_a_wrong_clock_is_named_with_the_date_it_shows(computer, project):
    computer.pip_says = WRONG_CLOCK
    assert play(computer, project) == 1
    assert re.search(r"date is wrong: here it is \d{4}-\d\d-\d\d", computer.warned)


def test_any_other_failure_shows_the_telling_line_and_names_the_log(computer, project):
    computer.pip_says = ["Collecting rich", "ERROR: rich has no wheel for you", "", "note: see above"]
    assert play(computer, project) == 1
    assert "ERROR: rich has no wheel for you" in computer.warned
    log = project / ".venv.log"
    assert str(log) in computer.warned
    assert log.read_text().splitlines() == computer.pip_says


def test_debian_without_venv_names_the_package(computer, project):
    computer.modules = {"venv"}
    computer.executable = os.path.realpath("/usr/bin/python3")
    assert play(computer, project) == 1
    assert "sudo apt install python3-venv" in computer.warned


def test_a_second_python_without_venv_names_its_own_package(computer, project):
    computer.modules = set()
    computer.version = (3, 12)
    assert play(computer, project) == 1
    assert "sudo apt install python3.12-venv" in computer.warned


@pytest.mark.parametrize(("version", "words"), [((3, 9), "here is only 3.9"), ((3, 14), "3.14 is too new")])
def test_unfit_python_is_refused_with_what_to_do(computer, project, version, words):
    computer.version = version
    assert play(computer, project) == 1
    assert words in computer.warned
    assert "sudo apt install" in computer.warned
    assert not computer.venvs


def test_unfit_python_hands_over_to_a_fit_one(computer, project):
    computer.version = (3, 14)
    computer.pythons = {"/usr/bin/python3": "3 14", "/shims/python3.12": "", "/usr/bin/python3.12": "3 12"}
    assert play(computer, project, "--lang", "it") is None
    assert computer.became[0] == "/usr/bin/python3.12"
    assert computer.became[-3:] == ["play", "--lang", "it"]


def test_a_python_chosen_by_the_user_is_never_replaced_silently(computer, project):
    computer.version = (3, 14)
    computer.pythons = {"/usr/bin/python3.12": "3 12"}
    computer.environ = {"PACHAMAMA_PYTHON": "python3.14"}
    assert play(computer, project) == 1


def test_an_old_python_can_start_what_a_fit_one_made(computer, project):
    play(computer, project)
    computer.version = (3, 9)
    assert play(computer, project) is None
    assert computer.became[0].endswith("pachamama")


def test_the_second_of_two_starts_waits_and_installs_nothing_twice(computer, project, monkeypatch):
    flock = fcntl.flock
    first = FakeComputer(project.parent)

    def held_by_another_start(lock: int, how: int) -> None:
        if how & fcntl.LOCK_NB:
            raise BlockingIOError
        monkeypatch.setattr(fcntl, "flock", flock)
        play(first, project)

    monkeypatch.setattr(fcntl, "flock", held_by_another_start)
    assert play(computer, project) is None
    assert "another start" in computer.shown
    assert (len(first.installs), len(computer.installs)) == (1, 0)


def test_an_installation_that_outlives_a_killed_start_still_holds_the_lock(tmp_path):
    lock = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    child = "import os, sys; print(os.fstat(int(sys.argv[1])).st_ino); sys.exit(3)"
    lines: list[str] = []
    code = System().follow([sys.executable, "-c", child, str(lock)], lines.append, keep=lock)
    os.close(lock)
    assert (code, lines) == (3, [str((tmp_path / "lock").stat().st_ino)])
