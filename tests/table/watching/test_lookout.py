"""The camera's place at a table: whose game it looks at."""

from __future__ import annotations

from companion.table.watching.lookout import Lookout
from companion.tiwanaku.game import Enter, Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.position import Position


class NotedEye:
    """Of which game it is, and what it was told to expect."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.expected: list[Position] = []

    def expect(self, position: Position) -> None:
        self.expected.append(position)


def test_another_game_with_the_same_disc_and_players_is_seen_with_a_fresh_eye():
    wheel = Wheel(morning_valley())
    begun = Record.begin(wheel.back).do(SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
    later = begun.do(Enter(wheel.back.board.space("sun/turtle")), wheel)
    eyes: list[NotedEye] = []

    def eye_for(record: Record) -> NotedEye:
        eyes.append(NotedEye(record))
        return eyes[-1]

    lookout = Lookout(eye_for, lambda event: None, clock=lambda: 0.0)
    for record in (begun, later, later.undo(1).record):
        lookout.told(record)
        lookout.step(None)
    assert [eye.record for eye in eyes] == [begun]
    assert eyes[0].expected == [each.state.position() for each in (begun, later, begun)]
    lookout.told(begun)
    lookout.step(None)
    assert [eye.record for eye in eyes] == [begun, begun]
