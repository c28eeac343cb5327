"""All kinds of faults, each so often: many in one game, at random moments, checked each time."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.trust.campaign import Limit, Result, Row, Tell
from tests.trust.faults.camera import CameraStage, camera_fault
from tests.trust.faults.clocks import clock_jump
from tests.trust.faults.devices import bus_errors, display_unplugged, puck_unplugged, serial_garbage
from tests.trust.faults.disk import disk_full, slow_disk
from tests.trust.faults.fault import Injector, live_through
from tests.trust.faults.killed import kill
from tests.trust.faults.network import NetworkStage, network_gone, reconnect_storm
from tests.trust.faults.processes import CoachStage, worker_killed
from tests.trust.faults.stage import Stage
from tests.trust.overheard import Overheard

SHORT, LONG = 6, 200
"""How often each kind is tried in ``./check`` and in ``./check trust``."""
AT_ONE_TABLE = 20
"""Injections before another table is set up, with another seed."""
MOST_TOLD = 20
"""Failures of one kind that are told; more are only counted."""


def _plain(folder: Path, seed: int) -> Stage:
    """A table without a camera: nobody needs one to trip over another cable."""
    return Stage(folder, seed, camera=False)


Ways = Counter[str]
"""How commands were given while something was broken."""


@dataclass(frozen=True)
class Kind:
    """A kind of fault and the table it is tried on."""

    name: str
    inject: Injector
    stage: Callable[[Path, int], Stage] = _plain

    def try_out(self, folder: Path, seed: int, times: int, row: Row, limit: Limit, ways: Ways) -> None:
        """So many injections at one table; a failure ends it, since nobody knows what it left behind."""
        with Overheard() as overheard:
            stage = self.stage(folder, seed)
            try:
                stage.begin()
                stage.pass_time(1.0)
                for number in range(times):
                    if limit.is_over or not self._once(stage, seed, number, row):
                        break
                row.failures += [f"seed {seed}: {fault}" for fault in stage.check_rules()]
            finally:
                ways.update(stage.ways)
                stage.close()
        row.failures += [f"seed {seed}: in a log: {each}" for each in overheard.failures]

    def _once(self, stage: Stage, seed: int, number: int, row: Row) -> bool:
        trial = live_through(stage, self.inject)
        row.tried += 1
        row.survived += trial.survived
        row.lost += trial.found.lost
        row.doubled += trial.found.doubled
        row.false_alarms += trial.false_alarm
        row.failures += [f"seed {seed}, injection {number + 1}: {each}" for each in trial.failures]
        return trial.survived


class Kills:
    """The kind that needs a process of its own."""

    name = "process kill"

    def try_out(self, folder: Path, seed: int, times: int, row: Row, limit: Limit, ways: Ways) -> None:
        """Kill so often in one folder."""
        killed = kill(folder, times, seed)
        row.tried += killed.tried
        row.survived += killed.survived
        row.lost += killed.lost
        row.doubled += killed.doubled
        row.failures += [f"seed {seed}: {each}" for each in killed.failures]


KINDS: tuple[Kind | Kills, ...] = (
    Kills(),
    Kind("camera unplugged", camera_fault, CameraStage),
    Kind("display unplugged", display_unplugged),
    Kind("puck unplugged", puck_unplugged),
    Kind("I2C errors", bus_errors),
    Kind("serial garbage", serial_garbage),
    Kind("disk full", disk_full),
    Kind("slow disk", slow_disk),
    Kind("clock jump", clock_jump),
    Kind("network gone", network_gone, NetworkStage),
    Kind("phone reconnect storm", reconnect_storm, NetworkStage),
    Kind("deduction worker killed", worker_killed, CoachStage),
)


def run(
    size: int, limit: Limit, tell: Tell, *, kinds: Sequence[Kind | Kills] = KINDS, seed: int = 0
) -> Result:
    """Try every kind so often; the kinds take turns, so that a limit of time is shared by all."""
    result = Result(
        "faults",
        wanted=size * len(kinds),
        rows=[Row(kind.name) for kind in kinds],
        repeat=f"python -m tests.trust.faults --times {size} --seed {seed}",
    )
    began, tables = time.monotonic(), 0
    ways: Ways = Counter()
    while not limit.is_over and any(row.tried < size for row in result.rows):
        for kind, row in zip(kinds, result.rows, strict=True):
            times = min(AT_ONE_TABLE, size - row.tried)
            if limit.is_over or times <= 0:
                continue
            start = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="faults-") as folder:
                kind.try_out(Path(folder), seed + tables, times, row, limit, ways)
            row.seconds += time.monotonic() - start
            tell(_progress(row, size))
        tables += 1
    for row in result.rows:
        if (more := len(row.failures) - MOST_TOLD) > 0:
            row.failures[MOST_TOLD:] = [f"and {more} more"]
    if ways:
        given = ", ".join(f"{count} by {way}" for way, count in sorted(ways.items()))
        result.notes.append(f"Commands given while something was broken: {given}.")
    result.seconds = time.monotonic() - began
    return result


def _progress(row: Row, size: int) -> str:
    said = (
        f"{row.name}: {row.tried} of {size}, survived {row.survived}, lost {row.lost}, doubled {row.doubled}"
    )
    return f"{said}; last failure: {row.failures[-1]}" if row.failures else said
