"""All that the bootstrap does to the computer it runs on; tests put a make-believe computer in its place."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing is slow to import, and every start would wait for it
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import NoReturn


class System:
    """This computer: its Python, its programs, its disk."""

    version: tuple[int, int] = sys.version_info[:2]
    executable: str = sys.executable
    model_file: str = "/proc/device-tree/model"

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment variables."""
        return os.environ

    @property
    def is_raspberry_pi(self) -> bool:
        """Whether this is a Raspberry Pi, by what its firmware says."""
        try:
            with open(self.model_file, "rb") as file:  # noqa: PTH123 (pathlib is slow to import)
                return file.read().startswith(b"Raspberry Pi")
        except OSError:
            return False

    def has_module(self, name: str) -> bool:
        """Whether this Python comes with a module of the standard library."""
        from importlib.util import find_spec

        spec = find_spec(name)
        return spec is not None and spec.origin is not None  # an empty folder left behind has no origin

    def programs(self, name: str) -> list[str]:
        """Every program of that name; the first may be a mere shim with nothing behind it."""
        from shutil import which

        folders = self.environ.get("PATH", os.defpath).split(os.pathsep)
        return [path for path in (which(name, path=folder) for folder in folders) if path]

    def answer(self, command: Sequence[str]) -> str:
        """What a short command prints; nothing if it fails."""
        from subprocess import DEVNULL, PIPE, run

        try:
            done = run(command, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, timeout=20, check=False)
        except Exception:  # broken links, shims without a Python behind, hanging programs: all no answer
            return ""
        return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else ""

    def follow(self, command: Sequence[str], on_line: Callable[[str], None], keep: int) -> int:
        """Run a long command and hear each line it prints; its exit code.

        It inherits the open file ``keep``: if we are killed and it lives on, it still holds our lock.
        """
        from subprocess import DEVNULL, PIPE, STDOUT, Popen

        with Popen(
            command,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
            env=self._clean_environ(),
            pass_fds=(keep,),
            encoding="utf-8",
            errors="replace",
        ) as process:
            try:
                for line in process.stdout or ():
                    on_line(line.rstrip("\n"))
            except BaseException:
                process.kill()  # it must not go on writing where we are about to tidy up
                raise
        return process.returncode

    def _clean_environ(self) -> dict[str, str]:
        """The environment variables without what would lead an installation elsewhere."""
        environ = {k: v for k, v in self.environ.items() if k not in ("PYTHONHOME", "PYTHONPATH")}
        environ["PIP_USER"] = "0"
        return environ

    def call(self, command: Sequence[str], folder: Path, environ: Mapping[str, str]) -> int:
        """Run a command whose output the user sees as it comes; its exit code."""
        from subprocess import DEVNULL, call

        return call(command, cwd=folder, env=environ, stdin=DEVNULL)

    def do(self, command: Sequence[str]) -> int:
        """Run a short command in silence; its exit code, 127 if it is not there."""
        from subprocess import DEVNULL, run

        try:
            return run(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, check=False).returncode
        except OSError:
            return 127

    @property
    def is_root(self) -> bool:
        """Whether the whole computer may be changed."""
        return os.geteuid() == 0

    def home(self, user: str) -> str:
        """The home of a user; nothing if there is none of that name."""
        from pwd import getpwnam

        try:
            return getpwnam(user).pw_dir
        except KeyError:
            return ""

    def ask(self, question: str) -> bool:
        """Ask a person; Enter means yes. Where nobody can answer, no."""
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return False
        # The first letter of yes in our four languages: yes, oui, ja, sì.
        return input(question + " ").strip().lower()[:1] in ("", "y", "o", "j", "s")

    def become(self, command: list[str]) -> NoReturn:
        """Go on as another program."""
        sys.stdout.flush()
        os.execv(command[0], command)  # noqa: S606 (no shell wanted)

    def free_bytes(self, folder: Path) -> int:
        """The room left on the disk of a folder."""
        from shutil import disk_usage

        return disk_usage(folder).free

    def show(self, text: str, end: str = "\n") -> None:
        """Tell the user how it goes."""
        print(text, end=end, flush=True)

    def warn(self, text: str) -> None:
        """Tell the user what is wrong."""
        print(text, file=sys.stderr, flush=True)

    @property
    def is_terminal(self) -> bool:
        """Whether a person watches, so that a line may be rewritten in place."""
        return sys.stdout.isatty()
