"""``sudo ./play --install`` and ``--uninstall``: the table as a service of this computer.

    copy the product -> its environment -> does it start at all? -> user, groups, bus, name
        -> a copy of the games -> service file, link to the new version -> start --comes up--> delete old versions
                                                      |
                                                      +--does not--> games, link and file as before, start that

Everything is done again without harm, and what is right already is left alone. Games and settings are in
``/var/lib/pachamama``, which no installation touches.
"""

from __future__ import annotations

import os
from pathlib import Path
from shutil import rmtree

from starter.alterations import Alterations, write_whole
from starter.environment import Environment
from starter.pythons import require_venv
from starter.releases import Releases
from starter.state_copy import StateCopy
from starter.trouble import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from starter.system import System
    from starter.words import Voice

USER = "pachamama"
UNIT = "pachamama.service"
STATE = "/var/lib/pachamama"
SET_UP = ("settings.toml", "wheel.toml", "eye.npz")
"""What somebody has set up, or taught the eye, before the table was installed."""
GROUPS = ("gpio", "i2c", "spi", "video", "dialout", "input")
PACKAGES = ("avahi-daemon",)
PI_PACKAGES = ("python3-lgpio", "python3-spidev")


class Installation:
    """The table in one computer. Files are found below ``top``, which is ``/`` outside of tests."""

    def __init__(
        self, source: Path, system: System, voice: Voice, agreed: bool = False, top: Path = Path("/")
    ) -> None:
        self._source = source
        self._system = system
        self._voice = voice
        self._top = top
        self._alterations = Alterations(system, voice, agreed, top)
        self._releases = Releases(top / "opt" / "pachamama")
        self._state_copy = StateCopy(top / STATE.lstrip("/"), self._releases.folder / "games-before")
        self._unit = top / "etc/systemd/system" / UNIT
        self._command = top / "usr/local/bin/pachamama"

    # Into the computer ---------------------------------------------------------------------------------

    def install(self) -> int:
        """Install or update; the exit code."""
        self._require("--install")
        os.umask(0o022)  # sudo keeps the mask of who called it; the service's user must be able to read
        self._get_packages()
        require_venv(self._system)
        before = self._releases.in_use()
        place = self._releases.place_for(self._source)
        self._copy(place, before)
        self._make_user()
        self._carry_settings()
        self._alterations.switch_on_bus()
        self._alterations.give_name()
        return self._start(place, before)

    def _get_packages(self) -> None:
        wanted = PACKAGES + (PI_PACKAGES if self._system.is_raspberry_pi else ())
        missing = [name for name in wanted if self._system.do(["dpkg", "-s", name]) != 0]
        command = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
        if not missing or self._system.do(command) == 0:
            return
        # A card that was written months ago knows only packages that are no longer there.
        if self._system.do(["apt-get", "update"]) != 0 or self._system.do(command) != 0:
            # A table without its name in the network is still a table.
            self._system.warn(self._voice.say("packages_failed", names=" ".join(missing)))

    def _copy(self, place: Path, before: Path | None) -> None:
        """Copy the version and make its environment; a version that cannot even say its name is not kept."""
        if not place.is_dir():
            self._say("step_copy", folder=str(place))
        try:
            self._releases.copy(self._source, place)
            environment = Environment(place, self._system, self._voice)
            environment.prepare("play")
            self._do(environment.program("pachamama"), "--version")
            # The service may not write here, so what Python compiles is compiled now; without it starts are slower.
            parts = [str(place / name) for name in ("companion", "firmware", "hardware", "vision")]
            self._system.do([environment.program("python"), "-m", "compileall", "-q", *parts])
        except BaseException as error:
            if place != before:
                self._keep_log(place, error)
                rmtree(str(place), ignore_errors=True)
            raise

    def _keep_log(self, place: Path, error: BaseException) -> None:
        """What pip said outlives the version that it could not make."""
        log = self._releases.folder / "install.log"
        if isinstance(error, Trouble) and "log" in error.values and (place / ".venv.log").is_file():
            (place / ".venv.log").replace(log)
            error.values["log"] = str(log)

    def _make_user(self) -> None:
        self._say("step_user")
        for group in GROUPS:
            self._do("groupadd", "--system", "--force", group)
        if self._system.do(["id", "--user", USER]) != 0:
            self._do(
                *("useradd", "--system", "--user-group", "--no-create-home", "--home-dir", STATE),
                *("--shell", "/usr/sbin/nologin", USER),
            )
        self._do("usermod", "--append", "--groups", ",".join(GROUPS), USER)

    def _carry_settings(self) -> None:
        """Who tried the table before has set it up in a folder of their own: a first installation takes that over."""
        state = self._top / STATE.lstrip("/")
        home = self._system.home(self._system.environ.get("SUDO_USER", ""))
        own = Path(home or "/nowhere") / ".config/pachamama"
        carried = [name for name in SET_UP if (own / name).is_file() and not (own / name).is_symlink()]
        if state.exists() or not carried:
            return
        owned = ("--owner", USER, "--group", USER)
        self._do("install", "--directory", "--mode", "750", *owned, str(state))
        for name in carried:
            self._do("install", "--mode", "600", *owned, str(own / name), str(state / name))
        self._say("settings_carried", names=", ".join(carried), folder=str(own))

    def _start(self, place: Path, before: Path | None) -> int:
        """Let the service use this version; the one before, if this does not come up."""
        self._say("step_service")
        is_same = place == before and self._unit_is_of(place)
        if is_same and self._system.do(["systemctl", "is-active", UNIT]) == 0:
            self._say("nothing_new")
            return 0
        is_update = before not in (None, place)
        if is_update:
            self._copy_state()
        self._put_to_use(place)
        self._do("systemctl", "enable", UNIT)
        if not (self._top / "run/systemd/system").is_dir():
            self._releases.keep_only(place, before)
            self._say("installed_later")
            return 0
        # Type=notify: this returns once the table has said that it is ready, or has failed to.
        if self._restart():
            self._state_copy.forget()
            self._releases.keep_only(place, before)
            self._say("installed", state=STATE)
            return 0
        if before is None or not is_update:
            self._system.warn(self._voice.say("not_up"))
            return 1
        self._system.do(["systemctl", "stop", UNIT])
        self._state_copy.give_back()
        self._put_to_use(before)
        self._restart()
        self._releases.keep_only(before)
        self._system.warn(self._voice.say("rolled_back"))
        return 1

    def _copy_state(self) -> None:
        """Games and settings as the running version leaves them; without a copy of them nothing is updated."""
        was_active = self._system.do(["systemctl", "is-active", UNIT]) == 0
        self._system.do(["systemctl", "stop", UNIT])
        try:
            self._state_copy.take()
        except OSError:
            self._state_copy.forget()
            if was_active:
                self._system.do(["systemctl", "start", UNIT])
            raise

    def _put_to_use(self, place: Path) -> None:
        self._releases.use(place)
        self._unit.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._unit, (place / "systemd" / UNIT).read_text(encoding="utf-8"))
        if self._command_is_ours() or not os.path.lexists(str(self._command)):
            self._command.parent.mkdir(parents=True, exist_ok=True)
            if self._command.is_symlink():
                self._command.unlink()
            self._command.symlink_to("/opt/pachamama/current/systemd/command")
        self._system.do(["systemctl", "daemon-reload"])

    def _command_is_ours(self) -> bool:
        return self._command.is_symlink() and "/opt/pachamama/" in str(self._command.readlink())

    def _restart(self) -> bool:
        self._system.do(["systemctl", "reset-failed", UNIT])
        starts = self._top / "run/pachamama/starts"
        if starts.is_file():
            starts.unlink()  # somebody waits for this start: no pause for those that failed before
        return (
            self._system.do(["systemctl", "restart", UNIT]) == 0
            and self._system.do(["systemctl", "is-active", UNIT]) == 0
        )

    def _unit_is_of(self, place: Path) -> bool:
        file = place / "systemd" / UNIT
        return self._unit.is_file() and self._unit.read_bytes() == file.read_bytes()

    # Out of the computer -------------------------------------------------------------------------------

    def uninstall(self, with_games: bool = False) -> int:
        """Take everything out that was put in; games and settings only if that is wished."""
        self._require("--uninstall")
        self._system.do(["systemctl", "disable", "--now", UNIT])
        if self._unit.exists():
            self._unit.unlink()
        if self._command_is_ours():
            self._command.unlink()
        self._system.do(["systemctl", "daemon-reload"])
        rmtree(str(self._releases.folder), ignore_errors=True)
        self._alterations.take_back()
        if not with_games:
            self._say("uninstalled", state=STATE)
            return 0
        rmtree(str(self._top / STATE.lstrip("/")), ignore_errors=True)
        self._system.do(["userdel", USER])
        self._say("uninstalled_all")
        return 0

    # Tools ---------------------------------------------------------------------------------------------

    def _require(self, option: str) -> None:
        if not self._system.is_root:
            raise Trouble("need_root", option=option)
        if not self._system.programs("systemctl"):
            raise Trouble("no_systemd")

    def _say(self, key: str, **values: str) -> None:
        self._system.show(self._voice.say(key, **values))

    def _do(self, *command: str) -> None:
        if self._system.do(command) != 0:
            raise Trouble("step_failed", command=_shown(command))


def _shown(command: Sequence[str]) -> str:
    return " ".join(command)
