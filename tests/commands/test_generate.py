"""``pachamama generate`` as other tools and people call it."""

import json

import pytest

from companion.cli import main
from companion.tiwanaku.scenario import parse_scenario


def run(capsys, *arguments):
    code = main(["generate", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_same_seed_prints_the_same_scenario(capsys):
    first = run(capsys, "--board", "short", "--seed", "7")
    assert first == run(capsys, "--board", "short", "--seed", "7")
    assert first[0] == 0
    assert parse_scenario(first[1], "printed").board.name == "short"


def test_without_a_seed_chance_decides(capsys):
    assert run(capsys, "--board", "short")[1] != run(capsys, "--board", "short")[1]


def test_json_holds_the_whole_scenario(capsys):
    _, out, _ = run(capsys, "--board", "long", "--seed", "1", "--json")
    data = json.loads(out)
    assert [len(row) for row in data["grid"]] == [9] * 5
    assert len(data["otoma"]) == 5
    assert set(data["otoma"].values()) <= set(data["start"])
    assert data["certificate"]["seed"] == 1


def test_the_scenario_of_a_day_is_the_same_for_everybody(capsys):
    assert run(capsys, "--daily", "2026-11-30") == run(capsys, "--daily", "2026-11-30")
    assert run(capsys, "--daily", "2026-11-30")[1] != run(capsys, "--daily", "2026-12-01")[1]


def test_many_are_written_to_a_folder_whatever_the_number_of_cores(tmp_path, capsys, monkeypatch):
    for cores in (1, 2):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        folder = tmp_path / str(cores)
        assert run(capsys, "--board", "short", "--seed", "3", "--count", "4", "--out", str(folder))[0] == 0
    names = sorted(path.name for path in (tmp_path / "1").iterdir())
    assert names == [f"short-{seed}.toml" for seed in (3, 4, 5, 6)]
    for name in names:
        assert (tmp_path / "1" / name).read_text() == (tmp_path / "2" / name).read_text()


def test_nothing_is_overwritten_unless_asked(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    code, _, error = run(capsys, "--board", "short", "--seed", "1", "--out", str(path))
    assert (code, path.read_text()) == (2, "precious")
    assert "--replace" in error
    assert run(capsys, "--board", "short", "--seed", "1", "--out", str(path), "--replace")[0] == 0
    assert parse_scenario(path.read_bytes(), "mine").name


@pytest.mark.parametrize(
    "arguments",
    [
        ["--board", "huge"],
        ["--seed", "-1"],
        ["--seed", "many"],
        ["--difficulty", "impossible"],
        ["--daily", "tomorrow"],
        ["--daily", "2026-11-30", "--seed", "1"],
        ["--count", "0"],
        ["--board", "short", "--seed", "1", "--out", "/dev/null/file.toml"],
    ],
)
def test_what_cannot_be_done_gets_one_line_and_exit_code_2(arguments, capsys):
    code, out, error = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert len(error.splitlines()) == 1
