"""What a person sees of ``./play`` and ``./check``, on a make-believe computer: no network, no waiting."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from starter.commands import start
from starter.system import System
from starter.words import LANGUAGES, SENTENCES, voice_for

from tests.tools.make_believe import NO_NETWORK, BecameAnother, check, edit_pyproject, play


def test_first_play_prepares_then_runs_the_product_with_the_users_words(computer, project):
    assert play(computer, project, "--lang", "fr") is None
    assert "First start" in computer.shown
    assert "Ready" in computer.shown
    assert computer.became == [str(project / ".venv/bin/pachamama"), "play", "--lang", "fr"]


def test_any_other_command_prepares_too_and_runs_with_the_users_words(computer, project):
    with pytest.raises(BecameAnother):
        start(["pachamama", "check", "a.toml"], computer, project)
    assert computer.became == [str(project / ".venv/bin/pachamama"), "check", "a.toml"]


def test_an_environment_that_is_a_link_to_another_folders_is_left_alone(computer, project, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious").touch()
    (project / ".venv").symlink_to(elsewhere)
    play(computer, project)
    assert (elsewhere / "precious").exists()
    assert not (project / ".venv").is_symlink()


def test_second_play_starts_at_once_and_silently(computer, project):
    play(computer, project)
    play(computer, project)
    assert (len(computer.venvs), len(computer.installs)) == (1, 1)
    assert computer.shown == ""


def test_a_changed_pyproject_is_installed_into_the_same_environment(computer, project):
    play(computer, project)
    edit_pyproject(project)
    play(computer, project)
    assert (len(computer.venvs), len(computer.installs)) == (1, 2)
    assert "up to date" in computer.shown


def test_new_words_reach_the_player_too(computer, project):
    play(computer, project)
    catalogue = project / "companion/words/locale/fr/LC_MESSAGES/pachamama.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "sand"\nmsgstr "sable"\n')
    play(computer, project)
    assert len(computer.installs) == 2


def test_a_moved_folder_gets_a_new_environment(computer, project):
    play(computer, project)
    moved = project.rename(project.with_name("elsewhere"))
    play(computer, moved)
    assert len(computer.venvs) == 2


def test_a_system_that_went_to_another_python_gets_a_new_environment(computer, project):
    play(computer, project)
    computer.python = computer.python.rename(computer.python.with_name("python3.13"))
    computer.executable = str(computer.python)
    play(computer, project)
    assert len(computer.venvs) == 2


def test_check_adds_its_tools_to_the_environment_of_play(computer, project):
    play(computer, project)
    assert check(computer, project) == 0
    assert len(computer.venvs) == 1
    assert "pytest>=8" not in computer.installs[0]
    assert "pytest>=8" in computer.installs[1]


def test_play_after_check_has_nothing_to_install(computer, project):
    check(computer, project)
    play(computer, project)
    assert len(computer.installs) == 1


def test_raspberry_pi_sees_the_cameras_library_of_its_system(computer, project):
    computer.is_raspberry_pi = True
    play(computer, project)
    assert "--system-site-packages" in computer.venvs[0]


@pytest.mark.parametrize(
    ("model", "is_pi"),
    [(b"Raspberry Pi 5 Model B Rev 1.0\0", True), (b"Radxa ROCK 5B\0", False), (None, False)],
)
def test_a_raspberry_pi_is_known_by_its_model(tmp_path, model, is_pi):
    system = System()
    system.model_file = str(tmp_path / "model")
    if model is not None:
        Path(system.model_file).write_bytes(model)
    assert system.is_raspberry_pi is is_pi


def test_other_computers_stay_apart_from_their_system(computer, project):
    play(computer, project)
    assert "--system-site-packages" not in computer.venvs[0]


def test_check_runs_every_step_and_names_those_that_failed(computer, project):
    computer.failing = {"mypy", "lint-imports"}
    assert check(computer, project) == 1
    names = [Path(command[0]).name for command in computer.calls]
    assert names == ["python", "ruff", "ruff", "mypy", "lint-imports", "pytest"]
    assert computer.shown.splitlines()[-1].startswith("Failed: Types, Layers (")


def test_check_says_when_all_is_well(computer, project):
    assert check(computer, project) == 0
    assert "=== Tests: pytest -n auto" in computer.shown
    assert computer.shown.splitlines()[-1].startswith("All is well")


def test_bench_runs_every_benchmark(computer, project):
    for name in ("bench_solver.py", "bench_camera.py", "shared.py"):
        (project / "benchmarks" / name).touch()
    assert check(computer, project, "bench") == 0
    assert [command[1] for command in computer.calls] == [
        "benchmarks/bench_camera.py",
        "benchmarks/bench_solver.py",
    ]


def test_docs_builds_the_documents(computer, project):
    assert check(computer, project, "docs") == 0
    assert [command[1] for command in computer.calls] == ["tools/build_docs.py"]


@pytest.mark.parametrize("more", [[], ["--only", "soak", "--minutes", "10"]])
def test_trust_runs_the_campaigns_and_writes_the_report(computer, project, more):
    assert check(computer, project, "trust", *more) == 0
    (command,) = computer.calls
    assert command[1:] == ["-m", "tests.trust", "--report", *more]


@pytest.mark.parametrize("words", [["bench"], ["nonsense"], ["bench", "more"], ["docs", "trust"]])
def test_a_mode_that_is_not_there_gets_a_sentence_and_2_before_anything_is_installed(
    computer, project, words
):
    assert check(computer, project, *words) == 2
    assert computer.warned.strip()
    assert not computer.venvs


def test_help_needs_no_installation(computer, project):
    assert check(computer, project, "--help") == 0
    assert "./check bench" in computer.shown
    assert play(computer, project, "--help") == 0
    assert "Ctrl-C" in computer.shown
    assert not computer.venvs


def test_play_help_goes_on_to_the_products_own(computer, project):
    play(computer, project)
    assert play(computer, project, "--help") is None
    assert computer.became[-2:] == ["play", "--help"]


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "fr_CH.UTF-8", "LC_ALL": "de"}, "de"),
        ({"LANG": "en_GB", "LANGUAGE": "es:it:fr"}, "it"),
        ({"LANG": "nds_DE"}, "en"),
    ],
)
def test_the_users_language_is_spoken(environ, code):
    assert voice_for(environ).code == code


def test_a_german_sees_german(computer, project):
    computer.environ = {"LANG": "de_AT.UTF-8"}
    computer.pip_says = NO_NETWORK
    play(computer, project)
    assert "Das Netz ist nicht erreichbar" in computer.warned


@pytest.mark.parametrize("key", SENTENCES)
def test_every_sentence_is_there_in_every_language_with_the_same_gaps(key):
    sentences = SENTENCES[key]
    assert len(sentences) == len(LANGUAGES)
    gaps = [sorted(gap for _, gap, _, _ in string.Formatter().parse(text) if gap) for text in sentences]
    assert all(each == gaps[0] for each in gaps)
