"""``pachamama deduce`` as other tools and people call it."""

import json
import subprocess
import sys
from io import StringIO

import pytest
from rich.console import Console

from companion.cli import main
from companion.commands.waiting import Work

POSITION = '''format = 1
board = "short"
tiles = { dirt = 4, sand = 5, grass = 8, rock = 8 }
grid = """
.. D2 .. R2 ..
.. .. .. R5 R1
.. .. G1 G. ..
.. .. .. S4 S.
D1 S. G1 G. ..
"""
'''


@pytest.fixture
def position(tmp_path):
    path = tmp_path / "position.toml"
    path.write_text(POSITION)
    return path


def answer(capsys):
    return json.loads(capsys.readouterr().out)


def test_tools_read_every_space(position, capsys):
    assert main(["deduce", str(position), "--json"]) == 0
    data = answer(capsys)
    assert data["consistent"] is True
    assert len(data["spaces"]) == 25
    assert data["spaces"]["sun/condor"] == {"terrain": ["rock"], "crop": [4]}
    assert data["spaces"]["leaf/lizard"] == {"terrain": ["grass"], "crop": [4, 5]}
    assert set(data) == {"consistent", "spaces"}


def test_people_see_what_is_certain_in_brackets(position, capsys):
    assert main(["deduce", str(position)]) == 0
    shown = capsys.readouterr().out
    assert "[R]" in shown
    assert "[4]" in shown
    assert "?" not in shown


def test_without_time_nothing_is_claimed(position, capsys):
    assert main(["deduce", str(position), "--json", "--seconds", "0"]) == 3
    data = answer(capsys)
    assert data["consistent"] is None
    assert data["spaces"]["river/condor"] == {"terrain": [], "crop": []}
    assert data["undecided"]["mountain/condor"]["terrain"]
    assert main(["deduce", str(position), "--seconds", "0"]) == 3
    shown = capsys.readouterr().out
    assert "not decided yet" in shown
    assert "?" in shown


def test_odds_are_exact_and_sum_to_one(position, capsys):
    assert main(["deduce", str(position), "--json", "--odds"]) == 0
    odds = answer(capsys)["odds"]
    assert odds["exact"] is True
    assert odds["boards"] == 8
    assert odds["spaces"]["leaf/lizard"]["crop"] == {"4": 0.125, "5": 0.875}
    assert main(["deduce", str(position), "--odds", "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    assert "8 Spielpläne passen zur Stellung." in shown
    assert "Quinoa 88%" in shown


def test_a_contradiction_names_its_spaces(position, capsys):
    position.write_text(POSITION.replace(".. D2 .. R2", ".. D2 D2 R2"))
    assert main(["deduce", str(position), "--json"]) == 1
    data = answer(capsys)
    assert data["consistent"] is False
    assert data["contradiction"]["spaces"] == ["leaf/condor", "mountain/condor"]
    assert all(not value for space in data["spaces"].values() for value in space.values())
    assert main(["deduce", str(position)]) == 1
    shown = capsys.readouterr().out
    assert "[D2]" in shown
    assert "crop-adjacent" in shown


def test_a_crop_on_no_terrain_is_a_contradiction(position, capsys):
    position.write_text(POSITION.replace(".. D2 ..", ".3 D2 .."))
    assert main(["deduce", str(position), "--json"]) == 1
    assert answer(capsys)["contradiction"]["spaces"] == ["river/condor"]


def test_numbers_that_no_board_has_are_a_contradiction(position, capsys):
    position.write_text(POSITION.replace("dirt = 4", "dirt = 5"))
    assert main(["deduce", str(position), "--json"]) == 1
    assert answer(capsys)["contradiction"]["spaces"] == []


def test_what_cannot_be_read_is_one_line(tmp_path, capsys):
    assert main(["deduce", str(tmp_path / "missing.toml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_stopping_keeps_what_is_known_so_far():
    def run(stop):
        while not stop():
            pass
        return "so far"

    def interrupted():
        raise KeyboardInterrupt

    work = Work(run)
    assert work.result(interrupted, Console(force_terminal=True, file=StringIO())) == "so far"
    assert work.stopped


def test_a_failure_of_the_work_is_not_hidden():
    def run(stop):
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        Work(run).result(lambda: "", Console())


def test_help_does_not_load_the_solver():
    program = "import sys; from companion.cli import main; main(['--help']); print('pysat' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip().endswith("False")
