"""``sudo ./play --install`` and ``--uninstall``, start to end in a scratch root: real users, groups, venv and pip."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from starter.boot_config import has_i2c
from starter.install import GROUPS

PROJECT = Path(__file__).resolve().parents[2]


def why_no_scratch_root(tmp: Path) -> str:
    """Why no scratch root can be made here; empty if it can."""
    if os.geteuid() != 0:
        return "a scratch root needs an administrator: the installation is not run start to end"
    missing = [name for name in ("unshare", "chroot", "useradd", "systemctl") if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} missing: the installation is not run start to end"
    trial = f"mount -t tmpfs t {tmp} && mkdir {tmp}/u {tmp}/w {tmp}/m && mount -t overlay o -o lowerdir=/,upperdir={tmp}/u,workdir={tmp}/w {tmp}/m"
    made = subprocess.run(["unshare", "--mount", "sh", "-c", trial], capture_output=True, check=False)
    return (
        "" if made.returncode == 0 else "no overlay may be mounted: the installation is not run start to end"
    )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    # Not below another overlay's or a container's own /tmp rules: any empty folder does.
    if reason := why_no_scratch_root(tmp_path_factory.mktemp("trial")):
        pytest.skip(reason)
    layers = tmp_path_factory.mktemp("layers")
    done = subprocess.run(
        ["unshare", "--mount", sys.executable, str(Path(__file__).with_name("scratch_root.py")), str(layers)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_in_a_scratch_root_it_installs(told: Mapping[str, Any]) -> None:
    assert told["install"]["code"] == 0, told["install"]
    installed = told["installed"]
    assert set(GROUPS) <= set(installed["groups"])
    assert installed["unit"] == (PROJECT / "systemd/pachamama.service").read_text()
    assert installed["enabled"]
    assert has_i2c(installed["config"])
    assert installed["hostname"] == "pachamama\n"
    assert told["version"]["out"].startswith("pachamama ")


def test_in_a_scratch_root_the_doctor_looks_at_the_installed_table(told: Mapping[str, Any]) -> None:
    assert told["doctor"]["out"], told["doctor"]
    board, disk, rights = json.loads(told["doctor"]["out"])["parts"]
    assert board["facts"]["model"].startswith("Raspberry Pi 4")
    assert disk["facts"]["folder"] == "/var/lib/pachamama"
    assert rights["facts"]["user"] == "pachamama", (
        "rights of whoever asks would tell nothing of the service's"
    )


def test_in_a_scratch_root_it_installs_again_without_harm(told: Mapping[str, Any]) -> None:
    assert told["again"]["code"] == 0, told["again"]
    assert told["installed again"] == told["installed"]


def test_in_a_scratch_root_it_uninstalls(told: Mapping[str, Any]) -> None:
    assert told["uninstall"]["code"] == 0, told["uninstall"]
    after, before = told["uninstalled"], told["before"]
    for name in ("unit", "enabled", "config", "modules", "hostname", "hosts", "releases"):
        assert after[name] == before[name]
    assert after["game"] == "a game"
    assert told["uninstalled all"]["game"] is None
    assert told["uninstalled all"]["groups"] == []
