"""``pachamama recap`` as people call it."""

import json

import pytest

from companion.cli import main
from tests.table.recap.games import exported, played


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(exported(played("competitive-2", 1, "short"))))
    return path


def test_a_page_and_a_picture_are_written(game, tmp_path, capsys):
    page, picture = tmp_path / "recap.html", tmp_path / "recap.png"
    assert main(["recap", str(game), "--out", str(page), "--png", str(picture), "--lang", "de"]) == 0
    assert str(picture) in capsys.readouterr().out
    assert '<html lang="de">' in page.read_text(encoding="utf-8")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_time_the_page_says_that_odds_are_missing(game, tmp_path, capsys):
    page = tmp_path / "recap.html"
    assert main(["recap", str(game), "--out", str(page), "--seconds", "0"]) == 0
    assert "not worked out" in page.read_text(encoding="utf-8")


def test_what_is_no_game_is_refused_in_one_line(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text("{}")
    assert main(["recap", str(path), "--out", str(tmp_path / "recap.html")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "recap.html").exists()


def test_a_page_that_cannot_be_written_is_told(game, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["recap", str(game), "--out", str(tmp_path / "file" / "recap.html")]) == 2
    assert "recap.html" in capsys.readouterr().err
