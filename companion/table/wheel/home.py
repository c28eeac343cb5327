"""Where the wheel is at home: the first screen, whose turn it is, the menu, and what the game waits for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.table.screens.descriptions import (
    Action,
    ActionMenu,
    Description,
    Kind,
    Message,
    Welcome,
    Window,
)
from companion.table.wheel.deeds import Giving, Joining, Setting, TellArrow
from companion.table.wheel.lessons import lessons_of
from companion.table.wheel.lists import (
    PickDirection,
    PickDiviner,
    PickGiver,
    PickMeeple,
    PickOtoma,
    PickScenario,
    PickTile,
    with_meeple,
)
from companion.table.wheel.news import Begin
from companion.table.wheel.setting_up import SettingUp
from companion.table.wheel.state import Goal, Node, Seek, Step, WheelState
from companion.table.wheel.talking import TakingBack, Waiting, ask_hint, give, refuse, tell_and_go_on
from companion.table.wheel.telling import points, standings
from companion.table.wheel.windows import ANY_CROP, Announcing, Rings, press
from companion.tiwanaku.game import (
    Command,
    Divine,
    EndTurn,
    Pass,
    Phase,
    Standing,
    options,
    reaches,
    why_not,
)
from companion.tiwanaku.game import commands as wish
from companion.tiwanaku.game.checks import choosable, givers
from companion.tiwanaku.game.movement import needs_arrow
from companion.tiwanaku.game.setup import TERRAINS
from companion.words import T, Text

_SHOWN_FIRST = (Phase.ACT, Phase.SPEND, Phase.LAST_DIVINE, Phase.LAST_OFFER, Phase.OVER)
"""Phases in which a turn begins, or nothing more does: whose turn it is comes first."""


@dataclass(frozen=True)
class Start(Node):
    """The first screen; after it comes what happened last in a game that is gone on with."""

    told: tuple[Description, ...] = ()

    def screen(self, state: WheelState, now: float) -> Description:
        """Welcome."""
        return Welcome()

    def turned(self, state: WheelState, steps: int) -> Step:
        """Go."""
        return tell_and_go_on(state, self.told)

    def pushed(self, state: WheelState) -> Step:
        """Go."""
        return tell_and_go_on(state, self.told)

    def back(self, state: WheelState) -> Step:
        """Go."""
        return tell_and_go_on(state, self.told)

    def unsettled(self, state: WheelState) -> Step:
        """Nothing was begun yet."""
        return Step(state)


@dataclass(frozen=True)
class Beginning(Node):
    """A game waits to be gone on with: that one, or a new one?"""

    calm: ClassVar[bool] = True
    text: Text
    offers: tuple[Text, ...]
    chosen: int = 0
    last_asks: bool = False

    def screen(self, state: WheelState, now: float) -> Description:
        """The question."""
        return Message(Kind.QUESTION, self.text, self.offers, self.chosen)

    def turned(self, state: WheelState, steps: int) -> Step:
        """The other one."""
        return state.to(replace(self, chosen=(self.chosen + steps) % len(self.offers)))

    def pushed(self, state: WheelState) -> Step:
        """So be it; a new game may have to be agreed on first."""
        if self.last_asks and self.chosen == len(self.offers) - 1:
            return state.to(SettingUp(origin=self, playable=state.playable))
        shown = self.screen(state, 0)
        return state.ask(
            lambda number: Begin(number, self.chosen), lambda number: Waiting(number, shown, self)
        )

    def back(self, state: WheelState) -> Step:
        """There is nothing before this."""
        return Step(state)

    def unsettled(self, state: WheelState) -> Step:
        """Nothing was begun yet."""
        return Step(state)


@dataclass(frozen=True)
class Overview(Node):
    """Whose turn it is, and the scores; at the end, who has won."""

    calm: ClassVar[bool] = True

    def screen(self, state: WheelState, now: float) -> Description:
        """The scores."""
        if not state.is_set_up:
            return Message(Kind.WAIT, T("No game has been set up yet."))
        return standings(state.play)

    def turned(self, state: WheelState, steps: int) -> Step:
        """To the rings."""
        if not state.is_set_up:
            return Step(state)
        node = rings(state)
        return node.turned(replace(state, node=node), steps)

    def pushed(self, state: WheelState) -> Step:
        """What the game waits for, if it is one thing only; else the menu."""
        awaits = awaited(state) if state.is_set_up else None
        return state.to(awaits or Seek(Goal.MENU))

    def back(self, state: WheelState) -> Step:
        """To the menu, even if the game waits for one thing."""
        return state.to(Seek(Goal.MENU))

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """As with the rings where they stand."""
        return press_at_home(state, window, at)


def press_at_home(state: WheelState, window: Window, at: float) -> Step:
    """A window's button, with no rings in sight: where the game waits, else where they stand."""
    if not state.is_set_up:
        return Step(state)
    if window is Window.DIVINATION and state.play.able_to_divine():
        return divine(state)
    there = rings(state)
    return press(replace(state, node=there), window, there.space, at)


