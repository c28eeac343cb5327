"""``pachamama mqtt``, and what ``pachamama play`` makes of the settings."""

from __future__ import annotations

import sys

import pytest

from companion.cli import main
from companion.commands.broadcasting import start_broadcast
from companion.table.broadcast import settings_file
from companion.table.inbox import Inbox
from companion.table.screens.descriptions import Kind
from companion.words import language
from tests.table.broadcast.broker import Broker, Ear, free_port
from tests.table.journal.games import first


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path))
    return tmp_path


def write(folder, port, more=""):
    text = f'format = 1\n[mqtt]\nhost = "127.0.0.1"\nport = {port}\ntable = "Tisch 1"\n{more}'
    settings_file(folder).write_text(text)


def test_without_settings_it_says_where_they_belong(folder, capsys):
    assert main(["mqtt", "--lang", "en"]) == 2
    assert f"under [mqtt] in {settings_file(folder)}" in capsys.readouterr().err


def test_a_broker_that_is_missing_is_said_in_one_line(folder, capsys):
    write(folder, free_port())
    assert main(["mqtt", "--lang", "de"]) == 2
    said = capsys.readouterr().err
    assert "nicht erreichbar" in said
    assert said.count("\n") == 1


def test_a_broker_is_tried_and_made_to_forget(folder, capsys):
    broker = Broker(folder).start()
    write(folder, broker.port)
    try:
        assert main(["mqtt", "--lang", "en"]) == 0
        assert "pachamama/tisch-1/#" in capsys.readouterr().out
        publisher = start_broadcast(folder, Inbox(), language("en"))
        publisher.told(first(3), ())
        ear = Ear(broker.port)
        ear.wait_for("pachamama/tisch-1/state", lambda payload: b'"phase"' in payload)
        publisher.close()
        ear.close()
        assert main(["mqtt", "--forget", "--lang", "en"]) == 0
        late = Ear(broker.port).settle()
        late.close()
        assert late.heard == []
    finally:
        broker.stop()


def test_without_settings_nothing_is_started(folder):
    inbox = Inbox()
    assert start_broadcast(folder, inbox, language("en")) is None
    assert inbox.wait(0) == []


def test_wrong_settings_are_told_on_the_wheel_and_keep_nobody_from_playing(folder):
    write(folder, 1883, "tls = 3\n")
    inbox = Inbox()
    assert start_broadcast(folder, inbox, language("en")) is None
    (alert,) = inbox.wait(0)
    assert alert.kind is Kind.WARNING
    assert "tls must be true or false" in str(alert.text)


def test_without_the_package_it_says_how_to_get_it(folder, monkeypatch):
    write(folder, 1883)
    monkeypatch.setitem(sys.modules, "aiomqtt", None)
    inbox = Inbox()
    assert start_broadcast(folder, inbox, language("en")) is None
    (alert,) = inbox.wait(0)
    assert "pip install aiomqtt" in str(alert.text)
