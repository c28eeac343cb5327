"""No solution ever appears on a screen but through an opened window; every kind of state is walked through."""

from __future__ import annotations

import gc
from collections import deque
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import PachamamaError
from companion.table import wheel
from companion.table.desk import Choice, NewGames, Offer, Opened
from companion.table.screens import descriptions as shows
from companion.table.wheel import Playable
from companion.table.wheel.lists import Choosing
from companion.table.wheel.state import Node, Seek
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import Phase, Record, SetUp, State, Wheel
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.scenario import Scenario
from companion.words import Language, T
from hardware.inputs import Button
from tests.table.wheel.hands import DISCOVERY, DIVINATION, Hands
from tests.tiwanaku.game.table import SETUPS, scenario

GAMES = [*SETUPS, None]


def kinds_of(node):
    for kind in node.__subclasses__():
        yield kind
        yield from kinds_of(kind)


KINDS = set(kinds_of(Node)) - {Seek, Choosing}
MODES = ("competitive-2", "solo-hard", "together-2-easy", "together-3-normal")


@cache
def twins(seed):
    """Two scenarios with the same back whose hidden spaces all differ from each other as far as can be."""
    one = scenario(seed)
    hidden = [space.index for space in one.board.spaces if space not in one.start]
    terrains, crops = list(one.terrains), list(one.crops)
    for values in (terrains, crops):
        order = sorted(hidden, key=lambda index: (str(values[index]), index))
        shift = len(order) // 2
        moved = {index: values[order[(place + shift) % len(order)]] for place, index in enumerate(order)}
        for index, value in moved.items():
            values[index] = value
    return one, replace(one, terrains=tuple(terrains), crops=tuple(crops))


ACTS = (
    "left",
    "right",
    "far",
    "push",
    "back",
    "discovery",
    "divination",
    "look",
    "peek",
    "tap",
    "tap2",
    "camera",
    "alert",
    "request",
)


def touch(hands, act):
    """One thing a hand does, or the table says."""
    match act:
        case "left":
            hands.turn(-1)
        case "right":
            hands.turn(1)
        case "far":
            hands.turn(3)
        case "push":
            hands.push()
        case "back":
            hands.back()
        case "discovery":
            hands.open_and_close(DISCOVERY)
        case "divination":
            hands.open_and_close(DIVINATION)
        case "look":
            hands.hold(DISCOVERY, 0.5)
            hands.release(DISCOVERY)
        case "peek":
            hands.hold(DIVINATION, 0.5)
            hands.release(DIVINATION)
        case "tap":
            hands.tap(DISCOVERY)
        case "tap2":
            hands.tap(DIVINATION)
        case "camera":
            space = hands.oracle.back.board.spaces[0]
            hands.say(wheel.Proposed(hands.clock(), space, Colour.BLUE))
        case "alert":
            hands.say(wheel.Alerted(hands.clock(), T("A look, please.")))
        case "request":
            hands.say(wheel.Asked(hands.clock(), 1, T("Let the phone in?")))


def start(name, land):
    return Hands(land, SETUPS.get(name))


def answers(hands):
    """What was asked, and what the wheel said."""
    said = {"terrain": hands.oracle._wheel.terrain, "crop": hands.oracle._wheel.crop}
    return [(kind, space, said[kind](space)) for kind, space, _ in hands.oracle.questions]


@settings(max_examples=150)
@given(
    name=st.sampled_from(GAMES),
    seed=st.integers(0, 5),
    acts=st.lists(st.sampled_from(ACTS), max_size=80),
)
def test_two_solutions_look_the_same_until_a_window_tells_them_apart(name, seed, acts):
    one, other = (start(name, land) for land in twins(seed))
    for act in acts:
        touch(one, act)
        touch(other, act)
        if answers(one) != answers(other):
            return
        assert one.seen == other.seen
        assert one.desk.state.node == other.desk.state.node


def spaces_told(description):
    """The spaces of which a screen tells terrain or crop."""
    match description:
        case shows.DiscoveryOpen(space) | shows.Discovered(space):
            return [("terrain", space)]
        case shows.DivinationOpen(space) | shows.Divined(space) | shows.WrongDivination(space):
            return [("crop", space)]
        case shows.OtomaFound(space=space):
            return [("terrain", space), ("crop", space)]
        case shows.Coordinates(space=space, note=note) if note:
            words = str(note)
            found = [("terrain", space)] if any(each.value in words for each in Terrain) else []
            return found + [("crop", space) for each in Crop if str(each.text) in words][:1]
    return []


