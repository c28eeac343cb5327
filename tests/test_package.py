"""The package as a whole."""

import doctest
import importlib
import pkgutil

import pytest

import companion
import hardware
import vision
from companion.cli import main


def modules():
    for package in (companion, hardware, vision):
        yield package.__name__
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield module.name


@pytest.mark.parametrize("name", list(modules()))
def test_every_module_imports_on_a_plain_machine_and_its_examples_run(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def test_the_version_needs_no_command(capsys):
    assert main(["--version", "--lang", "en"]) == 0
    assert capsys.readouterr().out == f"pachamama {companion.__version__}\n"
