"""Whether a command is legal now. Every check raises the rule that forbids it, or returns."""

from __future__ import annotations

from companion.errors import PachamamaError, Unreadable
from companion.tiwanaku.board import Space
from companion.tiwanaku.game import commands as wish
from companion.tiwanaku.game.commands import Command
from companion.tiwanaku.game.events import Phase
from companion.tiwanaku.game.movement import Path, distance, needs_arrow, reach, reaches
from companion.tiwanaku.game.reasons import all_must_divine, cannot_stop, not_your_meeple, out_of_phase
from companion.tiwanaku.game.refusal import Refused, Rule
from companion.tiwanaku.game.setup import TERRAIN_NUMBER, Mode
from companion.tiwanaku.game.setup_checks import check_setup
from companion.tiwanaku.game.state import State
from companion.words import T


def legal(state: State, command: Command) -> bool:
    """Whether a command can be given now."""
    return why_not(state, command) is None


def why_not(state: State, command: Command) -> PachamamaError | None:
    """The reason why a command cannot be given now; None if it can."""
    try:
        check(state, command)
    except PachamamaError as reason:
        return reason
    return None


def check(state: State, command: Command) -> None:
    """Raise :class:`Refused` for a command that is not legal now, Unreadable for one that means nothing here."""
    match command:
        case wish.Move() | wish.Enter():
            check_walk(state, command)
        case wish.Divine():
            check_divine(state, command)
        case wish.Discover():
            check_discover(state, command)
        case wish.EndTurn():
            check_end_turn(state)
        case wish.Offer():
            check_offer(state, command)
        case wish.Pass():
            check_pass(state)
        case wish.Retrieve():
            check_retrieve(state, command)
        case wish.SpendTile():
            check_spend(state, command)
        case wish.ArrowSeen():
            check_arrow(state, command)
        case wish.GiveTile():
            check_give(state, command)
        case wish.ChooseOtoma():
            check_choose(state, command)
        case wish.SetUp():
            check_set_up(state, command)
        case _:
            raise Unreadable(T("This is no command of the game."))


def check_set_up(state: State, command: wish.SetUp) -> None:
    """A game is set up once, in a way the scenario allows."""
    if state.phase is not Phase.SET_UP:
        raise Refused(Rule.ALREADY_SET_UP, T("The game has begun: start a new one for another set-up."))
    check_setup(command.setup, state.back)


def check_spend(state: State, command: wish.SpendTile) -> None:
    """A co-operative turn begins with a tile of one's own."""
    if state.phase is not Phase.SPEND:
        if state.phase in (Phase.ACT, Phase.DIVINE_ON, Phase.OFFER) and state.setup.traits.tiles_are_spent:
            raise Refused(Rule.NOT_NOW, T("A tile has been spent this turn: go on with your action."))
        raise out_of_phase(state)
    if state.stacks[state.seat][TERRAIN_NUMBER[command.terrain]] == 0:
        raise Refused(
            Rule.NO_SUCH_TILE,
            T("{terrain}: no such tile behind your screen. Choose another stack.", terrain=command.terrain),
        )


def check_arrow(state: State, command: wish.ArrowSeen) -> None:
    """An arrow is told when it decides something."""
    if state.phase is Phase.ACT and state.setup.traits.tiles_are_spent:
        if state.spent_arrow is not None:
            raise Refused(Rule.ARROW_KNOWN, T("The arrow of the spent tile is known: move, or correct it."))
    elif state.phase is not Phase.ARROW:
        raise out_of_phase(state)
    elif command.colour is None:
        raise Refused(Rule.ARROW_COLOUR, T("Say the arrow's colour, too: it names the Otoma that moves."))


def check_walk(state: State, command: wish.Move | wish.Enter) -> Path:
    """A meeple walks by the rules of movement; the path it takes."""
    start = command.start if isinstance(command, wish.Move) else None
    _check_space(state, command.to)
    if start is not None:
        _check_space(state, start)
    if state.phase is not Phase.ACT:
        raise out_of_phase(state)
    if start is not None and state.meeples[start.index] is not state.colour:
        raise not_your_meeple(start)
    if start is None and state.supply(state.colour) == 0:
        raise Refused(Rule.NO_MEEPLE_LEFT, T("All your meeples are on the board: move one of them."))
    if needs_arrow(state):
        raise Refused(
            Rule.ARROW_FIRST,
            T("Say first where the arrow of the spent tile points: the first step goes there."),
        )
    found = reach(state, start)
    if command.to not in found.destinations:
        raise cannot_stop(state, start, command.to)
    return found.path(command.to)


def check_retrieve(state: State, command: wish.Retrieve) -> None:
    """An own meeple comes back from anywhere, in competitive games."""
    _check_space(state, command.space)
    if state.phase is not Phase.ACT:
        raise out_of_phase(state)
    if not state.setup.traits.retrieving:
        raise Refused(
            Rule.NO_RETRIEVING, T("Meeples stay on the board in this mode; they are never taken back.")
        )
    if state.meeples[command.space.index] is not state.colour:
        raise not_your_meeple(command.space)


