"""The documents are true: commands in them run, links lead somewhere, what is generated is up to date."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import build_docs
import cv2
import numpy as np
import pytest
import write_settings

from companion.cli import main
from companion.table.journal import Journal
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.code import scenario_code
from companion.tiwanaku.game import Wheel
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.position import Position, parse_position, write_position
from companion.tiwanaku.scenario import write_scenario
from tests.table.journal.games import first, keep
from tests.tiwanaku.game.table import scenario
from vision.reader.teach_in import teach_in
from vision.sim import VirtualTable

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(page for place in build_docs.PLACES for page in (ROOT / place).rglob("*.md"))]
)
_FENCE = re.compile(r"^```(?:sh)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
# What is explained stands two blanks or more behind the command.
_COMMAND = re.compile(r"^(\./(?:pachamama|play) \S.*?)(?:  .*)?$", re.MULTILINE)


def commands(page: str) -> list[str]:
    fenced = "\n".join(_FENCE.findall((ROOT / page).read_text()))
    return _COMMAND.findall(fenced)


README = commands("README.md")
WITH_HANDS = ("./pachamama lessons", "./pachamama transcribe")
"""They ask somebody; without a terminal they can only begin."""
LONG = ("./pachamama learn", "./pachamama see", "./pachamama watch", "./play --demo", "./pachamama recap")
"""Tested where they live; here, that they understand what is written."""


def all_but_one_crop() -> Position:
    """A board at the end of a game, with a crop at sun/llama still to be divined."""
    solution = morning_valley()
    position = Position.empty(solution.board, Wheel(solution).back.tiles)
    for space, terrain, crop in zip(solution.board.spaces, solution.terrains, solution.crops, strict=True):
        hidden = (space.element, space.animal) == ("sun", "llama")
        position = position.with_space(space, terrain, None if hidden else crop)
    return position


@pytest.fixture
def things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the words in capitals stand for."""
    home = tmp_path / "home"
    monkeypatch.setenv("PACHAMAMA_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scenario.toml").write_text(write_scenario(morning_valley()))
    (tmp_path / "position.toml").write_text(write_position(all_but_one_crop()))
    keeper = Journal(home).begin(scenario(1))
    keep(keeper, first(1), first(40))
    keeper.close()
    assert main(["games", "export", keeper.id, "--out", "game.json"]) == 0
    return {
        "ID": keeper.id,
        "FILE": "scenario.toml",
        "POSITION": "position.toml",
        "GAME.json": "game.json",
        "CODE": scenario_code(morning_valley()),
        "NAME": "Mayupampa",
        "Morning valley": "Mayupampa",
    }


def written(command: str, things: dict[str, str]) -> list[str]:
    words = shlex.split(command.removeprefix("./pachamama").replace("./play", "play"))
    return [things.get(word, word) for word in words]


