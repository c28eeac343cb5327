from __future__ import annotations

import pytest

from companion.table.broadcast import MqttSettings, Publisher, Times
from companion.words import language
from tests.table.broadcast.broker import Broker, Ear, Gate, MuteServer

QUICK = Times(answer=5.0, first_pause=0.02, longest_pause=0.1, silence=0.0)


@pytest.fixture
def broker(tmp_path):
    broker = Broker(tmp_path).start()
    yield broker
    broker.stop()


@pytest.fixture
def listen():
    """Makes ears that are closed at the end."""
    ears = []

    def make(port, **options):
        ears.append(Ear(port, **options))
        return ears[-1]

    yield make
    for ear in ears:
        ear.close()


@pytest.fixture
def publish():
    """Makes publishers that are closed at the end."""
    made = []

    def make(port, *, tell=lambda notice: None, times=QUICK, words="en", **settings):
        settings = MqttSettings(**({"host": "127.0.0.1", "port": port, "table": "Table 1"} | settings))
        made.append(Publisher(settings, words=language(words), tell=tell, times=times))
        made[-1].start()
        return made[-1]

    yield make
    for publisher in made:
        publisher.close()


@pytest.fixture
def mute_server():
    server = MuteServer()
    yield server
    server.close()


@pytest.fixture
def gate(broker):
    gate = Gate(broker.port).open()
    yield gate
    gate.cut()
