"""A lesson's file: what is no lesson is refused by name."""

from __future__ import annotations

from importlib import resources

import pytest

from companion.errors import Unreadable
from companion.table.lessons.lesson_file import parse_lesson


@pytest.mark.parametrize("steps", ["3", "true", '"text"', "{ text = 1 }"])
def test_steps_that_are_no_list_are_refused(steps):
    text = resources.files("companion").joinpath("lessons", "sizes.toml").read_text("utf-8")
    head, _, _ = text.partition("[[step]]")
    with pytest.raises(Unreadable, match="step must be a table"):
        parse_lesson(f"step = {steps}\n{head}", "own.toml")
