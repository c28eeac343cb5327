"""``pachamama games``, and how ``pachamama play`` goes on with a saved one."""

from __future__ import annotations

import json

import pytest

from companion.cli import main
from companion.commands.playing import new_or_waiting, play_table
from companion.commands.saved import SavedGames, keep_first
from companion.errors import Unreadable, Unwritable
from companion.table.desk import Desk, Inbox, Opened
from companion.table.journal import Journal
from companion.table.screens.descriptions import Kind
from companion.tiwanaku.game import Mode, Setup, explain_score
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.scenario import write_scenario
from companion.words import LANGUAGES, language
from tests.table.journal.failing import FailingDisk
from tests.table.journal.games import first, keep, played
from tests.tiwanaku.game.table import scenario

TWO = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
ENGLISH = language("en")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def saved(home):
    """A saved game of forty commands; its id."""
    keeper = Journal(home).begin(scenario(1))
    keep(keeper, first(1), first(40))
    keeper.close()
    return keeper.id


def printed(capsys, *arguments):
    assert main([*arguments, "--lang", "en"]) == 0
    return capsys.readouterr().out


def test_without_any_game_the_list_is_empty(home, capsys):
    assert "0 games" in printed(capsys, "games")
    assert json.loads(printed(capsys, "games", "--json")) == {"games": []}
    assert not home.exists(), "looking makes no file"


@pytest.mark.parametrize("code", LANGUAGES)
def test_games_are_listed_in_four_languages(saved, capsys, code):
    assert main(["games", "--lang", code]) == 0
    output = capsys.readouterr().out
    assert saved in output
    assert "Random 1" in output


def test_the_list_for_other_tools(saved, capsys):
    game = json.loads(printed(capsys, "games", "--json"))["games"][0]
    state = first(40).state
    assert game["id"] == saved
    assert game["players"] == ["blue", "green"]
    assert game["scores"] == [side.score for side in state.sides]
    assert (game["over"], game["resumable"], game["turns"]) == (False, True, state.turns)


def test_every_point_of_a_game_is_explained(saved, capsys):
    record = first(40)
    shown = json.loads(printed(capsys, "games", "show", saved[:5], "--json"))
    for number, side in enumerate(shown["sides"]):
        lines = explain_score(record.events, number)
        assert [line["points"] for line in side["points"]] == [line.points for line in lines]
        assert side["score"] == record.state.sides[number].score
    text = printed(capsys, "games", "show", saved)
    assert "start of the game" in text
    assert f" {record.state.sides[0].score} " in text


def test_what_nobody_has_seen_is_nowhere_printed(saved, capsys):
    hidden = write_scenario(scenario(1)).split('"""')[1].split()
    for arguments in (["games"], ["games", "show", saved], ["games", "export", saved]):
        output = printed(capsys, *arguments)
        assert not any(" ".join(hidden[row : row + 9]) in output for row in range(0, 45, 9))


def test_a_game_is_exported_and_imported(saved, home, capsys, tmp_path, monkeypatch):
    file = tmp_path / "game.json"
    printed(capsys, "games", "export", saved, "--out", str(file))
    assert main(["games", "export", saved, "--out", str(file)]) == 2
    assert json.loads(file.read_text()) == json.loads(printed(capsys, "games", "export", saved))
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path / "elsewhere"))
    assert saved in printed(capsys, "games", "import", str(file))
    assert "already" in printed(capsys, "games", "import", str(file))
    listed = json.loads(printed(capsys, "games", "--json"))["games"]
    assert [(game["id"], game["resumable"]) for game in listed] == [(saved, False)]
    assert main(["play", "--game", saved, "--lang", "en"]) == 2
    assert "without its solution" in capsys.readouterr().err


def test_a_game_is_deleted_only_when_somebody_says_so(saved, capsys):
    assert main(["games", "delete", saved]) != 0
    assert saved in printed(capsys, "games")
    printed(capsys, "games", "delete", saved, "--yes")
    assert "0 games" in printed(capsys, "games")


