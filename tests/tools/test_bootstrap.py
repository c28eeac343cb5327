"""What a person sees of ``./play`` and ``./check``, on a make-believe computer: no network, no waiting."""

from __future__ import annotations

import ast
import errno
import fcntl
import os
import re
import shutil
import string
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import pytest
from starter.commands import start
from starter.pythons import FIRST_FIT, FIRST_TOO_NEW
from starter.stamp import NAME
from starter.system import System
from starter.words import LANGUAGES, SENTENCES, voice_for

from tests.programs import program

PROJECT = Path(__file__).resolve().parents[2]
SHELL_SCRIPTS = [
    "play",
    "check",
    "pachamama",
    "tools/with-python",
    "systemd/pause-before-restart",
    "systemd/command",
    ".ci/run",
]

NO_NETWORK = [
    "WARNING: Retrying after connection broken by 'NewConnectionError(<HTTPSConnection>: Failed to establish"
    " a new connection: [Errno -3] Temporary failure in name resolution')'",
    "ERROR: Could not find a version that satisfies the requirement hatchling>=1.27",
    "ERROR: No matching distribution found for hatchling>=1.27",
]
DISK_FULL = ["ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"]
WRONG_CLOCK = ["SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] not yet valid'))"]


class BecameAnother(Exception):  # noqa: N818
    """The real computer would now run another program."""


class FakeComputer(System):
    """A computer whose venv and pip only pretend; knobs for what can go wrong."""

    version = (3, 11)
    is_raspberry_pi = False
    is_terminal = False
    environ: Mapping[str, str] = {}

    def __init__(self, tmp: Path) -> None:
        self.python = tmp / "usr" / "python3.11"
        self.python.parent.mkdir(exist_ok=True)
        self.python.touch()
        self.executable = str(self.python)
        self.modules = {"venv", "ensurepip"}
        self.pythons: dict[str, str] = {}
        self.pip_says: list[str] = []
        self.pip_raises: BaseException | None = None
        self.free = 10**12
        self.failing: set[str] = set()
        self.installs: list[list[str]] = []
        self.venvs: list[list[str]] = []
        self.calls: list[list[str]] = []
        self.became: list[str] = []
        self.shown = ""
        self.warned = ""

    def has_module(self, name: str) -> bool:
        return name in self.modules

    def programs(self, name: str) -> list[str]:
        return [path for path in self.pythons if Path(path).name == name]

    def answer(self, command: Sequence[str]) -> str:
        return self.pythons[command[0]]

    def follow(self, command: Sequence[str], on_line: Callable[[str], None], keep: int) -> int:
        if "venv" in command:
            self.venvs.append(list(command))
            folder = Path(command[-1])
            shutil.rmtree(folder, ignore_errors=True)
            (folder / "bin").mkdir(parents=True)
            (folder / "bin" / "python").symlink_to(self.python)
            return 0
        self.installs.append(list(command))
        assert not (Path(command[0]).parents[1] / NAME).exists(), "vouched for while under way"
        if self.pip_raises:
            raise self.pip_raises
        for line in self.pip_says:
            on_line(line)
        return 1 if self.pip_says else 0

    def call(self, command: Sequence[str], folder: Path, environ: Mapping[str, str]) -> int:
        self.calls.append(list(command))
        return 1 if Path(command[0]).name in self.failing else 0

    def become(self, command: list[str]) -> NoReturn:
        self.became = command
        raise BecameAnother

    def free_bytes(self, folder: Path) -> int:
        return self.free

    def show(self, text: str, end: str = "\n") -> None:
        self.shown += text + end

    def warn(self, text: str) -> None:
        self.warned += text + "\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "benchmarks").mkdir(parents=True)
    (root / "pyproject.toml").write_text('[dependency-groups]\ndev = ["pytest>=8"]\n')
    return root


@pytest.fixture
def computer(tmp_path: Path) -> FakeComputer:
    return FakeComputer(tmp_path)


def play(computer: FakeComputer, project: Path, *words: str) -> int | None:
    """The exit code of ``./play``, or nothing if it got as far as running the product."""
    computer.shown = computer.warned = ""
    try:
        return start(["play", *words], computer, project)
    except BecameAnother:
        return None


def check(computer: FakeComputer, project: Path, *words: str) -> int:
    computer.shown = computer.warned = ""
    return start(["check", *words], computer, project)


def edit_pyproject(project: Path) -> None:
    with (project / "pyproject.toml").open("a") as file:
        file.write("# something new\n")


