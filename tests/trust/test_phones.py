"""The soak's own phones: they notice what a table keeps from them."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from companion.table.inbox import Order
from companion.tiwanaku.bots import RandomBot
from companion.tiwanaku.game import Phase
from tests.tiwanaku.game.table import scenario
from tests.trust.phones import Phones
from tests.trust.story import Story
from tests.web.rig import CODE
from tests.web.serving import serving


@contextmanager
def phones():
    broken = []
    there = Phones(seed=3, broken=lambda loop, context: broken.append(context))
    try:
        yield there
    finally:
        there.close()
    assert not broken


def play_on(table, seed):
    """A whole game, told to the desk as the wheel would."""
    import threading

    bots = [RandomBot(seed + seat) for seat in range(4)]
    while (state := table.desk.game.state).phase is not Phase.OVER:
        command, done = bots[state.seat].choose(state), threading.Event()
        table.desk.inbox.put(
            Order(
                lambda record, oracle, command=command: record.do(command, oracle),
                lambda record, done=done: done.set(),
            )
        )
        assert done.wait(20)
    return table.desk.game


def test_four_phones_hear_two_games_whole_though_some_are_away_now_and_then(tmp_path):
    back = 0
    with phones() as there:
        for seed in (1, 2):
            with serving(tmp_path, scenario=scenario(seed, "short")) as table:
                there.come(table.url, CODE, seats=2)
                record = play_on(table, seed)
                followed = there.finish(record)
                there.leave()
            for each in followed:
                assert each.troubles == []
                assert each.story.compare(record) == (0, 0)
                assert each.story.agrees(record)
            back += sum(each.came_back for each in followed)
            assert followed[3].asked
    assert back


def test_phones_are_let_go_when_the_table_ends(tmp_path):
    with phones() as there:
        table = serving(tmp_path, scenario=scenario(1, "short"))
        there.come(table.__enter__().url, CODE, seats=2)
        there.are_let_go(lambda: table.__exit__(None, None, None))


@pytest.fixture
def told(tmp_path):
    """The messages of a short game as a phone was sent them, and the record."""
    from companion.tiwanaku.bots import simulate
    from companion.tiwanaku.game import Mode, Setup, Wheel, event_data, public_view
    from companion.tiwanaku.game.view_data import view_data
    from companion.tiwanaku.pieces import Colour

    setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
    record = simulate(Wheel(scenario(1, "short")), setup, [RandomBot(1), RandomBot(2)], seed=1)
    first = {"entries": 1, "view": None}
    messages = [{"type": "snapshot", "revision": 7, "table": {"game": first}}]
    for number, entry in enumerate(record.entries[1:], 2):
        game = {"entries": number, "view": view_data(public_view(record.state))}
        events = [event_data(event) for event in entry.events]
        messages.append({"type": "happened", "revision": 6 + number, "events": events, "game": game})
    return messages, record


def heard(messages):
    story = Story()
    for message in messages:
        story.hear(message)
    return story


def test_a_game_that_was_heard_whole_is_the_record(told):
    messages, record = told
    assert heard(messages).compare(record) == (0, 0)
    assert heard(messages).agrees(record)


def test_a_message_that_never_came_is_noticed(told):
    messages, record = told
    lost, _ = heard(messages[:4] + messages[5:]).compare(record)
    assert lost


def test_a_message_that_came_twice_is_noticed(told):
    messages, record = told
    _, doubled = heard([*messages[:5], *messages[4:]]).compare(record)
    assert doubled


def test_messages_in_another_order_are_noticed(told):
    messages, record = told
    lost, doubled = heard([*messages[:4], messages[5], messages[4], *messages[6:]]).compare(record)
    assert lost
    assert doubled
