"""``pachamama scenarios``: listing, export and import."""

import json
from dataclasses import replace

import pytest

from companion.cli import main
from companion.shelf import Origin, Shelf
from companion.tiwanaku.code import scenario_code, scenario_of_code
from tests.discs import content, disc


@pytest.fixture(autouse=True)
def shelf(tmp_path, monkeypatch):
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("companion.shelf.shipped_scenarios", lambda: tmp_path / "shipped")
    shelf = Shelf.own()
    shelf.keep(named("Attic find", 1, "short"), Origin.DISC)
    rated = replace(named("High plain", 2, "long"), certificate={"difficulty": "hard"})
    shelf.keep(rated, Origin.IMPORTED)
    return shelf


def named(name, seed, board):
    return replace(disc(seed, board), name=name)


def listed(capsys, *arguments):
    assert main(["scenarios", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_list_has_what_may_be_known(shelf, capsys):
    shelf.mark_played("High plain")
    assert listed(capsys) == {
        "scenarios": [
            {
                "name": "Attic find",
                "board": "short",
                "spaces": 25,
                "difficulty": None,
                "origin": "disc",
                "played": False,
            },
            {
                "name": "High plain",
                "board": "long",
                "spaces": 45,
                "difficulty": "hard",
                "origin": "imported",
                "played": True,
            },
        ],
        "damaged": [],
    }


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--board", "long"], ["High plain"]),
        (["--difficulty", "hard"], ["High plain"]),
        (["--board", "short", "--difficulty", "hard"], []),
    ],
)
def test_the_list_can_be_narrowed(arguments, names, capsys):
    assert [each["name"] for each in listed(capsys, *arguments)["scenarios"]] == names


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_no_list_shows_a_board_nor_a_start_tile(flags, capsys):
    assert main(["scenarios", *flags]) == 0
    shown = capsys.readouterr().out
    scenario = disc(2, "long")
    assert "High plain" in shown
    assert not any(content(scenario, space).token in shown for space in scenario.board.spaces)
    assert not any(str(space) in shown for space in scenario.start)


def test_a_damaged_file_is_named_and_the_rest_listed(shelf, capsys):
    (shelf.folder / "discs" / "bad.toml").write_text("grid = 3")
    assert main(["scenarios"]) == 0
    captured = capsys.readouterr()
    assert "2 scenarios." in captured.out
    assert "bad.toml" in captured.err
    assert len(captured.err.splitlines()) == 1


def test_a_code_goes_out_and_comes_in_as_the_same_scenario(shelf, capsys):
    assert main(["scenarios", "export", "high PLAIN"]) == 0
    code = capsys.readouterr().out.strip()
    assert scenario_of_code(code, "x").crops == disc(2, "long").crops
    assert main(["scenarios", "import", code, "--name", "From  Anna"]) == 0
    assert "“From Anna”" in capsys.readouterr().out
    assert shelf.scenario("From Anna").terrains == disc(2, "long").terrains


@pytest.mark.parametrize(("file", "begins"), [("code.png", b"\x89PNG"), ("code.SVG", b"<?xml")])
def test_a_qr_code_is_written_and_not_overwritten_unasked(file, begins, tmp_path, capsys):
    path = tmp_path / file
    assert main(["scenarios", "export", "Attic find", "--qr", str(path)]) == 0
    assert path.read_bytes().startswith(begins)
    path.write_bytes(b"precious")
    assert main(["scenarios", "export", "Attic find", "--qr", str(path)]) == 2
    assert path.read_bytes() == b"precious"
    assert main(["scenarios", "export", "Attic find", "--qr", str(path), "--replace"]) == 0
    assert path.read_bytes().startswith(begins)


def test_a_terminal_shows_the_qr_code_below_the_code(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(["scenarios", "export", "Attic find"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 10


CODE = scenario_code(disc(3, "short"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--board", "middle"],
        ["--difficulty", "silly"],
        ["export", "Nowhere"],
        ["export", "Attic find", "--qr", "code.gif"],
        ["import", CODE[:-1], "--name", "New"],
        ["import", CODE, "--name", "attic FIND"],
        ["import", CODE, "--name", "a/b"],
        ["import", CODE],
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(arguments, shelf, capsys):
    before = shelf.listing()
    assert main(["scenarios", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert shelf.listing() == before


def test_an_import_replaces_only_when_asked_to(shelf):
    assert main(["scenarios", "import", CODE, "--name", "Attic find", "--replace"]) == 0
    assert shelf.scenario("Attic find").crops == disc(3, "short").crops
