"""The worker as a real process: of low priority, restarted when it is killed, gone when it is not needed."""

from __future__ import annotations

import os
import signal
import time
from random import Random

import pytest

from companion.table.coach.questions import HintWanted, NewsWanted
from companion.table.coach.service import CoachService, WorkerProcess
from companion.table.coach.worker import NICENESS
from tests.games import Game
from tests.table.coach.workers import Ear, Started

GAME = Game(Random(6), 5, 5)
POSITION = GAME.position()


@pytest.fixture
def started():
    return Started()


@pytest.fixture
def service(started):
    service = CoachService(started)
    yield service
    service.close()
    for worker in started.workers:
        assert worker.process.wait(timeout=10) is not None


def answered(service, question):
    ear = Ear()
    service.ask(question, ear)
    return ear.next()


def test_a_real_worker_answers_with_low_priority(service, started):
    assert answered(service, HintWanted(POSITION, 1)).text is not None
    pid = started.process.pid
    assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.nice(0) + NICENESS)


def test_a_worker_that_is_killed_is_started_again(service, started):
    expected = answered(service, HintWanted(POSITION, 3))
    os.kill(started.process.pid, signal.SIGKILL)
    assert answered(service, HintWanted(POSITION, 3)) == expected
    assert len(started.workers) >= 1


def test_a_worker_killed_in_the_middle_of_a_question_still_gets_it_answered(service, started):
    ear = Ear()
    empty = GAME.showing(set(), set())
    service.ask(NewsWanted(POSITION, empty), ear)
    while not started.workers:
        time.sleep(0)
    os.kill(started.process.pid, signal.SIGKILL)
    assert ear.next() is not None


def test_a_rest_gives_the_memory_back_by_ending_the_process(service, started):
    answered(service, HintWanted(POSITION, 1))
    process = started.process
    service.rest()
    assert process.wait(timeout=10) is not None


def test_a_worker_ends_when_nobody_is_left_to_talk_to():
    worker = WorkerProcess()
    worker.process.stdin.close()
    assert list(worker.lines()) == []
    assert worker.process.returncode == 0


def test_asking_keeps_nobody_waiting(service):
    began = time.perf_counter()
    ears = [Ear() for _ in range(50)]
    for ear in ears:
        service.ask(HintWanted(POSITION, 1), ear)
    asking = time.perf_counter() - began
    for ear in ears:
        ear.next()
    assert asking < 0.25