@dataclass(frozen=True)
class Menu(Node):
    """What to do; only what is allowed now is offered."""

    calm: ClassVar[bool] = True
    actions: tuple[Action, ...]
    chosen: int = 0

    def screen(self, state: WheelState, now: float) -> Description:
        """The actions."""
        return ActionMenu(self.actions, self.chosen)

    def turned(self, state: WheelState, steps: int) -> Step:
        """The next one; round and round."""
        return state.to(replace(self, chosen=(self.chosen + steps) % len(self.actions)))

    def pushed(self, state: WheelState) -> Step:
        """Do it."""
        return act(state, self.actions[self.chosen])

    def back(self, state: WheelState) -> Step:
        """Whose turn it is; from the bare wheel, to another scenario."""
        return state.to(Seek(Goal.OVERVIEW))

    def pressed(self, state: WheelState, window: Window, at: float) -> Step:
        """As with the rings where they stand."""
        return press_at_home(state, window, at)


# What an action does ---------------------------------------------------------------------------


def act(state: WheelState, action: Action) -> Step:
    """An action of the menu."""
    match action:
        case Action.EXPLORE:
            return explore(state)
        case Action.DIVINE:
            return divine(state)
        case Action.OFFER:
            tokens = tuple(sorted(state.play.side.tokens))
            return state.to(Giving(tokens, frozenset(tokens)))
        case Action.PASS:
            return _give(state, Pass())
        case Action.END_TURN:
            return _give(state, EndTurn())
        case Action.UNDO:
            return _take_back(state)
        case Action.HINT:
            return ask_hint(state, 1)
        case Action.SETTINGS:
            return state.to(Setting())
        case Action.JOIN:
            return state.to(Joining())
        case Action.WHEEL:
            return state.to(rings(state) if state.board else Seek(Goal.HOME))
        case Action.SCORES:
            return state.to(Seek(Goal.OVERVIEW))
        case Action.POINTS:
            return tell_and_go_on(state, points(state.game) if state.game is not None else ())
        case Action.NEW_GAME:
            return state.to(SettingUp(playable=state.playable))
        case Action.OTOMA:
            return state.to(Seek(Goal.HOME))
        case Action.LESSONS:
            return state.to(lessons_of(state))


def explore(state: WheelState) -> Step:
    """Move a meeple; before that, what has to be told first."""
    game = state.play
    if game.phase is Phase.SPEND:
        return state.to(awaited(state) or Seek(Goal.MENU))
    if needs_arrow(game):
        return state.to(PickDirection())
    starts = [found.start for found in reaches(game)]
    return state.to(PickMeeple(starts=tuple(starts))) if len(starts) != 1 else with_meeple(state, starts[0])


def divine(state: WheelState) -> Step:
    """Divine with one of the meeples that can."""
    spaces = state.play.able_to_divine()
    if not spaces:
        return state.to(Seek(Goal.HOME))
    reason = why_not(state.play, Divine(spaces[0], ANY_CROP))
    if reason is not None:
        return refuse(state, reason.text, state.node)
    if len(spaces) > 1:
        return state.to(PickDiviner(spaces=tuple(spaces)))
    return replace(state, cursor=spaces[0]).to(Announcing(spaces[0]))


def _give(state: WheelState, command: Command) -> Step:
    reason = why_not(state.play, command)
    return give(state, command, state.node) if reason is None else refuse(state, reason.text, state.node)


def last_done(state: WheelState) -> int | None:
    """The index of the last command that counts, the set-up excepted."""
    entries = state.game.entries if state.game is not None else ()
    for index in range(len(entries) - 1, -1, -1):
        entry = entries[index]
        if entry.standing is Standing.DONE and not isinstance(entry.command, wish.SetUp):
            return index
    return None


def _take_back(state: WheelState) -> Step:
    index = last_done(state)
    if index is None or state.game is None:
        return Step(state)
    return state.to(TakingBack(index, in_words(state.game.entries[index].command)))


