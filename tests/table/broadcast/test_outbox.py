"""What waits for a broker is bounded, and of all states only the newest is sent."""

from __future__ import annotations

import json

from companion.table.broadcast.outbox import Outbox
from companion.words import language
from tests.table.journal.games import first, played


def filled(most):
    outbox = Outbox(language("en"), most)
    for count in range(1, 31):
        record = first(count)
        outbox.take(record, record.entries[-1].events)
    return outbox


def drained(outbox):
    events = []
    while (event := outbox.first_event) is not None:
        events.append(event)
        outbox.sent(event)
    return events


def test_the_oldest_events_are_let_go_when_too_many_wait():
    total = len(first(30).events)
    numbers = [json.loads(event)["number"] for event in drained(filled(20))]
    assert numbers == list(range(total - 20, total))


def test_the_newest_state_is_the_one_to_send():
    outbox = filled(20)
    assert (outbox.record, outbox.state_is_due) == (first(30), True)


def test_an_event_that_was_let_go_while_it_was_sent_takes_no_other_one_along():
    outbox = filled(5)
    under_way = outbox.first_event
    record = first(31)
    outbox.take(record, record.entries[-1].events)
    waiting = outbox.first_event
    outbox.sent(under_way)
    assert outbox.first_event is waiting


def test_a_whole_long_game_finds_room():
    whole = played("competitive-4")
    outbox = Outbox(language("en"))
    outbox.take(whole, whole.events)
    assert len(drained(outbox)) == len(whole.events) > 500
