"""``pachamama doctor``, as people and programs read it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import doctoring
from companion.commands.doctoring import NAMES, see_doctor
from companion.table.equipment import load_equipment
from companion.words import language
from hardware.doctor import PARTS
from hardware.doctor.live import hands
from hardware.doctor.machine import Machine
from hardware.virtual.camera import VirtualCamera
from tests.hardware.doctor_machine import FakeMachine


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    machine = FakeMachine(tmp_path / "root")
    machine.shooter = VirtualCamera()
    return machine


def see(machine, *only, as_json=False):
    return see_doctor(language("en"), only, as_json=as_json, with_hands=True, machine=machine)


def test_every_part_has_a_name_for_people():
    assert set(PARTS) <= set(NAMES)


def test_a_healthy_table(folder, pi, capsys):
    assert see(pi) == 0
    said = capsys.readouterr().out
    assert "✓ Display: The display took the test picture." in said
    assert "→" not in said, "nobody is asked to turn where no terminal is"
    assert said.splitlines()[-1].startswith("Nothing is broken.")


def test_a_broken_part_says_what_to_do_and_shows_in_the_exit_code(folder, pi, capsys):
    pi.commands["vcgencmd get_throttled"] = "throttled=0x1"
    assert see(pi) == 1
    said = capsys.readouterr().out
    assert "✗ Power: The voltage is too low now.\n    Use the power supply" in said


def test_json_has_the_same_names_in_every_language(folder, pi, capsys):
    pi.commands["vcgencmd get_throttled"] = "throttled=0x1"
    assert see_doctor(language("de"), (), as_json=True, with_hands=True, machine=pi) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["state"] == "broken"
    assert [part["part"] for part in told["parts"]] == list(PARTS)
    power = next(part for part in told["parts"] if part["part"] == "power")
    assert power["state"] == "broken"
    assert power["facts"] == {"flags": 1}
    assert "Spannung" in power["text"]


def test_only_the_parts_that_are_asked_for(folder, capsys):
    assert main(["doctor", "clock", "disk", "--lang", "en", "--json"]) == 0
    assert [part["part"] for part in json.loads(capsys.readouterr().out)["parts"]] == ["clock", "disk"]


def test_an_unknown_part_is_one_line(folder, capsys):
    assert main(["doctor", "engine", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "engine is no part" in said
    assert said.count("\n") == 1


def test_settings_that_cannot_be_read_are_a_finding(folder, pi, capsys):
    (folder / "settings.toml").write_text("format = 1\n[hardware.oled]\nadress = 61\n")
    assert see(pi, "board") == 1
    said = capsys.readouterr().out
    assert "✗ Settings:" in said
    assert "oled.adress" in said
    assert "✓ Computer" in said


def test_the_settings_say_what_is_soldered_where(folder, pi, capsys):
    (folder / "settings.toml").write_text("format = 1\n[hardware.oled]\naddress = 0x3D\n")
    pi.addresses = [0x3D]
    assert load_equipment(folder).oled.address == 0x3D
    assert see(pi, "i2c") == 0
    assert "✓ I2C bus" in capsys.readouterr().out


def test_in_a_terminal_a_hand_is_asked_for(folder, pi, capsys, monkeypatch):
    in_a_terminal(monkeypatch)
    monkeypatch.setattr(doctoring, "hands", lambda controls, queue, say: asked.append(controls) or HEARD)
    asked = []
    assert see(pi, "controls") == 0
    assert len(asked) == 1
    assert "By hand" in capsys.readouterr().out


ASKED = sorted(name for name in dir(Machine) if not name.startswith("_") and callable(getattr(Machine, name)))
"""All that the doctor can ask of a machine."""


def in_a_terminal(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr(doctoring, "SHOWN_FOR", 0.0)


@pytest.mark.parametrize(
    "error", [OSError(5, "Input/output error"), RuntimeError("of a driver"), ImportError("x")]
)
@pytest.mark.parametrize("name", [*ASKED, "run"])
def test_whatever_a_machine_fails_at_every_part_is_told_of(folder, pi, capsys, monkeypatch, name, error):
    def fail(*words, **options):
        raise error

    in_a_terminal(monkeypatch)
    monkeypatch.setattr(doctoring, "hands", partial(hands, patience=0.001))
    monkeypatch.setattr(pi, name, fail)
    assert see(pi) in (0, 1)
    said = capsys.readouterr().out
    for part in PARTS:
        assert f" {NAMES[part]}: " in said


HEARD = doctoring.Diagnosis("hands", doctoring.State.FINE, doctoring.VERDICTS[doctoring.State.FINE])