def in_words(command: Command) -> Text:
    """A command as the question names it."""
    match command:
        case wish.Move(start, to):
            return T("move {start} to {to}", start=start, to=to)
        case wish.Enter(to):
            return T("new meeple to {to}", to=to)
        case wish.Retrieve(space):
            return T("meeple of {space} taken back", space=space)
        case wish.Discover(space):
            return T("discovery of {space}", space=space)
        case wish.Divine(space, announced):
            return T("divination of {space}: {crop}", space=space, crop=announced)
        case wish.Offer(tokens):
            return T("offering of {crops}", crops=sorted(tokens))
        case wish.SpendTile(terrain):
            return T("{terrain} spent", terrain=terrain)
        case wish.ArrowSeen(direction):
            return T("arrow to the {direction}", direction=direction)
        case wish.ChooseOtoma(space):
            return T("Otoma of {space}", space=space)
        case wish.GiveTile():
            return T("tile given")
        case wish.EndTurn():
            return T("end of the turn")
        case _:
            return T("pass")


# Where to go -----------------------------------------------------------------------------------


def reached(state: WheelState, goal: Goal) -> Node:
    """What a goal is at present."""
    if goal is Goal.RINGS and state.board is not None:
        return rings(state, at_cursor=True)
    if state.game is None:
        return _bare(state, goal)
    if goal is Goal.MENU or not state.is_set_up:
        return Menu(actions(state)) if goal is Goal.MENU else Overview()
    if goal is Goal.OVERVIEW or state.play.phase in _SHOWN_FIRST:
        return Overview()
    return awaited(state) or Menu(actions(state))


def _bare(state: WheelState, goal: Goal) -> Node:
    if goal is Goal.MENU:
        return Menu(actions(state))
    if state.back is not None and (goal is Goal.HOME or not state.scenarios):
        return rings(state)
    if state.scenarios:
        return PickScenario(names=state.scenarios)
    return SettingUp(playable=state.playable) if state.playable else Overview()


def awaited(state: WheelState) -> Node | None:
    """The one thing that the game waits for, if it is one."""
    game = state.play
    match game.phase:
        case Phase.SPEND:
            stacks = zip(TERRAINS, game.stacks[game.seat], strict=True)
            tiles = tuple((terrain, count) for terrain, count in stacks if count)
            return PickTile(terrains=tiles) if tiles else None
        case Phase.DISCOVER:
            return rings(state)
        case Phase.GIVE:
            return PickGiver(seats=tuple(givers(game)))
        case Phase.ARROW:
            return TellArrow()
        case Phase.CHOOSE:
            return PickOtoma(spaces=tuple(choosable(game)))
        case _:
            return None


def rings(state: WheelState, *, at_cursor: bool = False) -> Rings:
    """The rings: where a meeple waits to discover, else where they were left."""
    board = state.board
    if board is None:
        raise LookupError("a wheel without a scenario has no rings")
    waiting = state.game.state.waiting if state.game is not None and not at_cursor else None
    cursor = waiting or state.cursor
    if cursor is None or cursor.index >= len(board.spaces) or board.spaces[cursor.index] != cursor:
        cursor = board.spaces[0]
    return Rings(board, cursor)


def actions(state: WheelState) -> tuple[Action, ...]:
    """What the menu offers now."""
    found: list[Action] = []
    if state.is_set_up:
        game = state.play
        kinds = {option.kind for option in options(game)}
        choices = {
            Action.EXPLORE: bool(kinds & {"move", "enter", "retrieve", "spend-tile"})
            or (game.phase is Phase.ACT and needs_arrow(game)),
            Action.DIVINE: "divine" in kinds,
            Action.OTOMA: game.phase in (Phase.ARROW, Phase.CHOOSE),
            Action.OFFER: "offer" in kinds,
            Action.END_TURN: "end-turn" in kinds,
            Action.PASS: "pass" in kinds,
        }
        found += [action for action, offered in choices.items() if offered]
    if state.board is not None:
        found.append(Action.WHEEL)
    if state.is_set_up:
        if state.has_coach and state.settings.hints and state.play.phase is not Phase.OVER:
            found.append(Action.HINT)
        if last_done(state) is not None:
            found.append(Action.UNDO)
        found += [Action.SCORES, Action.POINTS]
    if state.playable and (state.game is None or state.play.phase is Phase.OVER):
        found.append(Action.NEW_GAME)
    if state.address:
        found.append(Action.JOIN)
    if state.lessons:
        found.append(Action.LESSONS)
    return (*found, Action.SETTINGS)
