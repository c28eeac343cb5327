"""What holds in every game at every moment."""

from __future__ import annotations

from collections import Counter

from companion.tiwanaku.game import Memory, Mode, Phase, Record, before_set_up, fold, play, scores
from companion.tiwanaku.game.events import (
    CropRevealed,
    GameEnded,
    MeepleMoved,
    OtomaMoved,
    OtomaPlaced,
    TileLaid,
    TokensOffered,
    TokenTaken,
    TurnBegan,
)
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.scenario import Scenario
from tests.oracles.scoring import count_scores


def check_game(record: Record, scenario: Scenario) -> None:
    """A finished game: every state on the way, the scores from events alone, and two kinds of replay."""
    assert record.state.phase is Phase.OVER
    state = before_set_up(record.back)
    replayed = state
    memory = Memory.of(record.events)
    for entry in record.entries:
        assert entry.seat == state.seat
        state = fold(state, entry.events)
        replayed, events = play(replayed, entry.command, memory)
        assert events == entry.events
        check_pieces(state, scenario)
    assert state == record.state == replayed
    check_scores(record)
    check_tokens(record)
    check_winners(record)


def check_pieces(state, scenario: Scenario) -> None:
    setup = state.setup
    on_board = Counter(colour for colour in state.meeples if colour)
    for colour in setup.colours:
        assert 0 <= on_board[colour] <= setup.meeples_each
        assert state.supply(colour) + on_board[colour] == setup.meeples_each
    assert len(state.otoma()) == setup.otoma_count
    assert sum(on_board.values()) == sum(on_board[c] for c in set(setup.colours)) + setup.otoma_count
    for index, terrain in enumerate(state.terrains):
        assert terrain in (None, scenario.terrains[index])
        assert state.crops[index] in (None, scenario.crops[index])
        assert terrain or not state.crops[index]
        waits = state.waiting is not None and state.waiting.index == index
        assert terrain or not state.meeples[index] or waits
    if setup.mode is Mode.COOPERATIVE:
        for number, terrain in enumerate(Terrain):
            behind = sum(stack[number] for stack in state.stacks)
            assert behind + state.spent[number] == state.tiles_left()[terrain]
            assert min(behind, state.spent[number], *(stack[number] for stack in state.stacks)) >= 0
    if state.phase is Phase.SPEND:
        assert state.spent_arrow is None
    if state.phase in (Phase.SPEND, Phase.ACT):
        assert state.waiting is state.revealed is state.explorer is None
        assert not state.movers
        assert not state.passed
    for side in state.sides:
        assert side.score >= 0
        assert all(0 <= level <= state.board.diversity_levels for level in side.diversity)


def check_scores(record: Record) -> None:
    """The points that were noted add up, and are those that the facts alone give."""
    state = record.state
    noted = [side.score for side in state.sides]
    assert scores(record.events, len(state.sides)) == noted
    counted, levels, tokens = count_scores(
        happenings(record), len(state.sides), record.back.board.diversity_levels
    )
    assert counted == noted
    for number, side in enumerate(state.sides):
        assert side.diversity == tuple(levels[number].get(terrain, 0) for terrain in Terrain)
        assert side.tokens == tokens[number]
    laid = [event.space for event in record.events if isinstance(event, TileLaid)]
    assert len(laid) == len(set(laid))


def happenings(record: Record):
    """The facts of a game for the oracle: tiles, crops, divinations, offerings."""
    setup = record.state.setup
    together = setup.mode is Mode.COOPERATIVE
    side, otoma_walks = 0, False
    for event in record.events:
        match event:
            case OtomaPlaced(_, space):
                terrain, crop = record.back.start[space]
                yield "otoma-crop", 1, int(crop), False
                yield "tile", 1, terrain
            case TurnBegan(seat):
                side = seat if setup.mode is Mode.COMPETITIVE else 0
                otoma_walks = False
            case OtomaMoved():
                otoma_walks = True
            case MeepleMoved():
                otoma_walks = False
            case TileLaid(_, terrain):
                yield "tile", 1 if otoma_walks else side, terrain
            case CropRevealed(_, crop, None):
                yield "otoma-crop", 1, int(crop), together
            case CropRevealed(_, crop, announced):
                yield "divined", side, int(crop), int(announced)
            case TokensOffered(offerer, tokens):
                yield "offered", offerer, {int(crop) for crop in tokens}
            case GameEnded() if together:
                yield "bare", 1, record.state.terrains.count(None)


def check_tokens(record: Record) -> None:
    setup = record.state.setup
    sets = setup.seats if setup.mode is Mode.COMPETITIVE else 1 if setup.mode is Mode.SOLO else 2
    owned: Counter[tuple[int, Crop]] = Counter()
    for event in record.events:
        if isinstance(event, TokenTaken):
            owned[event.side, event.crop] += 1
        if isinstance(event, TokensOffered):
            for crop in event.tokens:
                owned[event.side, crop] -= 1
        assert set(owned.values()) <= {0, 1}
        for crop in Crop:
            assert sum(owned[side, crop] for side in range(len(record.state.sides))) <= sets
    if setup.mode is Mode.SOLO:
        assert not record.state.sides[1].tokens


def check_winners(record: Record) -> None:
    state = record.state
    points = [side.score for side in state.sides]
    assert state.winners
    if state.setup.mode is not Mode.COMPETITIVE:
        assert state.winners == ((0,) if points[0] > points[1] else (1,))
    for winner in state.winners:
        assert points[winner] == max(points)
