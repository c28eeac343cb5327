"""Transcribed discs for tests, right ones and ones with slips."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.transcription import (
    BackDone,
    Content,
    FrontSpace,
    OtomaPlace,
    StartTile,
    TileCounts,
    Transcription,
)
from tests.builders import legal_scenario

COLUMNS = {"short": 5, "long": 9}


@cache
def disc(seed, board):
    """A legal scenario with start tiles, and on the long board five Otoma on them."""
    plain = legal_scenario(seed, 5, COLUMNS[board])
    rng = Random(f"start {seed}")
    start = tuple(rng.sample(plain.board.spaces, 3 if board == "short" else 6))
    otoma = dict(zip(list(Colour)[1:], start, strict=False)) if board == "long" else {}
    return replace(plain, start=start, otoma=otoma)


def content(scenario, space):
    return Content(scenario.terrains[space.index], scenario.crops[space.index])


def entries_of(scenario):
    """A disc as somebody enters it without a slip."""
    yield TileCounts(tuple(scenario.terrains.count(terrain) for terrain in Terrain))
    for space in scenario.start:
        yield StartTile(space, content(scenario, space))
    yield BackDone("start")
    for colour, space in scenario.otoma.items():
        yield OtomaPlace(colour, space)
    if scenario.otoma:
        yield BackDone("otoma")
    for space in scenario.board.spaces:
        yield FrontSpace(space, content(scenario, space))


def transcribed(scenario):
    return Transcription(scenario.name, scenario.board, tuple(entries_of(scenario)))


def slipped(rng: Random, right: Content) -> Content:
    """Another content: mostly one thing is wrong, terrain or crop, sometimes both."""
    while True:
        kind = rng.choices(("terrain", "crop", "both"), weights=(4, 5, 1))[0]
        terrain = right.terrain if kind == "crop" else rng.choice(list(Terrain))
        crop = right.crop if kind == "terrain" else rng.choice(list(Crop))
        if (terrain, crop) != (right.terrain, right.crop):
            return Content(terrain, crop)


def with_slips(scenario, count, rng):
    """A transcription with that many wrong spaces on the front, and these spaces."""
    spaces = rng.sample(scenario.board.spaces, count)
    transcription = transcribed(scenario)
    for space in spaces:
        transcription = transcription.after(FrontSpace(space, slipped(rng, content(scenario, space))))
    return transcription, frozenset(spaces)


def looked_at_again(transcription, scenario, report):
    """What somebody does who looks at all that a report names, and enters it rightly."""
    if report.counts:
        counts = tuple(scenario.terrains.count(terrain) for terrain in Terrain)
        transcription = transcription.after(TileCounts(counts, again=True))
    for space in report.both_sides:
        shown = content(scenario, space) if space in scenario.start else None
        transcription = transcription.after(StartTile(space, shown))
    for space in report.look_again:
        transcription = transcription.after(FrontSpace(space, content(scenario, space), again=True))
    return transcription
