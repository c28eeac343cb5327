"""``sudo ./play --install`` and ``--uninstall``: on a make-believe computer."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from starter.boot_config import has_i2c
from starter.commands import start
from starter.install import GROUPS, Installation
from starter.trouble import Trouble
from starter.words import voice_for

from tests.tools.make_believe import NO_NETWORK, FakeComputer


class Computer(FakeComputer):
    """A computer with a service manager that only takes notes; knobs for what does not come up."""

    is_root = True
    programs_here = frozenset({"systemctl"})

    def __init__(self, tmp: Path) -> None:
        super().__init__(tmp)
        self.done: list[list[str]] = []
        self.asked: list[str] = []
        self.answers = True
        self.refused: set[str] = set()
        self.users: set[str] = set()
        self.packages: set[str] = set()
        self.active = False
        self.bad_version = ""
        self.before_failing: Callable[[], object] = lambda: None
        self.top = tmp / "top"
        (self.top / "run/systemd/system").mkdir(parents=True)
        self.put("etc/hostname", "raspberrypi\n")
        self.put("etc/hosts", "127.0.0.1 localhost\n127.0.1.1 raspberrypi\n")

    def put(self, name: str, text: str) -> Path:
        (self.top / name).parent.mkdir(parents=True, exist_ok=True)
        (self.top / name).write_text(text)
        return self.top / name

    def programs(self, name: str) -> list[str]:
        return [f"/usr/bin/{name}"] if name in self.programs_here else []

    def ask(self, question: str) -> bool:
        self.asked.append(question)
        return self.answers

    def home(self, user: str) -> str:
        return str(self.top / "home/ana") if user == "ana" else ""

    def do(self, command: Sequence[str]) -> int:
        self.done.append(list(command))
        words = " ".join(command)
        if command[0] == "install":
            self._install(command)
        if any(words.startswith(refused) for refused in self.refused):
            return 1
        if words.startswith("dpkg -s"):
            return 0 if command[-1] in self.packages else 1
        if words.startswith("id --user"):
            return 0 if command[-1] in self.users else 1
        if command[0] in ("useradd", "userdel"):
            (self.users.add if command[0] == "useradd" else self.users.discard)(command[-1])
        if words == "systemctl restart pachamama.service":
            current = (self.top / "opt/pachamama/current").resolve()
            self.active = (current / "README.md").read_text() != self.bad_version
            if not self.active:
                self.before_failing()
            return 0 if self.active else 1
        if words in ("systemctl stop pachamama.service", "systemctl start pachamama.service"):
            self.active = words.split()[1] == "start"
        if words == "systemctl is-active pachamama.service":
            return 0 if self.active else 3
        return 0

    def _install(self, command: Sequence[str]) -> None:
        if command[1] == "--directory":
            Path(command[-1]).mkdir(parents=True)
        else:
            shutil.copyfile(command[-2], command[-1])

    def did(self, words: str) -> bool:
        return any(" ".join(command).startswith(words) for command in self.done)


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    root = tmp_path / "source"
    for name in ("companion/table.py", "systemd/pachamama.service", "tools/bootstrap.py", "README.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{name} of the first version\n")
    (root / "pyproject.toml").write_text('[project]\nversion = "1.0"\n')
    return root


def change(source: Path, text: str = "README of the second version\n") -> None:
    (source / "README.md").write_text(text)
    (source / "systemd/pachamama.service").write_text(f"service of {text}")


def installation(computer: Computer, source: Path, **options: Any) -> Installation:
    computer.done.clear()
    computer.asked.clear()
    return Installation(source, computer, voice_for({}), top=computer.top, **options)


def install(computer: Computer, source: Path, **options: Any) -> int:
    computer.shown = computer.warned = ""
    return installation(computer, source, **options).install()


def readme(computer: Computer) -> str:
    return (computer.top / "opt/pachamama/current/README.md").read_text()


def releases(computer: Computer) -> list[str]:
    return sorted(path.name for path in (computer.top / "opt/pachamama/releases").iterdir())


# Into the computer -----------------------------------------------------------------------------------


def test_a_first_installation(computer: Computer, source: Path) -> None:
    assert install(computer, source) == 0
    unit = computer.top / "etc/systemd/system/pachamama.service"
    assert unit.read_text() == (source / "systemd/pachamama.service").read_text()
    assert "of the first version" in readme(computer)
    assert computer.did("systemctl enable pachamama.service")
    assert computer.did("useradd --system")
    assert computer.did(f"usermod --append --groups {','.join(GROUPS)} pachamama")
    assert computer.active
    assert "/var/lib/pachamama" in computer.shown
    assert not (computer.top / "boot").exists(), "a PC has no config.txt"


def test_what_was_set_up_before_is_taken_over_once(computer: Computer, source: Path) -> None:
    mine = computer.put("home/ana/.config/pachamama/settings.toml", '[hardware.oled]\ndriver = "sh1106"\n')
    computer.environ = {"SUDO_USER": "ana"}  # type: ignore[misc]
    install(computer, source)
    its = computer.top / "var/lib/pachamama/settings.toml"
    assert its.read_text() == mine.read_text()
    assert computer.did("install --mode 600 --owner pachamama --group pachamama")
    assert "settings.toml" in computer.shown
    its.write_text("set since")
    computer.active = False
    install(computer, source)
    assert its.read_text() == "set since"


@pytest.mark.parametrize("environ", [{}, {"SUDO_USER": "root"}, {"SUDO_USER": "ana"}])
def test_who_has_set_up_nothing_has_nothing_to_take_over(
    computer: Computer, source: Path, environ: dict[str, str]
) -> None:
    computer.environ = environ  # type: ignore[misc]
    assert install(computer, source) == 0
    assert not computer.did("install ")


def test_the_same_again_disturbs_no_running_table(computer: Computer, source: Path) -> None:
    install(computer, source)
    before = releases(computer)
    assert install(computer, source) == 0
    assert not computer.did("systemctl restart")
    assert not computer.did("useradd")
    assert releases(computer) == before
    assert "nothing was changed" in computer.shown


def test_the_same_again_starts_a_table_that_is_down(computer: Computer, source: Path) -> None:
    install(computer, source)
    computer.active = False
    assert install(computer, source) == 0
    assert computer.active


def test_an_update_keeps_games_and_the_version_before(computer: Computer, source: Path) -> None:
    install(computer, source)
    game = computer.put("var/lib/pachamama/games/1.game", "a game")
    change(source)
    assert install(computer, source) == 0
    assert readme(computer) == "README of the second version\n"
    assert len(releases(computer)) == 2
    change(source, "README of the third version\n")
    install(computer, source)
    assert len(releases(computer)) == 2, "the first is of no use any more"
    assert game.read_text() == "a game"


def test_a_version_that_does_not_come_up_is_taken_back(computer: Computer, source: Path) -> None:
    install(computer, source)
    unit = computer.top / "etc/systemd/system/pachamama.service"
    before = unit.read_text()
    change(source)
    computer.bad_version = "README of the second version\n"
    assert install(computer, source) == 1
    assert "of the first version" in readme(computer)
    assert unit.read_text() == before
    assert computer.active
    assert len(releases(computer)) == 1
    assert "the one before runs again" in computer.warned


def test_a_version_that_is_taken_back_leaves_no_trace_in_the_games(computer: Computer, source: Path) -> None:
    """It may have brought the journal up to date before it failed: the one before could not read that."""
    install(computer, source)
    games = computer.put("var/lib/pachamama/games.sqlite", "of the first version")
    games.chmod(0o600)
    computer.put("var/lib/pachamama/games.sqlite-wal", "a step of the first version")
    settings = computer.put("var/lib/pachamama/settings.toml", "format = 1\n")

    def spoil() -> None:
        games.write_text("of the second version")
        computer.put("var/lib/pachamama/games.sqlite-wal", "steps of the second version")
        computer.put("var/lib/pachamama/games.sqlite-shm", "of the second version")
        settings.unlink()

    computer.before_failing = spoil
    change(source)
    computer.bad_version = "README of the second version\n"
    assert install(computer, source) == 1
    assert games.read_text() == "of the first version"
    assert games.stat().st_mode & 0o777 == 0o600
    assert games.with_name("games.sqlite-wal").read_text() == "a step of the first version"
    assert not games.with_name("games.sqlite-shm").exists()
    assert settings.read_text() == "format = 1\n"
    assert not (computer.top / "opt/pachamama/games-before").exists()


def test_without_room_for_a_copy_of_the_games_nothing_is_updated(
    computer: Computer, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(computer, source)
    change(source)

    def full(self: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("starter.state_copy.StateCopy.take", full)
    with pytest.raises(OSError, match="No space"):
        install(computer, source)
    assert "of the first version" in readme(computer)
    assert computer.active


def test_a_full_disk_is_one_sentence(
    computer: Computer, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Installation, "install", full)
    assert start(["play", "--install"], computer, source) == 1
    assert "not enough room" in computer.warned


def test_a_first_version_that_does_not_come_up_says_where_to_look(computer: Computer, source: Path) -> None:
    change(source)
    computer.bad_version = "README of the second version\n"
    assert install(computer, source) == 1
    assert "journalctl -u pachamama" in computer.warned


def test_an_update_without_network_leaves_the_running_version_alone(computer: Computer, source: Path) -> None:
    install(computer, source)
    change(source)
    computer.pip_says = NO_NETWORK
    with pytest.raises(Trouble) as trouble:
        install(computer, source)
    assert trouble.value.key == "no_network"
    assert "of the first version" in readme(computer)
    assert len(releases(computer)) == 1
    assert not computer.did("systemctl restart")


def test_what_pip_said_outlives_the_version_it_could_not_make(computer: Computer, source: Path) -> None:
    computer.pip_says = ["ERROR: something nobody has seen before"]
    with pytest.raises(Trouble) as trouble:
        install(computer, source)
    assert "nobody has seen" in Path(trouble.value.values["log"]).read_text()


def test_a_version_that_cannot_say_its_name_is_never_put_to_use(computer: Computer, source: Path) -> None:
    install(computer, source)
    change(source)
    place = computer.top / "opt/pachamama/releases"
    computer.refused = {str(place)}
    with pytest.raises(Trouble):
        install(computer, source)
    assert "of the first version" in readme(computer)


def test_a_power_cut_while_copying_heals(computer: Computer, source: Path) -> None:
    computer.put("opt/pachamama/copying/README.md", "half a file")
    assert install(computer, source) == 0
    assert "of the first version" in readme(computer)
    assert not (computer.top / "opt/pachamama/copying").exists()


def test_where_systemd_does_not_run_it_waits_for_the_next_start(computer: Computer, source: Path) -> None:
    (computer.top / "run/systemd/system").rmdir()
    assert install(computer, source) == 0
    assert not computer.did("systemctl restart")
    assert "next start of the computer" in computer.shown


def test_packages_that_cannot_be_fetched_are_named_and_it_goes_on(computer: Computer, source: Path) -> None:
    computer.refused = {"apt-get"}
    computer.is_raspberry_pi = True
    assert install(computer, source) == 0
    assert "avahi-daemon python3-lgpio python3-spidev" in computer.warned


def test_a_card_that_knows_old_packages_only_asks_for_the_new_ones(computer: Computer, source: Path) -> None:
    do, tried = computer.do, []

    def old_at_first(command: Sequence[str]) -> int:
        if command[:2] == ["apt-get", "install"]:
            tried.append(computer.did("apt-get update"))
            return 0 if tried[-1] else 100
        return do(command)

    computer.do = old_at_first  # type: ignore[method-assign]
    assert install(computer, source) == 0
    assert tried == [False, True]
    assert computer.warned == ""


def test_nobody_but_the_administrator(computer: Computer, source: Path) -> None:
    computer.is_root = False  # type: ignore[misc]
    for option in ("--install", "--uninstall"):
        computer.warned = ""
        assert start(["play", option], computer, source) == 1
        assert f"sudo ./play {option}" in computer.warned


def test_a_computer_without_systemd_is_told_so(computer: Computer, source: Path) -> None:
    computer.programs_here = frozenset()  # type: ignore[misc]
    assert start(["play", "--install"], computer, source) == 1
    assert "systemd" in computer.warned


def test_a_mistyped_option_changes_nothing(computer: Computer, source: Path) -> None:
    assert start(["play", "--uninstall", "--with-game"], computer, source) == 2
    assert "--with-games" in computer.warned
    assert computer.done == []


# Bus and name ------------------------------------------------------------------------------------------

CONFIG = "dtparam=audio=on\n[pi4]\narm_boost=1\n"


@pytest.fixture
def config(computer: Computer) -> Path:
    computer.is_raspberry_pi = True
    return computer.put("boot/firmware/config.txt", CONFIG)


def test_with_consent_the_bus_is_on_and_fast(computer: Computer, source: Path, config: Path) -> None:
    install(computer, source)
    assert any("I2C" in question for question in computer.asked)
    assert has_i2c(config.read_text())
    assert config.read_text().startswith(CONFIG)
    assert Path(f"{config}.before-pachamama").read_text() == CONFIG
    assert (computer.top / "etc/modules-load.d/pachamama.conf").read_text() == "i2c-dev\n"
    text = config.read_text()
    install(computer, source)
    assert config.read_text() == text
    assert not any("I2C" in question for question in computer.asked), "once is enough"


def test_without_consent_nothing_of_the_system_is_changed(
    computer: Computer, source: Path, config: Path
) -> None:
    computer.answers = False
    assert install(computer, source) == 0
    assert config.read_text() == CONFIG
    assert (computer.top / "etc/hostname").read_text() == "raspberrypi\n"
    assert "was left as it is" in computer.shown
    assert "raspberrypi.local" in computer.shown


def test_who_agrees_beforehand_is_not_asked(computer: Computer, source: Path, config: Path) -> None:
    computer.answers = False
    install(computer, source, agreed=True)
    assert computer.asked == []
    assert has_i2c(config.read_text())
    assert (computer.top / "etc/hostname").read_text() == "pachamama\n"
    assert "127.0.1.1 pachamama\n" in (computer.top / "etc/hosts").read_text()


# Out of the computer -----------------------------------------------------------------------------------


def test_uninstall_leaves_the_games_and_gives_everything_else_back(
    computer: Computer, source: Path, config: Path
) -> None:
    install(computer, source)
    game = computer.put("var/lib/pachamama/games/1.game", "a game")
    assert installation(computer, source).uninstall() == 0
    assert game.read_text() == "a game"
    assert "pachamama" in computer.users, "the games belong to somebody"
    assert config.read_text() == CONFIG
    assert (computer.top / "etc/hostname").read_text() == "raspberrypi\n"
    assert "127.0.1.1 raspberrypi\n" in (computer.top / "etc/hosts").read_text()
    for name in ("opt/pachamama", "etc/systemd/system/pachamama.service", "usr/local/bin/pachamama"):
        assert not os.path.lexists(computer.top / name)
    assert installation(computer, source).uninstall() == 0, "twice is no harm"


def test_what_others_wrote_into_config_meanwhile_stays(
    computer: Computer, source: Path, config: Path
) -> None:
    install(computer, source)
    config.write_text(config.read_text() + "gpu_mem=128\n")
    installation(computer, source).uninstall()
    assert config.read_text() == CONFIG + "gpu_mem=128\n"


def test_only_the_name_itself_is_exchanged_in_the_list_of_hosts(computer: Computer, source: Path) -> None:
    computer.put("etc/hostname", "pi\n")
    computer.put("etc/hosts", "127.0.1.1 pi.lan pi raspi\n10.0.0.7 pi\n")
    install(computer, source)
    assert (
        computer.top / "etc/hosts"
    ).read_text() == "127.0.1.1 pachamama.lan pachamama raspi\n10.0.0.7 pi\n"


def test_a_name_that_somebody_gave_later_stays(computer: Computer, source: Path) -> None:
    install(computer, source)
    computer.put("etc/hostname", "living-room\n")
    installation(computer, source).uninstall()
    assert (computer.top / "etc/hostname").read_text() == "living-room\n"


def test_games_go_only_when_that_is_said(computer: Computer, source: Path) -> None:
    install(computer, source)
    computer.put("var/lib/pachamama/games/1.game", "a game")
    assert installation(computer, source).uninstall(with_games=True) == 0
    assert not (computer.top / "var/lib/pachamama").exists()
    assert computer.users == set()


def test_the_command_of_an_older_installation_is_renewed(computer: Computer, source: Path) -> None:
    command = computer.put("usr/local/bin/other", "").with_name("pachamama")
    command.symlink_to("/opt/pachamama/current/.venv/bin/pachamama")
    install(computer, source)
    assert str(command.readlink()) == "/opt/pachamama/current/systemd/command"


def test_a_command_of_the_same_name_that_is_not_ours_is_left_alone(computer: Computer, source: Path) -> None:
    theirs = computer.put("usr/local/bin/pachamama", "theirs")
    install(computer, source)
    installation(computer, source).uninstall()
    assert theirs.read_text() == "theirs"
