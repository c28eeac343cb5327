import pytest

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import LANGUAGES, TN, T, language, wished_language


@pytest.mark.parametrize(
    ("terrain", "names"),
    [
        (Terrain.DIRT, ("dirt", "terre", "Erde", "terra")),
        (Terrain.SAND, ("sand", "sable", "Sand", "sabbia")),
        (Terrain.GRASS, ("grass", "herbe", "Gras", "erba")),
        (Terrain.ROCK, ("rock", "roche", "Fels", "roccia")),
        (Crop.SWEET_POTATO, ("sweet potato", "patate douce", "Süßkartoffel", "patata dolce")),
        (Crop.COCA_LEAF, ("coca leaf", "feuille de coca", "Koka", "foglia di coca")),
        (Crop.CHILI, ("chili", "piment", "Chili", "peperoncino")),
        (Crop.CORN, ("corn", "maïs", "Mais", "mais")),
        (Crop.QUINOA, ("quinoa", "quinoa", "Quinoa", "quinoa")),
    ],
)
def test_the_pieces_are_called_as_in_the_rulebooks(terrain, names):
    assert tuple(language(code).say(terrain) for code in LANGUAGES) == names


def test_names_inside_a_sentence_are_said_in_its_language():
    space = official_board("short").space("sun/llama")
    text = T("{space} is listed twice.", space=space)
    assert language("fr").say(text) == "soleil/lama est indiqué deux fois."
    assert str(text) == "sun/llama is listed twice."


def test_a_list_is_said_piece_by_piece():
    assert language("it").say(T("{file}: valid.", file=[Colour.BLUE, Terrain.ROCK])) == "blu, roccia: valido."


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 loi violée"), (0, "0 loi violée"), (2, "2 lois violées")]
)
def test_the_number_decides_the_wording(count, words):
    text = TN("{file}: {count} broken law.", "{file}: {count} broken laws.", count, file="a")
    assert language("fr").say(text) == f"a : {words}."


@pytest.mark.parametrize(
    ("option", "environment", "expected"),
    [
        (None, {}, "en"),
        (None, {"LANG": "de_AT.UTF-8"}, "de"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "fr_FR.UTF-8", "LC_ALL": "it_IT"}, "it"),
        (None, {"LANG": "fr_FR.UTF-8", "LANGUAGE": "es:de"}, "de"),
        (None, {"LANG": "es_ES.UTF-8"}, "en"),
        ("fr-CA", {"LANG": "de_DE"}, "fr"),
        ("DE", {}, "de"),
    ],
)
def test_the_option_wins_over_the_environment(option, environment, expected):
    assert wished_language(option, environment) == expected


def test_a_sentence_with_braces_in_its_values_is_said_as_it_is():
    assert str(T("{file}: valid.", file="{odd}.toml")) == "{odd}.toml: valid."
