"""Installs, installs again and uninstalls in a scratch root, with real users, groups, systemctl, venv and pip; prints JSON.

Run in a mount namespace of its own (``unshare --mount``): the scratch root is this computer's own with a layer over it that
takes all changes and vanishes. It looks like a Raspberry Pi. pip finds what it needs where the tests have it: no network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
# hatchling wants this package to install in place, and pip would fetch it; the little it does stands in for it.
EDITABLES = """
class EditableProject:
    def __init__(self, name, folder):
        self.name, self.folders = name, []
    def map(self, name, target):
        raise NotImplementedError
    def add_to_path(self, folder):
        self.folders.append(folder)
    def files(self):
        yield f"_{self.name}.pth", "\\n".join(self.folders)
    def dependencies(self):
        return []
"""
GAME = "var/lib/pachamama/games/first.game"


def main(layers: Path) -> None:
    top = mount(layers)
    environment = furnish(top)

    def inside(*command: str) -> dict[str, object]:
        done = subprocess.run(
            ["chroot", str(top), *command], env=environment, capture_output=True, text=True, check=False
        )
        return {"code": done.returncode, "out": done.stdout, "err": done.stderr}

    def look() -> dict[str, object]:
        read = lambda name: (top / name).read_text() if (top / name).is_file() else None  # noqa: E731
        return {
            "groups": str(inside("id", "-nG", "pachamama")["out"]).split(),
            "unit": read("etc/systemd/system/pachamama.service"),
            "enabled": (top / "etc/systemd/system/multi-user.target.wants/pachamama.service").is_symlink(),
            "config": read("boot/firmware/config.txt"),
            "modules": read("etc/modules-load.d/pachamama.conf"),
            "hostname": read("etc/hostname"),
            "hosts": read("etc/hosts"),
            "releases": sorted(path.name for path in (top / "opt/pachamama/releases").glob("*")),
            "game": read(GAME),
            "log": read("opt/pachamama/install.log"),
        }

    play = str(PROJECT / "play")
    told: dict[str, object] = {"before": look()}
    told["install"] = inside(play, "--install", "--yes")
    (top / GAME).parent.mkdir(parents=True, exist_ok=True)
    (top / GAME).write_text("a game")
    told["installed"] = look()
    told["version"] = inside("pachamama", "--version")
    told["doctor"] = inside("pachamama", "doctor", "board", "disk", "rights", "--json")
    told["again"] = inside(play, "--install", "--yes")
    told["installed again"] = look()
    told["uninstall"] = inside(play, "--uninstall")
    told["uninstalled"] = look()
    told["uninstall all"] = inside(play, "--uninstall", "--with-games")
    told["uninstalled all"] = look()
    sys.stdout.write(json.dumps(told))


def mount(layers: Path) -> Path:
    """The scratch root: this computer below, a layer in memory above."""
    run("mount", "--make-rprivate", "/")
    run("mount", "-t", "tmpfs", "scratch", str(layers))
    upper, work, top = (layers / name for name in ("upper", "work", "top"))
    for folder in (upper, work, top):
        folder.mkdir()
    run("mount", "-t", "overlay", "scratch", "-o", f"lowerdir=/,upperdir={upper},workdir={work}", str(top))
    run("mount", "--rbind", "/dev", str(top / "dev"))
    return top


def furnish(top: Path) -> dict[str, str]:
    """Make a Raspberry Pi of it; the environment for commands in there."""
    for name, content in {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "boot/firmware/config.txt": "dtparam=audio=on\n[pi4]\narm_boost=1\n",
        "etc/hostname": "raspberrypi\n",
        "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 raspberrypi\n",
        # Whatever is not installed stays so: the test fetches nothing.
        "usr/local/sbin/apt-get": "#!/bin/sh\nexit 100\n",
    }.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(content)
    (top / "usr/local/sbin/apt-get").chmod(0o755)
    base = Path(sys.base_prefix)
    seen = top / str(base / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages").lstrip("/")
    seen.mkdir(parents=True, exist_ok=True)
    for other in [each for each in seen.iterdir() if not each.name.startswith("pip")]:
        # What somebody installed for this computer's Python would be seen before what the tests have, whatever its version.
        shutil.rmtree(other) if other.is_dir() else other.unlink()
    (seen / "of-the-tests.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    (seen / "editables.py").write_text(EDITABLES)
    for folder in {*base.parents, *Path(sysconfig.get_paths()["purelib"]).parents}:
        # The tests' Python may lie in somebody's home; here the table's own user has to run it.
        inside = top / str(folder).lstrip("/")
        inside.chmod(inside.stat().st_mode | 0o055)
    return {
        "PATH": f"{base}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
        "SYSTEMD_OFFLINE": "1",
        "PIP_NO_INDEX": "1",
        # pip's own way to say "build with what is here".
        "PIP_NO_BUILD_ISOLATION": "0",
    }


def run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