@pytest.mark.parametrize(
    "command",
    [each for each in README if each.startswith("./pachamama") and not each.startswith((*WITH_HANDS, *LONG))],
)
def test_a_command_of_the_readme_does_what_it_says(
    command: str, things: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    if command.startswith("./pachamama games import"):
        things["FILE"] = "game.json"
    if command.startswith("./pachamama games export"):
        things["FILE"] = "another.json"
    if command.startswith("./pachamama scenarios import"):
        things["NAME"] = "A name of our own"
    code = main(written(command, things))
    said = capsys.readouterr()
    assert code == 0, said.err
    assert said.out


@pytest.mark.parametrize(
    "command", [each for each in README if each.startswith((*WITH_HANDS, *LONG, "./play"))]
)
def test_the_product_knows_every_option_of_a_command_of_the_readme(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    words = written(command, {})
    assert main([words[0], "--help"]) == 0
    page = capsys.readouterr().out
    for option in re.findall(r"--[a-z-]+", command):
        assert re.search(rf"{option}\b", page), f"{option} of {command}"


def test_every_command_of_the_product_is_in_the_documents() -> None:
    from companion.cli import COMMANDS

    text = "".join(page.read_text() for page in PAGES)
    assert not [name for name in COMMANDS if f"pachamama {name}" not in text and f"./{name}" not in text]


def test_the_pages_name_no_command_that_is_not_there() -> None:
    from companion.cli import COMMANDS

    for page in PAGES:
        named = set(re.findall(r"`(?:\./)?pachamama ([a-z]+)", page.read_text()))
        assert named <= set(COMMANDS), page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_to_a_file_leads_nowhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_heading_begins_with_a_number(page: Path) -> None:
    """Its anchor would be no name for a style sheet, and the site's scripts stop there: tables without lines, no search."""
    assert re.findall(r"^#+ \d.*", page.read_text(), re.MULTILINE) == []


def test_every_step_of_the_assembly_says_what_to_do_and_what_to_see() -> None:
    lines = (ROOT / "hardware/assembly.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if line.startswith("| ☐ |")]
    assert len(rows) > 20
    assert [row for row in rows if not row[2] or not row[3]] == []


def test_the_page_of_settings_is_up_to_date() -> None:
    assert write_settings.OUT.read_text() == write_settings.page(), "run: python tools/write_settings.py"


def test_the_marker_sheet_beside_the_parts_list_is_what_the_product_makes(tmp_path: Path) -> None:
    assert main(["markers", str(tmp_path / "made.pdf"), "--space", "50", "--lang", "en"]) == 0
    kept = ROOT / "hardware" / "markers-50mm.pdf"
    assert kept.read_bytes() == (tmp_path / "made.pdf").read_bytes(), (
        "run: ./pachamama markers, with its name"
    )


def test_the_site_builds_without_a_dead_link(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="the site is built by mkdocs, which ./check installs")
    configuration = (ROOT / "mkdocs.yml").read_text()
    here = configuration.replace("build/documents", str(tmp_path / "documents"))
    here = here.replace("build/site", str(tmp_path / "site"))
    (tmp_path / "mkdocs.yml").write_text(here)
    build_docs.gather(ROOT, tmp_path / "documents")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(tmp_path / "mkdocs.yml")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "index.html").exists()


@pytest.mark.parametrize("name", ["short", "long"])
def test_the_layouts_to_teach_the_eye_are_those_it_wants(name: str) -> None:
    file = ROOT / "docs" / "teach-in" / f"{name}.toml"
    wanted = teach_in(official_board(name))
    written = parse_position(file.read_text(), str(file))
    assert (written.terrains, written.crops, dict(written.meeples)) == (
        wanted.terrains,
        wanted.crops,
        dict(wanted.meeples),
    )


def test_the_drawn_layout_is_that_of_the_file() -> None:
    drawn = re.findall(
        r"^((?:[DSGR.][.\d] ){8}[DSGR.][.\d])", (ROOT / "docs" / "camera.md").read_text(), re.MULTILINE
    )
    assert "\n".join(drawn) in (ROOT / "docs" / "teach-in" / "long.toml").read_text()
    assert len(drawn) == 5


def test_the_eye_learns_and_reads_as_the_page_of_the_camera_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = teach_in(official_board("short"))
    table = VirtualTable(Position.empty(layout.board, layout.tiles), "classic", seed=1, size=(960, 720))
    table.position = layout
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), np.asarray(table.shoot().picture))
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in table.corners)
    profile, drawn = tmp_path / "eye.npz", tmp_path / "seen.png"
    file = ROOT / "docs" / "teach-in" / "short.toml"
    assert (
        main(
            ["learn", str(picture), "--position", str(file), "--profile", str(profile), "--corners", corners]
        )
        == 0
    )
    assert main(["see", str(picture), "--profile", str(profile), "--annotate", str(drawn)]) == 0
    assert drawn.exists()
    assert capsys.readouterr().out
