"""What a failure leaves behind tells nothing hidden: log lines, tracebacks, a program that ends.

Whole games are played while everything around them fails again and again, in the worst way: with the whole solution in the
error's own words. Then the spaces that nobody has seen get other contents, and the very same is done again. If one byte of
the log differs, something leaked.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest

from companion.cli import BROKEN, main
from companion.commands import guarding
from companion.commands.guarding import WithoutValues, guarded
from companion.commands.saved import SavedGames, keep_first
from companion.table.desk import Desk
from companion.table.inbox import Inbox, Order
from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import Wheel
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.scenario import parse_scenario, write_scenario
from tests.tiwanaku.game.table import SETUPS, scenario
from tests.web.test_no_leak import seen_in, twin_of

ROOT = Path(__file__).resolve().parents[2]
EVERY = 7
"""One question in so many fails at the first try."""


class Stumbling:
    """A wheel that fails now and then, and says in its errors all that it knows."""

    def __init__(self, land):
        self._wheel, self._land, self._asked = Wheel(land), land, 0
        self.back = self._wheel.back

    def terrain(self, space):
        self._stumble()
        return self._wheel.terrain(space)

    def crop(self, space):
        self._stumble()
        return self._wheel.crop(space)

    def _stumble(self):
        self._asked += 1
        if self._asked % EVERY == 0:
            try:
                raise KeyError(self._land.terrains)
            except KeyError as error:
                raise ValueError(f"none of {self._land.crops}") from error


class Lines(logging.Handler):
    """The log, as a formatter writes it."""

    def __init__(self, formatter):
        super().__init__(logging.DEBUG)
        self.setFormatter(formatter)
        self.lines = []

    def emit(self, record):
        if record.name.startswith(("companion", "vision", "hardware")):
            self.lines.append(f"{record.name} {self.format(record)}")


def log_of_a_game(folder, land, commands, caplog, formatter):
    """Play a game at a desk with a real journal and real pictures; what was logged."""
    caplog.set_level(logging.DEBUG)
    lines = Lines(formatter)
    logging.getLogger().addHandler(lines)
    disc, inbox = Stumbling(land), Inbox()
    games = SavedGames(folder, inbox)

    def fail(record, events):
        raise RuntimeError(f"{land.terrains} {land.crops}")

    try:
        opened = games.new(land, commands[0].setup)()
        keep_first(opened)
        desk = Desk(
            lambda picture: None,
            oracle=disc,
            game=opened.record,
            keep=opened.keep,
            inbox=inbox,
            told=[fail],
        )
        for command in commands[1:]:
            give(desk, command)
        games.close()
    finally:
        logging.getLogger().removeHandler(lines)
    assert [entry.command for entry in desk.game.entries] == list(commands)
    return lines.lines


def give(desk, command):
    """Have a command carried out; once more if the wheel stumbled."""
    done, refused = [], [None]
    while not done:
        if refused:
            refused.clear()
            desk.inbox.put(
                Order(lambda record, oracle: record.do(command, oracle), done.append, refused.append)
            )
        desk.work(5.0)


@pytest.mark.parametrize(
    "name", ["competitive-2", "competitive-4", "solo-hard", "together-2-easy", "together-3-expert"]
)
@pytest.mark.parametrize("part", [3, 1], ids=["a third", "to the end"])
def test_logs_of_a_failing_game_are_the_same_for_any_solution_nobody_has_seen(tmp_path, caplog, name, part):
    land, setup = scenario(5), SETUPS[name]
    record = simulate(Wheel(land), setup, [RandomBot(seat) for seat in range(setup.seats)], 5)
    count = len(record.entries) // part
    while (twin := twin_of(land, seen_in(_first(record, count)), Random(1))).solution() == land.solution():
        # At the very end everything may have been seen.
        count -= 1
    commands = [entry.command for entry in record.entries[:count]]
    one, two = (
        log_of_a_game(tmp_path / str(number), each, commands, caplog, WithoutValues())
        for number, each in enumerate((land, twin))
    )
    assert one == two
    assert sum("the table failed on an order" in line and "KeyError" in line for line in one) > 1
    assert sum("somebody who hears of the game failed" in line for line in one) == len(commands)


def test_a_leak_into_the_log_would_be_noticed(tmp_path, caplog):
    """The comparison is not blind: Python's own way to write the same errors tells the solution."""
    land, setup = scenario(5), SETUPS["competitive-2"]
    record = simulate(Wheel(land), setup, [RandomBot(0), RandomBot(1)], 5)
    commands = [entry.command for entry in record.entries][:20]
    twin = twin_of(land, seen_in(_first(record, 20)), Random(1))
    one, two = (
        log_of_a_game(tmp_path / str(number), each, commands, caplog, logging.Formatter())
        for number, each in enumerate((land, twin))
    )
    assert one != two


