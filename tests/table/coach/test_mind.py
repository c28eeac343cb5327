"""What the coach says agrees with counting all boards: what has become certain, what is wrong, what was luck."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.table.coach.mind import MOST_NAMED, Mind
from companion.table.coach.questions import HintWanted, JudgementWanted, NewsWanted, WarningWanted
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import LANGUAGES, language
from tests.builders import LETTERS, plain
from tests.games import Game
from tests.oracles.completions import completions, possible_values

SIZES = [(3, 3), (3, 4), (2, 4)]


def shown(rng, game, share, before=frozenset()):
    size = len(game.terrains)
    return before | {space for space in range(size) if rng.random() < share}


def growing(seed):
    """Two positions of one game, the second later, both small enough to count all boards."""
    rng = Random(seed)
    rows, columns = SIZES[seed % len(SIZES)]
    game = Game(rng, rows, columns)
    laid = shown(rng, game, 0.5)
    planted = {space for space in laid if rng.random() < 0.5}
    more = shown(rng, game, 0.3, laid)
    return game.showing(laid, planted), game.showing(more, planted | {s for s in more if rng.random() < 0.2})


def certain(position):
    board = position.board
    letters, levels = possible_values(board.rows, board.columns, *plain(position))
    spaces = board.spaces
    return (
        {s for s in spaces if position.terrain(s) is None and len(letters[s.index]) == 1},
        {s for s in spaces if position.crop(s) is None and len(levels[s.index]) == 1},
    )


@pytest.mark.parametrize("seed", range(40))
def test_news_name_exactly_what_has_become_certain(seed):
    before, after = growing(seed)
    (old_terrains, old_crops), (terrains, crops) = certain(before), certain(after)
    said = Mind().answer(NewsWanted(after, before))
    fresh_terrains, fresh_crops = terrains - old_terrains, crops - old_crops
    if not fresh_terrains and not fresh_crops:
        assert said.text is None
        return
    text = str(said.text)
    for kind, fresh in (("crop", fresh_crops), ("terrain", fresh_terrains)):
        sentence = next((part for part in text.split(". ") if kind in part), "")
        named = {space for space in after.board.spaces if str(space.text) in sentence}
        assert named <= fresh
        assert len(named) == min(len(fresh), MOST_NAMED)
        assert (str(len(fresh)) in sentence) == bool(fresh)


@pytest.mark.parametrize("seed", range(40))
def test_news_keep_the_values_for_who_asks(seed):
    before, after = growing(seed)
    said = Mind().answer(NewsWanted(after, before))
    if said.text is None:
        return
    for code in LANGUAGES:
        words = language(code)
        names = "|".join(re.escape(words.say(value)) for value in (*Crop, *Terrain))
        assert not re.search(rf"\b({names})\b", words.say(said.text))
    letters, levels = possible_values(after.board.rows, after.board.columns, *plain(after))
    true = {
        f"{space.text}: {value.text}"
        for space in after.board.spaces
        for value in (
            *(LETTERS[letter] for letter in letters[space.index] if len(letters[space.index]) == 1),
            *(Crop(level) for level in levels[space.index] if len(levels[space.index]) == 1),
        )
    }
    assert set(str(said.more).split(", ")) <= true


@pytest.mark.parametrize("seed", range(25))
def test_a_warning_is_given_exactly_for_what_no_board_has(seed):
    _, position = growing(seed)
    levels = possible_values(position.board.rows, position.board.columns, *plain(position))[1]
    mind = Mind()
    for space in position.board.spaces:
        if position.terrain(space) is None or position.crop(space) is not None:
            continue
        for crop in Crop:
            said = mind.answer(WarningWanted(position, space, crop))
            assert (said.text is not None) == (crop not in levels[space.index])


def chances(position, space):
    boards = list(completions(position.board.rows, position.board.columns, *plain(position)))
    levels = [board[1][space.index] for board in boards]
    return {crop: levels.count(int(crop)) / len(boards) for crop in Crop}


@pytest.mark.parametrize("seed", range(25))
def test_a_judgement_says_what_could_be_known_and_what_was_luck(seed):
    _, position = growing(seed)
    mind = Mind()
    for space in position.board.spaces:
        if position.terrain(space) is None or position.crop(space) is not None:
            continue
        odds = chances(position, space)
        truth = max(odds, key=odds.get)
        for announced in Crop:
            said = mind.answer(JudgementWanted(position, space, announced, truth))
            text = str(said.text)
            percent = f"{max(1, min(round(100 * odds[announced]), 99))} %"
            if announced == truth:
                assert (said.text is None) == (odds[truth] >= 0.5)
                assert said.text is None or (text.startswith("Lucky") and percent in text)
            elif odds[announced] == 0:
                assert "could have been known" in text
                assert ("was certain" in text) == (odds[truth] == 1)
                assert said.more is not None
            else:
                assert "known" not in text
                assert percent in text


def test_a_hint_has_three_strengths_about_one_space():
    position = Game(Random(4), 5, 5).position()
    mind = Mind()
    hints = [mind.answer(HintWanted(position, strength)) for strength in (1, 2, 3)]
    assert len({each.space for each in hints}) == 1
    assert len({str(each.text) for each in hints}) == 3


def test_where_nothing_is_certain_a_hint_says_so():
    game = Game(Random(1), 5, 5)
    complete = game.showing(set(range(25)), set(range(25)))
    said = Mind().answer(HintWanted(complete, 1))
    assert said.nothing
    assert said.text is not None


def test_after_a_rest_it_answers_as_before():
    before, after = growing(3)
    mind = Mind()
    said = mind.answer(NewsWanted(after, before))
    mind.rest()
    assert mind.answer(NewsWanted(after, before)) == said


def test_a_question_taken_back_is_left_at_once():
    position = Game(Random(2), 5, 9).showing(set(), set())
    asked = []

    def cancelled():
        asked.append(1)
        return True

    Mind().answer(NewsWanted(position, position), cancelled)
    assert len(asked) <= 4


@pytest.mark.parametrize("seed", range(10))
def test_where_the_odds_cannot_be_counted_in_time_a_wrong_crop_is_called_possible_if_it_was(
    seed, monkeypatch
):
    monkeypatch.setattr("companion.table.coach.judging.odds", lambda *_, **__: None)
    _, position = growing(seed)
    mind = Mind()
    for space in position.board.spaces:
        if position.terrain(space) is None or position.crop(space) is not None:
            continue
        odds = chances(position, space)
        truth = max(odds, key=odds.get)
        for announced in Crop:
            said = mind.answer(JudgementWanted(position, space, announced, truth))
            expected = announced != truth and odds[announced] > 0
            assert ("still possible" in str(said.text)) == expected
