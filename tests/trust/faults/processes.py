"""Faults of processes: the coach's is killed while it thinks."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from companion.errors import PachamamaError
from tests.table.coach.workers import Started
from tests.trust.faults.fault import Fault
from tests.trust.faults.stage import BOUND, Overdue, Stage

GIVES_UP = "The coach could not work this out."


class CoachStage(Stage):
    """A table whose coach's processes can be taken hold of."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, seed, camera=False)
        self.started = Started()
        self.at_play.coach._start = self.started

    def kill_worker(self, number: int) -> None:
        """Wait for the worker of that number, counted from the first, and kill it."""
        self.until(lambda: len(self.started.workers) > number, "the coach was never started")
        process = self.started.workers[number].process
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)


class Hint:
    """Somebody waits for a hint, on a thread of their own."""

    def __init__(self, stage: Stage, strength: int) -> None:
        self._ask = stage.desk._coach
        self._state, self._strength = stage.record.state, strength
        self.said: str | None = None
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._thread.start()

    def _wait(self) -> None:
        try:
            self.said = str(self._ask(self._state, self._strength).text)
        except PachamamaError as error:
            self.said = str(error.text)

    def answer(self) -> str:
        self._thread.join(BOUND)
        if self.said is None:
            raise Overdue("the coach never answered")
        return self.said


def worker_killed(stage: Stage) -> Fault:
    """The coach is killed while it thinks, and perhaps again while it is started anew; whoever asked is told in the end."""
    assert isinstance(stage, CoachStage)
    random, before = stage.random, len(stage.started.workers)
    lives = before > 0 and stage.started.workers[-1].process.poll() is None
    twice = random.random() < 0.4
    strength = 1 + random.randrange(3)
    hint = Hint(stage, strength)
    first = before - 1 if lives else before

    def play() -> None:
        stage.kill_worker(first)
        if twice and hint.said is None:
            stage.play()
            # It may have answered before it was killed: then there is no second one to kill.
            stage.until(
                lambda: len(stage.started.workers) > first + 1 or hint.said is not None,
                "the coach was not started again",
            )
            if hint.said is None:
                stage.kill_worker(first + 1)
        stage.play()

    def meanwhile() -> None:
        said = hint.answer()
        if said == GIVES_UP and not twice:
            raise Overdue("one killed process was enough to lose a question")

    def afterwards() -> None:
        if (said := Hint(stage, strength).answer()) == GIVES_UP:
            raise Overdue(f"the coach did not come back: {said}")

    return Fault(
        heal=lambda: None,
        lasts=random.uniform(0.5, 2),
        play=play,
        meanwhile=meanwhile,
        afterwards=afterwards,
        recovers=0.5,
    )
