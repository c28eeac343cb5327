"""All campaigns of trust, one after the other, each with its limit of time: what ``./check trust`` runs.

    python -m tests.trust                                  all
    python -m tests.trust --only soak,faults --minutes 10  some, each for ten minutes at most
    python -m tests.trust --report                         all, then docs/trust.md

Ends with 1 if something failed, was not whole, or is not there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.trust import report
from tests.trust.campaign import Limit, Tell

MINUTES = {"soak": 180.0, "faults": 120.0, "bad_input": 120.0, "determinism": 30.0, report.AUDIT: 5.0}
"""The campaigns in their order, and how long each may take."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""NumPy's threads only wait for each other in pictures as small as ours."""


class NotThere(Exception):  # noqa: N818
    """No such campaign."""


def campaign(name: str) -> ModuleType:
    """The module of a campaign; a package has it in ``run``. It is loaded when its turn comes, and not before."""
    for place in (f"tests.trust.{name}", f"tests.trust.{name}.run"):
        try:
            module = import_module(place)
        except ModuleNotFoundError as error:
            if error.name not in (place, f"tests.trust.{name}"):
                raise
            continue
        if callable(getattr(module, "run", None)) and hasattr(module, "LONG"):
            return module
    raise NotThere(f"there is no campaign “{name}”")


def carry_out(name: str, minutes: float, tell: Tell, folder: Path = report.FRESH) -> bool:
    """Run a campaign and keep its result; whether all of it was tried, and all was well."""
    if name == report.AUDIT:
        return _audit(minutes)
    module = campaign(name)
    result = module.run(module.LONG, Limit(60 * minutes), tell)
    result.write(folder)
    for failure in result.failures:
        tell(failure)
    if not result.is_whole:
        tell(f"not whole: {result.tried:,} of {result.wanted:,}")
    return bool(result.is_clean and result.is_whole)


def _audit(minutes: float) -> bool:
    tool = report.ROOT / "tools" / "audit.py"
    if not tool.exists():
        raise NotThere("there is no tools/audit.py")
    return subprocess.run([sys.executable, tool], check=False, timeout=60 * minutes).returncode == 0


def run_all(
    names: list[str],
    minutes: float | None,
    tell: Tell,
    carry_out: Callable[[str, float, Tell], bool] = carry_out,
) -> list[str]:
    """Run campaigns, all of them even if one fails; the names of those that were not well."""
    failed = []
    for name in names:
        tell(f"=== {name}")
        begin = time.monotonic()
        try:
            well = carry_out(name, minutes or MINUTES[name], lambda line: tell(f"    {line}"))
        except NotThere as error:
            tell(f"    {error}")
            well = False
        except Exception:
            tell(traceback.format_exc())
            well = False
        tell(f"--- {name}: {'passed' if well else 'NOT passed'}, {(time.monotonic() - begin) / 60:.1f} min")
        if not well:
            failed.append(name)
    return failed


def main(words: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(MINUTES), help="names, with commas between them")
    parser.add_argument("--minutes", type=float, help="how long each may take at most")
    parser.add_argument("--report", action="store_true", help="write docs/trust.md from what came of it")
    wishes = parser.parse_args(words)
    names = [name.strip() for name in wishes.only.split(",") if name.strip()]
    if unknown := [name for name in names if name not in MINUTES]:
        parser.error(f"{', '.join(unknown)}: choose from {', '.join(MINUTES)}")
    for variable in ONE_THREAD:
        os.environ.setdefault(variable, "1")
    failed = run_all(names, wishes.minutes, lambda line: print(line, flush=True))  # noqa: T201
    if wishes.report:
        report.take()
        report.write()
        print(f"written: {report.PAGE.relative_to(report.ROOT)}")  # noqa: T201
    print(f"NOT passed: {', '.join(failed)}" if failed else "all passed")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