def _first(record, count):
    return type(record).restore(record.back, record.entries[:count])


# The program ---------------------------------------------------------------------------------------


def run_broken(code, *flags):
    """A program of ours that fails in the middle of a command; its exit code and what it says."""
    done = subprocess.run(
        [sys.executable, *flags, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


FAILING = """
import sys
from companion.commands import check
from companion.cli import main

def fail(*arguments, **options):
    secret = "S3 S1 D1"
    raise ValueError(f"cannot do with {secret}")

check.read_bytes = fail
sys.exit(main(["check", "scenario.toml"]))
"""


def test_a_command_that_fails_says_where_and_not_with_what():
    code, said = run_broken(FAILING)
    assert code == BROKEN
    assert "ValueError" in said
    assert "in fail" in said
    assert "S3 S1 D1" not in said


def test_a_developer_is_told_everything():
    code, said = run_broken(FAILING, "-X", "dev")
    assert code == 1
    assert "cannot do with S3 S1 D1" in said


def test_threads_libraries_and_loops_that_fail_say_where_and_not_with_what(capsys, monkeypatch):
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging.getLogger("asyncio"), "handlers", [])
    hidden = "S3 S1 D1"

    def fail():
        raise LookupError(hidden)

    with guarded():
        thread = threading.Thread(target=fail, name="somebody")
        thread.start()
        thread.join()
        try:
            fail()
        except LookupError as error:
            logging.getLogger("uvicorn.error").exception("a library failed")
            logging.getLogger("asyncio").error(f"never retrieved\nfuture: {error!r}", exc_info=error)
    said = capsys.readouterr().err
    assert said.count("LookupError") == 3
    assert "somebody failed" in said
    assert "a library failed" in said
    assert hidden not in said


def test_a_line_that_another_handler_has_written_before_is_written_anew():
    """Python keeps a traceback's text in the record for the next handler, values included."""
    try:
        raise KeyError("S3 S1 D1")
    except KeyError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", (), sys.exc_info())
    assert "S3 S1 D1" in logging.Formatter().format(record)
    assert "S3 S1 D1" not in WithoutValues().format(record)
    assert "KeyError" in WithoutValues().format(record)


def test_a_scenario_and_its_wheel_print_nothing_hidden_however_they_are_shown():
    land = scenario(3)
    again = parse_scenario(write_scenario(land), "disc")
    for text in (
        repr(land),
        str(again),
        repr(Wheel(land)),
        f"{Wheel(again)}",
        repr({1: [land, Wheel(land)]}),
    ):
        assert land.name in text
        assert not any(repr(each) in text for each in (*Terrain, *Crop))


def test_a_message_of_ours_is_said_as_ever(tmp_path, capsys):
    assert main(["check", str(tmp_path / "nothing.toml")]) == 2
    assert "there is no such file" in capsys.readouterr().err


def test_whatever_the_program_did_python_is_as_before():
    before = threading.excepthook, logging.lastResort
    with guarding.guarded():
        assert logging.lastResort is not before[1]
    assert (threading.excepthook, logging.lastResort) == before
