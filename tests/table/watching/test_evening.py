"""A game through everything: rendered pictures, the eye, the referee, the wheel; live, and followed from a recording."""

from __future__ import annotations

import json

import cv2
import pytest

from companion.cli import main
from companion.table.demo.evening import Evening
from companion.table.demo.people import Pace
from companion.tiwanaku.game import Discover, Enter, Mode, Setup
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.scenario import write_scenario
from vision.profile import save_profile

COMMANDS = 4  # two players bring in a meeple and discover


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The first turns of a demonstration, its pictures in a folder, and what its eye had learnt before."""
    folder = tmp_path_factory.mktemp("evening")
    evening = Evening(
        morning_valley(),
        Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN)),
        style="worn",
        seed=3,
        # Who only sees pictures needs a moment more than who hears the wheel.
        pace=Pace(rest=60),
    )
    pictures = folder / "pictures"
    pictures.mkdir()
    for number in range(400):
        assert evening.step()
        picture = evening.seen.frame.picture
        cv2.imwrite(str(pictures / f"{number:04}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        if number == 0:
            # Taught with the layout alone, before the first piece of this game was seen.
            save_profile(evening.profile, folder / "eye.npz")
        if len(evening.game.entries) > COMMANDS and evening.people.resting:
            break
    (folder / "scenario.toml").write_text(write_scenario(morning_valley()))
    return evening, folder


def test_a_demonstration_is_followed_by_the_eye_alone(recorded):
    evening, _ = recorded
    commands = [entry.command for entry in evening.game.entries[1:]]
    assert [type(command) for command in commands[:4]] == [Enter, Discover, Enter, Discover]
    assert evening.people.unnoticed == []
    assert evening.alerts == []
    assert evening.lookout.watched.tasks == ()


def test_the_recording_tells_the_same_walks_and_discoveries(recorded, capsys):
    evening, folder = recorded
    code = main(
        [
            "watch",
            str(folder / "pictures"),
            "--scenario",
            str(folder / "scenario.toml"),
            "--players",
            "blue,green",
            "--profile",
            str(folder / "eye.npz"),
            "--json",
        ]
    )
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = [line["event"] for line in lines if "event" in line]
    moved = [event["path"][-1] for event in told if event["kind"] == "meeple-moved"]
    laid = [event["space"] for event in told if event["kind"] == "tile-laid"]
    commands = [entry.command for entry in evening.game.entries]
    assert code == 0
    assert moved == [str(each.to) for each in commands if isinstance(each, Enter)]
    assert laid == [str(each.space) for each in commands if isinstance(each, Discover)]
    assert not [line for line in lines if "alert" in line]


def test_a_source_that_is_none_is_said_so(tmp_path, capsys):
    file = tmp_path / "scenario.toml"
    file.write_text(write_scenario(morning_valley()))
    assert main(["watch", str(tmp_path / "nothing"), "--scenario", str(file), "--players", "blue,green"]) == 2
    assert "nothing" in capsys.readouterr().err
