"""``pachamama explain`` as other tools and people call it."""

import json

import pytest

from companion.cli import main

POSITION = '''format = 1
board = "short"
tiles = { dirt = 6, sand = 7, grass = 6, rock = 6 }
grid = """
S. D. .. .. ..
R. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
"""
'''


@pytest.fixture
def position(tmp_path):
    path = tmp_path / "position.toml"
    path.write_text(POSITION)
    return path


def test_tools_read_what_is_certain_and_why(position, capsys):
    assert main(["explain", str(position), "--space", "river/condor", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["space"] == "river/condor"
    assert answer["conclusion"] == {"terrain": "sand", "crop": 1}
    [step] = answer["steps"]
    assert step["technique"] == "single-space-region"
    assert step["spaces"] == ["river/condor", "leaf/condor", "river/lizard"]
    assert "sweet potato" in step["text"]


def test_people_see_the_board_and_the_steps(position, capsys):
    assert main(["explain", str(position), "--space", "river/condor"]) == 0
    shown = capsys.readouterr().out
    assert "[S.]" in shown
    assert "1. Region of one space." in shown


def test_nothing_certain_is_said_plainly(position, capsys):
    assert main(["explain", str(position), "--space", "sun/turtle", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["conclusion"] == {"terrain": None, "crop": None}
    assert answer["steps"] == []


def test_an_unknown_space_is_refused_in_one_line(position, capsys):
    assert main(["explain", str(position), "--space", "sun/yak"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_spaces_that_contradict_each_other_are_named(position, capsys):
    position.write_text(POSITION.replace("S. D. ..", "S3 D3 .."))
    assert main(["explain", str(position), "--space", "sun/turtle"]) == 2
    assert "river/condor, leaf/condor" in capsys.readouterr().err
