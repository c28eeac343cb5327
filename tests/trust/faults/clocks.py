"""Faults of time: the clock on the wall jumps, or the machine sleeps."""

from __future__ import annotations

from companion.table.journal import Journal
from companion.tiwanaku.game import Phase
from tests.trust.faults.fault import Fault
from tests.trust.faults.stage import Overdue, Stage

HOUR = 3600.0


def clock_jump(stage: Stage) -> Fault:
    """The wall clock is set forward or back, as when a Pi without a battery finds the network; or the machine slept.

    Nothing is missing then, so nothing may be said. The order of what happened, and which game is gone on with, must not
    depend on any clock.
    """
    random = stage.random
    asleep = random.random() < 0.4
    before = stage.wall_offset
    if asleep:
        stage.clock.advance(random.uniform(60, 12 * HOUR))
    else:
        stage.wall_offset += random.choice((-1, 1)) * random.uniform(60, 24 * 365 * HOUR)
    if random.random() < 0.2:
        stage.begin()

    def heal() -> None:
        if random.random() < 0.5:
            stage.wall_offset = before

    def afterwards() -> None:
        waiting = Journal(stage.folder).unfinished()
        stage.until(lambda: not stage.desk.is_saving, "a record never came to the disk")
        playing = stage.at_play.games.present
        if not _is_over(stage) and (waiting is None or waiting.id != playing):
            raise Overdue("another game than the last one would be gone on with")

    return Fault(heal=heal, lasts=random.uniform(1, 5), recovers=3.0, afterwards=afterwards)


def _is_over(stage: Stage) -> bool:
    return stage.record.state.phase is Phase.OVER
