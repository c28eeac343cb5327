"""The virtual environment in ``.venv``: whether it is fit to use, and how it is made."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path

from starter.pythons import CHOICE
from starter.stamp import digest, read_stamp, remove_stamp, write_stamp
from starter.trouble import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from starter.system import System
    from starter.words import Voice

PURPOSES = ("play", "check")


class Environment:
    """The environment of one project folder. Purposes: ``play``, or ``check``, which includes it."""

    def __init__(self, root: Path, system: System, voice: Voice) -> None:
        self.root = root
        self.folder = root / ".venv"
        self._system = system
        self._voice = voice

    def program(self, name: str) -> str:
        """The path of a program in the environment."""
        return str(self.folder / "bin" / name)

    def is_ready(self, purpose: str) -> bool:
        """Whether all that the purpose needs is installed and up to date. Fast: every start asks it."""
        stamp = read_stamp(self.folder)
        return self._is_ours(stamp) and stamp.get(purpose) == self._needs(purpose)

    def prepare(self, purpose: str) -> None:
        """Make or renew the environment unless it is ready; a :class:`Trouble` if that cannot be done."""
        try:
            with self._lock() as lock:
                if not self.is_ready(purpose):  # else whoever held the lock before us has done it
                    self._make_or_renew(purpose, lock)
        except OSError as error:
            from starter.installer import trouble_of

            raise trouble_of(error, self.root) from error

    def _make_or_renew(self, purpose: str, lock: int) -> None:
        stamp = read_stamp(self.folder)
        if self._is_ours(stamp):
            self._renew(purpose, stamp, lock)
        else:
            self._make(purpose, lock)

    def _make(self, purpose: str, lock: int) -> None:
        from starter.installer import Installer

        self._system.show(self._voice.say("first_start"))
        if self.folder.is_symlink():
            # Somebody else's environment behind it must not be cleared.
            self.folder.unlink()
        remove_stamp(self.folder)
        installer = Installer(self.root, self._system, self._voice, lock)
        try:
            installer.make_folder(self.folder, with_system_packages=self._system.is_raspberry_pi)
            installer.install(self.program("python"), purpose)
            self._finish(purpose, {})
        except BaseException:
            _remove_tree(self.folder)  # a full disk gets its room back
            raise

    def _renew(self, purpose: str, stamp: dict[str, str], lock: int) -> None:
        from starter.installer import Installer

        self._system.show(self._voice.say("update"))
        remove_stamp(self.folder)
        try:
            Installer(self.root, self._system, self._voice, lock).install(self.program("python"), purpose)
        except Trouble as trouble:
            if trouble.key != "no_network":
                raise
            # Without a network nothing was fetched, so nothing was changed: what was there still works.
            write_stamp(self.folder, stamp)
            if purpose not in stamp:
                raise
            self._system.warn(self._voice.say("update_later"))
        else:
            self._finish(purpose, stamp)

    def _finish(self, purpose: str, before: dict[str, str]) -> None:
        stamp = {**before, **self._identity()}
        for each in PURPOSES[: PURPOSES.index(purpose) + 1]:
            stamp[each] = self._needs(each)
        write_stamp(self.folder, stamp)
        self._system.show(self._voice.say("ready"))

    def _is_ours(self, stamp: dict[str, str]) -> bool:
        """Whether the environment was completed here, with a Python that is still the same."""
        identity = self._identity()
        if not Path(identity["python"]).exists() or any(stamp.get(k) != v for k, v in identity.items()):
            return False
        chosen = self._system.environ.get(CHOICE)
        return not chosen or os.path.realpath(self._system.executable) == identity["python"]

    def _identity(self) -> dict[str, str]:
        # An environment holds absolute paths, so a moved folder needs a new one. The real path of its Python
        # changes when the system goes from one version to the next, which leaves its packages behind.
        return {
            "root": str(self.root),
            "python": os.path.realpath(self.program("python")),
            "system-packages": str(self._system.is_raspberry_pi),
        }

    def _needs(self, purpose: str) -> str:
        files = [self.root / "pyproject.toml"]
        if purpose == "play":
            # Installing also compiles the words; ./check does that itself each time.
            files += sorted((self.root / "companion" / "words" / "locale").glob("*/LC_MESSAGES/*.po"))
        return digest(files)

    @contextmanager
    def _lock(self) -> Iterator[int]:
        """Hold the lock beside the environment, so that two starts do not write into each other."""
        import fcntl

        lock = os.open(self.root / ".venv.lock", os.O_RDWR | os.O_CREAT, 0o666)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._system.show(self._voice.say("waiting"))
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield lock
        finally:
            os.close(lock)


def _remove_tree(folder: Path) -> None:
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)
