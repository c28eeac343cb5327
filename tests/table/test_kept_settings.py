"""The wheel's settings last longer than an evening."""

import pytest

from companion.errors import Unreadable
from companion.table.coach.mode import CoachMode
from companion.table.kept_settings import load_settings, parse_settings, save_settings, settings_file
from companion.table.wheel import WheelSettings

USUAL = WheelSettings(language="it")


@pytest.mark.parametrize(
    "settings",
    [
        WheelSettings(),
        WheelSettings(hold_time=0.5, language="de", coach=CoachMode.TEACHING, warnings=True, brightness=1),
    ],
)
def test_what_was_chosen_is_there_again(settings, tmp_path):
    save_settings(tmp_path, settings)
    assert load_settings(tmp_path, USUAL) == settings


def test_without_a_file_the_usual_settings_hold(tmp_path):
    assert load_settings(tmp_path, USUAL) == USUAL


def test_a_damaged_file_is_set_aside_and_kept(tmp_path):
    settings_file(tmp_path).write_text("hold_time = ")
    assert load_settings(tmp_path, USUAL) == USUAL
    assert not settings_file(tmp_path).exists()
    assert [path.read_text() for path in tmp_path.iterdir()] == ["hold_time = "]


@pytest.mark.parametrize(
    "line",
    [
        "hold_time = 0.1",
        'hold_time = "long"',
        "hold_time = nan",
        'language = "es"',
        "hints = 1",
        'coach = "loud"',
        "warnings = 1",
        "brightness = 7",
        "loud = true",
    ],
)
def test_a_wrong_setting_is_refused_with_its_file(line):
    with pytest.raises(Unreadable, match=r"wheel\.toml"):
        parse_settings(f"format = 1\n{line}\n", "wheel.toml")


@pytest.mark.parametrize(
    ("line", "mode"), [("hints = false", CoachMode.OFF), ("hints = true", CoachMode.REQUEST)]
)
def test_a_file_of_before_that_switched_hints_is_still_understood(line, mode):
    assert parse_settings(f"format = 1\n{line}\n", "wheel.toml").coach is mode
