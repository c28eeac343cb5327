"""A project's folder, and a make-believe computer to start it on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.make_believe import FakeComputer


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "benchmarks").mkdir(parents=True)
    (root / "pyproject.toml").write_text('[dependency-groups]\ndev = ["pytest>=8"]\n')
    return root


@pytest.fixture
def computer(tmp_path: Path) -> FakeComputer:
    return FakeComputer(tmp_path)
