"""Our lines in the Raspberry Pi's config.txt."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starter import boot_config
from starter.boot_config import has_i2c, with_i2c, without_i2c


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n", True),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n", True),
        ("dtparam=i2c_arm=on\n", False),
        ("#dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n", False),
        ("[pi5]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n", False),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000\ndtparam=i2c_arm=off\n", False),
        ("", False),
    ],
)
def test_whether_the_bus_is_on_and_fast(text: str, right: bool) -> None:
    assert has_i2c(text) is right
    assert (with_i2c(text) == text) is right
    assert has_i2c(with_i2c(text))


@given(
    st.lists(
        st.sampled_from(["dtparam=audio=on", "[pi4]", "[all]", "dtparam=i2c_arm=off", "# a note", "", "a=1"])
    )
)
def test_our_lines_go_in_once_and_come_out_whole(lines: list[str]) -> None:
    text = "".join(line + "\n" for line in lines)
    once = with_i2c(text)
    assert has_i2c(once)
    assert with_i2c(once) == once
    assert without_i2c(once) == text


def test_the_example_runs() -> None:
    assert doctest.testmod(boot_config).failed == 0
