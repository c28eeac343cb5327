"""Everything that breaks at a table, broken on purpose at random moments of games, again and again.

Each time the same is expected: play goes on by what is left, a plain notice says what is missing, everything comes back by
itself, nothing confirmed is lost, nothing happens twice.

    bench      devices that can be broken
    stage      the whole table on them, and the books beside it
    fault      what a fault is, and how one is lived through
    devices, camera, disk, clocks, network, processes, killed
               the twelve kinds
    run        all kinds, so often, with a limit of time

``python -m tests.trust.faults [--kind K] [--times N] [--seconds LIMIT] [--seed S]`` runs it and writes ``build/trust/faults.json``.
"""
