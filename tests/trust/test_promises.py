"""Every promise of docs/threats.md is held by tests that are there, and every test of security holds a promise."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "threats.md"
BESIDE = {
    "test_a_developer_is_told_everything",
    "test_a_message_of_ours_is_said_as_ever",
    "test_whatever_the_program_did_python_is_as_before",
}
"""Tests of security that promise nothing: that the means to hold a promise do no harm."""


def promises() -> dict[str, list[str]]:
    """The promises by name, with the tests that hold them."""
    table = PAGE.read_text().split("## What we promise")[1].split("##")[0]
    rows = [row.strip("| ").split(" | ") for row in table.splitlines() if row.startswith("|")][2:]
    return {name: re.findall(r"`([^`]+)`", tests) for name, _, tests in rows}


@cache
def found_in(file: Path) -> frozenset[str]:
    """The tests that pytest finds in a file and does not pass over."""
    found = set()
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            if not any(mark.startswith(("pytest.mark.skip(", "pytest.mark.xfail")) for mark in marks):
                found.add(node.name)
    return frozenset(found)


def test_the_page_has_promises_each_with_a_name_of_its_own():
    rows = [row for row in PAGE.read_text().splitlines() if re.match(r"\| [a-z-]+ \| .*`tests/", row)]
    assert len(promises()) == len(rows) > 20


@pytest.mark.parametrize("name", promises())
def test_a_promise_is_held_by_tests_that_are_there(name):
    held_by = promises()[name]
    assert held_by
    for each in held_by:
        file, _, test = each.partition("::")
        assert Path(file).name.startswith("test_")
        assert test in found_in(ROOT / file), each


def test_every_test_of_security_holds_a_promise():
    here = {
        f"tests/trust/{file.name}::{test}"
        for file in Path(__file__).parent.glob("test_security_*.py")
        for test in found_in(file) - BESIDE
    }
    assert here <= {test for held_by in promises().values() for test in held_by}
