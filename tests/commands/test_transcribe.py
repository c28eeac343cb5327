"""``pachamama transcribe`` with lines from a made-up keyboard."""

import io
from random import Random

import pytest

from companion.cli import main
from companion.shelf import Shelf
from companion.tiwanaku.pieces import Terrain
from tests.discs import content, disc, with_slips


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def typing(monkeypatch):
    """Runs the command while somebody types these lines; the exit code."""

    def run(lines, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return main(["transcribe", *arguments])

    return run


SCENARIO = disc(2, "short")
BACK = [
    "short",
    " ".join(str(SCENARIO.terrains.count(terrain)) for terrain in Terrain),
    *(f"{space} {content(SCENARIO, space).token}" for space in SCENARIO.start),
    "",
]
FRONT = [content(SCENARIO, space).token for space in SCENARIO.board.spaces]


def test_a_disc_is_entered_and_kept_by_name(typing, home, capsys):
    assert typing(BACK + FRONT, "Attic find") == 0
    assert "kept as “Attic find”" in capsys.readouterr().out
    assert Shelf.own().scenario("attic find").crops == SCENARIO.crops
    assert list((home / "drafts").iterdir()) == []


@pytest.mark.parametrize("entered", range(0, 28, 3))
def test_it_goes_on_after_the_lines_end_anywhere(typing, entered, capsys):
    lines = BACK + FRONT
    assert typing(lines[:entered], "Attic find") == 1
    assert "goes on where it was" in capsys.readouterr().out
    assert typing(lines[entered:], "attic FIND") == 0
    assert Shelf.own().scenario("Attic find").name == ("Attic find" if entered else "attic FIND")


def test_an_interrupt_loses_nothing(monkeypatch, capsys):
    lines = iter([*BACK, *FRONT[:3]])

    class Keyboard:
        def readline(self):
            line = next(lines, None)
            if line is None:
                raise KeyboardInterrupt
            return f"{line}\n"

    monkeypatch.setattr("sys.stdin", Keyboard())
    assert main(["transcribe", "Attic find"]) == 1
    assert "every entry is saved" in capsys.readouterr().out
    assert Shelf.own().draft("Attic find").entered == 3


def test_slips_are_reported_by_place_and_checked_by_somebody_else(typing, capsys):
    slipped, [slip] = with_slips(SCENARIO, 1, Random(4))
    Shelf.own().save_draft(slipped)
    assert typing(["q"], SCENARIO.name, "--recheck") == 1
    shown = capsys.readouterr().out
    assert str(slip) in shown
    assert slipped.front[slip].token not in shown
    assert typing([content(SCENARIO, slip).token], SCENARIO.name, "--recheck") == 0
    assert Shelf.own().scenario(SCENARIO.name).terrains == SCENARIO.terrains


def test_there_is_nothing_to_check_again_before_the_end(typing, capsys):
    assert typing([], "Attic find", "--recheck") == 2
    assert "No disc “Attic find”" in capsys.readouterr().err
    typing(BACK + FRONT[:4], "Attic find")
    assert typing([], "Attic find", "--recheck") == 2
    assert "4 of 25" in capsys.readouterr().err


def test_without_a_name_the_begun_ones_are_shown_and_a_name_is_asked_for(typing, capsys):
    typing(BACK + FRONT[:4], "Attic find")
    capsys.readouterr()
    assert typing(["Attic find", *FRONT[4:]]) == 0
    assert "Attic find, 4 of 25" in capsys.readouterr().out


def test_a_name_that_is_taken_or_none_is_refused_before_anything_is_asked(typing, capsys):
    typing(BACK + FRONT, "Attic find")
    capsys.readouterr()
    for name in ("ATTIC find", "../x"):
        assert typing(BACK, name) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert len(captured.err.splitlines()) == 1
    assert typing(BACK + FRONT, "ATTIC find", "--replace") == 0
    assert Shelf.own().scenario("Attic find").name == "ATTIC find"


def test_a_damaged_draft_is_said_in_one_line_and_left_alone(typing, home, capsys):
    path = home / "drafts" / "attic-find.toml"
    path.parent.mkdir(parents=True)
    path.write_text("format = 1\n")
    assert typing(BACK, "Attic find") == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert str(path) in captured.err
    assert path.read_text() == "format = 1\n"


def test_the_screen_is_wiped_before_every_question(typing, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    typing(BACK + FRONT[:5], "Attic find")
    screens = capsys.readouterr().out.split("\033[2J\033[3J\033[H")
    assert len(screens) == len(BACK) + 5 + 3
    assert all(len(screen.splitlines()) <= 2 for screen in screens)


def test_taking_everything_back_leaves_no_draft(typing, home):
    typing(["short", "u", "q"], "Attic find")
    assert list((home / "drafts").iterdir()) == []


@pytest.mark.parametrize("code", ["fr", "de", "it"])
def test_it_speaks_the_wished_language(typing, code, capsys):
    assert typing(BACK + FRONT, "Attic find", "--lang", code) == 0
    assert "disc is kept" not in capsys.readouterr().out
