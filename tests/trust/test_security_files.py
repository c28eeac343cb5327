"""Who may read what Pachamama keeps, and where it writes: modes, older files, links laid as traps, names from elsewhere."""

from __future__ import annotations

import json
import os
import stat
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import PachamamaError
from companion.files import keep_bytes
from companion.library import tighten
from companion.shelf import Origin, Shelf, shipped_scenarios
from companion.table.journal import Journal
from companion.table.kept_settings import save_settings
from companion.table.wheel import WheelSettings
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.code import scenario_code
from companion.tiwanaku.scenario import write_scenario
from companion.tiwanaku.transcription import Transcription
from companion.web.guests import Guests
from companion.web.phones_file import save_devices
from tests.table.journal.games import first, keep
from tests.tiwanaku.game.table import scenario
from vision.profile import Profile, save_profile

LAX = 0o000
"""A system that lets everybody read and write everything."""


@contextmanager
def umask(mask):
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def keep_everything(home: Path) -> str:
    """Have every kind of file that a table keeps, by the code that keeps it; the id of the saved game."""
    keeper = Journal(home).begin(scenario(1))
    keep(keeper, first(1), first(9))
    keeper.close()
    shelf = Shelf(home, shipped_scenarios())
    shelf.keep(scenario(2), Origin.DISC)
    shelf.keep(scenario(3), Origin.IMPORTED)
    shelf.mark_played("Random 2")
    shelf.save_draft(Transcription("Half a disc", official_board("short")))
    guests = Guests("000000")
    guests.welcome("Ana", 1.0, member=True)
    save_devices(home, guests.devices, ())
    save_settings(home, WheelSettings())
    save_profile(Profile(official_board("short")), home / "eye.npz")
    return keeper.id


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def kept(home: Path) -> list[Path]:
    return sorted(path for path in home.rglob("*"))


def test_only_the_owner_may_read_what_a_table_keeps(tmp_path):
    home = tmp_path / "config" / "pachamama"
    with umask(LAX):
        keep_everything(home)
    files = [path for path in kept(home) if path.is_file()]
    assert {path.name for path in files} >= {
        "games.sqlite",
        "phones.json",
        "wheel.toml",
        "played.toml",
        "eye.npz",
    }
    assert len(files) == 8, "a new kind of file: is it private, and does library.tighten know it?"
    assert {mode(path) for path in files} == {0o600}
    folders = [home, home.parent, *(path for path in kept(home) if path.is_dir())]
    assert {mode(path) for path in folders} == {0o700}


def test_files_of_older_versions_are_tightened_when_a_table_is_played(tmp_path, monkeypatch):
    home = tmp_path / "home"
    keep_everything(home)
    (home / "settings.toml").write_text("format = 1\n")
    for path in kept(home):
        path.chmod(0o777 if path.is_dir() else 0o666)
    monkeypatch.setenv("PACHAMAMA_HOME", str(home))
    # Nobody has that colour: it ends before it looks for a wheel, and has tightened them before.
    assert main(["play", "--players", "pink"]) == 2
    assert {mode(path) for path in kept(home) if path.is_file()} == {0o600}
    assert {mode(path) for path in kept(home) if path.is_dir()} == {0o700}


