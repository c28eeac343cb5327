"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import companion.tiwanaku
from companion.words import LANGUAGES, T, language

MODULES = [
    "companion.errors",
    "companion.files",
    "companion.words",
    *(module.name for module in pkgutil.walk_packages(companion.tiwanaku.__path__, "companion.tiwanaku.")),
]


def catalogues_are_compiled():
    return all(language(code).say(T("sand")) != "sand" for code in LANGUAGES if code not in ("en", "de"))


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_module_are_true(name):
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(module, name):
        if not catalogues_are_compiled():
            # These two need the compiled catalogues.
            test.examples = [each for each in test.examples if 'language("' not in each.source]
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
