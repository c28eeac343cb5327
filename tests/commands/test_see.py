"""``pachamama learn`` and ``pachamama see``, from pictures of the virtual table to lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands.learning import parse_corners
from companion.errors import Unreadable
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.position import Position, write_position
from companion.words import LANGUAGES
from tests.vision.test_eye import some_game
from vision.reader import teach_in
from vision.sim import VirtualTable


def corners_of(table):
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in table.corners)


def write(path, table):
    cv2.imwrite(str(path), table.shoot().picture)
    return str(path)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with a picture to learn from, its position, a learnt profile, and a game to read."""
    folder = tmp_path_factory.mktemp("desk")
    table = VirtualTable(teach_in(official_board("short")), seed=4)
    write(folder / "teach.jpg", table)
    (folder / "teach.toml").write_text(write_position(table.position))
    (folder / "corners").write_text(corners_of(table))
    assert learn(folder, "--corners", corners_of(table)) == 0
    table.position = some_game()
    write(folder / "game.jpg", table)
    table.stand_meeple("leaf/condor", None)
    write(folder / "again.jpg", table)
    cv2.imwrite(str(folder / "black.jpg"), np.zeros((720, 1280, 3), np.uint8))
    (folder / "broken.jpg").write_bytes((folder / "game.jpg").read_bytes()[:100])
    return folder


def learn(folder, *options, image="teach.jpg", profile="table.profile"):
    arguments = [
        str(folder / image),
        "--position",
        str(folder / "teach.toml"),
        "--profile",
        str(folder / profile),
    ]
    return main(["learn", *arguments, *options])


def see(desk, *images, options=("--json",)):
    return main(
        ["see", *(str(desk / image) for image in images), "--profile", str(desk / "table.profile"), *options]
    )


def test_a_picture_is_read_into_one_line_of_json(desk, capsys):
    assert see(desk, "game.jpg") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    read = json.loads(lines[0])
    assert list(read) == ["image", "grid", "meeples", "unsure"]
    assert read["image"] == str(desk / "game.jpg")
    position = some_game()
    wrong = [
        str(space)
        for space in position.board.spaces
        if read["grid"][space.row][space.column] != token(position, space)
        and str(space) not in read["unsure"]
    ]
    assert not wrong
    assert len(read["unsure"]) <= 2


def token(position: Position, space) -> str:
    terrain, crop = position.terrain(space), position.crop(space)
    return (terrain.letter if terrain else ".") + (str(crop.level) if crop else ".")


def test_several_pictures_in_one_go_each_get_their_line_and_the_worst_decides(desk, capsys):
    assert see(desk, "game.jpg", "black.jpg", "again.jpg") == 1
    captured = capsys.readouterr()
    read = [json.loads(line) for line in captured.out.splitlines()]
    assert [each["grid"] is None for each in read] == [False, True, False]
    assert "No board in sight" in read[1]["error"]
    assert "black.jpg" in captured.err
    assert see(desk, "broken.jpg", "game.jpg", "none.jpg") == 2
    captured = capsys.readouterr()
    assert [json.loads(line)["grid"] is None for line in captured.out.splitlines()] == [True, False, True]
    assert len(captured.err.splitlines()) == 2


def test_for_people_the_board_is_drawn(desk, capsys):
    assert see(desk, "game.jpg", options=()) == 0
    shown = capsys.readouterr().out
    assert "S3" in shown
    assert "condor" in shown


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_says_that_no_board_is_in_sight(desk, capsys, code):
    assert see(desk, "black.jpg", options=("--lang", code)) == 1
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert ("No board" in captured.err) == (code == "en")


def test_a_picture_for_tuning_shows_the_grid(desk, tmp_path):
    out = tmp_path / "out.png"
    assert see(desk, "game.jpg", options=("--annotate", str(out))) == 0
    drawn, plain = cv2.imread(str(out)), cv2.imread(str(desk / "game.jpg"))
    assert drawn.shape == plain.shape
    corners = [
        (float(x), float(y)) for x, y in (pair.split(",") for pair in (desk / "corners").read_text().split())
    ]
    top = [
        ((1 - t) * corners[0][0] + t * corners[1][0], (1 - t) * corners[0][1] + t * corners[1][1])
        for t in (0.3, 0.7)
    ]
    for x, y in top:
        around = (slice(round(y) - 4, round(y) + 5), slice(round(x) - 4, round(x) + 5))
        assert np.abs(drawn[around].astype(int) - plain[around]).max() > 60, "a line along the grid's edge"
    assert see(desk, "game.jpg", "black.jpg", options=("--annotate", str(out))) == 1
    assert (tmp_path / "out-1.png").exists()
    assert (tmp_path / "out-2.png").exists()
    assert see(desk, "game.jpg", options=("--annotate", str(tmp_path / "out.xyz"))) == 2


