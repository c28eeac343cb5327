"""Where ``./play`` and ``./check`` begin: makes what they need, then runs them.

Standard library only, since nothing is installed yet. This and what it imports from ``starter`` must be
readable by Python 3.7: an old Python has to get far enough to look for a newer one or to say what is missing.
"""

import sys

if sys.version_info < (3, 7):  # noqa: UP036 (the very point of this file)
    sys.exit(
        "Pachamama needs Python 3.11 to 3.13. If you have one, name it: PACHAMAMA_PYTHON=python3.11 ./play"
    )

from starter.commands import start
from starter.system import System

if __name__ == "__main__":
    # A terminal that cannot show a sign shows a question mark; that is no reason to stop.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.exit(start(sys.argv[1:], System()))
