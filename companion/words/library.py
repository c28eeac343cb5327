"""The few words of the command-line library that people see in our help pages.

Typer asks gettext for them, so they only have to be in our catalogues; see :func:`companion.cli.main`.
"""

from companion.words import T

SHOWN_BY_TYPER = (
    T("Arguments"),
    T("Options"),
    T("Commands"),
    T("Error"),
    T("Aborted."),
    T("[required]"),
    T("[default: {}]"),
)
