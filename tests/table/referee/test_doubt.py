"""How sure the eye has to be before anybody is told: what was expected is believed sooner than what was not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.table.referee.believing import sight_of
from companion.table.referee.owing import Debt, Owing, after_look
from companion.table.referee.sight import Doubt, Sight, table_of
from companion.tiwanaku.board import Direction
from companion.tiwanaku.game import ArrowSeen, Divine, reach
from companion.tiwanaku.game.examples import morning_valley_game
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tests.table.referee.moments import discovered, own_turn_again, rig_of
from tests.table.referee.readings import Noise, Tabletop, reading_of
from tests.table.referee.rig import kinds
from vision.reading import Opinion, Reading


@pytest.mark.parametrize(
    ("is_expected", "probability", "is_believed"),
    [(True, 0.92, True), (False, 0.92, False), (False, 0.95, True)],
)
def test_a_surprise_has_to_be_seen_more_surely_than_what_was_expected(is_expected, probability, is_believed):
    game = morning_valley_game()
    index, crop = next((index, crop) for index, crop in enumerate(game.crops) if crop is not None)
    value = crop if is_expected else next(other for other in Crop if other is not crop)
    reading = reading_of(Tabletop.of(game), Random(1), Noise())
    spaces = list(reading.spaces)
    spaces[index] = replace(spaces[index], crop=Opinion(value, probability))
    seen = sight_of(replace(reading, spaces=tuple(spaces)), table_of(game)).crop(index)
    assert seen is (value if is_believed else Doubt.UNSEEN)


@pytest.mark.parametrize(
    ("value", "is_being_laid", "is_believed"),
    [(Crop.QUINOA, True, True), (Crop.QUINOA, False, False), (Crop.COCA_LEAF, True, False)],
)
def test_a_large_disc_around_a_meeple_is_believed_where_a_crop_may_be_laid_now(
    value, is_being_laid, is_believed
):
    game = morning_valley_game()
    size = len(game.board.spaces)
    index = next(index for index, crop in enumerate(game.crops) if crop is None)
    reading = reading_of(Tabletop.of(game), Random(1), Noise())
    spaces = list(reading.spaces)
    spaces[index] = replace(spaces[index], crop=Opinion(value, 0.93), meeple=Opinion(Colour.BLUE, 0.99))
    laying = {size + index} if is_being_laid else ()
    seen = sight_of(replace(reading, spaces=tuple(spaces)), table_of(game), laying).crop(index)
    assert seen is (value if is_believed else Doubt.UNSEEN)


@pytest.mark.parametrize(("others", "is_believed"), [(0, True), (1, False)])
@pytest.mark.parametrize("layer", ["terrain", "crop"])
def test_a_piece_that_is_missing_elsewhere_was_moved_where_it_can_almost_be_made_out(
    layer, others, is_believed
):
    game = morning_valley_game()
    lying = {"terrain": game.terrains, "crop": game.crops}[layer]
    start, piece = next((index, thing) for index, thing in enumerate(lying) if thing is not None)
    free = [index for index, thing in enumerate(lying) if thing is None][: 1 + others]
    spaces = list(reading_of(Tabletop.of(game), Random(1), Noise()).spaces)

    def lay(index, opinion):
        spaces[index] = replace(spaces[index], **{layer: opinion})

    lay(start, Opinion(None, 0.99))
    for end in free:
        lay(end, Opinion(piece, 0.7))
    seen = getattr(sight_of(Reading(game.board, tuple(spaces)), table_of(game)), layer)
    assert [seen(index) for index in free] == [piece if is_believed else Doubt.UNSEEN] * len(free)
    shift = len(spaces) if layer == "crop" else 0
    later = sight_of(Reading(game.board, tuple(spaces)), table_of(game), laying={start + shift})
    assert [getattr(later, layer)(index) for index in free] == [Doubt.UNSEEN] * len(free), (
        "it is only not laid yet"
    )
    lay(start, Opinion(piece, 0.99))
    seen = getattr(sight_of(Reading(game.board, tuple(spaces)), table_of(game)), layer)
    assert [seen(index) for index in free] == [Doubt.UNSEEN] * len(free), "it lies where it should"


@pytest.mark.parametrize(("disc", "is_believed"), [(0.99, True), (0.92, False)])
def test_a_tile_below_a_disc_that_surely_came_is_no_surprise(disc, is_believed):
    game = morning_valley_game()
    index = next(index for index, terrain in enumerate(game.terrains) if terrain is None)
    reading = reading_of(Tabletop.of(game), Random(1), Noise())
    spaces = list(reading.spaces)
    spaces[index] = replace(
        spaces[index], terrain=Opinion(Terrain.SAND, 0.93), crop=Opinion(Crop.QUINOA, disc)
    )
    seen = sight_of(replace(reading, spaces=tuple(spaces)), table_of(game)).terrain(index)
    assert seen is (Terrain.SAND if is_believed else Doubt.UNSEEN)


def test_who_comes_from_a_space_that_cannot_be_made_out_is_not_accused():
    rig = rig_of("competitive-4")
    start = discovered(rig)
    # Until nobody has a meeple left to bring in.
    for _ in range(11):
        discovered(rig)
    goal = next(iter(reach(rig.game, start).destinations))
    free = [space.index for space in rig.game.board.spaces if rig.game.meeples[space.index] is None]
    rig.hands()
    rig.top.meeples[start.index], rig.top.meeples[goal.index] = None, rig.game.colour
    # So much cannot be seen that nobody tries to explain it.
    hidden = [start.index, *(index for index in free if index != goal.index)][:8]
    rig.noise = Noise(hidden=frozenset(("meeple", index) for index in hidden))
    assert not kinds(rig.still(10))


def test_a_disc_that_is_seen_in_place_of_a_meeple_is_no_stray_crop():
    rig = rig_of()
    space = discovered(rig)
    own_turn_again(rig)
    rig.hands()
    rig.top.meeples[space.index], rig.top.crops[space.index] = None, Crop.SWEET_POTATO
    assert not kinds(rig.still(4))


def test_what_seems_to_be_gone_with_a_meeple_that_may_have_walked_is_not_missed():
    rig = rig_of("solo-easy")
    start = discovered(rig)
    rig.do(ArrowSeen(Direction.EAST, rig.game.colour))
    crop = rig.wheel.crop(start)
    rig.do(Divine(start, crop))
    rig.hands()
    rig.top.crops[start.index], rig.top.meeples[start.index] = crop, None
    rig.still(1)
    rig.hands()
    rig.top.meeples[start.index] = rig.game.colour
    rig.still(1)
    goal = next(to for to in reach(rig.game, start).destinations if rig.game.meeples[to.index] is None)
    rig.noise = Noise(hidden=frozenset({("meeple", goal.index)}), shows_crops=False)
    rig.hands()
    rig.top.meeples[start.index] = rig.top.crops[start.index] = None
    assert not kinds(rig.still(40))


@pytest.mark.parametrize(("seconds", "is_owed"), [(10.0, True), (40.0, False)])
def test_a_walk_of_which_one_end_is_done_and_the_other_cannot_be_seen_is_waited_for_a_while(seconds, is_owed):
    game = morning_valley_game()
    size = len(game.board.spaces)
    end, other = 2 * size, 2 * size + 1
    things = list(table_of(game).things)
    things[end] = Doubt.UNSEEN
    # The other end was settled before: only this one is still owed.
    owing = Owing({end: Debt(frozenset({Colour.BLUE}), 0.0, walk=frozenset({end, other}))}, {})
    assert (end in after_look(owing, Sight(tuple(things)), game, seconds, 30.0).debts) is is_owed


def sights_of_a_disc(game, index, disc, *, gone=(), laying=()):
    """What is seen of crop and meeple where a disc surely lies and nobody stands; ``gone`` are who is missing elsewhere."""
    spaces = list(reading_of(Tabletop.of(game), Random(1), Noise()).spaces)
    for missing in gone:
        spaces[missing] = replace(spaces[missing], meeple=Opinion(None, 0.99))
    spaces[index] = replace(spaces[index], crop=Opinion(disc, 0.99), meeple=Opinion(None, 0.99))
    seen = sight_of(Reading(game.board, tuple(spaces)), table_of(game), laying)
    return seen.crop(index), seen.meeple(index)


NOBODY_KNOWS = Doubt.UNSEEN, Doubt.UNSEEN


def test_a_small_disc_where_a_meeple_should_stand_is_rather_the_meeple():
    rig = rig_of()
    index = discovered(rig).index
    spot = len(rig.game.crops) + index
    assert sights_of_a_disc(rig.game, index, Crop.SWEET_POTATO) == NOBODY_KNOWS
    assert sights_of_a_disc(rig.game, index, Crop.SWEET_POTATO, laying={spot}) == NOBODY_KNOWS
    assert sights_of_a_disc(rig.game, index, Crop.QUINOA) == (Crop.QUINOA, None), "no meeple looks like that"
    own_turn_again(rig)
    rig.do(Divine(rig.game.board.spaces[index], Crop.QUINOA))
    wrong = next(crop for crop in (Crop.SWEET_POTATO, Crop.COCA_LEAF) if crop is not rig.game.crops[index])
    assert sights_of_a_disc(rig.game, index, wrong, laying={spot}) == (wrong, None), "it is being laid"


def test_a_small_disc_that_nobody_laid_is_rather_the_meeple_that_is_missing():
    rig = rig_of()
    stands = discovered(rig).index
    free = next(index for index, crop in enumerate(rig.game.crops) if crop is None and index != stands)
    assert sights_of_a_disc(rig.game, free, Crop.SWEET_POTATO) == (Crop.SWEET_POTATO, None)
    assert sights_of_a_disc(rig.game, free, Crop.SWEET_POTATO, gone=[stands]) == NOBODY_KNOWS
