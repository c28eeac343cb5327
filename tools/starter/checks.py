"""The steps of ``./check`` and how they are run: all of them, even if one fails."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from starter.environment import Environment
    from starter.system import System
    from starter.words import Voice


class Step:
    """One thing to check: the key of its name in ``words``, or the name itself, and a command."""

    def __init__(self, name: str, *command: str) -> None:
        self.name = name
        self.command = command


# The tests come last, so that their summary is what one sees at the end.
EVERYTHING = (
    Step("words", "python", "tools/build_words.py"),
    Step("form", "ruff", "format", "--check"),
    Step("habits", "ruff", "check"),
    Step("types", "mypy"),
    Step("layers", "lint-imports", "--no-logo"),
    Step("tests", "pytest", "-n", "auto"),
)

DOCUMENTS = (Step("documents", "python", "tools/build_docs.py"),)


def benchmarks(root: Path) -> list[Step]:
    """Every benchmark: see ``benchmarks/README.md`` for what makes one."""
    scripts = sorted((root / "benchmarks").glob("bench_*.py"))
    return [Step(script.stem[len("bench_") :], "python", f"benchmarks/{script.name}") for script in scripts]


def trust(words: Sequence[str]) -> list[Step]:
    """The campaigns of trust, hours of them; what more was said goes to them."""
    return [Step("trust", "python", "-m", "tests.trust", "--report", *words)]


def run_steps(steps: Sequence[Step], environment: Environment, system: System, voice: Voice) -> int:
    """Run all steps, name those that failed; 0 if none did."""
    begin = time.monotonic()
    failed = [_name(step, voice) for step in steps if not _passes(step, environment, system, voice)]
    seconds = time.monotonic() - begin
    if failed:
        system.show(voice.say("some_failed", names=", ".join(failed), seconds=seconds))
        return 1
    system.show(voice.say("all_passed", seconds=seconds))
    return 0


def _passes(step: Step, environment: Environment, system: System, voice: Voice) -> bool:
    system.show(f"=== {_name(step, voice)}: {' '.join(step.command)}")
    begin = time.monotonic()
    path = environment.program("") + ":" + system.environ.get("PATH", "")
    command = [environment.program(step.command[0]), *step.command[1:]]
    code = system.call(command, environment.root, {**system.environ, "PATH": path})
    seconds = time.monotonic() - begin
    system.show(f"--- {voice.say('failed' if code else 'passed')}, {seconds:.1f} s\n")
    return code == 0


def _name(step: Step, voice: Voice) -> str:
    from starter.words import SENTENCES

    return voice.say(step.name) if step.name in SENTENCES else step.name
