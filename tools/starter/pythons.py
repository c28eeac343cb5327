"""Which Python is fit, and where there is one."""

from __future__ import annotations

import os

from starter.trouble import Trouble

TYPE_CHECKING = False
if TYPE_CHECKING:
    from starter.system import System

# The same range as requires-python in pyproject.toml, which an old Python cannot read; a test compares them.
FIRST_FIT = (3, 11)
FIRST_TOO_NEW = (3, 14)
NAMES = ("python3", "python3.13", "python3.12", "python3.11")
CHOICE = "PACHAMAMA_PYTHON"


def is_fit(version: tuple[int, int]) -> bool:
    """Whether the product runs on that version."""
    return FIRST_FIT <= version < FIRST_TOO_NEW


def find_fit(system: System) -> str:
    """Another Python on this computer that is fit; a :class:`Trouble` that says what to do if there is none."""
    if not system.environ.get(CHOICE):
        for name in NAMES:
            for path in system.programs(name):
                if is_fit(_version_of(path, system)):
                    return path
    here = _dotted(system.version)
    raise Trouble("python_too_old" if system.version < FIRST_FIT else "python_too_new", version=here)


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(str(number) for number in version)


def _version_of(path: str, system: System) -> tuple[int, int]:
    answer = system.answer([path, "-S", "-c", "import sys; print('%d %d' % sys.version_info[:2])"])
    numbers = answer.split()
    if len(numbers) != 2 or not all(number.isdigit() for number in numbers):
        return (0, 0)
    return int(numbers[0]), int(numbers[1])


def require_venv(system: System) -> None:
    """Refuse a Python that cannot make environments; Debian ships that part in a package of its own."""
    if system.has_module("venv") and system.has_module("ensurepip"):
        return
    is_default = os.path.realpath("/usr/bin/python3") == os.path.realpath(system.executable)
    package = "python3-venv" if is_default else f"python{_dotted(system.version)}-venv"
    raise Trouble("no_venv", package=package)
