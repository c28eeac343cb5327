"""``pachamama play``: what is typed, and a wheel made of keys and characters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cli import main
from companion.commands.playing import by_chance, choices, load, note_played, read_setup
from companion.commands.saved import remembered
from companion.commands.terminal import Keys, frame, in_braille, in_half_blocks, read_keys
from companion.errors import Unreadable
from companion.shelf import Origin, Shelf
from companion.table.desk import Desk, Inbox
from companion.table.journal import Journal
from companion.table.screens.descriptions import Action
from companion.tiwanaku.game import Difficulty, Mode, Record, SetUp, Wheel
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.scenario import write_scenario
from hardware.display import Picture
from hardware.virtual.clock import VirtualClock
from hardware.virtual.controls import VirtualControls


class Keyboard:
    """Somebody at a terminal: virtual hardware, keys, a clock by hand."""

    def __init__(self):
        self.clock = VirtualClock()
        inbox = Inbox()
        self.controls = VirtualControls(inbox.put, clock=self.clock)
        self.controls.open()
        wheel = Wheel(morning_valley())
        game = Record.begin(wheel.back).do(SetUp(read_setup("competitive", "", "")), wheel)
        self.pictures = []
        self.desk = Desk(self.pictures.append, oracle=wheel, game=game, inbox=inbox, clock=self.clock)
        self.stopped = False
        self.keys = Keys(self.controls, self.stop, self.clock)

    def stop(self):
        self.stopped = True
        self.desk.stop()

    def type(self, *keys):
        for key in keys:
            self.keys.key(key)
            self.desk.work(0)

    def wait(self, seconds):
        for _ in range(round(seconds / 0.05)):
            self.clock.advance(0.05)
            self.keys.time_goes_on()
            self.desk.work(0)

    @property
    def shown(self):
        return type(self.desk.screen).__name__


def test_a_game_begins_from_the_keyboard():
    board = Keyboard()
    board.type("enter", "enter", "enter", "enter")
    assert board.shown == "Coordinates"
    board.type("d")
    board.wait(0.5)
    assert board.shown == "WindowFilling"
    board.wait(0.6)
    assert board.shown == "DiscoveryOpen"
    board.wait(5)
    assert board.shown == "DiscoveryOpen"
    board.type("x")
    assert board.shown == "Discovered"


def test_any_key_lets_go_of_a_hold_and_does_nothing_else():
    board = Keyboard()
    board.type("enter", "enter", "enter", "enter")
    space = board.desk.screen.space
    board.type("d")
    board.wait(0.8)
    board.type("right")
    board.wait(3)
    assert (board.shown, board.desk.screen.space) == ("Coordinates", space)


def test_b_keeps_the_knob_down_to_go_back():
    board = Keyboard()
    board.type("enter", "enter")
    assert board.desk.screen.actions[0] is Action.EXPLORE
    board.type("b")
    board.wait(1)
    assert board.shown == "Turn"
    assert not board.controls.held


def test_q_ends_the_loop():
    board = Keyboard()
    board.type("d")
    board.keys.key("q")
    board.desk.run()
    assert board.stopped
    assert not board.controls.held


def test_every_new_picture_is_handed_over_once():
    board = Keyboard()
    count = len(board.pictures)
    board.type("enter")
    assert len(board.pictures) == count + 1
    board.wait(2)
    assert len(board.pictures) == count + 1


def test_keys_that_arrive_in_pieces_are_put_together():
    keys, rest = read_keys("\x1b")
    assert (keys, rest) == ([], "\x1b")
    assert read_keys(rest + "[D") == (["left"], "")
    assert read_keys("\x1b[Ax") == (["\x1b", "[", "A", "x"], "")


def test_the_picture_is_as_large_as_the_terminal_allows():
    picture = Picture.blank()
    large = frame(picture, 140, 50, ["below"])
    small = frame(picture, 80, 24, ["below"])
    assert large.count("\r\n") == 32 + 3
    assert small.count("\r\n") == 16 + 3
    assert "below" in small
    assert {len(row) for row in in_half_blocks(picture)} == {128}
    assert {len(row) for row in in_braille(picture)} == {64}


def test_players_and_modes_as_typed():
    setup = read_setup("cooperative", "white, green", "")
    assert (setup.colours, setup.difficulty) == ((Colour.WHITE, Colour.GREEN), Difficulty.NORMAL)
    assert read_setup("solo", "", "hard").mode is Mode.SOLO


@pytest.mark.parametrize(
    "typed", [("chess", "", ""), ("solo", "", "tough"), ("competitive", "blue,pink", "")], ids=str
)
def test_what_cannot_be_meant_is_refused(typed):
    with pytest.raises(Unreadable, match="choose from"):
        read_setup(*typed)


def test_too_few_players_are_refused_in_one_line(capsys):
    assert main(["play", "--players", "blue"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_a_terminal_it_says_so_and_nothing_was_begun(own_shelf, capsys):
    assert main(["play", "--lang", "en"]) == 1
    assert "no terminal" in capsys.readouterr().err
    assert not any(listed.played for listed in own_shelf.listing().scenarios)
    assert Journal(own_shelf.folder).games() == []


def test_the_whole_shelf_is_offered_on_a_bare_wheel(own_shelf):
    own_shelf.keep(replace(morning_valley(), name="My valley"), Origin.DISC)
    offered = [choice.name for choice in choices(None)]
    assert "My valley" in offered
    assert offered == [listed.name for listed in own_shelf.listing().scenarios]


def test_a_scenario_is_named_by_its_name_or_its_file(own_shelf, tmp_path):
    own_shelf.keep(replace(morning_valley(), name="My valley"), Origin.DISC)
    assert load("my valley").name == "My valley"
    file = tmp_path / "another.toml"
    file.write_text(write_scenario(morning_valley()))
    assert load(str(file)).name == "Morning valley"
    with pytest.raises(Unreadable, match="no scenario"):
        load("nowhere")


@pytest.mark.parametrize("mode", list(Mode))
def test_chance_picks_a_board_that_the_mode_can_use_and_nobody_has_played(own_shelf, mode):
    listed = [
        each for each in own_shelf.listing().scenarios if mode is Mode.COMPETITIVE or each.board == "long"
    ]
    kept, *others = listed
    for other in others:
        own_shelf.mark_played(other.name)
    assert by_chance(mode).name == kept.name


def test_a_game_marks_its_scenario_as_played(own_shelf):
    note_played("Mayupampa")
    note_played("from elsewhere")
    assert [each.name for each in own_shelf.listing().scenarios if each.played] == ["Mayupampa"]


def test_a_disk_that_cannot_be_written_is_told_and_play_goes_on(monkeypatch):
    monkeypatch.setenv("PACHAMAMA_HOME", "/dev/null/nowhere")
    trouble = remembered(lambda: note_played("Mayupampa"))
    assert "/dev/null/nowhere" in str(trouble)
    assert remembered(lambda: None) is None


@pytest.fixture
def own_shelf(tmp_path, monkeypatch):
    monkeypatch.setenv("PACHAMAMA_HOME", str(tmp_path))
    return Shelf.own()
