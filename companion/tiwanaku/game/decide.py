"""Commands become events: checked against the state first, then carried out.

>>> from companion.tiwanaku.game import Enter, Mode, SetUp, Setup, Wheel, before_set_up, play
>>> from companion.tiwanaku.game.examples import morning_valley
>>> from companion.tiwanaku.pieces import Colour
>>> wheel = Wheel(morning_valley())
>>> state = before_set_up(wheel.back)
>>> state, _ = play(state, SetUp(Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))), wheel)
>>> state, events = play(state, Enter(state.board.space("sun/condor")), wheel)
>>> [type(event).__name__ for event in events]
['MeepleMoved', 'PhaseBegan']
>>> state.phase.value, str(state.waiting)
('discover', 'sun/condor')
"""

from __future__ import annotations

from companion.errors import Unreadable
from companion.tiwanaku.game import checks
from companion.tiwanaku.game import commands as wish
from companion.tiwanaku.game import events as happened
from companion.tiwanaku.game.commands import Command
from companion.tiwanaku.game.events import Event, Phase, Reason
from companion.tiwanaku.game.movement import Path
from companion.tiwanaku.game.setup import START_SCORE, Setup, otoma_places
from companion.tiwanaku.game.state import State
from companion.tiwanaku.game.turn import Turn, first_phase
from companion.tiwanaku.game.wheel import Oracle
from companion.words import T


def decide(state: State, command: Command, oracle: Oracle) -> tuple[Event, ...]:
    """The events a command leads to; :class:`Refused` if it is not legal now."""
    return play(state, command, oracle)[1]


def play(state: State, command: Command, oracle: Oracle) -> tuple[State, tuple[Event, ...]]:
    """The state a command leads to, and the events on the way there."""
    turn = Turn(state, oracle)
    match command:
        case wish.Move():
            _walk(turn, command, checks.check_walk(state, command))
        case wish.Enter():
            _walk(turn, command, checks.check_walk(state, command))
        case wish.Discover():
            checks.check_discover(state, command)
            turn.discover(command.space)
        case wish.Divine():
            checks.check_divine(state, command)
            _divine(turn, command)
        case wish.EndTurn():
            checks.check_end_turn(state)
            turn.end()
        case wish.Offer():
            checks.check_offer(state, command)
            _offer(turn, command)
        case wish.Retrieve():
            checks.check_retrieve(state, command)
            turn.emit(happened.MeepleRetrieved(state.colour, command.space))
            turn.may_offer()
        case wish.Pass():
            checks.check_pass(state)
            _pass(turn)
        case wish.SpendTile():
            checks.check_spend(state, command)
            _spend(turn, command)
        case wish.ArrowSeen():
            checks.check_arrow(state, command)
            _see_arrow(turn, command)
        case wish.GiveTile():
            checks.check_give(state, command)
            _give(turn, command)
        case wish.ChooseOtoma():
            checks.check_choose(state, command)
            if not turn.move_otoma(command.space):
                turn.otoma_go_on()
        case wish.SetUp():
            checks.check_set_up(state, command)
            _set_up(turn, command.setup)
        case _:
            raise Unreadable(T("This is no command of the game."))
    return turn.state, tuple(turn.events)


def _set_up(turn: Turn, setup: Setup) -> None:
    turn.emit(happened.GameSetUp(setup))
    for side in range(len(setup.names)):
        turn.emit(happened.Scored(side, START_SCORE, Reason.START))
    if setup.traits.otoma:
        for colour, space in otoma_places(setup, turn.state.back):
            turn.emit(happened.OtomaPlaced(colour, space))
            terrain, crop = turn.state.back.start[space]
            turn.score_otoma_crop(space, crop)
            turn.advance(setup.otoma_side, space, terrain)
    turn.emit(happened.TurnBegan(setup.first, first_phase(turn.state)))


def _walk(turn: Turn, command: wish.Move | wish.Enter, path: Path) -> None:
    start = command.start if isinstance(command, wish.Move) else None
    turn.emit(happened.MeepleMoved(turn.state.colour, start, path))
    if turn.state.waiting is not None:
        turn.emit(happened.PhaseBegan(Phase.DISCOVER))
    else:
        turn.explored()


def _divine(turn: Turn, command: wish.Divine) -> None:
    last = turn.state.phase is Phase.LAST_DIVINE
    right = turn.divine(command.space, command.announced)
    if last:
        seat = turn.state.seat
        if not right:
            turn.emit(happened.Passed(seat))
        turn.last_divinations(seat + 1)
    elif not right and turn.state.setup.traits.error_ends_turn:
        turn.end()
    elif turn.state.able_to_divine():
        turn.emit(happened.PhaseBegan(Phase.DIVINE_ON))
    else:
        turn.may_offer()


def _offer(turn: Turn, command: wish.Offer) -> None:
    last = turn.state.phase is Phase.LAST_OFFER
    turn.offer(turn.state.side_number, command.tokens)
    if last:
        turn.emit(happened.Passed(turn.state.seat))
        turn.last_offerings()
    else:
        turn.end()


def _pass(turn: Turn) -> None:
    phase, seat = turn.state.phase, turn.state.seat
    turn.emit(happened.Passed(seat))
    if phase is Phase.LAST_DIVINE:
        turn.last_divinations(seat + 1)
    elif phase is Phase.LAST_OFFER:
        turn.last_offerings()
    elif turn.state.setup.traits.arrows_lie_on_board:
        # Alone and unable to do anything that changes the board: it would stay so for ever.
        turn.finish()
    else:
        turn.end()


def _spend(turn: Turn, command: wish.SpendTile) -> None:
    turn.emit(happened.TileSpent(turn.state.seat, command.terrain))
    if command.direction is not None:
        turn.emit(happened.ArrowRead(command.direction, None, None))
    turn.emit(happened.PhaseBegan(Phase.ACT))


def _see_arrow(turn: Turn, command: wish.ArrowSeen) -> None:
    if turn.state.setup.traits.tiles_are_spent:
        turn.emit(happened.ArrowRead(command.direction, command.colour, None))
        return
    space = turn.state.explorer
    turn.emit(happened.ArrowRead(command.direction, command.colour, space))
    if space is not None:
        turn.follow_arrow(space)


def _give(turn: Turn, command: wish.GiveTile) -> None:
    space, terrain = turn.state.waiting, turn.state.revealed
    if space is not None and terrain is not None:
        turn.lay(space, terrain, command.seat)