def test_first_play_prepares_then_runs_the_product_with_the_users_words(computer, project):
    assert play(computer, project, "--lang", "fr") is None
    assert "First start" in computer.shown
    assert "Ready" in computer.shown
    assert computer.became == [str(project / ".venv/bin/pachamama"), "play", "--lang", "fr"]


def test_any_other_command_prepares_too_and_runs_with_the_users_words(computer, project):
    with pytest.raises(BecameAnother):
        start(["pachamama", "check", "a.toml"], computer, project)
    assert computer.became == [str(project / ".venv/bin/pachamama"), "check", "a.toml"]


def test_an_environment_that_is_a_link_to_another_folders_is_left_alone(computer, project, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious").touch()
    (project / ".venv").symlink_to(elsewhere)
    play(computer, project)
    assert (elsewhere / "precious").exists()
    assert not (project / ".venv").is_symlink()


def test_second_play_starts_at_once_and_silently(computer, project):
    play(computer, project)
    play(computer, project)
    assert (len(computer.venvs), len(computer.installs)) == (1, 1)
    assert computer.shown == ""


def test_a_changed_pyproject_is_installed_into_the_same_environment(computer, project):
    play(computer, project)
    edit_pyproject(project)
    play(computer, project)
    assert (len(computer.venvs), len(computer.installs)) == (1, 2)
    assert "up to date" in computer.shown


def test_new_words_reach_the_player_too(computer, project):
    play(computer, project)
    catalogue = project / "companion/words/locale/fr/LC_MESSAGES/pachamama.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "sand"\nmsgstr "sable"\n')
    play(computer, project)
    assert len(computer.installs) == 2


def test_a_moved_folder_gets_a_new_environment(computer, project):
    play(computer, project)
    moved = project.rename(project.with_name("elsewhere"))
    play(computer, moved)
    assert len(computer.venvs) == 2


def test_a_system_that_went_to_another_python_gets_a_new_environment(computer, project):
    play(computer, project)
    computer.python = computer.python.rename(computer.python.with_name("python3.13"))
    computer.executable = str(computer.python)
    play(computer, project)
    assert len(computer.venvs) == 2


def test_check_adds_its_tools_to_the_environment_of_play(computer, project):
    play(computer, project)
    assert check(computer, project) == 0
    assert len(computer.venvs) == 1
    assert "pytest>=8" not in computer.installs[0]
    assert "pytest>=8" in computer.installs[1]


def test_play_after_check_has_nothing_to_install(computer, project):
    check(computer, project)
    play(computer, project)
    assert len(computer.installs) == 1


def test_raspberry_pi_sees_the_cameras_library_of_its_system(computer, project):
    computer.is_raspberry_pi = True
    play(computer, project)
    assert "--system-site-packages" in computer.venvs[0]


@pytest.mark.parametrize(
    ("model", "is_pi"),
    [(b"Raspberry Pi 5 Model B Rev 1.0\0", True), (b"Radxa ROCK 5B\0", False), (None, False)],
)
def test_a_raspberry_pi_is_known_by_its_model(tmp_path, model, is_pi):
    system = System()
    system.model_file = str(tmp_path / "model")
    if model is not None:
        Path(system.model_file).write_bytes(model)
    assert system.is_raspberry_pi is is_pi


def test_other_computers_stay_apart_from_their_system(computer, project):
    play(computer, project)
    assert "--system-site-packages" not in computer.venvs[0]


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


def test_check_runs_every_step_and_names_those_that_failed(computer, project):
    computer.failing = {"mypy", "lint-imports"}
    assert check(computer, project) == 1
    names = [Path(command[0]).name for command in computer.calls]
    assert names == ["python", "ruff", "ruff", "mypy", "lint-imports", "pytest"]
    assert computer.shown.splitlines()[-1].startswith("Failed: Types, Layers (")


def test_check_says_when_all_is_well(computer, project):
    assert check(computer, project) == 0
    assert "=== Tests: pytest -n auto" in computer.shown
    assert computer.shown.splitlines()[-1].startswith("All is well")


def test_bench_runs_every_benchmark(computer, project):
    for name in ("bench_solver.py", "bench_camera.py", "shared.py"):
        (project / "benchmarks" / name).touch()
    assert check(computer, project, "bench") == 0
    assert [command[1] for command in computer.calls] == [
        "benchmarks/bench_camera.py",
        "benchmarks/bench_solver.py",
    ]


def test_docs_builds_the_documents(computer, project):
    assert check(computer, project, "docs") == 0
    assert [command[1] for command in computer.calls] == ["tools/build_docs.py"]


@pytest.mark.parametrize("more", [[], ["--only", "soak", "--minutes", "10"]])
def test_trust_runs_the_campaigns_and_writes_the_report(computer, project, more):
    assert check(computer, project, "trust", *more) == 0
    (command,) = computer.calls
    assert command[1:] == ["-m", "tests.trust", "--report", *more]


@pytest.mark.parametrize("words", [["bench"], ["nonsense"], ["bench", "more"], ["docs", "trust"]])
def test_a_mode_that_is_not_there_gets_a_sentence_and_2_before_anything_is_installed(
    computer, project, words
):
    assert check(computer, project, *words) == 2
    assert computer.warned.strip()
    assert not computer.venvs


def test_help_needs_no_installation(computer, project):
    assert check(computer, project, "--help") == 0
    assert "./check bench" in computer.shown
    assert play(computer, project, "--help") == 0
    assert "Ctrl-C" in computer.shown
    assert not computer.venvs


def test_play_help_goes_on_to_the_products_own(computer, project):
    play(computer, project)
    assert play(computer, project, "--help") is None
    assert computer.became[-2:] == ["play", "--help"]


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "fr_CH.UTF-8", "LC_ALL": "de"}, "de"),
        ({"LANG": "en_GB", "LANGUAGE": "es:it:fr"}, "it"),
        ({"LANG": "nds_DE"}, "en"),
    ],
)
def test_the_users_language_is_spoken(environ, code):
    assert voice_for(environ).code == code


