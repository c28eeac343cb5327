"""The players that play: legal, deterministic, and the careful one never wrong without need."""

from __future__ import annotations

from random import Random

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.bots import CarefulBot, RandomBot, local_certainty, simulate
from companion.tiwanaku.game import Mode, Reason, Scored, Wheel
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from tests.oracles.builder import build
from tests.tiwanaku.game.table import SETUPS, scenario


def test_local_certainty_is_never_wrong():
    random = Random(11)
    board = official_board("long")
    told = 0
    for _ in range(60):
        letters, levels = build(random, 5, 9)
        tiles = {terrain: letters.count(terrain.letter) for terrain in Terrain}
        for _ in range(4):
            position = Position.empty(board, tiles)
            for space in board.spaces:
                if random.random() < 0.8:
                    crop = Crop(levels[space.index]) if random.random() < 0.5 else None
                    position = position.with_space(space, Terrain.of_letter(letters[space.index]), crop)
            for space in board.spaces:
                crop = local_certainty(position, space)
                if crop is not None:
                    told += 1
                    assert crop == levels[space.index]
    assert told > 200


def test_the_careful_player_beats_the_random_one():
    wins = 0
    for seed in range(12):
        bots = [CarefulBot(seed), RandomBot(seed)]
        record = simulate(Wheel(scenario(seed % 6)), SETUPS["competitive-2"], bots, seed)
        wins += record.state.winners == (0,)
        assert not any(
            isinstance(event, Scored) and event.side == 0 and event.reason is Reason.MISSED
            for event in record.events
        )
    assert wins >= 11


def test_a_better_certainty_can_be_plugged_in():
    front = scenario(3)

    def knows_all(position, space):
        return front.crops[space.index]

    for setup in SETUPS.values():
        bots = [CarefulBot(1, knows_all) for _ in range(setup.seats)]
        record = simulate(Wheel(front), setup, bots, 5)
        assert not any(isinstance(e, Scored) and e.reason is Reason.MISSED for e in record.events)
        assert setup.mode is Mode.COMPETITIVE or record.state.sides[0].score > 30
