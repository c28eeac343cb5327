"""A make-believe computer for ``./play`` and ``./check``: no network, no waiting."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from starter.commands import start
from starter.stamp import NAME
from starter.system import System

NO_NETWORK = [
    "WARNING: Retrying after connection broken by 'NewConnectionError(<HTTPSConnection>: Failed to establish"
    " a new connection: [Errno -3] Temporary failure in name resolution')'",
    "ERROR: Could not find a version that satisfies the requirement hatchling>=1.27",
    "ERROR: No matching distribution found for hatchling>=1.27",
]


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
