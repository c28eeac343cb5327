"""The wheel's machine: a state and an input give a new state and effects. No clock, no thread, no device.

    Beginning ─push─► Waiting ─Done─► Telling what happened last ─► HOME       (a game waits to be gone on with)
    SettingUp ─push, question by question─► Waiting ─Done─► HOME                                (a new game)
    Start ─any─► HOME ─────────────────────────────────────────────────────────────────────────────┐
                                                                                                   │
    without a game   PickScenario ─push─► Waiting ─Loaded─► Rings ⇄ Holding ─tick─► Opening ─► Open ┤
                                                                                                   │
    with a game      HOME is what the game waits for:                                              │
      a turn begins, or the end   Overview ─push─► Menu ─┬─ Explore ─► PickTile, PickDirection,     │
                                     ▲       ▲           │     PickMeeple ─► PickDeed ─►            │
                                     │  long push        │     PickDestination ⇄ AnyDestination ─┐  │
                                     └───────┴─ anywhere ├─ Divine ─► PickDiviner ─► Announcing  │  │
      a discovery                 Rings                  │            ─► Closed ⇄ Holding ...    │  │
      an arrow (solo)             TellArrow ───────┐     ├─ Offer ─► Giving ────────────────┐   │  │
      which Otoma, who gives      PickOtoma, PickGiver   ├─ End turn, Pass ───────────────┐ │   │  │
      more divinations, offering  Menu             │     ├─ Undo ─► TakingBack ─────────┐ │ │   │  │
                                                   │     ├─ Hint ─► AwaitingHint ⇄ Hinting │   │  │
                                                   │     └─ Settings, Join, the rings   │ │ │   │  │
                                                   ▼                                    ▼ ▼ ▼   ▼  │
                                                  Waiting ─Done─► Telling, page by page ─push──────┴► HOME
                                                     └─Declined─► Note (why not) ─push─► where it was

    Rings ─press─► Holding ─tick, held long enough─► Opening ─Done, still held─► Open ─release─► Telling
    A calm node is interrupted by an alert (Note), by what somebody elsewhere asks (Deciding) or by what the camera saw
    (Proposal); others first come to an end.

The knob kept down for :data:`BACK_TIME` is the way back, from everywhere but an open question.

>>> from companion.table.wheel import Tick, begin, step, screen
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from hardware.inputs import Button, Pressed, Released, Turned
>>> state = begin(back=morning_valley().back())
>>> for event in (Turned(0.0, 1), Turned(0.1, 2), Pressed(1.0, Button.LEFT)):
...     state, effects = step(state, event)
>>> str(screen(state, 1.5).space), screen(state, 1.5).fill
('mountain/condor', 0.5)
>>> step(state, Tick(1.99)).effects
()
>>> step(state, Tick(2.0)).effects[0].window
<Window.DISCOVERY: 'discovery'>
"""

from __future__ import annotations

from dataclasses import replace

from companion.table.screens.descriptions import Description
from companion.table.wheel.deeds import TellArrow
from companion.table.wheel.home import Beginning, Start, reached
from companion.table.wheel.news import (
    WINDOW_OF,
    Alerted,
    Answer,
    Asked,
    Button,
    Delayed,
    Done,
    GameChanged,
    Input,
    Playable,
    Pressed,
    Proposed,
    Released,
    SettingsChanged,
    Tick,
    Turned,
)
from companion.table.wheel.settings import WheelSettings
from companion.table.wheel.state import Goal, Seek, Step, WheelState
from companion.table.wheel.talking import Deciding, Note, Proposal, Telling, Waiting
from companion.table.wheel.telling import tell
from companion.table.wheel.windows import Holding, Rings
from companion.tiwanaku.game import ArrowSeen, Discover, Divine, Phase, Record, why_not
from companion.tiwanaku.scenario import Back
from companion.words import Text

BACK_TIME = 0.7
"""Seconds the knob is kept down to go back."""
FRAME = 1 / 30
"""Seconds between two pictures of a filling window."""
MOST_ALERTS = 5
MOST_REQUESTS = 5


def begin(
    *,
    settings: WheelSettings | None = None,
    game: Record | None = None,
    back: Back | None = None,
    scenarios: tuple[str, ...] = (),
    address: str = "",
    code: str = "",
    has_coach: bool = False,
    question: Text | None = None,
    offers: tuple[Text, ...] = (),
    last_asks: bool = False,
    playable: tuple[Playable, ...] = (),
    told: tuple[Description, ...] = (),
) -> WheelState:
    """The wheel as it is switched on: with a game; or bare, with a scenario in it or some to choose from.

    With a question it first asks which of the offers to begin with; if ``last_asks``, the last of them leads to the
    questions about a new game, which needs a ``playable`` scenario. ``told`` is what happened last in the game.
    """
    return WheelState(
        node=Start(told) if question is None else Beginning(question, offers, last_asks=last_asks),
        settings=settings or WheelSettings(),
        game=game,
        back=back,
        scenarios=scenarios,
        playable=playable,
        address=address,
        code=code,
        has_coach=has_coach,
    )