def test_learning_goes_on_from_a_profile_and_needs_no_corners_then(desk, tmp_path, capsys):
    (tmp_path / "teach.toml").write_bytes((desk / "teach.toml").read_bytes())
    (tmp_path / "table.profile").write_bytes((desk / "table.profile").read_bytes())
    table = VirtualTable(teach_in(official_board("short")), seed=4)
    table.nudge(0.2, 0.1, 2)
    write(tmp_path / "teach.jpg", table)
    assert learn(tmp_path) == 0
    assert "learnt" in capsys.readouterr().out
    assert (tmp_path / "table.profile").read_bytes() != (desk / "table.profile").read_bytes()


def test_markers_are_found_by_themselves(tmp_path):
    table = VirtualTable(teach_in(official_board("short")), seed=4, markers=True)
    write(tmp_path / "teach.jpg", table)
    (tmp_path / "teach.toml").write_text(write_position(table.position))
    assert learn(tmp_path) == 0


def test_a_bare_table_teaches_what_it_shows_and_says_what_is_missing(tmp_path, capsys):
    table = VirtualTable(some_game(), seed=4)
    write(tmp_path / "teach.jpg", table)
    (tmp_path / "teach.toml").write_text(write_position(table.position))
    assert learn(tmp_path, "--corners", corners_of(table)) == 0
    said = capsys.readouterr().out
    assert "blue" in said
    assert "sand" not in said


def test_a_picture_of_another_position_is_not_learnt(desk, tmp_path, capsys):
    for name in ("table.profile", "teach.toml"):
        (tmp_path / name).write_bytes((desk / name).read_bytes())
    table = VirtualTable(some_game(), seed=4)
    for space in table.position.board.spaces:
        table.lay_tile(str(space), next(iter(type(table.position.terrains[0]))))
    write(tmp_path / "teach.jpg", table)
    assert learn(tmp_path) == 2
    assert "does not show" in capsys.readouterr().err
    assert (tmp_path / "table.profile").read_bytes() == (desk / "table.profile").read_bytes()


@pytest.mark.parametrize(
    ("corners", "word"),
    [
        ("1,2 3,4", "x,y"),
        ("a,b c,d e,f g,h", "x,y"),
        ("300,150 980,150 980,570 300,9999", "outside"),
        ("300,570 980,570 980,150 300,150", "clockwise"),
        ("300,150 980,570 980,150 300,570", "enclose"),
        ("5,5 6,5 6,6 5,6", "enclose"),
    ],
    ids=["two", "letters", "outside", "wrong way", "crossed", "tiny"],
)
def test_corners_that_cannot_be_meant(desk, tmp_path, capsys, corners, word):
    for name in ("teach.jpg", "teach.toml"):
        (tmp_path / name).write_bytes((desk / name).read_bytes())
    assert learn(tmp_path, "--corners", corners) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert word in captured.err
    assert not (tmp_path / "table.profile").exists()


def test_a_black_picture_teaches_nothing(desk, tmp_path, capsys):
    (tmp_path / "teach.toml").write_bytes((desk / "teach.toml").read_bytes())
    (tmp_path / "teach.jpg").write_bytes((desk / "black.jpg").read_bytes())
    assert learn(tmp_path) == 2
    assert "black" in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, b"", b"hello"], ids=["missing", "empty", "text"])
def test_a_profile_that_is_none_gets_one_line_and_exit_code_2(desk, tmp_path, capsys, content):
    path = tmp_path / "bad.profile"
    if content is not None:
        path.write_bytes(content)
    assert main(["see", str(desk / "game.jpg"), "--json", "--profile", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert "bad.profile" in captured.err
    if content is not None:
        for name in ("teach.jpg", "teach.toml"):
            (tmp_path / name).write_bytes((desk / name).read_bytes())
        assert learn(tmp_path, profile="bad.profile") == 2, "and it is not overwritten"
        assert path.read_bytes() == content


def test_corners_are_numbers():
    assert parse_corners("0,0 10.5,0 10,10 0,10")[1] == (10.5, 0)
    with pytest.raises(Unreadable):
        parse_corners("")


def test_see_loads_no_game_no_solver_no_virtual_table_and_no_terminal_art(desk):
    script = (
        "import sys; from companion.cli import main; "
        f"code = main(['see', {str(desk / 'game.jpg')!r}, '--json', '--profile', {str(desk / 'table.profile')!r}]); "
        "print(code, sorted(name for name in sys.modules if name.split('.')[0] in ('pysat', 'PIL', 'gpiozero', 'luma', 'picamera2', 'segno') "
        "or name.startswith(('vision.sim', 'companion.tiwanaku.deduction', 'companion.tiwanaku.game', 'companion.table'))))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "0 []"
