"""Lists what of others the product is made of, and asks whether anything is known against it.

Run by hand, or as a step of ``./check trust``::

    python tools/audit.py                 a table, and build/trust/audit.json

Versions and licences are those that are installed. Known weaknesses come from pip-audit (the dependency group ``trust``)
where its service can be reached; where not, that is said, and the list stands alone. It fails only if something is known.
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).resolve().parent.parent
OUT = PROJECT / "build" / "trust" / "audit.json"
PATIENCE = 120.0
_LONGEST_LICENCE = 40
_NONE_NAMED = "not named"
_QUIETLY = ("--format", "json", "--progress-spinner", "off", "--no-deps", "--disable-pip")


@dataclass(frozen=True)
class Weakness:
    """Something that is known against a version of a package."""

    id: str
    mended_in: tuple[str, ...] = ()


@dataclass(frozen=True)
class Package:
    """A package as it is installed. ``wanted_by``: the project itself, or the packages that need it."""

    name: str
    version: str
    licence: str
    wanted_by: tuple[str, ...]


@dataclass(frozen=True)
class Audit:
    """What was found. ``asked`` names the packages that somebody could tell of; ``why_not`` says why not of all."""

    python: str
    packages: tuple[Package, ...]
    missing: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    known: dict[str, tuple[Weakness, ...]] = field(default_factory=dict)
    why_not: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether every package was asked about."""
        return {package.name for package in self.packages} == set(self.asked)


Run = Callable[[Sequence[str]], tuple[int, str, str]]
"""Runs a program; its exit code, what it printed, what it complained of."""


def run(command: Sequence[str]) -> tuple[int, str, str]:
    """Run a program for a while."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return -1, "", f"no answer in {PATIENCE:.0f} seconds"
    return done.returncode, done.stdout, done.stderr


# What is installed -----------------------------------------------------------------------------------


def product_requirements(project: Path) -> list[str]:
    """What the product needs to play, with what only some tables need."""
    table = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [
        *table["dependencies"],
        *(each for extra in table["optional-dependencies"].values() for each in extra),
    ]


def installed(requirements: Iterable[str]) -> tuple[tuple[Package, ...], tuple[str, ...]]:
    """The packages that these lead to, and the names of those that are not installed here."""
    wanted: dict[str, set[str]] = {}
    found: dict[str, metadata.Distribution] = {}
    missing: set[str] = set()
    waiting = [("pachamama", Requirement(each), "") for each in requirements]
    seen = set()
    while waiting:
        by, requirement, extra = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        wanted.setdefault(name, set()).add(by)
        try:
            distribution = found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            missing.add(name)
            continue
        for each in ("", *sorted(requirement.extras)):
            if (name, each) not in seen:
                seen.add((name, each))
                waiting += [(name, Requirement(need), each) for need in distribution.requires or ()]
    packages = (
        Package(name, found[name].version, licence(found[name].metadata), tuple(sorted(wanted[name])))
        for name in sorted(found)
    )
    return tuple(packages), tuple(sorted(missing))


def licence(about: Any) -> str:
    """The licence that a package names, in short.

    >>> licence({"License-Expression": "MIT"})
    'MIT'
    """
    plain = about.get("License-Expression") or ""
    if plain:
        return str(plain)
    classified = [
        str(each).rpartition(" :: ")[2]
        for each in (about.get_all("Classifier") if hasattr(about, "get_all") else None) or ()
        if str(each).startswith("License :: ") and str(each) != "License :: OSI Approved"
    ]
    if classified:
        return ", ".join(classified)
    line = str(about.get("License") or "").strip().partition("\n")[0].strip()
    return line[:_LONGEST_LICENCE] or _NONE_NAMED


# What is known against it ----------------------------------------------------------------------------


def ask(
    packages: Sequence[Package], run: Run
) -> tuple[tuple[str, ...], dict[str, tuple[Weakness, ...]], str]:
    """The packages that pip-audit knows, what is known against them, and why it could not tell of all."""
    with tempfile.TemporaryDirectory() as folder:
        pinned = Path(folder) / "requirements.txt"
        pinned.write_text("".join(f"{each.name}=={each.version}\n" for each in packages), encoding="utf-8")
        _, out, errors = run([sys.executable, "-m", "pip_audit", *_QUIETLY, "--requirement", str(pinned)])
    try:
        rows = json.loads(out)["dependencies"]
    except (ValueError, LookupError, TypeError):
        return (), {}, _reason(errors)
    # What it skips it still counts as free of weaknesses: that is not an answer.
    answered = [row for row in rows if "vulns" in row]
    asked = tuple(sorted(str(canonicalize_name(row["name"])) for row in answered))
    known = {
        str(canonicalize_name(row["name"])): tuple(
            Weakness(each["id"], tuple(each.get("fix_versions", ()))) for each in row["vulns"]
        )
        for row in answered
        if row["vulns"]
    }
    skipped = len(packages) - len(asked)
    return (
        asked,
        known,
        f"its service did not tell of {skipped} of {len(packages)} packages" if skipped else "",
    )


def _reason(errors: str) -> str:
    if "No module named pip_audit" in errors:
        return "it is not installed: pip install pip-audit"
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    # Addresses of this computer's network are nobody's business.
    last = re.sub(r"\(.*", "", lines[-1]) if lines else "it said nothing"
    return f"pip-audit failed: {last.strip()[:120]}"


def audit(project: Path, run: Run = run) -> Audit:
    """Look at everything."""
    packages, missing = installed(product_requirements(project))
    asked, known, why_not = ask(packages, run)
    return Audit(platform.python_version(), packages, missing, asked, known, why_not)


# Telling ---------------------------------------------------------------------------------------------


def table(found: Audit) -> str:
    """The audit as a table in Markdown, for the report."""
    lines = [
        "| package | version | licence | needed by | known against it |",
        "| --- | --- | --- | --- | --- |",
    ]
    for package in found.packages:
        weak = ", ".join(each.id for each in found.known.get(package.name, ()))
        said = weak or ("nothing" if package.name in found.asked else "not asked")
        by = ", ".join(package.wanted_by)
        lines.append(f"| {package.name} | {package.version} | {package.licence} | {by} | {said} |")
    return "\n".join(lines)


def write(found: Audit, file: Path) -> None:
    """Keep it for the report."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(found), indent=1, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")


def main() -> int:
    """Audit, tell, keep; 1 if something is known against what is installed."""
    found = audit(PROJECT)
    write(found, OUT)
    print(table(found))
    print(f"\n{len(found.packages)} packages on Python {found.python}; asked about {len(found.asked)}.")
    if found.missing:
        print(f"Not installed here: {', '.join(found.missing)}.")
    if found.why_not:
        print(f"Not everything was asked: {found.why_not}.")
    for name, weaknesses in found.known.items():
        for each in weaknesses:
            print(f"{name}: {each.id}, mended in {', '.join(each.mended_in) or 'no version yet'}")
    return 1 if found.known else 0


if __name__ == "__main__":
    sys.exit(main())
