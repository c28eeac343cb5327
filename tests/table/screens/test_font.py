"""The faces know every letter of the four languages, and lay text out without losing any."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from update_words import TRANSLATED, load

from companion.table.screens.font import DIGITS, NUMBERS, TEXT, TITLE

ASCII = "".join(map(chr, range(32, 127)))
ACCENTED = "àâäáçéèêëíìîïñóòôöúùûüœæßÀÂÄÁÇÉÈÊËÍÌÎÏÑÓÒÔÖÚÙÛÜŒÆ"
SIGNS = "…–—−×·•’‘“”„«»→←↑↓°"


@pytest.mark.parametrize("face", [TEXT, TITLE], ids=["text", "title"])
def test_a_face_knows_the_letters_of_the_four_languages(face):
    assert [letter for letter in ASCII + ACCENTED + SIGNS if not face.knows(letter)] == []


@pytest.mark.parametrize("face", [TEXT, TITLE], ids=["text", "title"])
def test_no_two_letters_look_the_same(face):
    shapes = {}
    for letter in ASCII.replace(" ", "") + ACCENTED:
        shapes.setdefault(face.glyph(letter), []).append(letter)
    # A capital i, a small l and a bar are one stroke each in a face without serifs.
    alike = [letters for letters in shapes.values() if len(letters) > 1]
    assert all(set(letters) <= set("Il|") for letters in alike), alike


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_word_of_the_catalogues_can_be_written(code):
    unknown = {
        letter
        for message in load(code)
        for words in (message.string if isinstance(message.string, tuple) else (message.string,))
        for letter in words.replace("\n", " ")
        if not TEXT.knows(letter)
    }
    assert unknown == set()


def test_numbers_have_their_digits():
    for face in (NUMBERS, DIGITS):
        assert len({face.glyph(digit) for digit in "0123456789"}) == 10
    assert DIGITS.glyph("+") != DIGITS.glyph("−")


def test_an_unknown_letter_becomes_a_box_and_a_foreign_accent_its_letter():
    assert TEXT.glyph("中") == TEXT.glyph("\N{REPLACEMENT CHARACTER}")
    assert TEXT.glyph("ő") == TEXT.glyph("o")


@given(st.text("abcdefgh /-é:?", max_size=80), st.integers(20, 128))
def test_wrapping_keeps_every_letter_and_every_line_fits(text, width):
    lines = TEXT.wrap(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(TEXT.measure(line) <= width for line in lines)


@given(st.text("abcdefgh é", max_size=80), st.integers(20, 128))
def test_a_shortened_line_fits_and_says_so(text, width):
    short = TEXT.shorten(text, width)
    assert TEXT.measure(short) <= width
    assert short == text or short.endswith("…")


def test_a_french_sign_stays_with_its_word():
    for width in range(30, 100):
        assert all(not line.startswith((":", "?")) for line in TEXT.wrap("Arrêt : case vide ?", width))


def test_describing_a_screen_loads_no_pillow():
    modules = "companion.cli, companion.table.screens, companion.table.screens.font"
    code = f"import sys, {modules}; print('PIL' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