def test_what_is_not_ours_keeps_its_mode(tmp_path):
    """Somebody may have their own folder for everything as PACHAMAMA_HOME."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    for folder in (home, elsewhere):
        folder.mkdir(mode=0o755)
    others = [home / "notes.toml", home / "public.html", elsewhere / "disc.toml", elsewhere / "phones.json"]
    for path in others:
        path.write_text("")
        path.chmod(0o644)
    (home / "discs").symlink_to(elsewhere)
    (home / "phones.json").symlink_to(elsewhere / "phones.json")
    tighten(home)
    assert {mode(path) for path in others} == {0o644}
    assert mode(home) == mode(elsewhere) == 0o755


@pytest.mark.parametrize("words", [(), ("--with-solution",)], ids=["public", "with its solution"])
def test_an_exported_game_is_for_its_owner_alone(tmp_path, monkeypatch, words):
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path / "home"))
    with umask(LAX):
        game = keep_everything(tmp_path / "home")
        assert main(["games", "export", game, "--out", str(tmp_path / "game.json"), *words]) == 0
        assert main(["generate", "--board", "short", "--seed", "7", "--out", str(tmp_path / "new.toml")]) == 0
        assert main(["scenarios", "export", "Random 2", "--qr", str(tmp_path / "code.svg")]) == 0
    assert {mode(tmp_path / name) for name in ("game.json", "new.toml", "code.svg")} == {0o600}


def test_what_is_meant_to_be_shown_round_is_as_the_system_has_it(tmp_path):
    with umask(0o022):
        keep_bytes(tmp_path / "recap.html", b"x", shared=True)
    assert mode(tmp_path / "recap.html") == 0o644


def test_a_deleted_game_leaves_no_byte_of_its_solution(tmp_path):
    journal = Journal(tmp_path)
    row = write_scenario(scenario(1)).split('"""')[1].strip().splitlines()[0].encode()
    for seed in (1, 2):
        keeper = journal.begin(scenario(seed))
        keep(keeper, first(1, seed=seed), first(9, seed=seed))
        keeper.close()
    assert row in journal.path.read_bytes()
    journal.delete(journal.games()[-1].id)
    assert len(journal.games()) == 1
    for path in kept(tmp_path):
        assert row not in path.read_bytes()


# Links ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["played.toml", ".played.toml.new"])
def test_a_link_laid_where_a_file_is_kept_has_nothing_written_elsewhere(tmp_path, where):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    home = tmp_path / "home"
    home.mkdir()
    (home / where).symlink_to(victim)
    keep_bytes(home / "played.toml", b"new")
    assert victim.read_text() == "precious"
    assert not (home / "played.toml").is_symlink()
    assert [path.name for path in home.iterdir()] == ["played.toml"]


def test_a_file_left_by_a_power_cut_lends_its_mode_to_nobody(tmp_path):
    (tmp_path / ".disc.toml.new").write_text("half")
    (tmp_path / ".disc.toml.new").chmod(0o666)
    keep_bytes(tmp_path / "disc.toml", b"whole")
    assert mode(tmp_path / "disc.toml") == 0o600


# Names ----------------------------------------------------------------------------------------------

CLIMBING = [
    "../../up",
    "..",
    "/etc/passwd",
    "a/../../b",
    "a\0b",
    "..\\up",
    "~root",
    "disc/../../x",
    "%2e%2e%2fup",
]


@pytest.mark.parametrize("name", CLIMBING)
def test_no_name_of_a_scenario_leads_out_of_the_shelf(tmp_path, name, monkeypatch):
    home = tmp_path / "deep" / "home"
    monkeypatch.setenv("PACHAMAMA_HOME", str(home))
    shelf = Shelf(home, shipped_scenarios())
    for deed in (
        lambda: shelf.scenario(name),
        lambda: shelf.draft(name),
        lambda: shelf.drop_draft(name),
        lambda: shelf.mark_played(name),
        lambda: shelf.save_draft(Transcription(name, official_board("short"))),
    ):
        with pytest.raises(PachamamaError):
            deed()
    assert main(["scenarios", "import", scenario_code(scenario(2)), "--name", name]) == 2
    assert list(tmp_path.rglob("*")) == []


def test_no_id_in_a_games_file_leads_anywhere(tmp_path):
    home = tmp_path / "home"
    journal, other = Journal(home), Journal(tmp_path / "other")
    data = journal.export(keep_everything(home))

    for name in CLIMBING:
        with pytest.raises(PachamamaError):
            other.take_in(json.dumps(data | {"game": name}), "game.json")
    assert other.games() == []
