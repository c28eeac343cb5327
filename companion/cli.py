"""The ``pachamama`` command line."""

import gettext
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module, resources
from typing import Annotated

import typer

from companion import __version__
from companion.commands.guarding import guarded, told
from companion.commands.options import LANG_HELP
from companion.errors import PachamamaError, Unreadable
from companion.words import DOMAIN, LANGUAGES, Language, T, language, wished_language

UNREADABLE = 2
BROKEN = 70
"""Something went wrong in here; what sysexits.h calls EX_SOFTWARE."""
# Modules of companion.commands, in the order of the help page.
COMMANDS = (
    "play",
    "games",
    "recap",
    "lessons",
    "check",
    "deduce",
    "explain",
    "generate",
    "scenarios",
    "transcribe",
    "learn",
    "see",
    "watch",
    "markers",
    "mqtt",
    "doctor",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code. Every error of ours is one plain line."""
    arguments = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    words = language("en")
    # NumPy's threads wait for each other by spinning: on a busy computer one of them reads a board many times faster.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        words = _chosen_language(arguments)
        with guarded(), _typer_speaking(words):
            outcome = build_app(words, _named(arguments))(
                args=arguments, prog_name="pachamama", standalone_mode=False
            )
    except PachamamaError as error:
        return _fail(words.say(error.text))
    except typer.Abort:
        return _fail(words.say(T("Stopped.")))
    except typer.TyperException as error:
        hint = T("{problem} “pachamama --help” shows how it is meant.", problem=error.format_message())
        return _fail(words.say(hint))
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        sys.stderr.write(told(error) + "\n")
        return BROKEN
    return outcome if isinstance(outcome, int) else 0


def build_app(words: Language, commands: Sequence[str] = ()) -> typer.Typer:
    """The command line in one language: all commands, or only those named, which starts faster."""
    app = typer.Typer(
        help=words.say(T("The companion of a Tiwanaku table: wheel, score keeper, referee and coach.")),
        add_completion=False,
        # A traceback with local variables could show the solution.
        pretty_exceptions_enable=False,
    )
    _register_root(app, words)
    for name in commands or COMMANDS:
        import_module(f"companion.commands.{name}").register(app, words)
    return app


def _named(arguments: Sequence[str]) -> list[str]:
    """The command that is called, if it is one of ours: no other has to be loaded then."""
    words = [argument for argument in arguments if not argument.startswith("-")]
    return words[:1] if words[:1] and words[0] in COMMANDS else []


def _register_root(app: typer.Typer, words: Language) -> None:
    def print_version(wished: bool) -> None:
        if wished:
            typer.echo(f"pachamama {__version__}")
            raise typer.Exit

    @app.callback()
    def root(
        # Answered while the words are read: no command has to follow.
        version: Annotated[
            bool,
            typer.Option(
                "--version",
                is_eager=True,
                callback=print_version,
                help=words.say(T("Print the version and stop.")),
            ),
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        pass


def _chosen_language(arguments: Sequence[str]) -> Language:
    """The language has to be known before the help texts are made, so ``--lang`` is looked for by hand."""
    wish = None
    for number, argument in enumerate(arguments):
        if argument == "--lang" and number + 1 < len(arguments):
            wish = arguments[number + 1]
        elif argument.startswith("--lang="):
            wish = argument.removeprefix("--lang=")
    if wish is not None and wished_language(wish, {}) == "en" and not wish.lower().startswith("en"):
        raise Unreadable(
            T("{wish}: this language is not spoken here; choose from {known}.", wish=wish, known=LANGUAGES)
        )
    return language(wished_language(wish))


@contextmanager
def _typer_speaking(words: Language) -> Iterator[None]:
    """Typer asks the process-wide gettext for its few words; point that at our catalogues meanwhile."""
    wish, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    os.environ["LANGUAGE"] = words.code
    gettext.bindtextdomain(DOMAIN, str(resources.files("companion.words").joinpath("locale")))
    gettext.textdomain(DOMAIN)
    try:
        yield
    finally:
        gettext.textdomain(domain)
        os.environ.pop("LANGUAGE")
        if wish is not None:
            os.environ["LANGUAGE"] = wish


def _fail(message: str) -> int:
    # One line, whatever a file's name contains.
    sys.stderr.write(" ".join(message.split()) + "\n")
    return UNREADABLE
