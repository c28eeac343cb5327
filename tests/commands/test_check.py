"""``pachamama check`` as other tools and people call it."""

import json
import subprocess
import sys

import pytest

from companion.cli import main

VALID_POSITION = '''format = 1
board = "short"
tiles = { dirt = 6, sand = 7, grass = 6, rock = 6 }
grid = """
S3 .. S. .. ..
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
"""
'''


@pytest.fixture
def position(tmp_path):
    path = tmp_path / "position.toml"
    path.write_text(VALID_POSITION)
    return path


def test_a_valid_position_is_called_valid(position, capsys):
    assert main(["check", str(position), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"valid": True, "violations": []}


def test_a_broken_position_names_law_spaces_and_reason(position, capsys):
    position.write_text(VALID_POSITION.replace(".. .. .. .. ..", ".. G3 .. .. ..", 1))
    assert main(["check", str(position), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["valid"] is False
    [violation] = answer["violations"]
    assert violation["law"] == "crop-adjacent"
    assert set(violation["spaces"]) == {"river/condor", "leaf/lizard"}
    assert "chili" in violation["message"]


def test_the_reason_is_given_in_the_wished_language(position, capsys):
    position.write_text(VALID_POSITION.replace(".. .. .. .. ..", ".. G3 .. .. ..", 1))
    assert main(["check", str(position), "--lang", "de"]) == 1
    assert "Chili neben Chili" in " ".join(capsys.readouterr().out.split())


def test_a_scenario_is_not_drawn_unless_asked(tmp_path, capsys):
    path = tmp_path / "scenario.toml"
    path.write_text(SCENARIO)
    assert main(["check", str(path)]) == 0
    assert "S1" not in capsys.readouterr().out
    assert main(["check", str(path), "--show"]) == 0
    assert "S1" in capsys.readouterr().out


# The smallest legal board: all four spaces touch each other, so their crops differ.
SCENARIO = '''format = 1
name = "By hand"
board = "tiny"
grid = """
S1 S2
S3 S4
"""
'''


@pytest.fixture(autouse=True)
def own_boards(tmp_path, monkeypatch):
    """A board of one's own, two by two, lies where people put theirs."""
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "boards"
    folder.mkdir(parents=True)
    (folder / "tiny.toml").write_text(
        'format = 1\nname = "tiny"\nelements = ["river", "leaf"]\nanimals = ["condor", "lizard"]\ndiversity_levels = 4\n'
    )


def test_a_wrong_board_of_ones_own_is_refused_with_its_reason(position, tmp_path, capsys):
    (tmp_path / "home" / "boards" / "odd.toml").write_text(
        'format = 1\nname = "odd"\nelements = ["river", "yak"]\n'
    )
    assert main(["check", str(position)]) == 2
    error = capsys.readouterr().err
    assert "odd.toml, line 3" in error
    assert "yak" in error


@pytest.mark.parametrize(
    "kind", ["missing", "folder", "binary", "huge", "empty", "no-toml", "not-utf8", "other-toml"]
)
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_what_cannot_be_read_gets_one_line_and_exit_code_2(kind, flags, tmp_path, capsys):
    path = tmp_path / "file.toml"
    if kind == "folder":
        path.mkdir()
    elif kind == "huge":
        with path.open("wb") as file:
            file.truncate(100_000_000)
    elif kind != "missing":
        content = {
            "binary": bytes(range(256)) * 40,
            "empty": b"",
            "no-toml": b"S3 S1 D1\n",
            "not-utf8": b'name = "\xff"\n',
            "other-toml": b'[project]\nname = "x"\n',
        }
        path.write_bytes(content[kind])
    assert main(["check", str(path), *flags]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert str(path) in captured.err
    if flags:
        assert json.loads(captured.out)["valid"] is False
    else:
        assert captured.out == ""


@pytest.mark.parametrize(
    "arguments", [["check"], ["chekc", "x"], ["check", "x", "--wrong"], ["--lang", "es", "check", "x"]]
)
def test_a_mistyped_command_gets_one_line_and_exit_code_2(arguments, capsys):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1


def test_help_loads_no_hardware_and_no_heavy_package():
    heavy = {"cv2", "numpy", "gpiozero", "luma", "PIL", "serial", "picamera2", "pysat"}
    script = (
        "import sys; from companion.cli import main; code = main(['--help']); "
        f"print(code, sorted({heavy!r} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "0 []"
