"""Every sentence a person sees exists in four languages."""

import ast
import re
import string
from pathlib import Path

import pytest

from tools.update_words import ROOT, SOURCES, TRANSLATED, load, sentences, untranslated


@pytest.fixture(scope="module")
def template():
    return sentences()


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_marked_sentence_is_translated(code, template):
    assert len(template) > 100, "the sentences were not found in the source"
    assert untranslated(load(code), template) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_fills_the_same_gaps_as_its_sentence(code):
    for message in load(code):
        originals = message.id if isinstance(message.id, tuple) else (message.id,)
        translations = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = {gap for original in originals for gap in gaps(original)}
        for translation in translations:
            assert gaps(translation) == wanted, f"{code}: {message.id}"


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_holds_no_sentence_that_the_source_has_dropped(code, template):
    known = {message.id for message in template}
    assert [message.id for message in load(code) if message.id not in known] == []


def gaps(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


# A sentence: a capital or a gap, then words with blanks between. Identifiers, paths and regular expressions are not.
SENTENCE = re.compile(r"^[A-ZÀ-Ý{][^\n]*?[a-z}]{2,}[,:;]? [a-zA-Z{][^\n]*[.!?…]$")
WORDS_CALLS = {"T", "TN"}
# What developers read, not players: log lines and the reasons of programming errors.
UNSEEN_CALLS = {"debug", "info", "warning", "error", "exception", "critical", "getLogger"}


@pytest.mark.parametrize(
    "path",
    [p for s in SOURCES for p in sorted((ROOT / s).rglob("*.py"))],
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_no_sentence_in_the_source_is_left_unmarked(path: Path):
    assert unmarked_sentences(path.read_text(encoding="utf-8")) == []


def test_an_unmarked_sentence_would_be_found():
    source = 'raise Unreadable(T("Seen well."))\nprint("This one is not marked.")\nlog.info("Not for players at all.")'
    assert unmarked_sentences(source) == ["This one is not marked."]


def unmarked_sentences(source):
    tree = ast.parse(source)
    allowed = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in WORDS_CALLS | UNSEEN_CALLS:
            allowed |= {id(inner) for inner in ast.walk(node)}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            allowed.add(id(node.value))  # a docstring
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in allowed
        and SENTENCE.match(node.value)
    ]


def called(node):
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
