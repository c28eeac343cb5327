"""What a report on a transcribed disc promises.

It is right about right discs; a single slip is always noticed and always among the named spaces; what it names is
proven to be a smallest explanation; and looking at what it names, again and again, always ends with a board that fits.
"""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotLegal
from companion.tiwanaku.laws import violations
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.slips.report import report
from companion.tiwanaku.transcription import Content, FrontSpace, StartTile, TileCounts, Transcription
from companion.words import LANGUAGES, language
from tests.discs import content, disc, looked_at_again, slipped, transcribed, with_slips

BOARDS = st.sampled_from(["short", "long"])
SEEDS = st.integers(0, 9)
CONTENTS = [Content(terrain, crop) for terrain, crop in product(Terrain, Crop)]


def fits_by_brute_force(transcription):
    """Whether the laws hold and front and back agree, by the laws themselves."""
    scenario = transcription.scenario()
    counts = {terrain: scenario.terrains.count(terrain) for terrain in Terrain}
    agree = all(transcription.front[space] == shown for space, shown in transcription.start.items())
    return not violations(scenario.solution()) and counts == dict(transcription.counts) and agree


@given(SEEDS, BOARDS)
def test_a_disc_without_slips_fits(seed, board):
    found = report(transcribed(disc(seed, board)))
    assert found.fits
    assert found.look_again == ()


@given(SEEDS, BOARDS, st.integers(0, 4), st.randoms(use_true_random=False))
def test_it_fits_exactly_if_the_laws_hold_and_both_sides_agree(seed, board, slips, rng):
    transcription, _ = with_slips(disc(seed, board), slips, rng)
    assert report(transcription).fits == fits_by_brute_force(transcription)


@given(SEEDS, BOARDS, st.randoms(use_true_random=False))
def test_a_single_slip_is_always_noticed_and_always_among_the_named_spaces(seed, board, rng):
    transcription, [slip] = with_slips(disc(seed, board), 1, rng)
    found = report(transcription)
    assert not found.fits
    assert slip in found.look_again + found.instead
    assert len(found.look_again) == 1
    assert found.proven


@given(SEEDS, BOARDS, st.integers(1, 3), st.randoms(use_true_random=False))
def test_looking_at_what_is_named_always_ends_with_a_board_that_fits(seed, board, slips, rng):
    scenario = disc(seed, board)
    transcription, _ = with_slips(scenario, slips, rng)
    for _ in range(len(scenario.board.spaces)):
        found = report(transcription)
        if found.fits:
            break
        transcription = looked_at_again(transcription, scenario, found)
    assert fits_by_brute_force(transcription)


@given(SEEDS, st.integers(1, 2), st.randoms(use_true_random=False))
def test_the_named_spaces_suffice_and_no_single_other_space_would(seed, slips, rng):
    scenario = disc(seed, "short")
    transcription, _ = with_slips(scenario, slips, rng)
    found = report(transcription)
    if found.fits or found.counts or found.both_sides:
        return
    assert any(
        fits_by_brute_force(changed(transcription, found.look_again, contents))
        for contents in product(CONTENTS, repeat=len(found.look_again))
        if may_fit(transcription, found.look_again, contents)
    )
    if len(found.look_again) > 1:
        for space in set(scenario.board.spaces) - set(scenario.start):
            assert not any(
                fits_by_brute_force(changed(transcription, [space], [each]))
                for each in CONTENTS
                if may_fit(transcription, [space], [each])
            )


def changed(transcription, spaces, contents):
    for space, shown in zip(spaces, contents, strict=True):
        transcription = transcription.after(FrontSpace(space, shown))
    return transcription


def may_fit(transcription, spaces, contents):
    """A quick look at the counts, so that the slow check is made seldom."""
    front = dict(transcription.front) | dict(zip(spaces, contents, strict=True))
    shown = [each.terrain for each in front.values()]
    return all(shown.count(terrain) == count for terrain, count in transcription.counts.items())


@given(SEEDS, BOARDS, st.randoms(use_true_random=False))
def test_a_start_tile_that_differs_from_the_front_is_named_on_both_sides(seed, board, rng):
    scenario = disc(seed, board)
    space = rng.choice(scenario.start)
    wrong = slipped(rng, content(scenario, space))
    found = report(transcribed(scenario).after(StartTile(space, wrong)))
    assert found.look_again == found.both_sides == (space,)
    assert any("differ" in str(text) for text in found.texts)


@given(SEEDS, BOARDS, st.randoms(use_true_random=False))
def test_two_exchanged_counts_lead_to_the_counts_and_to_no_space(seed, board, rng):
    scenario = disc(seed, board)
    right = [scenario.terrains.count(terrain) for terrain in Terrain]
    one, other = rng.sample(range(4), 2)
    if abs(right[one] - right[other]) < 3:
        return
    right[one], right[other] = right[other], right[one]
    found = report(transcribed(scenario).after(TileCounts(tuple(right))))
    assert found.counts
    assert found.look_again == ()
    assert "counts" in str(found.texts[0])


@given(SEEDS, BOARDS)
def test_counts_that_do_not_add_up_are_named_and_a_slip_is_found_even_so(seed, board):
    scenario = disc(seed, board)
    rng = Random(seed)
    transcription, slips = with_slips(scenario, 1, rng)
    right = tuple(scenario.terrains.count(terrain) for terrain in Terrain)
    found = report(transcription.after(TileCounts((right[0] - 1, *right[1:]))))
    assert found.counts
    after = looked_at_again(transcription, scenario, found)
    again = report(after)
    assert again.fits or slips & {*again.look_again, *again.instead}


@given(SEEDS, BOARDS, st.integers(1, 3), st.randoms(use_true_random=False), st.sampled_from(LANGUAGES))
def test_no_sentence_says_what_a_space_holds(seed, board, slips, rng, code):
    transcription, _ = with_slips(disc(seed, board), slips, rng)
    found = report(transcription)
    words = language(code)
    said = " ".join(words.say(text) for text in found.texts).casefold()
    # The places carry words of their own; what is left must be free of pieces.
    for space in transcription.board.spaces:
        said = said.replace(words.say(space).casefold(), "")
    for piece in (*Terrain, *Crop):
        assert words.say(piece).casefold() not in said.split()
    assert not any(shown.token.casefold() in said for shown in transcription.front.values())


def test_a_space_that_a_second_look_confirms_is_not_named_again_while_another_can_explain_it():
    for seed in range(100):
        scenario = disc(seed, "short")
        transcription, [slip] = with_slips(scenario, 1, Random(seed))
        found = report(transcription)
        if found.instead and slip not in found.look_again:
            again = report(looked_at_again(transcription, scenario, found))
            assert not set(again.look_again) & set(found.look_again)
            return
    pytest.fail("no disc with two explanations was met")


def test_a_shifted_row_is_answered_too_and_in_bounded_time():
    scenario = disc(3, "long")
    transcription = transcribed(scenario)
    row = [space for space in scenario.board.spaces if space.row == 2]
    for space, source in zip(row, row[1:] + row[:1], strict=True):
        transcription = transcription.after(FrontSpace(space, content(scenario, source)))
    found = report(transcription)
    assert not found.fits
    assert set(found.look_again) & set(row)


@pytest.mark.parametrize("missing", ["counts", "space"])
def test_there_is_no_report_before_all_is_entered(missing):
    whole = transcribed(disc(1, "short"))
    entries = whole.entries[1:] if missing == "counts" else whole.entries[:-1]
    with pytest.raises(NotLegal, match="not entered completely"):
        report(Transcription(whole.name, whole.board, entries))
