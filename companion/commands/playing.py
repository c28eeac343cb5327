"""What ``pachamama play`` does: finds a scenario and the hardware, and runs the wheel."""

from __future__ import annotations

import secrets
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import typer

from companion.commands.saved import SavedGames, offers, question, remembered
from companion.errors import Unreadable
from companion.files import read_bytes
from companion.library import known_boards, own_folder
from companion.shelf import Shelf
from companion.table.beginnings import Beginning, Choice, NewGames, Opened
from companion.table.inbox import Inbox
from companion.table.wheel import Playable
from companion.tiwanaku.game import Difficulty, Mode, Setup, Wheel
from companion.tiwanaku.pieces import PLAYER_COLOURS, Colour
from companion.tiwanaku.scenario import Scenario, parse_scenario
from companion.words import Language, T

CANNOT = 1


def play_table(
    words: Language,
    *,
    scenario: str | None,
    players: str,
    mode: str,
    difficulty: str,
    bare: bool,
    resume: bool,
    game: str,
    new: bool,
    lang: str | None,
    camera: str = "",
    port: int | None = None,
    no_page: bool = False,
) -> None:
    """Play as the options of the command say."""
    inbox = Inbox()
    games = SavedGames(own_folder(), inbox, begun=lambda name: _note(words, name))
    if bare:
        beginning = Beginning(choices=choices(scenario))
    elif resume or game:
        if new:
            raise Unreadable(T("Either a new game, or one to go on with: choose."))
        opened = games.go_on(game)
        beginning = Beginning(open=lambda: opened, gone_on=True)
    else:
        begin = None
        if scenario or players or mode or difficulty:
            setup = read_setup(mode, players, difficulty)
            begin = games.new(load(scenario) if scenario else by_chance(setup.mode), setup)
        beginning = new_or_waiting(words, games, begin, new=new)
    run(
        words,
        beginning,
        inbox=inbox,
        games=games,
        camera=camera,
        lang=lang,
        port=port,
        no_page=no_page,
    )


def play_demo(
    words: Language,
    *,
    scenario: str | None,
    players: str,
    mode: str,
    difficulty: str,
    style: str,
    hurry: bool,
) -> None:
    """Let bots play, on a virtual table under the real eye."""
    from companion.commands.demonstrating import demonstrate
    from vision.sim import style_names

    if style not in style_names():
        raise Unreadable(T("{style} is no look: choose from {styles}.", style=style, styles=style_names()))
    setup = read_setup(mode, players, difficulty)
    played = load(scenario) if scenario else by_chance(setup.mode)
    demonstrate(words, played, setup, style=style, hurry=hurry)


def new_or_waiting(
    words: Language, games: SavedGames, begin: Callable[[], Opened] | None, *, new: bool
) -> Beginning:
    """A new game; where an unfinished one waits, the question which of the two, unless a new one is wished for.

    Where nobody said how to begin a new game, the wheel asks.
    """
    waiting = None if new else games.waiting()
    if waiting is None:
        return Beginning(open=begin, new_games=new_games(games))
    asked = question(waiting)
    typer.echo(words.say(asked))
    return Beginning(question=asked, offers=offers(games, waiting, begin), new_games=new_games(games))


def new_games(games: SavedGames) -> NewGames:
    """What can be played anew: the whole shelf."""
    shelf = Shelf.own()
    playable = tuple(
        Playable(listed.name, bool(shelf.boards[listed.board].trails)) for listed in shelf.listing().scenarios
    )
    return games.new_games(playable, lambda mode, name: shelf.scenario(name) if name else by_chance(mode))


def _note(words: Language, name: str) -> None:
    if trouble := remembered(lambda: note_played(name)):
        typer.echo(words.say(trouble), err=True)


def note_played(name: str) -> None:
    """Remember that a scenario of the shelf has been played; one from elsewhere is not ours to remember."""
    shelf = Shelf.own()
    if any(listed.name == name for listed in shelf.listing().scenarios):
        shelf.mark_played(name)