def check_discover(state: State, command: wish.Discover) -> None:
    """Only the space where a meeple waits for its terrain is looked at."""
    _check_space(state, command.space)
    if state.phase is not Phase.DISCOVER:
        raise out_of_phase(state)
    if state.waiting != command.space:
        raise Refused(
            Rule.WRONG_SPACE,
            T(
                "{space} is not to be discovered now: turn the wheel to {waiting}.",
                space=command.space,
                waiting=state.waiting,
            ),
        )


def check_give(state: State, command: wish.GiveTile) -> None:
    """A missing tile comes from a stack that has it."""
    if state.phase is not Phase.GIVE:
        raise out_of_phase(state)
    if command.seat not in givers(state):
        raise Refused(
            Rule.NO_SUCH_TILE,
            T("{terrain}: that player has no such tile. Another player gives it.", terrain=state.revealed),
        )


def givers(state: State) -> list[int]:
    """The seats that can give the tile just revealed."""
    if state.revealed is None:
        return []
    number = TERRAIN_NUMBER[state.revealed]
    return [seat for seat, counts in enumerate(state.stacks) if counts[number] > 0]


def check_choose(state: State, command: wish.ChooseOtoma) -> None:
    """Where several Otoma could move next, one of these is chosen."""
    _check_space(state, command.space)
    if state.phase is not Phase.CHOOSE:
        raise out_of_phase(state)
    if command.space not in choosable(state):
        raise Refused(
            Rule.NOT_TO_CHOOSE,
            T(
                "{space}: no Otoma to choose there. Choose among {spaces}.",
                space=command.space,
                spaces=choosable(state),
            ),
        )


def choosable(state: State) -> list[Space]:
    """The Otoma among which the next one to move is chosen: in solo games all, else the nearest."""
    explorer = state.explorer
    if state.setup.mode is Mode.SOLO or explorer is None:
        return [space for space, _ in state.movers]
    nearest = min((distance(space, explorer) for space, _ in state.movers), default=0)
    return [space for space, _ in state.movers if distance(space, explorer) == nearest]


def check_divine(state: State, command: wish.Divine) -> None:
    """An own meeple on terrain without a crop divines."""
    space = command.space
    _check_space(state, space)
    if state.phase not in (Phase.ACT, Phase.DIVINE_ON, Phase.LAST_DIVINE):
        raise out_of_phase(state)
    if state.meeples[space.index] is not state.colour:
        raise not_your_meeple(space)
    if state.crops[space.index] is not None:
        raise Refused(Rule.CROP_KNOWN, T("{space}: the crop lies there already.", space=space))
    if state.terrains[space.index] is None:
        raise Refused(Rule.NO_TERRAIN, T("{space}: no terrain there yet, so no crop either.", space=space))


def check_offer(state: State, command: wish.Offer) -> None:
    """Own tokens are offered at the end of a turn that allows it."""
    if state.phase is Phase.DIVINE_ON and state.setup.traits.all_must_divine:
        raise all_must_divine(state)
    if state.phase not in (Phase.OFFER, Phase.DIVINE_ON, Phase.LAST_OFFER):
        raise out_of_phase(state)
    if not command.tokens:
        raise Refused(Rule.NO_TOKENS, T("Choose at least one token to offer, or end the turn."))
    foreign = sorted(command.tokens - state.side.tokens)
    if foreign:
        raise Refused(Rule.NOT_YOUR_TOKEN, T("{crops}: you do not have this token to offer.", crops=foreign))


def check_end_turn(state: State) -> None:
    """A turn ends after its action."""
    if state.phase is Phase.DIVINE_ON and state.setup.traits.all_must_divine:
        raise all_must_divine(state)
    if state.phase not in (Phase.OFFER, Phase.DIVINE_ON):
        raise out_of_phase(state)


def check_pass(state: State) -> None:
    """Passing is for the end of the game, and for those who can do nothing."""
    if state.phase in (Phase.LAST_DIVINE, Phase.LAST_OFFER):
        return
    if state.phase is Phase.SPEND:
        if any(state.stacks[state.seat]):
            raise Refused(Rule.CAN_STILL_ACT, T("You have tiles behind your screen: spend one of them."))
        return
    if state.phase is not Phase.ACT:
        raise out_of_phase(state)
    if state.able_to_divine():
        raise Refused(Rule.CAN_STILL_ACT, T("You can still divine: passing is for those who can do nothing."))
    if needs_arrow(state):
        raise Refused(
            Rule.ARROW_FIRST, T("Say first where the arrow of the spent tile points: perhaps you can move.")
        )
    if can_explore(state):
        raise Refused(
            Rule.CAN_STILL_ACT, T("You can still explore: passing is for those who can do nothing.")
        )


def can_explore(state: State) -> bool:
    """Whether exploring gets the active player anywhere.

    In a solo game a move onto a crop does not count: it changes nothing that could ever open a way.
    """
    if state.setup.traits.retrieving and state.own():
        return True
    crops_count = state.setup.mode is not Mode.SOLO
    return any(
        crops_count or state.crops[space.index] is None
        for found in reaches(state)
        for space in found.destinations
    )


def _check_space(state: State, space: Space) -> None:
    spaces = state.board.spaces
    if not 0 <= space.index < len(spaces) or spaces[space.index] != space:
        raise Unreadable(T("{space} is no space of the {board} board.", space=space, board=state.board.name))
