"""The service answers every question once, whatever becomes of its workers, and keeps nobody waiting."""

from __future__ import annotations

import threading
from random import Random

import pytest

from companion.table.coach.mailbox import LIMIT
from companion.table.coach.questions import HintWanted
from companion.table.coach.service import CoachService
from hardware.virtual.clock import VirtualClock
from tests.games import Game
from tests.table.coach.workers import Agency, Ear

POSITION = Game(Random(1), 5, 5).position()


@pytest.fixture
def agency():
    return Agency()


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def service(agency, clock):
    service = CoachService(agency, clock=clock, idle=100.0)
    yield service
    service.close()


def ask(service, strength=1):
    ear = Ear()
    return service.ask(HintWanted(POSITION, strength), ear), ear


def settle(service):
    """Wait until the service has done all that it was given so far."""
    done = threading.Event()
    service._do(done.set)
    assert done.wait(10)


def let_time_pass(service, clock, seconds):
    """Time goes on, and the service looks at its clock."""
    clock.advance(seconds)
    settle(service)


def test_no_worker_is_started_before_it_is_needed(service, agency):
    service.follow(POSITION)
    settle(service)
    assert agency.started == 0


def test_a_question_is_answered_by_the_worker(service, agency):
    _, ear = ask(service, 2)
    worker = agency.next()
    number, question = worker.next_question()
    assert question.strength == 2
    worker.answer(number, "Look there.")
    assert str(ear.next().text) == "Look there."


def test_answers_find_their_questions_in_any_order(service, agency):
    ears = [ask(service, strength)[1] for strength in (1, 2, 3)]
    worker = agency.next()
    asked = [worker.next_question() for _ in ears]
    for number, question in reversed(asked):
        worker.answer(number, f"Strength {question.strength}.")
    assert [str(ear.next().text) for ear in ears] == ["Strength 1.", "Strength 2.", "Strength 3."]
    assert agency.started == 1


def test_a_worker_that_dies_is_replaced_and_the_question_asked_again(service, agency):
    _, ear = ask(service)
    first = agency.next()
    first.next_question()
    first.die()
    second = agency.next()
    number, _ = second.next_question()
    second.answer(number)
    assert ear.next() is not None


def test_a_question_that_kills_two_workers_fails_and_the_next_one_is_answered(service, agency):
    _, ear = ask(service)
    for _ in range(2):
        worker = agency.next()
        worker.next_question()
        worker.die()
    assert ear.next() is None
    _, ear = ask(service)
    worker = agency.next()
    number, _ = worker.next_question()
    worker.answer(number)
    assert ear.next() is not None


def test_a_worker_that_does_not_listen_is_replaced(service, agency):
    _, ear = ask(service)
    worker = agency.next()
    worker.next_question()
    worker.deaf = True
    ask(service)
    assert worker.ended.wait(10)
    second = agency.next()
    numbers = [second.next_question()[0] for _ in range(2)]
    second.answer(numbers[0])
    assert ear.next() is not None


def test_a_question_taken_back_is_not_answered(service, agency):
    number, ear = ask(service)
    worker = agency.next()
    worker.next_question()
    service.cancel(number)
    assert worker.next_cancel() == number
    worker.answer(number)
    settle(service)
    assert ear.silent
    assert not service.busy


def test_what_takes_too_long_fails_and_its_worker_is_ended(service, agency, clock):
    _, ear = ask(service)
    worker = agency.next()
    worker.next_question()
    let_time_pass(service, clock, LIMIT + 1)
    assert ear.next() is None
    assert worker.ended.is_set()


def test_a_worker_that_nobody_needs_is_sent_home_and_comes_back(service, agency, clock):
    _, ear = ask(service)
    worker = agency.next()
    worker.answer(worker.next_question()[0])
    ear.next()
    let_time_pass(service, clock, 99)
    assert not worker.ended.is_set()
    let_time_pass(service, clock, 2)
    assert worker.ended.wait(10)
    _, ear = ask(service)
    worker = agency.next()
    worker.answer(worker.next_question()[0])
    assert ear.next() is not None


def test_a_rest_ends_the_worker_and_open_questions(service, agency):
    _, ear = ask(service)
    worker = agency.next()
    worker.next_question()
    service.rest()
    assert ear.next() is None
    assert worker.ended.wait(10)


def test_nonsense_from_a_worker_is_a_failure_of_that_question_alone(service, agency):
    _, first = ask(service)
    _, second = ask(service)
    worker = agency.next()
    numbers = [worker.next_question()[0] for _ in range(2)]
    worker.say(b"\xff nonsense\n")
    worker.say(b'{"number": %d}\n' % numbers[0])
    worker.answer(numbers[1])
    assert first.next() is None
    assert second.next() is not None


def test_where_no_worker_can_be_started_every_question_fails():
    def nowhere():
        raise OSError("no memory")

    service = CoachService(nowhere)
    for _ in range(2):
        _, ear = ask(service)
        assert ear.next() is None
    service.close()


def test_an_ear_that_fails_harms_nobody_else(service, agency):
    def deaf(advice):
        raise ValueError("deaf")

    service.ask(HintWanted(POSITION, 1), deaf)
    _, ear = ask(service)
    worker = agency.next()
    for _ in range(2):
        worker.answer(worker.next_question()[0])
    assert ear.next() is not None


def test_a_closed_service_answers_that_it_has_no_answer(agency):
    service = CoachService(agency)
    service.close()
    _, ear = ask(service)
    assert ear.next() is None
    assert agency.started == 0
