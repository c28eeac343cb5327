"""What ``./play``, ``./check`` and ``./pachamama`` do with their words."""

from __future__ import annotations

from pathlib import Path

from starter.environment import Environment
from starter.pythons import find_fit, is_fit, require_venv
from starter.trouble import Trouble
from starter.words import voice_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from starter.system import System
    from starter.words import Voice

ROOT = Path(__file__).resolve().parent.parent.parent
HELP = ("--help", "-h")


def start(arguments: Sequence[str], system: System, root: Path = ROOT) -> int:
    """Do what the stub asks: ``play``, ``check`` or ``pachamama``, followed by the user's own words; the exit code."""
    command, words = arguments[0], list(arguments[1:])
    voice = voice_for(system.environ)
    environment = Environment(root, system, voice)
    try:
        if command == "play":
            return _play(words, environment, system, voice)
        if command == "pachamama":
            return _any_command(words, environment, system)
        return _check(words, environment, system, voice)
    except Trouble as trouble:
        system.warn(voice.say(trouble.key, **trouble.values))
        return 1
    except KeyboardInterrupt:
        system.warn("\n" + voice.say("stopped"))
        return 130


def _play(words: list[str], environment: Environment, system: System, voice: Voice) -> int:
    if words and words[0] in ("--install", "--uninstall"):
        return _install(words, environment, system, voice)
    asks_help = any(word in HELP for word in words)
    if asks_help:
        system.show(voice.say("play_help"))
    if asks_help and not environment.is_ready("play"):
        system.show(voice.say("play_help_more"))
        return 0
    _make_ready("play", words, environment, system)
    return system.become([environment.program("pachamama"), "play", *words])


def _install(words: list[str], environment: Environment, system: System, voice: Voice) -> int:
    """Put the table into the computer, or take it out; see :mod:`starter.install`."""
    from starter.install import Installation

    options = set(words[1:])
    known = {"--yes"} if words[0] == "--install" else {"--yes", "--with-games"}
    if options - known:
        system.warn(voice.say("install_help"))
        return 2
    if not is_fit(system.version):
        script = str(environment.root / "tools" / "bootstrap.py")
        system.become([find_fit(system), "-E", "-s", "-S", script, "play", *words])
    installation = Installation(environment.root, system, voice, agreed="--yes" in options)
    try:
        if words[0] == "--install":
            return installation.install()
        return installation.uninstall(with_games="--with-games" in options)
    except OSError as error:
        from starter.installer import trouble_of

        raise trouble_of(error, Path(str(error.filename or environment.root))) from error


def _any_command(words: list[str], environment: Environment, system: System) -> int:
    """Whatever the product can do besides playing, such as checking a file or listing scenarios."""
    _make_ready("play", words, environment, system, stub="pachamama")
    return system.become([environment.program("pachamama"), *words])


def _check(words: list[str], environment: Environment, system: System, voice: Voice) -> int:
    from starter.checks import DOCUMENTS, EVERYTHING, benchmarks, run_steps, trust

    mode = "trust" if words[:1] == ["trust"] else " ".join(words)
    if mode in HELP:
        system.show(voice.say("check_help"))
        return 0
    if mode not in ("", "bench", "docs", "trust"):
        system.warn(voice.say("unknown_mode", mode=mode))
        return 2
    steps = {
        "bench": benchmarks(environment.root),
        "docs": DOCUMENTS,
        "trust": trust(words[1:]),
    }.get(mode, EVERYTHING)
    if not steps:
        system.warn(voice.say("no_benchmarks"))
        return 2
    _make_ready("check", words, environment, system)
    return run_steps(steps, environment, system, voice)


def _make_ready(
    purpose: str, words: list[str], environment: Environment, system: System, stub: str | None = None
) -> None:
    """See that the environment is fit, going on as another Python if making one takes that."""
    if environment.is_ready(purpose):
        return
    if not is_fit(system.version):
        script = str(environment.root / "tools" / "bootstrap.py")
        system.become([find_fit(system), "-E", "-s", "-S", script, stub or purpose, *words])
    require_venv(system)
    environment.prepare(purpose)
