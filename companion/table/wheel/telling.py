"""What happened, as screens to be shown one after the other: from the game's public events alone.

>>> from companion.table.wheel.telling import tell
>>> from companion.tiwanaku.game import Discover, Enter, Wheel, play
>>> from companion.tiwanaku.game.examples import morning_valley, morning_valley_game
>>> wheel, state = Wheel(morning_valley()), morning_valley_game()
>>> there = state.board.space("river/turtle")
>>> state, _ = play(state, Enter(there), wheel)
>>> page = tell(state, play(state, Discover(there), wheel)[1])[0]
>>> type(page).__name__, page.terrain.value, page.level, page.points, page.score
('Discovered', 'grass', 1, 1, 11)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.table.screens.descriptions import (
    Description,
    Discovered,
    Divined,
    GameEnd,
    Kind,
    Message,
    OtomaFound,
    OtomaStep,
    Seat,
    Side,
    Token,
    Turn,
    WrongDivination,
)
from companion.table.wheel.news import Done
from companion.tiwanaku.board import Board, Direction, Space
from companion.tiwanaku.game import Event, Mode, Reason, Record, Scored, Standing, State, apply, explain_score
from companion.tiwanaku.game.events import (
    CropRevealed,
    GameSetUp,
    OtomaMoved,
    OtomaStayed,
    Passed,
    TokenTaken,
)
from companion.tiwanaku.game.setup import TERRAIN_NUMBER
from companion.tiwanaku.pieces import Colour
from companion.words import TN, T


def tell(before: State | None, events: tuple[Event, ...]) -> tuple[Description, ...]:
    """The screens that tell what a command brought about; none if it is not known in what state."""
    if before is None or any(isinstance(event, GameSetUp) for event in events):
        return ()
    pages: list[Description] = []
    state = before
    for event in events:
        if isinstance(event, OtomaMoved):
            pages += otoma_steps(state.board, event, dict(state.movers)[event.start])
        elif isinstance(event, OtomaStayed):
            pages.append(_stayed(state, event))
        state = apply(state, event)
        if isinstance(event, Scored):
            pages += _scored(state, event, events)
        elif isinstance(event, Passed):
            name = state.setup.colours[event.seat]
            pages.append(Message(Kind.INFO, T("{player} passes.", player=name)))
    return tuple(pages)


def last_done(at: float, number: int, record: Record) -> Done:
    """The answer that a game stands like this, with what happened last in it: whoever sits down again wants to know."""
    if not record.entries or record.entries[-1].standing is not Standing.DONE:
        return Done(at, number, record)
    before = Record.restore(record.back, record.entries[:-1]).state
    return Done(at, number, record, record.entries[-1].events, before)


def tell_last(record: Record) -> tuple[Description, ...]:
    """The screens that tell what happened last in a game."""
    done = last_done(0.0, 0, record)
    return tell(done.before, done.events)


def otoma_steps(board: Board, moved: OtomaMoved, way: Direction) -> Iterator[OtomaStep]:
    """The way of an Otoma, space by space."""
    here, steps = moved.start, len(moved.path)
    for number, space in enumerate(moved.path, 1):
        by_trail = board.step(here, way) != space
        yield OtomaStep(moved.colour, way, here, space, number, steps, by_trail, stops=number == steps)
        if by_trail:
            way = board.follow_trail(here, way)[1]
        here = space


def _stayed(state: State, event: OtomaStayed) -> Message:
    text = T("{space}: the Otoma there finds no empty space on its way and stays.", space=event.space)
    return Message(Kind.INFO, text)


def _scored(state: State, scored: Scored, events: tuple[Event, ...]) -> Iterator[Description]:
    space, score = scored.space, state.sides[scored.side].score
    match scored.reason:
        case Reason.DIVERSITY | Reason.LAST_LEVEL if space and scored.terrain:
            if not state.is_otoma(space):
                level = state.sides[scored.side].diversity[TERRAIN_NUMBER[scored.terrain]]
                levels = state.board.diversity_levels
                yield Discovered(space, scored.terrain, level, levels, scored.points, score)
        case Reason.OTOMA_CROP if space:
            yield from _found(state, scored, space, events)
        case Reason.DIVINED if space and scored.crop:
            taken = TokenTaken(scored.side, scored.crop) in events
            token = Token.TAKEN if taken else Token.OWNED_ALREADY
            yield Divined(space, scored.crop, scored.points, score, token)
        case Reason.MISSED if space and scored.crop:
            said = next(each for each in events if isinstance(each, CropRevealed) and each.space == space)
            yield WrongDivination(space, said.announced or scored.crop, scored.crop, -scored.points, score)
        case Reason.OFFERING | Reason.BARE_BOARD:
            text = TN(
                "{side}: {count} point, {reason}",
                "{side}: {count} points, {reason}",
                scored.points,
                side=state.setup.names[scored.side],
                reason=scored.text,
            )
            yield Message(Kind.DONE, text)


def _found(state: State, scored: Scored, space: Space, events: tuple[Event, ...]) -> Iterator[OtomaFound]:
    colour, terrain = state.meeples[space.index], state.terrains[space.index]
    points = sum(
        each.points
        for each in events
        if isinstance(each, Scored) and each.space == space and each.terrain is not None
    )
    if colour and terrain and scored.crop:
        score = state.sides[scored.side].score
        yield OtomaFound(colour, space, terrain, scored.crop, points, scored.points, score)


# Whose turn it is, and how it ended ---------------------------------------------------------------


def standings(state: State) -> Turn | GameEnd:
    """Whose turn it is and all scores; after the end, who has won."""
    seats = _seats(state)
    if state.winners is not None:
        order = sorted(range(len(seats)), key=lambda number: (-seats[number].score, number))
        # The winners first, where a tie on points was decided otherwise.
        order.sort(key=lambda number: number not in (state.winners or ()))
        winners = frozenset(place for place, number in enumerate(order) if number in state.winners)
        return GameEnd(tuple(seats[number] for number in order), winners)
    player = state.colour if state.setup.mode is Mode.COOPERATIVE else None
    return Turn(seats, state.side_number, player)


def _seats(state: State) -> tuple[Seat, ...]:
    setup, scores = state.setup, [side.score for side in state.sides]
    if setup.mode is Mode.COMPETITIVE:
        return tuple(Seat(colour, score) for colour, score in zip(setup.colours, scores, strict=True))
    people, otoma = scores
    if setup.mode is Mode.SOLO:
        return Seat(setup.colours[0], people), Seat(Colour.PURPLE, otoma, Side.OTOMA)
    group = Seat(setup.colours[0], people, Side.GROUP)
    return group, Seat(setup.shared_otoma_colour(), otoma, Side.OTOMA)


def points(record: Record) -> tuple[Message, ...]:
    """Why people have the points they have: every single one, the latest first; whose turn it is comes first."""
    state = record.state
    sides = range(len(state.sides))
    return tuple(
        Message(
            Kind.INFO,
            T(
                "{side} {total} ({points}): {reason}",
                side=state.setup.names[side],
                total=line.total,
                points=f"{line.points:+d}",
                reason=line.text,
            ),
        )
        for side in (*sides[state.side_number :], *sides[: state.side_number])
        for line in reversed(explain_score(record.events, side))
    )
