"""What a fault is, and how one is lived through.

play ──inject──► play by what is left, touch the wheel ──► is it told? ──heal──► is it back? ──► books ──► play
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.table.journal.ledger import Found
from tests.trust.faults.stage import Overdue, Stage


def _nothing() -> None:
    return None


@dataclass
class Fault:
    """Something that is wrong now. Times are seconds of the table's own."""

    heal: Callable[[], None]
    lasts: float = 6.0
    notice: str | None = None
    """Words of the notice that must stand meanwhile; None: nothing is missing, so nothing may be said."""
    recovers: float = 25.0
    recover: Callable[[], None] | None = None
    """Waits until it must be back, where that is not always after the same time."""
    ways: Sequence[str] = ("order", "hand", "page")
    """How a command can still be given while it lasts; none: only as ``play`` says."""
    play: Callable[[], None] | None = None
    """How a command is given while it lasts; as always if not said otherwise."""
    meanwhile: Callable[[], None] = _nothing
    """What else must be true while it lasts, told by an :class:`Overdue`."""
    afterwards: Callable[[], None] = _nothing
    """What must be true once it is healed: it works again, by itself."""


Injector = Callable[[Stage], Fault]
"""Breaks something at a table."""


@dataclass
class Trial:
    """How one injection went."""

    found: Found = field(default_factory=Found)
    failures: list[str] = field(default_factory=list)
    false_alarm: bool = False

    @property
    def survived(self) -> bool:
        return not self.failures and self.found.is_clean


def live_through(stage: Stage, inject: Injector) -> Trial:
    """Break something in the middle of a game, play on, heal it, and look whether everything is as it should be."""
    trial = Trial()
    try:
        stage.play(stage.random.randrange(3))
        stage.pass_time(stage.random.uniform(0.1, 2.0))
        fault = inject(stage)
        try:
            _while_it_lasts(stage, fault, trial)
        finally:
            fault.heal()
        _come_back(stage, fault, trial)
    except Overdue as overdue:
        trial.failures.append(str(overdue))
    except Exception as error:
        # A trial that breaks must not end the others; it counts as one that failed.
        trial.failures.append(f"{type(error).__name__}: {error}")
    try:
        trial.found = stage.audit()
        trial.failures += trial.found.faults
    except Overdue as overdue:
        trial.failures.append(str(overdue))
    return trial


def _while_it_lasts(stage: Stage, fault: Fault, trial: Trial) -> None:
    stage.pass_time(fault.lasts * stage.random.uniform(0.1, 0.5))
    (fault.play or stage.play)()
    if fault.ways:
        stage.play_by(fault.ways)
    stage.touch()
    stage.pass_time(fault.lasts)
    fault.meanwhile()
    stands = stage.page_notices()
    if stands != stage.notices:
        trial.failures.append(f"the page says {stands}, the table {stage.notices}")
    if fault.notice is None:
        if stands:
            trial.false_alarm = True
            trial.failures.append(f"said without need: {stands}")
    elif not any(fault.notice in each for each in stands):
        trial.failures.append(f"nobody was told of “{fault.notice}”, only of {stands}")


def _come_back(stage: Stage, fault: Fault, trial: Trial) -> None:
    if fault.recover is not None:
        fault.recover()
    else:
        stage.pass_time(fault.recovers)
    stage.until(lambda: not stage.desk.is_saving, "a record never came to the disk")
    stage.until(lambda: not stage.notices, f"the notice was not withdrawn: {stage.notices}")
    stage.touch()
    stage.play()
    stage.pass_time(1.0)
    fault.afterwards()
    if stands := stage.page_notices():
        trial.failures.append(f"the page still says {stands}")
