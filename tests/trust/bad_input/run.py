"""The campaign: every reader of every family, one after the other, each in a process of its own."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.trust.bad_input.reader import Reader
from tests.trust.bad_input.trial import ROOT, Outcome
from tests.trust.bad_input.watchdog import tried
from tests.trust.campaign import Limit, Result, Row, Tell

CAMPAIGN = "bad_input"
FAMILIES = ("files", "settings", "wires", "journal", "web", "port", "pictures")
"""Modules beside this one that have ``READERS``."""
SHORT = 30_000
"""Inputs of the short run, in ``./check``."""
LONG = 1_000_000
"""Inputs of the long run."""
FEWEST = 60
TELL_EVERY = 15.0
SEED = 11
FOLDER = ROOT / "build" / "trust"


def module_of(family: str) -> str:
    """Where the readers of a family are."""
    return f"tests.trust.bad_input.{family}"


def readers(*families: str) -> Iterator[tuple[str, Reader]]:
    """All readers, each with its family; or those of some families."""
    for family in families or FAMILIES:
        for reader in import_module(module_of(family)).READERS:
            yield family, reader


def share(reader: Reader, size: int) -> int:
    """How many inputs of a run of that size a reader gets."""
    return max(FEWEST, math.ceil(reader.inputs * size / LONG))


def run(
    size: int,
    limit: Limit,
    tell: Tell,
    *,
    families: tuple[str, ...] = (),
    inputs: int | None = None,
    seed: int = SEED,
    found: Path = FOLDER / "found",
) -> Result:
    """Try every reader; ``inputs`` is how many each gets, if it is not to be its share of ``size``."""
    begin = time.monotonic()
    plan = [(family, reader, inputs or share(reader, size)) for family, reader in readers(*families)]
    chosen = "".join(f" --family {family}" for family in families) + (f" --inputs {inputs}" if inputs else "")
    result = Result(
        CAMPAIGN if not families else "-".join((CAMPAIGN, *families)),
        wanted=sum(count for _, _, count in plan),
        repeat=f"python -m tests.trust.bad_input{chosen} --seed {seed}",
    )
    for family, reader, count in plan:
        if limit.is_over:
            result.notes.append(f"{reader.name}: not tried, the time was over")
            continue
        hear = _Progress(reader, count, tell)
        outcome = tried(module_of(family), reader, count, seed, found=found, seconds=limit.left, hear=hear.at)
        row = _row(family, reader, outcome, seed)
        result.rows.append(row)
        result.curves[f"{reader.name}, MB"] = [round(each, 1) for each in outcome.memory]
        result.notes.append(_note(reader, outcome))
        tell(f"{result.tried:>9,} of {result.wanted:,}  {result.notes[-1]}")
        for failure in row.failures:
            tell(f"    {failure}")
    result.seconds = time.monotonic() - begin
    return result


class _Progress:
    """Tells now and then how far a reader is."""

    def __init__(self, reader: Reader, count: int, tell: Tell) -> None:
        self._reader = reader
        self._count = count
        self._tell = tell
        self._pause = Limit(TELL_EVERY)

    def at(self, number: int) -> None:
        """So many inputs were read."""
        if self._pause.is_over:
            self._pause = Limit(TELL_EVERY)
            self._tell(f"           {self._reader.name}: {number:,} of {self._count:,}")


def _row(family: str, reader: Reader, outcome: Outcome, seed: int) -> Row:
    failed = sum(each.count for each in outcome.found)
    return Row(
        name=f"{family}: {reader.name}",
        tried=outcome.tried,
        survived=max(0, outcome.tried - failed),
        seconds=outcome.seconds,
        failures=[
            f"{each.sentence} ({each.count} times with seed {seed}; one is kept as {each.file})"
            for each in outcome.found
        ],
    )


def _note(reader: Reader, outcome: Outcome) -> str:
    each = 1e6 * outcome.seconds / max(1, outcome.tried)
    return (
        f"{reader.name}: {outcome.tried:,} inputs, {outcome.refused:,} refused, {outcome.lines} lines reached, "
        f"{outcome.seeds} inputs kept as seeds, {each:.0f} µs each, the slowest {outcome.slowest:.2f} s"
    )
