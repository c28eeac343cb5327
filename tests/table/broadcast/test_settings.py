"""Where news go is written by people: what is wrong is said by file and line, with what to do."""

from __future__ import annotations

import pytest

from companion.errors import Unreadable
from companion.table.broadcast.settings import (
    MqttSettings,
    load_settings,
    parse_settings,
    settings_file,
)

HEAD = 'format = 1\n[mqtt]\nhost = "broker.club"\n'


def test_without_a_file_or_a_section_nothing_leaves_the_table(tmp_path):
    assert load_settings(tmp_path) is None
    settings_file(tmp_path).write_text("format = 1\n")
    assert load_settings(tmp_path) is None
    settings_file(tmp_path).write_text(HEAD + "on = false\n")
    assert load_settings(tmp_path) is None


def test_a_host_is_all_it_needs(tmp_path):
    settings_file(tmp_path).write_text(HEAD)
    assert load_settings(tmp_path) == MqttSettings("broker.club")


def test_everything_can_be_said(tmp_path):
    (tmp_path / "club.pem").write_text("a certificate")
    (tmp_path / "secret").write_text("vicuña 77\n")
    lines = [
        "tls = true",
        'ca_file = "club.pem"',
        'user = "table7"',
        'password_file = "secret"',
        'table = "Table 7"',
        'base = "club/tiwanaku"',
        "home_assistant = false",
        'discovery = "ha"',
    ]
    settings_file(tmp_path).write_text(HEAD + "\n".join(lines))
    settings = load_settings(tmp_path)
    assert (settings.port, settings.user, settings.password) == (8883, "table7", "vicuña 77")
    assert settings.ca_file == str(tmp_path / "club.pem")
    assert settings.topic("state") == "club/tiwanaku/table-7/state"
    assert settings.id == "club_tiwanaku_table-7"
    assert "vicuña" not in repr(settings)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prot = 1883", "did you mean port"),
        ("colour = 1", "known are"),
        ("port = 0", "1 to 65535"),
        ('port = "1883"', "1 to 65535"),
        ("port = true", "1 to 65535"),
        ("tls = 1", "true or false"),
        ('on = "yes"', "true or false"),
        ("user = 7", "text in quotes"),
        ('user = "' + "x" * 101 + '"', "text in quotes"),
        ('password = "vicuña"', "write it into a file"),
        ('password_file = "nowhere"', "no such file"),
        ('password_file = "empty"', "first line must be the password"),
        ('password_file = "secret"', "needs a user"),
        ('ca_file = "secret"', "tls = true"),
        ('table = "桌"', "a letter from a to z"),
        ('base = "a//b"', "between words"),
        ('base = "#"', "between words"),
        ('base = "/a"', "between words"),
        ('discovery = "+"', "between words"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(line, said, tmp_path):
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "secret").write_text("vicuña 77\n")
    with pytest.raises(Unreadable, match=r"settings\.toml, line 4: ") as raised:
        parse_settings(HEAD + line, "settings.toml", tmp_path)
    assert said in str(raised.value)
    assert "vicuña" not in str(raised.value)


@pytest.mark.parametrize("host", ["", " ", "mqtt://broker", "a b"])
def test_a_host_is_a_name_or_an_address(host):
    with pytest.raises(Unreadable, match="name or address"):
        parse_settings(f'format = 1\n[mqtt]\nhost = "{host}"\n', "settings.toml")


def test_a_section_without_a_host_is_refused():
    with pytest.raises(Unreadable, match="name or address"):
        parse_settings("format = 1\n[mqtt]\n", "settings.toml")