@settings(max_examples=100)
@given(name=st.sampled_from(GAMES), seed=st.integers(0, 5), acts=st.lists(st.sampled_from(ACTS), max_size=80))
def test_what_a_screen_tells_was_asked_before_or_lies_on_the_board_from_the_beginning(name, seed, acts):
    hands = start(name, scenario(seed))
    for act in acts:
        touch(hands, act)
    asked = {(kind, space) for kind, space, _ in hands.oracle.questions}
    public = {(kind, space) for space in hands.oracle.back.start for kind in ("terrain", "crop")}
    for description in hands.seen:
        assert set(spaces_told(description)) <= asked | public


@settings(max_examples=60)
@given(name=st.sampled_from(GAMES), seed=st.integers(0, 5), acts=st.lists(st.sampled_from(ACTS), max_size=60))
def test_the_oracle_is_asked_only_at_the_end_of_a_whole_hold(name, seed, acts):
    hands = start(name, scenario(seed))
    for act in acts:
        before, begun = len(hands.oracle.questions), hands.clock()
        touch(hands, act)
        fresh = hands.oracle.questions[before:]
        if fresh:
            assert act in ("discovery", "divination")
            assert len({space for _, space, _ in fresh}) == 1
            assert all(when - begun >= 1.0 - 1e-9 for _, _, when in fresh)


def reachable_from(root):
    """Everything that an object leads to, classes and modules left out."""
    seen, waiting = {}, deque([root])
    while waiting:
        item = waiting.popleft()
        if id(item) in seen or isinstance(item, type | Language):
            continue
        seen[id(item)] = item
        waiting.extend(
            each for each in gc.get_referents(item) if type(each).__name__ not in ("module", "function")
        )
    return seen.values()


@pytest.mark.parametrize("name", GAMES)
def test_the_machine_never_holds_a_wheel_or_a_scenario(name):
    random = Random(str(name))
    hands = start(name, scenario(2))
    for _ in range(150):
        touch(hands, random.choice(ACTS))
        assert not any(isinstance(item, Wheel | Scenario) for item in reachable_from(hands.desk.state.node))
    assert not any(isinstance(item, Wheel | Scenario) for item in reachable_from(hands.desk.state))


# Walking through every kind of state -------------------------------------------------------------


def shape(state):
    """What makes two states alike for a walk: kind of node, what the game waits for, and roughly where."""
    node, game = state.node, state.game.state if state.game else None
    inside = tuple(
        value if isinstance(value, int | str | bool) else type(value).__name__
        for name, value in vars(node).items()
        if not isinstance(value, Space | Board | float)
    )
    phase = None if game is None else (game.phase, game.seat)
    return type(node), inside, phase, len(state.game.entries) if state.game else 0


def walk(hands, most):
    """Breadth first through the machine's states: every act from every new state."""
    met, descriptions = set(), set()
    waiting = deque([(hands.desk.state, hands.desk.game)])
    while waiting and len(met) < most:
        state, game = waiting.popleft()
        for act in ACTS:
            hands.desk._state, hands.desk._game = state, game
            hands.seen.clear()
            touch(hands, act)
            descriptions.update(hands.seen)
            after = hands.desk.state
            if shape(after) not in met:
                met.add(shape(after))
                waiting.append((after, hands.desk.game))
    return descriptions


def moments(name, seed):
    """The first moment of a random game for each thing that the game can wait for."""
    setup = SETUPS[name]
    bots = [RandomBot(10 * seed + seat) for seat in range(setup.seats)]
    record = simulate(Wheel(scenario(seed)), setup, bots, seed)
    found = {}
    for count in range(1, len(record.entries) + 1):
        moment = Record.restore(record.back, record.entries[:count])
        state = moment.state
        able = len(state.able_to_divine()) if state.phase is Phase.ACT else 0
        found.setdefault((state.phase, min(able, 2)), moment)
    return found.values()


