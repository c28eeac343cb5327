"""The camera's place at a table: whose game it looks at."""

from __future__ import annotations

from companion.table.watching.lookout import Lookout
from companion.tiwanaku.game import Enter, Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour


def test_another_game_with_the_same_disc_and_players_is_seen_with_a_fresh_eye():
    wheel = Wheel(morning_valley())
    begun = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
    later = begun.do(Enter(wheel.back.board.space("sun/turtle")), wheel)
    eyes = []
    lookout = Lookout(lambda record: eyes.append(record), lambda event: None, clock=lambda: 0.0)
    for record in (begun, later, later.undo(1).record):
        lookout.told(record)
        lookout.step(None)
    assert eyes == [begun]
    lookout.told(begun)
    lookout.step(None)
    assert eyes == [begun, begun]