def test_a_german_sees_german(computer, project):
    computer.environ = {"LANG": "de_AT.UTF-8"}
    computer.pip_says = NO_NETWORK
    play(computer, project)
    assert "Das Netz ist nicht erreichbar" in computer.warned


@pytest.mark.parametrize("key", SENTENCES)
def test_every_sentence_is_there_in_every_language_with_the_same_gaps(key):
    sentences = SENTENCES[key]
    assert len(sentences) == len(LANGUAGES)
    gaps = [sorted(gap for _, gap, _, _ in string.Formatter().parse(text) if gap) for text in sentences]
    assert all(each == gaps[0] for each in gaps)


def test_every_dependency_has_its_reason_written_down():
    pyproject = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    asked = (
        pyproject["project"]["dependencies"]
        + pyproject["build-system"]["requires"]
        + pyproject["dependency-groups"]["dev"]
        + [each for extra in pyproject["project"]["optional-dependencies"].values() for each in extra]
    )
    page = (PROJECT / "docs" / "dependencies.md").read_text()
    reasoned = set(re.findall(r"^\| ([\w.-]+) \|", page, re.MULTILINE)) - {"package", "---"}
    assert reasoned == {re.split(r"[^\w.-]", requirement)[0] for requirement in asked}


def test_an_installation_that_outlives_a_killed_start_still_holds_the_lock(tmp_path):
    lock = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    child = "import os, sys; print(os.fstat(int(sys.argv[1])).st_ino); sys.exit(3)"
    lines: list[str] = []
    code = System().follow([sys.executable, "-c", child, str(lock)], lines.append, keep=lock)
    os.close(lock)
    assert (code, lines) == (3, [str((tmp_path / "lock").stat().st_ino)])


def test_the_range_of_pythons_is_that_of_pyproject():
    wanted = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert wanted == ">={}.{},<{}.{}".format(*FIRST_FIT, *FIRST_TOO_NEW)


@pytest.mark.parametrize(
    "module",
    ["tools/bootstrap.py", *(str(p.relative_to(PROJECT)) for p in PROJECT.glob("tools/starter/*.py"))],
)
def test_an_old_python_can_read_the_bootstrap_far_enough_to_refuse(module):
    ast.parse((PROJECT / module).read_text(), feature_version=(3, 7))


@pytest.mark.parametrize("script", SHELL_SCRIPTS)
def test_shell_scripts_can_be_run(script):
    assert os.access(PROJECT / script, os.X_OK)


@pytest.mark.parametrize("script", SHELL_SCRIPTS)
def test_shell_scripts_are_clean(script):
    shellcheck = program("shellcheck", "the shell scripts are not judged (apt install shellcheck)")
    done = subprocess.run([shellcheck, script], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"LANG": "en_GB.UTF-8"}, "Python is missing on this computer"),
        ({"LANG": "fr_FR.UTF-8"}, "Python manque"),
        ({"PACHAMAMA_PYTHON": "python9"}, "PACHAMAMA_PYTHON names a program that is not there: python9"),
    ],
)
def test_a_computer_without_python_is_told_how_to_get_it(tmp_path, environ, sentence):
    for tool in ("dirname", "readlink", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or tool)
    done = subprocess.run(
        [PROJECT / "play"],
        env={"PATH": str(tmp_path), **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert sentence in done.stderr
