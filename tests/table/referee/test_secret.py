"""The referee is given what everybody at the table can see, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import companion.table.referee

FOLDER = Path(companion.table.referee.__file__).parent
SECRETS = {"Wheel", "Scenario", "parse_scenario", "solution"}


def test_no_part_of_the_referee_can_name_a_solution():
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text())
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                names |= {alias.name for alias in node.names}
        assert not names & SECRETS, path.name
