"""What ``pachamama play --demo`` does: a whole game by itself, seen through the real eye and the real referee."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text as Line

from companion.commands.drawing import draw_reading
from companion.commands.terminal import in_braille
from companion.table.demo.evening import PICTURES_A_SECOND, Evening
from companion.table.event_texts import event_text
from companion.tiwanaku.game import Enter, Event, Move, Phase, Record, Retrieve, Setup
from companion.tiwanaku.scenario import Scenario
from companion.words import Language, T, Text
from hardware.display import Picture

_LINES = 9


class _Stage:
    """What somebody who watches sees: the wheel, the board as the eye reads it, the scores, what happened last."""

    def __init__(self, words: Language, plain: bool) -> None:
        self.words = words
        self._plain = plain
        self._lines: deque[str] = deque(maxlen=_LINES)
        self._wheel = ""

    def show(self, picture: Picture) -> None:
        """The wheel's newest picture."""
        self._wheel = "\n".join(in_braille(picture))

    def told(self, record: Record, events: tuple[Event, ...]) -> None:
        """What happened in the game."""
        for event in events:
            self.say(event_text(record.state.setup, event))

    def say(self, text: Text) -> None:
        """One more line."""
        line = self.words.say(text)
        self._lines.append(line)
        if self._plain:
            typer.echo(line)

    def drawn(self, evening: Evening) -> Group:
        """Everything on one screen."""
        parts: list[RenderableType] = [Line(self._wheel)]
        seen = evening.seen
        reading = seen.sight.reading if seen is not None else None
        if reading is not None:
            parts.append(
                draw_reading(reading.board, reading.grid, reading.meeples, reading.unsure, self.words)
            )
        else:
            moving = T("Hands over the board: the eye waits.")
            parts.append(Line(self.words.say(moving), style="dim"))
        parts.append(Line(_scores(evening.game, self.words), style="bold"))
        parts.append(Line("\n".join(self._lines)))
        return Group(*parts)


def demonstrate(words: Language, scenario: Scenario, setup: Setup, *, style: str, hurry: bool) -> None:
    """Play it; in a terminal as a moving picture, elsewhere as lines."""
    plain = not sys.stdout.isatty()
    stage = _Stage(words, plain)
    stage.say(
        T(
            "Bots play “{name}” on a virtual table. Eye, referee and wheel are the real ones. Ctrl+C ends it.",
            name=scenario.name,
        )
    )
    evening = Evening(scenario, setup, style=style, show=stage.show, told=stage.told, said=stage.say)
    try:
        if plain:
            _run(evening, hurry, lambda: None)
        else:
            with Live(console=Console(), auto_refresh=False, screen=True) as live:
                _run(evening, hurry, lambda: live.update(stage.drawn(evening), refresh=True))
    except KeyboardInterrupt:
        pass
    typer.echo(_scores(evening.game, words))
    if evening.game.state.phase is Phase.OVER:
        typer.echo(
            words.say(
                T(
                    "The game is over. {noticed} moves were read from the pictures, {unnoticed} had to be entered; {alerts} alerts.",
                    noticed=_walks(evening.game) - len(evening.people.unnoticed),
                    unnoticed=len(evening.people.unnoticed),
                    alerts=len(evening.alerts),
                )
            )
        )


def _run(evening: Evening, hurry: bool, draw: Callable[[], None]) -> None:
    begin = time.monotonic()
    while evening.step():
        draw()
        if not hurry:
            # At the table's own pace, if this machine can keep it.
            time.sleep(max(0.0, begin + evening.now - time.monotonic()))
            begin = max(begin, time.monotonic() - evening.now - 1 / PICTURES_A_SECOND)


def _walks(record: Record) -> int:
    return sum(isinstance(entry.command, Move | Enter | Retrieve) for entry in record.entries)


def _scores(record: Record, words: Language) -> str:
    state = record.state
    return "   ".join(
        f"{words.say(name)}: {side.score}" for name, side in zip(state.setup.names, state.sides, strict=True)
    )