def load(name: str) -> Scenario:
    """A scenario, given by its name on the shelf or by its file."""
    file = Path(name)
    if file.suffix == ".toml" or file.exists():
        return parse_scenario(read_bytes(file), name, known_boards(own_folder()))
    return Shelf.own().scenario(name)


def by_chance(mode: Mode) -> Scenario:
    """Some scenario that nobody has played yet, if there is one, on a board that the mode can use."""
    shelf = Shelf.own()
    fit = [
        listed
        for listed in shelf.listing().scenarios
        if mode is Mode.COMPETITIVE or shelf.boards[listed.board].trails
    ]
    fresh = [listed for listed in fit if not listed.played] or fit
    return shelf.scenario(secrets.choice(fresh).name)


def choices(name: str | None) -> list[Choice]:
    """The scenarios to choose from on a bare wheel: the one named, or the whole shelf."""
    if name is not None:
        wheel = Wheel(load(name))
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
    if mode and mode not in modes:
        raise Unreadable(T("{mode} is no way to play: choose from {modes}.", mode=mode, modes=modes))
    if difficulty and difficulty not in levels:
        raise Unreadable(
            T("{level} is no difficulty: choose from {levels}.", level=difficulty, levels=levels)
        )
    way = Mode(mode or Mode.COMPETITIVE)
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
    beginning: Beginning,
    *,
    inbox: Inbox,
    games: SavedGames,
    camera: str = "",
    lang: str | None = None,
    port: int | None = None,
    no_page: bool = False,
) -> None:
    """Run the wheel on the hardware that is there, and in the terminal if there is one."""
    from companion.commands import terminal
    from companion.commands.at_play import TableAtPlay
    from companion.commands.looking_out import start_lookout
    from companion.table.equipment import load_equipment
    from companion.table.heartbeat import Heartbeat, Notifier
    from companion.table.kept_settings import load_settings
    from companion.table.wheel import WheelSettings
    from hardware.find import look, make

    settings = load_equipment(own_folder())
    findings = look(settings)
    for finding in findings:
        typer.echo(words.say(finding.text))
    real = any(finding.present and finding.kind != "virtual" for finding in findings)
    in_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    notifier = Notifier()
    # A service waits for a puck or a phone to come, however long.
    if not (real or in_terminal or notifier.wanted):
        typer.echo(
            words.say(
                T(
                    "There is no wheel connected, and this is no terminal to show one in. Start it in a terminal."
                )
            ),
            err=True,
        )
        raise typer.Exit(CANNOT)
    kept = load_settings(own_folder(), WheelSettings(language=words.code))
    if lang:
        kept = replace(kept, language=words.code)
    table = TableAtPlay(
        own_folder(),
        beginning,
        inbox=inbox,
        games=games,
        devices=make(settings, findings, inbox.put),
        settings=kept,
        by_chance=by_chance,
        make_lookout=lambda show: start_lookout(
            settings, findings, camera, inbox, games, automatic=kept.automatic, show=show
        ),
        page=not no_page,
        port=port,
    )
    heartbeat = Heartbeat(notifier, inbox.put, table.signs)
    # However it is told to stop, it saves first.
    before = signal.signal(signal.SIGTERM, lambda number, frame: table.desk.stop())
    table.start(words, in_terminal=in_terminal)
    heartbeat.start()
    try:
        if not in_terminal:
            table.run()
            return
        with terminal.raw_terminal():
            stop = table.devices.virtual_display.watch(
                terminal.watcher(words, lambda: table.desk.notices.texts)
            )
            terminal.start_reading(
                terminal.Keys(table.devices.virtual_controls, table.desk.stop, time.monotonic)
            )
            try:
                table.run()
            finally:
                stop()
    except KeyboardInterrupt:
        pass
    finally:
        heartbeat.close()
        signal.signal(signal.SIGTERM, before)
        if trouble := table.close():
            typer.echo(words.say(T("The game is not saved: {why}", why=trouble)), err=True)