def offers(game):
    """To go on with a game, or to begin another."""
    opened = Opened(Wheel(scenario(1)), game, lambda record, done: True)
    return [Offer(T("Go on"), lambda: opened), Offer(T("New game"))]


def new_game():
    wheel = Wheel(scenario(1))
    record = Record.begin(wheel.back).do(SetUp(SETUPS[MODES[0]]), wheel)
    return Opened(wheel, record, lambda record, done: True)


def test_every_kind_of_state_is_walked_through_and_none_tells_a_secret():
    walks = [(scenario(1), game) for name in MODES for seed in (1,) for game in moments(name, seed)]
    met = set()
    bare = {"choices": [Choice("One", lambda: Wheel(scenario(1)))], "oracle": None}
    for land, game in [*walks, (scenario(1), None), (scenario(1), "offered")]:
        options = {} if game else bare
        if game == "offered":
            game, options = None, {"oracle": None, "question": T("Go on?"), "offers": offers(walks[5][1])}
            options["new_games"] = NewGames((Playable("One", True),), lambda setup, name: new_game())
        hands = Hands(land, **({"game": game} | options))
        descriptions = walk(hands, 60 if game else 200)
        met |= hands.met
        asked = {(kind, space) for kind, space, _ in hands.oracle.questions}
        public = {(kind, space) for space in hands.oracle.back.start for kind in ("terrain", "crop")}
        if game:
            public |= {("terrain", space) for space in land.board.spaces if game.state.terrains[space.index]}
            public |= {("crop", space) for space in land.board.spaces if game.state.crops[space.index]}
            public |= {("terrain", space) for space in [game.state.waiting] if game.state.revealed}
            for description in descriptions:
                assert set(spaces_told(description)) <= asked | public
    assert met == KINDS


@settings(max_examples=40)
@given(name=st.sampled_from(GAMES), seed=st.integers(0, 3), acts=st.lists(st.sampled_from(ACTS), max_size=60))
def test_the_way_back_leads_home_from_everywhere(name, seed, acts):
    hands = start(name, scenario(seed))
    for act in acts:
        touch(hands, act)
    for _ in range(9):
        hands.back()
        if hands.shown in ("Turn", "GameEnd", "Coordinates", "ActionMenu"):
            break
    assert hands.shown in ("Turn", "GameEnd", "Coordinates", "ActionMenu")


@settings(max_examples=150)
@given(
    name=st.sampled_from(GAMES),
    seed=st.integers(0, 3),
    acts=st.lists(
        st.one_of(
            st.sampled_from(ACTS),
            st.tuples(st.sampled_from(["press", "release"]), st.sampled_from(list(Button))),
            st.floats(0, 2),
        ),
        max_size=60,
    ),
)
def test_no_sequence_of_inputs_fails_loses_or_doubles_a_command(name, seed, acts):
    given_, failures = [], []
    hands = Hands(scenario(seed), SETUPS.get(name))
    carry_out = hands.desk._carry_out

    def counted(question):
        given_.append(question)
        try:
            return carry_out(question)
        except PachamamaError:
            raise
        except Exception as error:
            failures.append(error)
            raise

    hands.desk._carry_out = counted
    entries = len(hands.desk.game.entries) if hands.desk.game else 0
    for act in acts:
        match act:
            case float():
                hands.wait(act)
            case ("press", button):
                hands.press(button)
            case ("release", button):
                hands.release(button)
            case str():
                touch(hands, act)
    numbers = [question.number for question in given_]
    assert numbers == list(range(1, len(numbers) + 1))
    done = [question for question in given_ if isinstance(question, wheel.Give)]
    if hands.desk.game:
        assert len(hands.desk.game.entries) == entries + len(done)
        assert [entry.command for entry in hands.desk.game.entries[entries:]] == [
            question.command for question in done
        ]
        assert hands.desk.state.game is hands.desk.game
    assert failures == []


def test_a_game_that_is_over_still_has_a_way_round():
    hands = start("competitive-2", scenario(1, "short"))
    over = replace(hands.game, phase=Phase.OVER, winners=(1,))
    hands.desk.game_changed(replace(hands.desk.game, state=over))
    hands.push()
    assert hands.shown == "GameEnd"
    assert isinstance(over, State)
    for act in ACTS:
        touch(hands, act)
