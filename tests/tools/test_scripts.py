"""``./play``, ``./check`` and the other scripts as they are shipped: what reads them, and what they ask for."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from starter.pythons import FIRST_FIT, FIRST_TOO_NEW

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
