"""The page's files: every sentence is marked, nothing is fetched from elsewhere, data never becomes markup."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.web.words import page_words

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
STRING = r'"((?:[^"\\]|\\.)*)"'
LONGEST = 300


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_sentence_of_a_script_is_marked_for_translation(script):
    text = script.read_text()
    words = page_words("en")
    said = re.findall(rf"\bt\(\s*{STRING}", text)
    counted = re.findall(rf"\btn\(\s*{STRING},\s*{STRING}", text)
    assert [sentence for sentence in said if sentence not in words] == []
    assert [pair for pair in counted if words.get(pair[0]) != {"one": pair[0], "many": pair[1]}] == []


def test_no_marked_sentence_is_left_over():
    text = "".join(script.read_text() for script in SCRIPTS)
    assert [sentence for sentence in page_words("en") if f'"{sentence}"' not in text] == []


@pytest.mark.parametrize("code", ["en", "fr", "de", "it"])
def test_letters_tell_terrains_and_colours_apart(code):
    words = page_words(code)
    assert len({words[letter] for letter in "DSGR"}) == 4
    assert len({words[letters] for letters in ("Br", "W", "Gr", "Bl", "P", "Y")}) == 6


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_data_never_becomes_markup_and_a_script_is_short(script):
    text = script.read_text()
    for danger in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert danger not in text
    assert len(text.splitlines()) <= LONGEST


@pytest.mark.parametrize(
    "file",
    [*SCRIPTS, STATIC / "index.html", STATIC / "page.css", STATIC / "board.css"],
    ids=lambda file: file.name,
)
def test_nothing_is_fetched_from_elsewhere(file):
    addresses = re.findall(
        r"(?:https?:)?//[\w.-]+\.\w+[^\s\"')]*", re.sub(r"^\s*//.*|\s// .*", "", file.read_text(), flags=re.M)
    )
    assert [address for address in addresses if "www.w3.org/2000/svg" not in address] == []


def test_the_page_has_no_script_or_style_of_its_own_inside():
    text = (STATIC / "index.html").read_text()
    assert "style=" not in text
    assert "<style" not in text
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []


def test_the_page_is_kept_whole_for_times_without_the_network():
    listed = set(json.loads(re.search(r"const FILES = (\[.*?\]);", (STATIC / "sw.js").read_text(), re.S)[1]))
    there = {f"/{path.relative_to(STATIC)}" for path in STATIC.rglob("*") if path.suffix in (".js", ".css")}
    assert there - {"/sw.js"} <= listed
    assert {path for path in listed if path != "/" and not (STATIC / path[1:]).exists()} == set()
