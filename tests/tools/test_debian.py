"""The installation on freshly started Debians, with systemd at work: ``PACHAMAMA_DEBIAN="bookworm trixie" pytest tests/tools/test_debian.py``.

Each takes some minutes and the network: debootstrap fetches the system once, into ``.cache``, and systemd-nspawn starts a copy of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from starter.releases import PARTS

from tests.programs import program

PROJECT = Path(__file__).resolve().parents[2]
SUITES = os.environ.get("PACHAMAMA_DEBIAN", "").split()
PACKAGES = "python3,python3-venv,systemd,systemd-sysv,dbus,ca-certificates,udev"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
UNIT = """[Unit]
After=network.target
[Service]
Type=oneshot
Environment={environment}
ExecStart=/usr/bin/python3 /trial/in_debian.py /trial/told.json
ExecStopPost=/usr/bin/systemctl --no-block poweroff
TimeoutStartSec=1500
StandardOutput=file:/trial/said
StandardError=inherit
"""

pytestmark = pytest.mark.skipif(
    not SUITES, reason='takes minutes and the network: PACHAMAMA_DEBIAN="bookworm trixie" runs it'
)


def fetched(suite: str) -> Path:
    """A Debian that nobody has touched yet."""
    root = PROJECT / ".cache" / f"debian-{suite}"
    if not (root / "fetched").exists():
        shutil.rmtree(root, ignore_errors=True)
        debootstrap = program("debootstrap", "no Debian can be fetched (apt install debootstrap)")
        subprocess.run(
            [debootstrap, "--variant=minbase", f"--include={PACKAGES}", suite, str(root)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (root / "fetched").touch()
    return root


def furnish(root: Path, trial: Path) -> None:
    """Put the product into it, and a service that tries it."""
    for name in PARTS:
        source, target = PROJECT / name, root / "root/project" / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    shutil.copy2(Path(__file__).with_name("in_debian.py"), trial)
    # Who reaches the network through a proxy of their own has told pip and this computer.
    settings = " ".join(f'"{key}={value}"' for key, value in os.environ.items() if key.startswith("PIP_"))
    services = root / "etc/systemd/system"
    (services / "trial.service").write_text(UNIT.format(environment=settings))
    (services / "multi-user.target.wants").mkdir(exist_ok=True)
    (services / "multi-user.target.wants/trial.service").symlink_to("../trial.service")
    if CERTIFICATES.is_file():
        shutil.copyfile(CERTIFICATES, root / str(CERTIFICATES).lstrip("/"))


@pytest.fixture(scope="module", params=SUITES)
def told(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, Any]]:
    if os.geteuid() != 0:
        pytest.skip("a container needs an administrator")
    nspawn = program("systemd-nspawn", "no Debian can be started (apt install systemd-container)")
    folder = tmp_path_factory.mktemp(request.param)
    root, trial = folder / "root", folder / "trial"
    trial.mkdir()
    subprocess.run(["cp", "--archive", str(fetched(request.param)), str(root)], check=True)
    furnish(root, trial)
    done = subprocess.run(
        # Debian 13 would not start on a computer with control groups of the first kind.
        [nspawn, "--directory", str(root), "--boot", "--register=no", "--keep-unit", "--quiet",
         "--setenv=SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1", "--resolv-conf=copy-host", f"--bind={trial}:/trial"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1800, check=False,
    )  # fmt: skip
    result = trial / "told.json"
    if not result.exists():
        said = (
            (trial / "said").read_text() if (trial / "said").exists() else done.stdout[-2000:] + done.stderr
        )
        pytest.fail(f"the container did not come to its end: {said}")
    yield json.loads(result.read_text())
    shutil.rmtree(root, ignore_errors=True)


def test_it_installs_and_runs(told: Mapping[str, Any]) -> None:
    assert told["install"]["code"] == 0, told["install"]
    assert told["install"]["active"] == "active"
    assert told["verify"]["out"] + told["verify"]["err"] == ""
    assert float(told["exposure"]["out"].split()[-3]) <= 2.0, told["exposure"]["out"][-200:]


def test_the_doctor_sees_the_installed_table(told: Mapping[str, Any]) -> None:
    disk, service, rights = json.loads(told["doctor"]["out"])["parts"]
    assert disk["facts"]["folder"] == "/var/lib/pachamama"
    assert service["state"] == "fine"
    assert rights["facts"]["user"] == "pachamama"


def test_again_disturbs_nobody(told: Mapping[str, Any]) -> None:
    assert told["again"]["code"] == 0, told["again"]
    assert told["again"]["pid"] == told["install"]["pid"]


def test_a_version_that_does_not_come_up_is_taken_back_with_all_it_did(told: Mapping[str, Any]) -> None:
    broken = told["broken"]
    assert broken["code"] == 1
    assert broken["active"] == "active"
    assert broken["version"] == told["install"]["version"]
    assert broken["kept"] == "of the old version"


def test_an_update_keeps_the_games(told: Mapping[str, Any]) -> None:
    update = told["update"]
    assert update["code"] == 0, update
    assert update["active"] == "active"
    assert update["version"] not in (None, told["install"]["version"])
    assert update["kept"] == "of the old version"


@pytest.mark.parametrize("how", ["killed", "silent"])
def test_a_table_that_dies_or_falls_silent_is_started_anew(told: Mapping[str, Any], how: str) -> None:
    assert told[how]["active"] == "active"
    assert told[how]["restarts"] >= 1


def test_it_uninstalls_and_leaves_the_games_until_told_otherwise(told: Mapping[str, Any]) -> None:
    assert told["uninstall"]["code"] == 0, told["uninstall"]
    assert told["uninstall"]["active"] in ("inactive", "failed")
    assert told["uninstall"]["version"] is None
    assert told["uninstall"]["kept"] == "of the old version"
    assert told["uninstall all"]["kept"] is None
