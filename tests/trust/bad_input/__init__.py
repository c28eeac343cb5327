"""Bad input: a million damaged inputs to everything that reads something from outside.

Each reader (:class:`~.reader.Reader`) has valid inputs to begin with, made by the project's own writers, and promises which errors
it raises. :mod:`.mutations` makes damaged inputs of them, :mod:`.guidance` tells which of those reach something new,
:mod:`.trial` gives them to the reader and looks at errors, time, memory and open files, :mod:`.watchdog` does that in a process
of its own, :mod:`.run` does it for all. What was found once is kept in :mod:`.regressions`.

    python -m tests.trust.bad_input                           all of it
    python -m tests.trust.bad_input --family files --inputs 5000 --seed 7
"""
