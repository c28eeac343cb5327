"""For every state and every command: legal() agrees with whether giving it raises."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from companion.errors import PachamamaError, Unreadable
from companion.tiwanaku.board import Direction, Space
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.bots import RandomBot, simulate
from companion.tiwanaku.game import (
    ArrowSeen,
    ChooseOtoma,
    Discover,
    Divine,
    EndTurn,
    Enter,
    GiveTile,
    Move,
    Offer,
    Pass,
    Refused,
    Retrieve,
    SetUp,
    SpendTile,
    Wheel,
    before_set_up,
    fold,
    legal,
    legal_commands,
    options,
    play,
    public_view,
    why_not,
)
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tests.tiwanaku.game.table import TABLES, random_scenario, random_setup

GAMES = 3
NONSENSE = [
    Space(0, 0, 0, "river", "turtle"),
    Space(99, 11, 0, "star", "condor"),
    Space(-1, 4, 8, "star", "turtle"),
]


def any_space(random: Random, state):
    if random.random() < 0.06:
        return random.choice([*NONSENSE, official_board("long").spaces[44]])
    own = state.own() if state.agreed else []
    if own and random.random() < 0.5:
        return random.choice(own)
    if state.waiting is not None and random.random() < 0.5:
        return state.waiting
    if state.movers and random.random() < 0.5:
        return random.choice(state.movers)[0]
    return random.choice(state.board.spaces)


def any_command(random: Random, state):
    match random.randrange(13):
        case 0:
            return SetUp(random_setup(random, *random.choice(TABLES)))
        case 1:
            return SpendTile(random.choice(list(Terrain)), random.choice([None, *Direction]))
        case 2:
            return ArrowSeen(random.choice(list(Direction)), random.choice([None, *Colour]))
        case 3 | 4:
            return Move(any_space(random, state), any_space(random, state))
        case 5:
            return Enter(any_space(random, state))
        case 6:
            return Retrieve(any_space(random, state))
        case 7:
            return Discover(any_space(random, state))
        case 8:
            return GiveTile(random.randrange(-1, 5))
        case 9:
            return ChooseOtoma(any_space(random, state))
        case 10:
            return Divine(any_space(random, state), random.choice(list(Crop)))
        case 11:
            return Offer(frozenset(random.sample(list(Crop), random.randrange(6))))
        case _:
            return random.choice([EndTurn(), Pass()])


def raises(state, command, wheel) -> bool:
    try:
        _, events = play(state, command, wheel)
    except PachamamaError:
        return True
    assert events
    return False


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_legal_agrees_with_giving_the_command(mode, seats):
    refused = given = 0
    for seed in range(GAMES):
        random = Random(f"legality {mode} {seats} {seed}")
        wheel = Wheel(random_scenario(random, mode, 4))
        setup = random_setup(random, mode, seats)
        record = simulate(wheel, setup, [RandomBot(random.random()) for _ in range(seats)], seed)
        state = before_set_up(wheel.back)
        for entry in record.entries:
            offered = set(legal_commands(state)) if state.agreed else set()
            for command in chain(offered, (any_command(random, state) for _ in range(12))):
                raised = raises(state, command, wheel)
                assert legal(state, command) is not raised, (state, command)
                if command in offered:
                    assert not raised, (state, command)
                elif not isinstance(command, SetUp | SpendTile | ArrowSeen):
                    assert raised, (state, command)
                refused, given = refused + raised, given + (not raised)
            state = fold(state, entry.events)
    assert refused > 500
    assert given > 500


def test_options_are_the_legal_commands_by_kind():
    wheel = Wheel(random_scenario(Random(1), TABLES[0][0], 4))
    record = simulate(wheel, random_setup(Random(1), *TABLES[0]), [RandomBot(1), RandomBot(2)], 1)
    state = before_set_up(wheel.back)
    assert options(state) == []
    for entry in record.entries:
        state = fold(state, entry.events)
        listed = [command for option in options(state) for command in option.commands]
        assert sorted(map(repr, listed)) == sorted(map(repr, legal_commands(state)))
        assert public_view(state).options == tuple(options(state))


def test_two_kinds_of_error():
    wheel = Wheel(random_scenario(Random(1), TABLES[3][0], 4))
    state = before_set_up(wheel.back)
    state, _ = play(state, SetUp(random_setup(Random(1), *TABLES[3])), wheel)
    assert isinstance(why_not(state, Enter(NONSENSE[1])), Unreadable)
    assert isinstance(why_not(state, EndTurn()), Refused)
    with pytest.raises(Unreadable):
        play(state, "divine everything", wheel)
    assert not legal(state, "divine everything")
