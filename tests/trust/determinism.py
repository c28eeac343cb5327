"""Campaign: recorded games replay to the identical state on every supported Python, whatever order its hashes have.

    python -m tests.trust.determinism [SIZE] [SECONDS]

Each Python that is found gets an environment of its own with the product's dependencies, kept in ``build/trust/pythons``, and
replays all recordings with ``SIZE`` hash seeds. One that is missing is said, and the result is not whole then.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.trust.campaign import Limit, Result, Row, Tell
from tests.trust.replays import replays

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "trust"
_OLDEST = ("numpy==1.24.2", "opencv-python-headless==4.6.0.66")
"""What Raspberry Pi OS 12 has."""
SUPPORTED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("3.11", ()),
    ("3.12", ()),
    ("3.13", ()),
    ("3.11", _OLDEST),
)
"""Versions of Python, and of packages where they are not the newest."""
HASH_SEEDS = ("0", "1", "2026", "4294967295", "random")
SHORT, LONG = 1, 4
PATIENCE = 900.0
_VERSIONS = (
    "import cv2, numpy, platform; "
    "print(f'{platform.python_version()}, NumPy {numpy.__version__}, OpenCV {cv2.__version__}')"
)


@dataclass(frozen=True)
class Seen:
    """What one process printed: a digest for each recording, and what it complained of."""

    python: str
    seed: str
    digests: dict[str, str] = field(default_factory=dict)
    trouble: str = ""
    seconds: float = 0.0


def run(size: int, limit: Limit, tell: Tell) -> Result:
    """Replay everything on every Python with so many hash seeds each."""
    begun = time.monotonic()
    names = [replay.name for replay in replays(live=True)]
    seeds = HASH_SEEDS[:size]
    result = Result("determinism", wanted=len(SUPPORTED) * len(seeds) * len(names))
    result.repeat = f"python -m tests.trust.determinism {size}"
    seen: list[Seen] = []
    for version, pinned in SUPPORTED:
        named = _name(version, pinned)
        if limit.is_over:
            result.notes.append(f"no time was left for {named}")
            continue
        python, why_not = environment(version, pinned, tell)
        if python is None:
            result.notes.append(f"{named} was not tried: {why_not}")
            tell(result.notes[-1])
            continue
        for seed in seeds:
            if limit.is_over:
                result.notes.append(f"no time was left for hash seed {seed} on {named}")
                break
            seen.append(replayed(python, seed, limit))
            tell(
                f"Python {seen[-1].python}, hash seed {seed}: {len(seen[-1].digests)} of {len(names)} replayed"
            )
    result.rows = compare(seen, names)
    result.notes += [f"{name}: {digest}" for name, digest in sorted(reference(seen).items())]
    result.seconds = time.monotonic() - begun
    return result


def reference(seen: Iterable[Seen]) -> dict[str, str]:
    """What the first process found that got to the end of a recording: all others have to agree."""
    found: dict[str, str] = {}
    for each in seen:
        found = each.digests | found
    return found


def compare(seen: Sequence[Seen], names: Sequence[str]) -> list[Row]:
    """A row for each Python: how many replays came out as everywhere."""
    wanted = reference(seen)
    rows: dict[str, Row] = {}
    for each in seen:
        row = rows.setdefault(each.python, Row(f"Python {each.python}"))
        row.seconds += each.seconds
        for name in names:
            row.tried += 1
            found = each.digests.get(name)
            if found is not None and found == wanted[name]:
                row.survived += 1
                continue
            said = f"{found} instead of {wanted.get(name)}" if found else f"no digest {each.trouble}".strip()
            row.failures.append(f"{name}, hash seed {each.seed}: {said}")
    return list(rows.values())


# Pythons ---------------------------------------------------------------------------------------------


def interpreter(version: str) -> str | None:
    """A Python of this version: this one, one in the path, or one of pyenv's."""
    if sys.version.startswith(f"{version}."):
        return sys.executable
    homes = (Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions").glob(f"{version}.*")
    candidates = [shutil.which(f"python{version}"), *(str(home / "bin" / "python") for home in sorted(homes))]
    for candidate in candidates:
        if candidate is not None and _answer([candidate, "--version"]).startswith(f"Python {version}."):
            return candidate
    return None


def environment(version: str, pinned: Sequence[str], tell: Tell) -> tuple[str | None, str]:
    """A Python with the product's dependencies, and these versions of some; or why there is none."""
    python = interpreter(version)
    if python is None:
        return None, "it is not installed here"
    if python == sys.executable and not pinned:
        return python, ""
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    needs += pinned
    stamp = hashlib.sha256("\n".join([python, *needs]).encode()).hexdigest()[:12]
    home = OUT / "pythons" / f"{version}-{stamp}"
    ready = home / "ready"
    if not ready.exists():
        tell(f"making an environment for {_name(version, pinned)}")
        shutil.rmtree(home, ignore_errors=True)
        for command in (
            [python, "-m", "venv", str(home)],
            [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", *needs],
        ):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                return None, f"its packages could not be installed: {_last_line(done.stderr)}"
        ready.touch()
    return str(home / "bin" / "python"), ""


def replayed(python: str, seed: str, limit: Limit) -> Seen:
    """Replay all recordings in a process of its own."""
    version = _answer([python, "-c", _VERSIONS]).strip() or "?"
    begun = time.monotonic()
    try:
        done = subprocess.run(
            [python, "-m", "tests.trust.replays", "--live"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
            timeout=min(PATIENCE, limit.left + 60),
        )
    except subprocess.TimeoutExpired:
        return Seen(version, seed, {}, "it took too long")
    lines = [line.rsplit(" ", 1) for line in done.stdout.splitlines() if "differs:" not in line]
    wrong = [line for line in done.stdout.splitlines() if "differs:" in line]
    trouble = "; ".join(wrong) or (_last_line(done.stderr) if done.returncode else "")
    digests = dict(line for line in lines if len(line) == 2)
    return Seen(version, seed, digests, trouble, time.monotonic() - begun)


def _name(version: str, pinned: Sequence[str]) -> str:
    return f"Python {version}" + (f" with {' and '.join(pinned)}" if pinned else "")


def _answer(command: Sequence[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30).stdout
    except OSError:
        return ""


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Run by hand."""
    given = [int(word) for word in sys.argv[1:3]]
    size, seconds = (*given, *(LONG, 1800)[len(given) :])
    result = run(size, Limit(seconds), _say)
    result.write(OUT)
    for row in result.rows:
        _say(f"{row.name}: {row.survived} of {row.tried} alike, {row.seconds:.0f} s")
    for line in (*result.failures, *result.notes):
        _say(line)
    _say(f"{'whole' if result.is_whole else 'NOT WHOLE'}, {result.seconds:.0f} s")
    return 0 if result.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
