"""What ``pachamama play`` does: finds a scenario and the hardware, and runs the wheel."""

import logging
import secrets
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import typer

from companion.errors import Unreadable, Unwritable
from companion.files import read_bytes
from companion.library import known_boards, own_folder
from companion.shelf import Shelf
from companion.table.desk import Choice, Desk, Inbox
from companion.tiwanaku.game import Difficulty, Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.pieces import PLAYER_COLOURS, Colour
from companion.tiwanaku.scenario import parse_scenario
from companion.words import Language, T, Text

CANNOT = 1
log = logging.getLogger(__name__)


def play_table(
    words: Language,
    *,
    scenario: str | None,
    players: str,
    mode: str,
    difficulty: str,
    bare: bool,
    lang: str | None,
) -> None:
    """Play as the options of the command say."""
    if bare:
        run(words, choices=choices(scenario), lang=lang)
        return
    setup = read_setup(mode, players, difficulty)
    wheel = load(scenario) if scenario else by_chance(setup.mode)
    game = Record.begin(wheel.back).do(SetUp(setup), wheel)
    run(words, wheel=wheel, game=game, begun=lambda: note_played(wheel.back.name), lang=lang)


def note_played(name: str) -> None:
    """Remember that a scenario of the shelf has been played; one from elsewhere is not ours to remember."""
    shelf = Shelf.own()
    if any(listed.name == name for listed in shelf.listing().scenarios):
        shelf.mark_played(name)


def remembered(keep: Callable[[], None]) -> Text | None:
    """Keep something on disk if that is possible; a full or read-only disk is told, and play goes on."""
    try:
        keep()
    except Unwritable as error:
        log.warning("%s", error)
        return error.text
    return None


def load(name: str) -> Wheel:
    """The wheel of a scenario, given by its name on the shelf or by its file."""
    file = Path(name)
    if file.suffix == ".toml" or file.exists():
        return Wheel(parse_scenario(read_bytes(file), name, known_boards(own_folder())))
    return Wheel(Shelf.own().scenario(name))


def by_chance(mode: Mode) -> Wheel:
    """The wheel of some scenario that nobody has played yet, if there is one, on a board that the mode can use."""
    shelf = Shelf.own()
    fit = [
        listed
        for listed in shelf.listing().scenarios
        if mode is Mode.COMPETITIVE or shelf.boards[listed.board].trails
    ]
    fresh = [listed for listed in fit if not listed.played] or fit
    return Wheel(shelf.scenario(secrets.choice(fresh).name))


def choices(name: str | None) -> list[Choice]:
    """The scenarios to choose from on a bare wheel: the one named, or the whole shelf."""
    if name is not None:
        wheel = load(name)
        return [Choice(wheel.back.name, lambda: wheel)]
    shelf = Shelf.own()
    return [
        Choice(listed.name, partial(_from_shelf, shelf, listed.name)) for listed in shelf.listing().scenarios
    ]


def _from_shelf(shelf: Shelf, name: str) -> Wheel:
    return Wheel(shelf.scenario(name))


def read_setup(mode: str, players: str, difficulty: str) -> Setup:
    """The agreement of the table, as typed.

    >>> [colour.value for colour in read_setup("solo", "", "").colours]
    ['blue']
    """
    modes, levels = [each.value for each in Mode], [each.value for each in Difficulty]
    if mode not in modes:
        raise Unreadable(T("{mode} is no way to play: choose from {modes}.", mode=mode, modes=modes))
    if difficulty and difficulty not in levels:
        raise Unreadable(
            T("{level} is no difficulty: choose from {levels}.", level=difficulty, levels=levels)
        )
    way = Mode(mode)
    names = players or ("blue" if way is Mode.SOLO else "blue,green")
    colours = tuple(_colour(name.strip()) for name in names.split(","))
    usual = {Mode.SOLO: Difficulty.EASY, Mode.COOPERATIVE: Difficulty.NORMAL}.get(way)
    return Setup(way, colours, difficulty=Difficulty(difficulty) if difficulty else usual)


def _colour(name: str) -> Colour:
    known = [colour.value for colour in PLAYER_COLOURS]
    if name not in known:
        raise Unreadable(T("{name} is no player's colour: choose from {known}.", name=name, known=known))
    return Colour(name)


def run(
    words: Language,
    *,
    wheel: Wheel | None = None,
    game: Record | None = None,
    choices: list[Choice] | None = None,
    begun: Callable[[], None] = lambda: None,
    lang: str | None = None,
) -> None:
    """Run the wheel on the hardware that is there, and in the terminal if there is one."""
    from companion.commands import terminal
    from companion.table.coach.service import CoachService
    from companion.table.coach.tutor import Tutor
    from companion.table.kept_settings import load_settings, save_settings
    from companion.table.lessons import load_lessons
    from companion.table.wheel import WheelSettings
    from hardware.display import Light
    from hardware.find import look, make
    from hardware.settings import HardwareSettings

    settings = HardwareSettings()
    findings = look(settings)
    for finding in findings:
        typer.echo(words.say(finding.text))
    real = any(finding.present and finding.kind != "virtual" for finding in findings)
    in_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not real and not in_terminal:
        typer.echo(
            words.say(
                T(
                    "There is no wheel connected, and this is no terminal to show one in. Start it in a terminal."
                )
            ),
            err=True,
        )
        raise typer.Exit(CANNOT)
    inbox = Inbox()
    devices = make(settings, findings, inbox.put)
    kept = load_settings(own_folder(), WheelSettings(language=words.code))
    if lang:
        kept = replace(kept, language=words.code)

    def keep(wished: WheelSettings) -> None:
        devices.limit_light(Light.DIM if wished.brightness == 1 else Light.FULL)
        remembered(lambda: save_settings(own_folder(), wished))

    devices.limit_light(Light.DIM if kept.brightness == 1 else Light.FULL)
    service = CoachService()
    tutor = Tutor(service, inbox.put)
    desk = Desk(
        devices.show,
        oracle=wheel,
        game=game,
        choices=choices or (),
        lessons=load_lessons(),
        settings=kept,
        keep_settings=keep,
        coach=tutor.advise,
        listener=tutor,
        aside=lambda work: threading.Thread(target=work, name="coach", daemon=True).start(),
        inbox=inbox,
    )
    if trouble := remembered(begun):
        typer.echo(words.say(trouble), err=True)
    devices.open()
    try:
        if not in_terminal:
            desk.run()
            return
        with terminal.raw_terminal():
            stop = devices.virtual_display.watch(terminal.watcher(words))
            terminal.start_reading(terminal.Keys(devices.virtual_controls, desk.stop, time.monotonic))
            try:
                desk.run()
            finally:
                stop()
    except KeyboardInterrupt:
        pass
    finally:
        devices.close()
        service.close()