@pytest.mark.parametrize(
    "arguments", [["show", "zzz"], ["export", "zzz"], ["delete", "zzz"], ["import", "zzz"]]
)
def test_what_is_not_there_is_refused_in_one_line(saved, capsys, arguments):
    assert main(["games", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_damaged_journal_is_said_by_the_command(saved, home, capsys):
    Journal(home).path.write_bytes(b"scratched" * 1000)
    assert main(["games", "--lang", "en"]) == 0
    assert "damaged" in capsys.readouterr().err


# Play ---------------------------------------------------------------------------------------------


def wheel_of(beginning, games, inbox):
    """The wheel as ``play`` makes it."""
    opened = beginning.open() if beginning.open else None
    return Desk(
        lambda picture: None,
        oracle=opened.disc if opened else None,
        game=opened.record if opened else None,
        keep=opened.keep if opened else None,
        question=beginning.question,
        offers=beginning.offers,
        inbox=inbox,
    )


def table(home, **options):
    inbox = Inbox()
    games = SavedGames(home, inbox)
    begin = games.new(scenario(2), TWO)
    return games, new_or_waiting(ENGLISH, games, begin, **({"new": False} | options)), inbox


def test_a_first_game_begins_at_once_and_is_saved(home):
    games, beginning, _ = table(home)
    assert beginning.question is None
    keep_first(beginning.open())
    assert games.close() is None
    assert Journal(home).unfinished().scenario == "Random 2"


def test_an_unfinished_game_is_offered_on_the_wheel_and_in_the_terminal(saved, home, capsys):
    games, beginning, inbox = table(home)
    assert "Random 1" in capsys.readouterr().out
    desk = wheel_of(beginning, games, inbox)
    assert "Random 1" in str(desk.screen.text)
    opened = beginning.offers[0].open()
    assert opened.record == first(40)
    assert games.close() is None


def test_a_new_game_leaves_the_unfinished_one_where_it_is(saved, home):
    games, beginning, _ = table(home, new=True)
    keep_first(beginning.open())
    assert games.close() is None
    assert [game.scenario for game in Journal(home).games()] == ["Random 2", "Random 1"]


def test_resuming_by_option(saved, home):
    games = SavedGames(home, Inbox())
    assert games.go_on("").record == first(40)
    games.close()
    assert games.go_on(saved[:4]).record == first(40)
    games.close()


def test_nothing_to_resume_is_said_in_one_line(home, capsys):
    assert main(["play", "--resume", "--lang", "en"]) == 2
    assert "No game waits" in capsys.readouterr().err


def test_new_and_resume_exclude_each_other(home):
    with pytest.raises(Unreadable):
        play_table(
            ENGLISH,
            scenario=None,
            players="",
            mode="competitive",
            difficulty="",
            bare=False,
            resume=True,
            game="",
            new=True,
            lang=None,
        )


def test_a_finished_game_is_not_offered_again(home):
    keeper = Journal(home).begin(scenario(1))
    keep(keeper, played())
    keeper.close()
    games, beginning, _ = table(home)
    assert beginning.question is None
    games.close()


def test_a_folder_that_cannot_be_written_keeps_nobody_from_playing_and_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    games, beginning, inbox = table(tmp_path / "file" / "home")
    desk = wheel_of(beginning, games, inbox)
    keep_first(Opened(None, desk.game, desk._saving.keep))
    desk.work(0)
    assert len(desk.notices.texts) == 1
    assert desk.state.alerts[0].kind is Kind.WARNING
    assert games.close() is not None


def test_another_game_begun_while_the_disk_is_full_loses_nothing_of_the_one_before(tmp_path):
    disk, inbox = FailingDisk(), Inbox()
    games = SavedGames(tmp_path, inbox)
    games.journal = Journal(tmp_path, tell=games.tell, connect=disk.connect, retry=0.01)
    setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
    one = games.new(scenario(1), setup)()
    keep_first(one)
    before = games.present
    disk.fail("database or disk is full")
    assert keep(games._keeper, first(4)) == [False]
    two = games.new(scenario(2), setup)()
    keep_first(two)
    with pytest.raises(Unwritable, match="full"):
        games.go_on(before)
    disk.heal()
    assert games.close() is None
    kept = Journal(tmp_path)
    assert kept.game(before).record == first(4)
    assert kept.game(games.present).record == two.record
