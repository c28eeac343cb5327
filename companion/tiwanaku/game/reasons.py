"""The sentences of refusals that several checks share: which rule it is, and what to do instead."""

from __future__ import annotations

from companion.tiwanaku.board import Space
from companion.tiwanaku.game.events import Phase
from companion.tiwanaku.game.refusal import Refused, Rule
from companion.tiwanaku.game.state import State
from companion.words import T


def not_your_meeple(space: Space) -> Refused:
    """Somebody else's meeple stands there, or none."""
    return Refused(Rule.NOT_YOUR_MEEPLE, T("{space}: no meeple of yours stands there.", space=space))


def all_must_divine(state: State) -> Refused:
    """Who divines alone divines with every meeple."""
    return Refused(
        Rule.ALL_MUST_DIVINE,
        T(
            "All your meeples on bare terrain must divine. Still to come: {spaces}.",
            spaces=state.able_to_divine(),
        ),
    )


def cannot_stop(state: State, start: Space | None, to: Space) -> Refused:
    """Why a walk cannot end on a space."""
    if to == start:
        return Refused(Rule.SAME_SPACE, T("{space}: a move may not end where it began.", space=to))
    standing = state.meeples[to.index]
    if standing is state.colour:
        return Refused(
            Rule.OCCUPIED_BY_OWN,
            T("{space}: your own meeple stands there. You may cross the space, not stop on it.", space=to),
        )
    if standing is not None:
        return Refused(
            Rule.OCCUPIED_BY_OTHER,
            T(
                "{space}: another meeple stands there. The space can be neither entered nor crossed.",
                space=to,
            ),
        )
    if state.crops[to.index] is not None and not state.setup.traits.may_stop_on_crop:
        return Refused(
            Rule.STOPS_ON_CROP,
            T("{space}: a crop lies there. In this mode no move ends on a crop.", space=to),
        )
    if state.spent_arrow is not None:
        text = T(
            "{space}: out of reach. The first step follows the arrow, then a move goes on over crops and own "
            "meeples, over no space twice, to the first space without a crop.",
            space=to,
        )
    elif start is None:
        text = T(
            "{space}: a new meeple cannot get there. It comes in over the edge, goes on over crops and own "
            "meeples, and stops on the first space without either.",
            space=to,
        )
    else:
        text = T(
            "{space}: the meeple on {start} cannot get there. It goes on over crops and own meeples, and stops "
            "on the first space without either.",
            space=to,
            start=start,
        )
    return Refused(Rule.OUT_OF_REACH, text)


def out_of_phase(state: State) -> Refused:
    """What is to be done first."""
    match state.phase:
        case Phase.SET_UP:
            return Refused(Rule.NOT_SET_UP, T("Set up the game first: choose mode and colours."))
        case Phase.SPEND:
            return Refused(Rule.SPEND_FIRST, T("Spend the top tile of one of your stacks first."))
        case Phase.ACT:
            return Refused(Rule.ACT_FIRST, T("First explore or divine."))
        case Phase.DISCOVER:
            return Refused(
                Rule.DISCOVER_FIRST,
                T("{space}: discover this space first, with the wheel.", space=state.waiting),
            )
        case Phase.GIVE:
            return Refused(
                Rule.GIVE_FIRST,
                T("{terrain}: say first who gives the missing tile.", terrain=state.revealed),
            )
        case Phase.ARROW:
            return Refused(
                Rule.ARROW_FIRST,
                T("{space}: say first which arrow the tile there shows.", space=state.explorer),
            )
        case Phase.CHOOSE:
            return Refused(Rule.CHOOSE_FIRST, T("Choose first which Otoma moves."))
        case Phase.DIVINE_ON:
            return Refused(Rule.ONE_ACTION, T("You are divining: divine on, offer, or end the turn."))
        case Phase.OFFER:
            return Refused(Rule.ONE_ACTION, T("Your action is done: make an offering, or end the turn."))
        case Phase.LAST_DIVINE:
            return Refused(Rule.NOT_NOW, T("Last divinations: divine with one meeple, or pass."))
        case Phase.LAST_OFFER:
            return Refused(Rule.NOT_NOW, T("Last offerings: offer, or pass."))
        case Phase.OVER:
            return Refused(Rule.GAME_OVER, T("The game is over."))
