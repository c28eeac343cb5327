"""What happened in a game, gathered from its record: scores turn by turn, points by source, divinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.tiwanaku.board import Space
from companion.tiwanaku.game import Mode, Reason, Record, Scored, Setup, State, before_set_up, fold
from companion.tiwanaku.game.events import CropRevealed
from companion.tiwanaku.pieces import Colour, Crop
from companion.tiwanaku.position import Position
from companion.words import T, Text


class Source(Enum):
    """Where points come from, in the order in which they are listed."""

    START = "start"
    DIVERSITY = "diversity"
    DIVINED = "divined"
    MISSED = "missed"
    OFFERING = "offering"
    OTOMA_CROP = "otoma-crop"
    BARE_BOARD = "bare-board"

    @property
    def text(self) -> Text:
        """In words."""
        return _SOURCES[self]


_SOURCES = {
    Source.START: T("start"),
    Source.DIVERSITY: T("discoveries"),
    Source.DIVINED: T("right divinations"),
    Source.MISSED: T("wrong divinations"),
    Source.OFFERING: T("offerings"),
    Source.OTOMA_CROP: T("crops of the Otoma"),
    Source.BARE_BOARD: T("empty spaces"),
}
_SOURCE_OF = {
    Reason.START: Source.START,
    Reason.DIVERSITY: Source.DIVERSITY,
    Reason.LAST_LEVEL: Source.DIVERSITY,
    Reason.DIVINED: Source.DIVINED,
    Reason.MISSED: Source.MISSED,
    Reason.OFFERING: Source.OFFERING,
    Reason.OTOMA_CROP: Source.OTOMA_CROP,
    Reason.BARE_BOARD: Source.BARE_BOARD,
}


@dataclass(frozen=True)
class Party:
    """Those who share a score: a player, the group, or the Otoma; and where their points come from."""

    name: Text
    colour: Colour
    score: int
    won: bool
    points: Mapping[Source, int]


@dataclass(frozen=True)
class Moment:
    """The scores of all parties at the end of a turn; turn 0 is the set-up."""

    turn: int
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Divination:
    """One divination: in which turn, by which party, with what position before it."""

    turn: int
    party: int
    player: Colour
    space: Space
    announced: Crop
    crop: Crop
    points: int
    position: Position

    @property
    def right(self) -> bool:
        """Whether the announced crop was the true one."""
        return self.announced == self.crop


@dataclass(frozen=True)
class Story:
    """A game from its set-up to where it stands."""

    name: str
    mode: Mode
    over: bool
    parties: tuple[Party, ...]
    moments: tuple[Moment, ...]
    divinations: tuple[Divination, ...]

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self.moments[-1].turn if self.moments else 0

    @property
    def sources(self) -> list[Source]:
        """The sources that gave or took points in this game."""
        return [source for source in Source if any(party.points.get(source) for party in self.parties)]


def tell_story(record: Record) -> Story:
    """The story of a record, whether its game is over or not. A game that was not set up has no parties."""
    state = before_set_up(record.back)
    moments: list[Moment] = []
    divinations: list[Divination] = []
    points: list[Counter[Source]] = []
    for entry in record.entries:
        before, state = state, fold(state, entry.events)
        points += [Counter() for _ in range(len(state.sides) - len(points))]
        for event in entry.events:
            if isinstance(event, Scored):
                points[event.side][_SOURCE_OF[event.reason]] += event.points
            elif isinstance(event, CropRevealed) and event.announced is not None:
                divinations.append(_divination(before, event, entry.events))
        if state.sides:
            _note(moments, before, state)
    agreed = state.agreed
    parties = _parties(state, agreed, points) if agreed is not None else ()
    return Story(
        name=record.back.name,
        mode=agreed.mode if agreed is not None else Mode.COMPETITIVE,
        over=state.winners is not None,
        parties=parties,
        moments=tuple(moments),
        divinations=tuple(divinations),
    )


def _note(moments: list[Moment], before: State, state: State) -> None:
    """Keep the scores as they are at the end of each turn: the last ones of a turn replace those before."""
    scores = tuple(side.score for side in state.sides)
    turn = before.turns if before.sides else 0
    if moments and moments[-1].turn == turn:
        moments[-1] = Moment(turn, scores)
    else:
        moments.append(Moment(turn, scores))


def _divination(before: State, event: CropRevealed, events: tuple[object, ...]) -> Divination:
    points = sum(
        each.points for each in events if isinstance(each, Scored) and each.space == event.space and each.crop
    )
    return Divination(
        turn=before.turns,
        party=before.side_number,
        player=before.colour,
        space=event.space,
        announced=event.announced or event.crop,
        crop=event.crop,
        points=points,
        position=before.position(),
    )


def _parties(state: State, setup: Setup, points: list[Counter[Source]]) -> tuple[Party, ...]:
    if setup.mode is Mode.COMPETITIVE:
        colours = setup.colours
    elif setup.mode is Mode.SOLO:
        colours = (setup.colours[0], Colour.PURPLE)
    else:
        colours = (setup.colours[0], setup.shared_otoma_colour())
    return tuple(
        Party(name, colour, side.score, number in (state.winners or ()), dict(points[number]))
        for number, (name, colour, side) in enumerate(zip(setup.names, colours, state.sides, strict=True))
    )
