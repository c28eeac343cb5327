"""Every event, and everything a game can wait for, as a sentence for people who do not see the table.

>>> from companion.table.event_texts import event_text
>>> from companion.tiwanaku.game import Discover, Enter, Wheel, play
>>> from companion.tiwanaku.game.examples import morning_valley, morning_valley_game
>>> wheel, state = Wheel(morning_valley()), morning_valley_game()
>>> there = state.board.space("river/turtle")
>>> state, moved = play(state, Enter(there), wheel)
>>> [str(event_text(state.setup, event)) for event in moved]
['blue brings in a meeple: river/turtle.', 'Next: discover the terrain.']
"""

from __future__ import annotations

from companion.tiwanaku.game import Event, Phase, Setup
from companion.tiwanaku.game import events as happened
from companion.words import TN, T, Text

_PHASES = {
    Phase.SET_UP: T("set up the game"),
    Phase.SPEND: T("spend a tile"),
    Phase.ACT: T("explore or divine"),
    Phase.DISCOVER: T("discover the terrain"),
    Phase.GIVE: T("give a tile"),
    Phase.ARROW: T("tell the arrow"),
    Phase.CHOOSE: T("choose an Otoma"),
    Phase.DIVINE_ON: T("divine on, or end the turn"),
    Phase.OFFER: T("make an offering, or end the turn"),
    Phase.LAST_DIVINE: T("last divinations"),
    Phase.LAST_OFFER: T("last offerings"),
    Phase.OVER: T("the game is over"),
}


def phase_text(phase: Phase) -> Text:
    """What the game waits for."""
    return _PHASES[phase]


def event_text(setup: Setup, event: Event) -> Text:
    """What happened, in one sentence."""
    match event:
        case happened.GameSetUp(agreed):
            return T("A game begins: {players}.", players=agreed.colours)
        case happened.TurnBegan(seat):
            return T("{player} is next.", player=setup.colours[seat])
        case happened.PhaseBegan(phase):
            return T("Next: {what}.", what=phase_text(phase))
        case happened.Passed(seat):
            return T("{player} passes.", player=setup.colours[seat])
        case happened.GameEnded(winners):
            return T("The game is over. Won by: {sides}.", sides=[setup.names[side] for side in winners])
        case happened.Scored():
            return _scored(setup, event)
        case (
            happened.TerrainRevealed() | happened.TileLaid() | happened.CropRevealed() | happened.SpaceSeen()
        ):
            return _on_the_board(setup, event)
        case happened.PawnAdvanced() | happened.TokenTaken() | happened.TokensOffered():
            return _beside_the_board(setup, event)
        case (
            happened.OtomaPlaced() | happened.OtomaStirred() | happened.OtomaMoved() | happened.OtomaStayed()
        ):
            return _of_the_otoma(event)
        case (
            happened.TileSpent() | happened.ArrowRead() | happened.MeepleMoved() | happened.MeepleRetrieved()
        ):
            return _deed(setup, event)


def _deed(
    setup: Setup,
    event: happened.TileSpent | happened.ArrowRead | happened.MeepleMoved | happened.MeepleRetrieved,
) -> Text:
    match event:
        case happened.TileSpent(seat, terrain):
            return T("{player} spends a tile: {terrain}.", player=setup.colours[seat], terrain=terrain)
        case happened.ArrowRead(direction, None):
            return T("The arrow points {direction}.", direction=direction)
        case happened.ArrowRead(direction, colour):
            return T(
                "The arrow points {direction}; its colour: {colour}.", direction=direction, colour=colour
            )
        case happened.MeepleMoved(colour, None, path):
            return T("{player} brings in a meeple: {space}.", player=colour, space=path[-1])
        case happened.MeepleMoved(colour, start, path):
            return T("{player} goes from {start} to {space}.", player=colour, start=start, space=path[-1])
        case happened.MeepleRetrieved(colour, space):
            return T("{player} takes a meeple back: {space}.", player=colour, space=space)


def _on_the_board(
    setup: Setup,
    event: happened.TerrainRevealed | happened.TileLaid | happened.CropRevealed | happened.SpaceSeen,
) -> Text:
    match event:
        case happened.TerrainRevealed(space, terrain):
            return T("{space}: the wheel shows {what}.", space=space, what=terrain)
        case happened.TileLaid(space, terrain, None):
            return T("{space}: a tile is laid, {terrain}.", space=space, terrain=terrain)
        case happened.TileLaid(space, terrain, giver) if giver is not None:
            player = setup.colours[giver]
            return T(
                "{space}: a tile is laid, {terrain}, given by {player}.",
                space=space,
                terrain=terrain,
                player=player,
            )
        case happened.CropRevealed(space, crop, announced) if announced not in (None, crop):
            return T(
                "{space}: {crop}; {announced} was announced.", space=space, crop=crop, announced=announced
            )
        case happened.CropRevealed(space, crop):
            return T("{space}: the wheel shows {what}.", space=space, what=crop)
        case _:
            return T("{space}: taken back, yet everybody has seen it.", space=event.space)


def _beside_the_board(
    setup: Setup, event: happened.PawnAdvanced | happened.TokenTaken | happened.TokensOffered
) -> Text:
    side = setup.names[event.side]
    match event:
        case happened.PawnAdvanced(_, terrain, level):
            return T(
                "{side}: diversity of {terrain} reaches level {level}.",
                side=side,
                terrain=terrain,
                level=level,
            )
        case happened.TokenTaken(_, crop):
            return T("{side}: takes an offering token, {crop}.", side=side, crop=crop)
        case happened.TokensOffered(_, tokens):
            return T("{side}: offers {tokens}.", side=side, tokens=sorted(tokens))


def _of_the_otoma(
    event: happened.OtomaPlaced | happened.OtomaStirred | happened.OtomaMoved | happened.OtomaStayed,
) -> Text:
    match event:
        case happened.OtomaPlaced(colour, space):
            return T("Otoma ({colour}): stands on {space}.", colour=colour, space=space)
        case happened.OtomaStirred(movers):
            return T("Otoma to move: {spaces}.", spaces=[space for space, _ in movers])
        case happened.OtomaMoved(colour, start, path):
            return T("Otoma ({colour}): from {start} to {space}.", colour=colour, start=start, space=path[-1])
        case happened.OtomaStayed(space):
            return T("{space}: the Otoma there finds no empty space on its way and stays.", space=space)


def _scored(setup: Setup, scored: happened.Scored) -> Text:
    side, points = setup.names[scored.side], scored.points
    if points < 0:
        return TN(
            "{side} loses {count} point, {reason}",
            "{side} loses {count} points, {reason}",
            -points,
            side=side,
            reason=scored.text,
        )
    return TN(
        "{side}: {count} point, {reason}",
        "{side}: {count} points, {reason}",
        points,
        side=side,
        reason=scored.text,
    )
