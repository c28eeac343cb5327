"""Faults of the disk: full or read-only for a while, and slow."""

from __future__ import annotations

import threading

from companion.table.beginnings import PATIENCE
from tests.table.journal.failing import KINDS
from tests.trust.faults.fault import Fault
from tests.trust.faults.stage import BOUND, Overdue, Stage

WHERE = ("BEGIN", "INSERT", "COMMIT", "open")


def disk_full(stage: Stage) -> Fault:
    """Nothing can be written: the disk is full, read-only or out of order, at this or that statement."""
    disk, random = stage.disk, stage.random
    disk.where = random.choice(WHERE)
    # A commit may also be carried out, and only its answer be lost.
    disk.fail(random.choice(list(KINDS)), after=disk.where == "COMMIT" and random.random() < 0.3)
    if disk.where == "open":
        # Whoever is at the disk already is thrown out once, so that the file has to be opened anew.
        disk.where = "BEGIN"
        stage.play()
        disk.where = "open"

    def heal() -> None:
        disk.heal()
        disk.where = "COMMIT"

    def play() -> None:
        stage.play(1 + random.randrange(4))

    return Fault(heal=heal, lasts=random.uniform(3, 20), notice="Not saved!", play=play, recovers=1.0)


def slow_disk(stage: Stage) -> Fault:
    """The disk does not answer: for seconds, in which nothing of a command is shown, or for longer than people wait."""
    disk, random = stage.disk, stage.random
    for_long = random.random() < 0.6
    stalled, goes_on = threading.Event(), threading.Event()

    def stall() -> None:
        stalled.set()
        goes_on.wait(BOUND)

    disk.before_commit = stall
    answers: list[list[object]] = []

    def heal() -> None:
        disk.before_commit = lambda: None
        goes_on.set()

    def play() -> None:
        confirmed = len(stage.told)
        answers.append(stage.give())
        stage.until(stalled.is_set, "the disk was never asked")
        stage.pass_time(PATIENCE * random.uniform(0.1, 0.7))
        if answers[0] or len(stage.told) != confirmed:
            raise Overdue("a command was confirmed before it was on disk")
        if for_long:
            for number in range(1 + random.randrange(2)):
                stage.pass_time(PATIENCE + 1)
                if not answers[number]:
                    raise Overdue("the disk keeps people waiting for ever")
                answers.append(stage.give())
        else:
            heal()
            stage.until(lambda: bool(answers[0]), "a command was not answered once the disk was")

    return Fault(
        heal=heal,
        lasts=1.0,
        notice="The disk does not answer" if for_long else None,
        ways=(),
        play=play,
        recovers=1.0,
        afterwards=lambda: stage.until(lambda: all(answers), "a command was never answered"),
    )