def step(state: WheelState, event: Input) -> Step:
    """What an input leads to."""
    return settled(_step(state, event))


def screen(state: WheelState, now: float) -> Description:
    """What the display shows."""
    return state.node.screen(state, now)


def next_tick(state: WheelState, now: float) -> float | None:
    """In how many seconds the machine wants to be told the time; ``None``: only when something happens."""
    wishes = []
    if isinstance(state.node, Holding):
        wishes.append(min(FRAME, state.node.opens_at(state) - now))
    if state.push_since is not None:
        wishes.append(state.push_since + BACK_TIME - now)
    return max(0.0, min(wishes)) if wishes else None


def _step(state: WheelState, event: Input) -> Step:
    match event:
        case Turned(_, steps):
            fresh = replace(state, push_since=None)
            return state.node.turned(fresh, steps) if steps else Step(state)
        case Pressed(at, button):
            return _pressed(replace(state, down=state.down | {button}), button, at)
        case Released(at, button):
            return _released(replace(state, down=state.down - {button}), button, at)
        case Tick(at):
            if state.push_since is not None and at >= state.push_since + BACK_TIME:
                return state.node.back(replace(state, push_since=None))
            return state.node.ticked(state, at)
        case GameChanged():
            return _game_changed(state, event)
        case SettingsChanged(_, settings):
            return state.node.unsettled(replace(state, settings=settings))
        case Proposed():
            return Step(replace(state, proposal=event))
        case Asked():
            return Step(replace(state, requests=(*state.requests, event)[-MOST_REQUESTS:]))
        case Delayed(_, number, text):
            node = state.node
            if isinstance(node, Waiting) and node.number == number:
                return node.delayed(state, text)
            return Step(state)
        case Alerted():
            if event.text in [alert.text for alert in state.alerts]:
                return Step(state)
            return Step(replace(state, alerts=(*state.alerts, event)[-MOST_ALERTS:]))
        case _:
            return _answered(state, event)


def _pressed(state: WheelState, button: Button, at: float) -> Step:
    if button is Button.PUSH:
        return state.node.knob_down(state, at)
    fresh = replace(state, push_since=None)
    others = {other for other in state.down if other in WINDOW_OF and other is not button}
    if others and not isinstance(state.node, Holding) and not state.node.lasting:
        # With both window buttons down nobody can tell which one is meant.
        return Step(fresh)
    return state.node.pressed(fresh, WINDOW_OF[button], at)


def _released(state: WheelState, button: Button, at: float) -> Step:
    if button is not Button.PUSH:
        return state.node.released(state, WINDOW_OF[button])
    since, fresh = state.push_since, replace(state, push_since=None)
    if since is None:
        return Step(fresh)
    return state.node.back(fresh) if at >= since + BACK_TIME else state.node.pushed(fresh)


def _answered(state: WheelState, answer: Answer) -> Step:
    node = state.node
    if isinstance(node, Waiting) and node.number == answer.number:
        return node.answered(state, answer)
    if isinstance(answer, Done):
        # Nobody waits for it any more, but it happened.
        return node.unsettled(replace(state, game=answer.record))
    return Step(state)


def _game_changed(state: WheelState, news: GameChanged) -> Step:
    changed = replace(state, game=news.record)
    step = state.node.unsettled(changed)
    told = tell(news.before, news.events)
    if told and step.state.node == Seek(Goal.HOME):
        return changed.to(Telling(told))
    return step


def settled(step: Step) -> Step:
    """The same with all goals reached, and with what was waiting to be said."""
    state = step.state
    if isinstance(state.node, Seek):
        state = replace(state, node=reached(state, state.node.goal))
        if isinstance(state.node, Rings):
            state = replace(state, cursor=state.node.space)
    if not state.node.calm or state.down:
        return Step(state, step.effects)
    if state.alerts:
        first, *rest = state.alerts
        state = replace(state, alerts=tuple(rest), node=Note(first.kind, first.text, state.node))
    elif state.requests:
        asked, *later = state.requests
        state = replace(state, requests=tuple(later), node=Deciding(asked, state.node))
    elif state.proposal is not None:
        state = _proposed(replace(state, proposal=None), state.proposal)
    return Step(state, step.effects)


def _proposed(state: WheelState, proposed: Proposed) -> WheelState:
    """Ask about what the camera saw, if it still makes sense."""
    command = proposed.command
    board = state.board
    if board is None or proposed.space not in board.spaces:
        return state
    if command is None or isinstance(command, Discover | Divine):
        # A yes turns the rings there. A window is opened by a hand, never by a camera.
        return replace(state, node=Proposal(replace(proposed, command=None)))
    if state.game is None or why_not(state.play, command) is not None:
        return state
    if isinstance(command, ArrowSeen) and command.colour is not None:
        if state.play.phase is not Phase.ARROW:
            return state
        return replace(state, node=TellArrow(command.colour, command.direction, choosing_direction=True))
    return replace(state, node=Proposal(proposed))
