"""A table's news at a real broker."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from aiomqtt import MqttError
from aiomqtt.exceptions import MqttConnectError

from companion.table.broadcast import MqttSettings, forget_table
from companion.table.broadcast.link import trouble
from companion.table.desk import Order
from companion.table.listeners import fresh_events
from companion.table.screens.descriptions import Kind, Message
from companion.table.screens.drawing import lay_out
from companion.tiwanaku.game import Record, Wheel, event_data, public_view, read_event, view_data
from companion.tiwanaku.game.events import CropRevealed, TerrainRevealed
from companion.tiwanaku.pieces import Crop
from companion.tiwanaku.scenario import Scenario
from companion.words import LANGUAGES, language
from tests.table.broadcast.broker import PATIENCE, Broker, Notices
from tests.table.broadcast.conftest import QUICK
from tests.table.journal.games import first, history, played
from tests.table.wheel.hands import Hands
from tests.table.wheel.test_secret import reachable_from
from tests.tiwanaku.game.table import SETUPS, scenario

STATE, EVENTS, AVAILABILITY = (f"pachamama/table-1/{name}" for name in ("state", "events", "availability"))

MEMBER, STRANGER = {"user": "club", "password": "vicuña 77"}, {"user": "club", "password": "alpaca"}


def tell_game(publisher, records, before=None):
    for record in records:
        publisher.told(record, fresh_events(before, record))
        before = record


def records_of(name, count=None):
    whole = played(name)
    return [first(number, name) for number in range(1, (count or len(whole.entries)) + 1)]


def stands(record):
    """Whether a state tells of this moment."""
    return lambda payload: (json.loads(payload)["game"] or {}).get("events") == len(record.events)


def test_whoever_comes_later_finds_the_state(broker, listen, publish):
    publisher, record = publish(broker.port), first(40)
    publisher.told(record, ())
    listen(broker.port).wait_for(STATE, stands(record))
    late = listen(broker.port).settle()
    state = json.loads(late.all(STATE)[0])
    assert state["view"] == view_data(public_view(record.state))
    assert state["scores"] == {"blue": record.state.sides[0].score, "green": record.state.sides[1].score}
    assert (state["player"], state["phase"]) == (record.state.colour.value, record.state.phase.value)
    assert late.all(AVAILABILITY) == [b"online"]
    assert all(retained for _, _, retained in late.heard), "nothing but what the broker keeps"
    assert late.all(EVENTS) == [], "events are not kept"


def test_a_table_without_a_game_says_so(broker, listen, publish):
    publish(broker.port)
    state = json.loads(listen(broker.port).wait_for(STATE))
    assert (state["table"], state["game"], state["view"], state["scores"]) == ("Table 1", None, None, {})


@pytest.mark.parametrize("name", ["competitive-3", "solo-hard", "together-2-easy"])
def test_the_events_of_a_whole_game_come_in_order_with_a_sentence_each(name, broker, listen, publish):
    ear, whole = listen(broker.port), played(name)
    publisher = publish(broker.port, words="de")
    ear.wait_for(AVAILABILITY)
    tell_game(publisher, records_of(name))
    ear.wait_for(STATE, stands(whole))
    told = ear.data(EVENTS)
    assert [each["number"] for each in told] == list(range(len(whole.events)))
    assert [each["event"] for each in told] == [event_data(event) for event in whole.events]
    assert [read_event(each["event"], whole.back.board) for each in told] == list(whole.events)
    assert all(each["text"] for each in told)
    passed = next(each for each in told if each["event"]["kind"] == "game-ended")
    assert passed["text"].startswith("Das Spiel ist aus.")


def test_a_correction_is_said_and_the_state_tells_how_it_stands(broker, listen, publish):
    ear, publisher, records = listen(broker.port), publish(broker.port), history(corrections=1)
    ear.wait_for(AVAILABILITY)
    tell_game(publisher, records)
    ear.wait_for(EVENTS, lambda payload: json.loads(payload)["event"] is None)
    ear.wait_for(STATE, stands(records[-1]))
    assert ear.data(STATE)[-1]["view"] == view_data(public_view(records[-1].state))


def test_after_a_broker_was_restarted_the_newest_state_is_there_again(broker, listen, publish):
    publisher, records = publish(broker.port), records_of("competitive-2", 60)
    tell_game(publisher, records[:20])
    listen(broker.port).wait_for(STATE, stands(records[19]))
    broker.stop()
    tell_game(publisher, records[20:], records[19])
    broker.start()
    ear = listen(broker.port).wait(lambda ear: any(stands(records[-1])(each) for each in ear.all(STATE)))
    assert ear.wait_for(AVAILABILITY) == b"online"
    states = [json.loads(payload)["game"]["events"] for payload in ear.all(STATE)]
    assert states[-1] == len(records[-1].events)
    assert set(states) == {len(records[-1].events)}, "nobody is told of an older one"
    late = listen(broker.port)
    late.wait_for(STATE, stands(records[-1]))


def test_a_broker_that_forgot_everything_is_told_again_though_nothing_happened(broker, listen, publish):
    record = first(30)
    publish(broker.port).told(record, ())
    listen(broker.port).wait_for(STATE, stands(record))
    broker.stop()
    broker.start()
    listen(broker.port).wait_for(STATE, stands(record))
    late = listen(broker.port).settle()
    assert late.all(AVAILABILITY) == [b"online"]
    assert len(found(late)) == 5


def test_events_of_a_time_without_a_line_come_later_all_of_them_and_in_order(broker, gate, listen, publish):
    ear, publisher, records = listen(broker.port), publish(gate.port), records_of("competitive-2", 90)
    tell_game(publisher, records[:20])
    ear.wait_for(STATE, stands(records[19]))
    for start, end in ((20, 50), (50, 90)):
        gate.cut()
        tell_game(publisher, records[start:end], records[start - 1])
        gate.open()
        ear.wait_for(STATE, stands(records[end - 1]))
    numbers = [each["number"] for each in ear.data(EVENTS)]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(len(records[-1].events)))
    states = [state["game"]["events"] for state in ear.data(STATE) if state["game"]]
    assert states == sorted(states)


def test_a_line_that_is_cut_in_the_middle_of_a_game_loses_nothing(broker, gate, listen, publish):
    ear, publisher, records = listen(broker.port), publish(gate.port), records_of("competitive-2", 120)
    tell_game(publisher, records)
    for count in (40, 120):
        ear.wait(lambda ear, count=count: len(ear.all(EVENTS)) >= count)
        gate.cut()
        gate.open()
    ear.wait_for(STATE, stands(records[-1]))
    numbers = [each["number"] for each in ear.data(EVENTS)]
    assert numbers == sorted(numbers), "one that was under way may come twice, at once"
    assert set(numbers) == set(range(len(records[-1].events)))


def test_a_table_that_goes_says_so_and_one_that_loses_power_has_it_said(broker, listen, publish):
    ear = listen(broker.port)
    publisher = publish(broker.port)
    ear.wait_for(AVAILABILITY, lambda payload: payload == b"online")
    publisher.close()
    ear.wait_for(AVAILABILITY, lambda payload: payload == b"offline")

    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(broker.port)], cwd=Path(__file__).parents[3], stdin=subprocess.PIPE
    )
    try:
        ear.wait(lambda ear: ear.all(AVAILABILITY)[-1] == b"online" and len(ear.all(AVAILABILITY)) == 3)
    finally:
        child.kill()
        child.wait(PATIENCE)
        child.stdin.close()
    ear.wait(lambda ear: ear.all(AVAILABILITY) == [b"online", b"offline", b"online", b"offline"])
    assert listen(broker.port).wait_for(AVAILABILITY) == b"offline"


_CHILD = """
import sys
from companion.table.broadcast import MqttSettings, Publisher
from companion.words import LANGUAGES, language
settings = MqttSettings("127.0.0.1", int(sys.argv[1]), table="Table 1")
Publisher(settings, words=language("en")).start()
sys.stdin.read()
"""


def test_a_table_that_comes_back_before_it_was_missed_is_online_in_the_end(broker, listen, publish):
    """Its old line still stands; the broker ends that one first, and says so before the new one speaks."""
    ear = listen(broker.port)
    publish(broker.port, times=replace(QUICK, first_pause=600.0))
    ear.wait_for(AVAILABILITY)
    publish(broker.port).told(first(3), ())
    ear.wait_for(STATE, stands(first(3)))
    assert ear.all(AVAILABILITY) == [b"online", b"offline", b"online"]


def test_home_assistant_finds_the_sensors_of_the_game(broker, listen, publish):
    ear, publisher = listen(broker.port), publish(broker.port, words="fr")
    publisher.told(first(3, "solo-hard"), ())
    ear.wait_for(STATE, stands(first(3, "solo-hard")))
    late = listen(broker.port).settle()
    sensors = found(late)
    assert set(sensors) == {"player", "phase", "tiles", "score_brown", "score_otoma"}
    assert len({each["unique_id"] for each in sensors.values()}) == 5
    for sensor in sensors.values():
        assert (sensor["state_topic"], sensor["availability_topic"]) == (STATE, AVAILABILITY)
        assert sensor["device"]["identifiers"] == ["pachamama_table-1"]
        assert sensor["device"]["name"] == "Table 1"
        assert sensor["origin"]["name"] == "Pachamama"
    assert sensors["tiles"]["name"] == "Tuiles restantes"
    state = json.loads(late.wait_for(STATE))
    for sensor in sensors.values():
        path = sensor["value_template"].removeprefix("{{ value_json.").partition(" ")[0].split(".")
        value = state
        for name in path:
            value = value[name]
        assert value not in (None, "")


def found(ear):
    """The sensors that Home Assistant would know of, by the last level but one of their topics."""
    prefix = "homeassistant/sensor/pachamama_table-1/"
    last = {topic: payload for topic, payload, _ in ear.heard if topic.startswith(prefix)}
    return {
        topic.removeprefix(prefix).removesuffix("/config"): json.loads(payload)
        for topic, payload in last.items()
        if payload
    }


def test_sensors_are_taken_away_when_nobody_wants_them_any_more(broker, listen, publish):
    for wanted, count in ((True, 7), (False, 0)):
        publisher = publish(broker.port, home_assistant=wanted)
        for name in ("competitive-4", "competitive-2"):
            publisher.told(first(2, name), ())
            listen(broker.port).wait_for(STATE, stands(first(2, name)))
        publisher.close()
        late = listen(broker.port).settle()
        assert len(found(late)) == count, "those of the game before stay as long as they are wanted"


def test_a_broker_can_be_made_to_forget_a_table(broker, listen, publish):
    publisher = publish(broker.port)
    publisher.told(first(2, "together-2-easy"), ())
    listen(broker.port).wait_for(STATE, stands(first(2, "together-2-easy")))
    publisher.close()
    forget_table(MqttSettings("127.0.0.1", broker.port, table="Table 1"), QUICK)
    assert listen(broker.port).settle().heard == []


def test_the_language_can_change_while_it_plays(broker, listen, publish):
    ear, publisher = listen(broker.port), publish(broker.port)
    publisher.told(first(1), ())
    ear.wait_for(STATE, stands(first(1)))
    publisher.speak(language("it"))
    state = json.loads(ear.wait_for(STATE, lambda payload: json.loads(payload)["language"] == "it"))
    assert state["said"]["player"] == "blu"
    assert found(ear)["tiles"]["name"] == "Tessere rimaste"


def test_two_tables_at_one_broker_do_not_mix(broker, listen, publish):
    ear, one, two = listen(broker.port), publish(broker.port), publish(broker.port, table="Table 2")
    one.told(first(5), ())
    two.told(first(9, "solo-hard"), ())
    ear.wait_for(STATE, stands(first(5)))
    ear.wait_for("pachamama/table-2/state", stands(first(9, "solo-hard")))
    assert not any(json.loads(each)["table"] != "Table 1" for each in ear.all(STATE))


# When the broker is no good ----------------------------------------------------------------------


def test_a_wrong_password_is_said_once_in_plain_words_and_the_right_one_gets_in(tmp_path, listen, publish):
    broker = Broker(tmp_path, users={MEMBER["user"]: MEMBER["password"]}).start()
    try:
        notices = Notices()
        wrong = publish(broker.port, tell=notices, **STRANGER)
        assert "refuses user or password" in notices.wait(1)[0]
        wrong.told(first(3), ())
        wrong.close()
        assert len(notices.said) == 1
        right = publish(broker.port, **MEMBER)
        right.told(first(3), ())
        ear = listen(broker.port, **MEMBER)
        ear.wait_for(STATE, stands(first(3)))
        assert not any(MEMBER["password"].encode() in payload for _, payload, _ in ear.heard)
    finally:
        broker.stop()


def test_a_missing_broker_is_said_once_and_so_is_that_it_came(broker, listen, publish):
    broker.stop()
    notices = Notices()
    publisher = publish(broker.port, tell=notices)
    publisher.told(first(3), ())
    assert "cannot be reached" in notices.wait(1)[0]
    broker.start()
    assert "there again" in notices.wait(2)[1]
    assert [notice.good for notice in notices.said] == [False, True]
    listen(broker.port).wait_for(STATE, stands(first(3)))


def test_a_short_cut_is_not_spoken_of(broker, listen, publish):
    notices = Notices()
    publisher = publish(broker.port, tell=notices, times=replace(QUICK, silence=600.0))
    listen(broker.port).wait_for(AVAILABILITY)
    broker.stop()
    broker.start()
    publisher.told(first(3), ())
    listen(broker.port).wait_for(STATE, stands(first(3)))
    assert notices.said == []


def test_a_broker_that_never_answers_keeps_nobody_waiting(mute_server, publish):
    notices = Notices()
    publisher = publish(mute_server.port, tell=notices, times=replace(QUICK, answer=0.1))
    assert mute_server.called.wait(PATIENCE)
    tell_game(publisher, records_of("competitive-2"))
    assert "cannot be reached" in notices.wait(1)[0]


def test_hands_play_on_whatever_the_broker_does(mute_server, publish):
    publisher = publish(mute_server.port)
    hands = Hands(scenario(1), SETUPS["competitive-2"], told=(publisher.told,))
    for entry in played("competitive-2").entries[1:]:
        hands.desk.inbox.put(Order(lambda record, oracle, command=entry.command: record.do(command, oracle)))
        hands.desk.work(0)
    assert hands.desk.game.events == played("competitive-2").events


def test_what_people_are_told_fits_on_the_wheel():
    settings = MqttSettings("192.168.178.105", 8883)
    refusal = MqttConnectError(5)
    refusal.rc = 135
    texts = [trouble(settings, MqttError("gone")), trouble(settings, refusal)]
    assert texts[0] != texts[1]
    for code in LANGUAGES:
        for text in texts:
            assert lay_out(Message(Kind.WARNING, text), language(code)).overflows == ()


# The secret --------------------------------------------------------------------------------------


def played_on(front, commands):
    """The same commands with another front of the disc."""
    wheel = Wheel(front)
    record, records = Record.begin(wheel.back), []
    for command in commands:
        record = record.do(command, wheel)
        records.append(record)
    return records


def another_front(front, record):
    """The same back and the same answers; everything that nobody has seen yet is otherwise."""
    terrains, crops = list(front.terrains), list(front.crops)
    seen = {TerrainRevealed: set(front.start), CropRevealed: set(front.start)}
    for event in record.events:
        if type(event) in seen:
            seen[type(event)].add(event.space)
    hidden = [space.index for space in front.board.spaces if space not in seen[TerrainRevealed]]
    turned = [terrains[index] for index in (*hidden[1:], *hidden[:1])]
    for index, terrain in zip(hidden, turned, strict=True):
        terrains[index] = terrain
    for space in front.board.spaces:
        if space not in seen[CropRevealed]:
            crops[space.index] = Crop(crops[space.index] % 5 + 1)
    return replace(front, terrains=tuple(terrains), crops=tuple(crops))


def all_bytes(broker, listen, publish, records):
    """Everything that leaves the table in a game, state after state."""
    ear = listen(broker.port)
    publisher = publish(broker.port)
    ear.wait_for(STATE)
    before = None
    for record in records:
        heard = len(ear.all(STATE))
        publisher.told(record, fresh_events(before, record))
        ear.wait(lambda ear, heard=heard: len(ear.all(STATE)) > heard)
        before = record
    publisher.close()
    ear.wait(lambda ear: ear.all(AVAILABILITY)[-1] == b"offline")
    forget_table(MqttSettings("127.0.0.1", broker.port, table="Table 1"), QUICK)
    ear.wait(lambda ear: ear.all(AVAILABILITY)[-1] == b"")
    ear.close()
    return ear


@pytest.mark.parametrize("name", ["competitive-2", "solo-hard", "together-3-normal"])
def test_no_byte_of_a_whole_game_tells_what_nobody_has_seen(name, broker, listen, publish):
    front, whole = scenario(1), played(name)
    commands = [entry.command for entry in whole.entries]
    for count in (10, len(commands) // 2, len(commands)):
        records = played_on(front, commands[:count])
        other = another_front(front, records[-1])
        assert other.back() == front.back()
        assert (other.terrains, other.crops) != (front.terrains, front.crops)
        twins = played_on(other, commands[:count])
        one, two = (all_bytes(broker, listen, publish, each) for each in (records, twins))
        assert [heard[:2] for heard in one.heard if heard[1]] == [
            heard[:2] for heard in two.heard if heard[1]
        ]


def test_every_state_of_a_whole_game_shows_only_what_the_wheel_has_shown(broker, listen, publish):
    name = "competitive-4"
    ear = all_bytes(broker, listen, publish, records_of(name))
    start = {str(space) for space in played(name).back.start}
    shown, crops, number = set(start), set(start), 0
    events = [each["event"] for each in ear.data(EVENTS)]
    for payload in ear.all(STATE):
        if not payload or json.loads(payload)["game"] is None:
            continue
        state = json.loads(payload)
        for event in events[number : state["game"]["events"]]:
            if event["kind"] == "terrain-revealed":
                shown.add(event["space"])
            if event["kind"] == "crop-revealed":
                crops.add(event["space"])
        number = state["game"]["events"]
        board = state["view"]["board"]
        for animal, row in zip(board["animals"], state["view"]["grid"], strict=True):
            for element, token in zip(board["elements"], row, strict=True):
                place = f"{element}/{animal}"
                assert token[0] == "." or place in shown
                assert token[1] == "." or place in crops
    assert number == len(played(name).events)


def test_a_publisher_never_holds_a_wheel_or_a_scenario(mute_server, publish):
    publisher = publish(mute_server.port)
    hands = Hands(scenario(2), SETUPS["solo-hard"], told=(publisher.told,))
    publisher.told(hands.desk.game, ())
    assert mute_server.called.wait(PATIENCE)
    publisher.close()
    reached = list(reachable_from(publisher))
    assert any(isinstance(item, Record) for item in reached)
    assert not any(isinstance(item, Wheel | Scenario) for item in reached)
