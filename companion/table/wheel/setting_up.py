"""A new game, agreed on at the wheel: one question after the other, then it begins.

how? ─► how many? ─► colour, player by player ─► how hard? ─► which scenario? ─► Waiting ─Done─► HOME
        not solo                                 with Otoma
The knob kept down goes back to the question before; from the first one, to where it came from.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from companion.table.screens.descriptions import Description, Menu, ScenarioMenu
from companion.table.wheel.lists import Choosing
from companion.table.wheel.news import BeginNew, Playable
from companion.table.wheel.state import Goal, Node, Seek, Step, WheelState
from companion.table.wheel.talking import Waiting
from companion.tiwanaku.game import Difficulty, Mode, Setup
from companion.tiwanaku.pieces import PLAYER_COLOURS, Colour
from companion.words import T, Text

_MODES = {
    Mode.COMPETITIVE: T("competitive"),
    Mode.SOLO: T("solo"),
    Mode.COOPERATIVE: T("cooperative"),
}
_DIFFICULTIES = {
    Difficulty.EASY: T("easy"),
    Difficulty.NORMAL: T("normal"),
    Difficulty.HARD: T("hard"),
    Difficulty.EXPERT: T("expert"),
}
_OFFERED = {
    Mode.SOLO: (Difficulty.EASY, Difficulty.HARD),
    Mode.COOPERATIVE: (Difficulty.EASY, Difficulty.NORMAL, Difficulty.EXPERT),
}
_COUNTS = (2, 3, 4)
BY_CHANCE = ""
"""Instead of a scenario's name: some scenario that nobody has played yet."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: what may be answered, and how each answer is called."""

    title: Text
    answers: tuple[Any, ...]
    names: tuple[Text | str, ...]


Agreement = tuple[Setup, str]
Interview = Generator[Asked, Any, Agreement]


def interview(playable: tuple[Playable, ...]) -> Interview:
    """Asks everything that has to be known, and gives the set-up and the scenario's name."""
    mode = yield Asked(T("How do you play?"), tuple(_MODES), tuple(_MODES.values()))
    seats = 1
    if mode is not Mode.SOLO:
        seats = yield Asked(T("How many players?"), _COUNTS, tuple(map(str, _COUNTS)))
    colours = yield from _colours(2 if mode is Mode.COOPERATIVE and seats == 4 else seats)
    difficulty = None
    if mode in _OFFERED:
        levels = _OFFERED[mode]
        difficulty = yield Asked(T("How hard?"), levels, tuple(_DIFFICULTIES[level] for level in levels))
    fit = tuple(disc.name for disc in playable if disc.has_otoma or mode is Mode.COMPETITIVE)
    name = yield Asked(T("Choose a scenario"), (BY_CHANCE, *fit), (T("By chance"), *fit))
    # Four who play together are two pairs, their colours in turns round the table.
    return Setup(mode, (colours * seats)[:seats], difficulty=difficulty), name


def _colours(count: int) -> Generator[Asked, Any, tuple[Colour, ...]]:
    colours: tuple[Colour, ...] = ()
    while len(colours) < count:
        left = tuple(colour for colour in PLAYER_COLOURS if colour not in colours)
        title = T("First player") if not colours else T("Player {number}", number=len(colours) + 1)
        colour = yield Asked(title, left, tuple(colour.text for colour in left))
        colours += (colour,)
    return colours


def follow(playable: tuple[Playable, ...], given: tuple[Any, ...]) -> Asked | Agreement:
    """The question that comes after some answers, or what was agreed on when there is none."""
    questions = interview(playable)
    asked = next(questions)
    try:
        for answer in given:
            asked = questions.send(answer)
    except StopIteration as end:
        agreed: Agreement = end.value
        return agreed
    return asked


@dataclass(frozen=True)
class SettingUp(Choosing):
    """Who plays what?"""

    given: tuple[Any, ...] = ()
    origin: Node | None = None
    playable: tuple[Playable, ...] = ()

    def asked(self) -> Asked:
        """The present question."""
        asked = follow(self.playable, self.given)
        if not isinstance(asked, Asked):
            raise LookupError("everything is agreed on")
        return asked

    def count(self) -> int:
        """How many answers there are."""
        return len(self.asked().answers)

    def screen(self, state: WheelState, now: float) -> Description:
        """The question."""
        asked = self.asked()
        if asked.answers[0] == BY_CHANCE:
            return ScenarioMenu(asked.names, self.chosen)
        return Menu(asked.title, asked.names, self.chosen)

    def pushed(self, state: WheelState) -> Step:
        """The next question, or the game."""
        given = (*self.given, self.asked().answers[self.chosen])
        following = follow(self.playable, given)
        if isinstance(following, Asked):
            return state.to(replace(self, given=given, chosen=0))
        setup, name = following
        shown = self.screen(state, 0)
        return state.ask(
            lambda number: BeginNew(number, setup, name), lambda number: Waiting(number, shown, self)
        )

    def back(self, state: WheelState) -> Step:
        """The question before."""
        if not self.given:
            return state.to(self.origin or Seek(Goal.MENU))
        return state.to(replace(self, given=self.given[:-1], chosen=0))

    def unsettled(self, state: WheelState) -> Step:
        """Nothing was begun yet."""
        return Step(state)
