"""A reasoner lives through a game, can be stopped at any time, and never says more than it knows."""

from random import Random

import pytest

from companion.tiwanaku.deduction import LawSolver, Reasoner, deduce
from companion.tiwanaku.pieces import Crop, Terrain
from tests.builders import drawn
from tests.games import Game
from tests.tiwanaku.deduction.comparing import is_witness


class Clock:
    """Time that passes with every look at it."""

    def __init__(self, step=1.0):
        self.now = 0.0
        self.step = step

    def __call__(self):
        self.now += self.step
        return self.now


def turns(game, rng, shown, planted):
    """What is revealed turn by turn, from what is shown to everything."""
    size = len(game.terrains)
    bare, hidden = sorted(shown - planted), [space for space in range(size) if space not in shown]
    rng.shuffle(hidden)
    while hidden or bare:
        if bare and (not hidden or rng.random() < 0.5):
            space = bare.pop(rng.randrange(len(bare)))
            yield game.board.spaces[space], Crop(game.crops[space])
        else:
            space = hidden.pop()
            bare.append(space)
            yield game.board.spaces[space], Terrain.of_letter(game.terrains[space])


@pytest.mark.parametrize("shared", [False, True], ids=["own", "shared"])
@pytest.mark.parametrize(("seed", "columns", "start"), [(0, 5, 6), (1, 5, 10), (2, 9, 24), (3, 9, 30)])
def test_fact_by_fact_it_knows_what_a_fresh_start_would_know(seed, columns, start, shared):
    rng = Random(seed)
    game = Game(rng, 5, columns)
    shown = set(rng.sample(range(5 * columns), start))
    planted = set(rng.sample(sorted(shown), start // 2))
    laws = LawSolver(5, columns) if shared else None
    reasoner = Reasoner(game.showing(shown, planted), laws)
    for turn, (space, thing) in enumerate(turns(game, rng, shown, planted)):
        if isinstance(thing, Crop):
            reasoner.reveal_crop(space, thing)
        else:
            reasoner.reveal_terrain(space, thing)
        known = reasoner.work()
        assert known.complete
        assert all(is_witness(reasoner.position, board) for board in reasoner.witnesses())
        if turn % 3 == 0:
            assert known == deduce(reasoner.position)
    reasoner.close()


def test_it_follows_a_position_and_starts_anew_after_a_correction():
    game = Game(Random(5), 5, 5)
    reasoner = Reasoner(game.showing(set(range(8)), set(range(4))))
    reasoner.work()
    later = game.showing(set(range(12)), set(range(6)))
    reasoner.follow(later)
    assert reasoner.work() == deduce(later)
    corrected = game.showing(set(range(3, 14)), set(range(3, 6)))
    reasoner.follow(corrected)
    assert reasoner.position == corrected
    assert reasoner.work() == deduce(corrected)


def test_an_impossible_fact_is_noticed_and_others_are_kept_apart():
    game = Game(Random(2), 5, 5)
    position = game.showing(set(range(12)), set(range(8)))
    reasoner = Reasoner(position)
    known = reasoner.work()
    space, wrong = next(
        (space, terrain)
        for space in position.board.spaces
        for terrain in Terrain
        if position.terrain(space) is None and terrain not in known.terrains(space)
    )
    reasoner.reveal_terrain(space, wrong)
    assert reasoner.work().consistent is False
    with pytest.raises(ValueError, match="facts are only added"):
        reasoner.reveal_terrain(space, next(t for t in Terrain if t is not wrong))


def test_more_witnesses_change_nothing_that_is_known():
    position = Game(Random(4), 5, 5).position(0.4, 0.5)
    reasoner = Reasoner(position, clock=Clock(0.01))
    known = reasoner.work()
    before = len(reasoner.witnesses())
    reasoner.enrich(1.0)
    assert len(reasoner.witnesses()) > before
    assert reasoner.possibilities() == known
    assert all(is_witness(position, board) for board in reasoner.witnesses())


def test_without_time_nothing_is_claimed():
    position = Game(Random(1), 5, 5).position(0.3, 0.4)
    known = deduce(position, seconds=0, clock=Clock())
    assert known.consistent is None
    assert not known.complete
    assert not any(known.terrains(space) or known.crops(space) for space in position.board.spaces)
    assert known.certain_terrain(position.board.spaces[0]) is None


@pytest.mark.parametrize("looks", range(1, 12))
def test_with_little_time_everything_said_is_true(looks):
    position = Game(Random(1), 5, 5).position(0.3, 0.4)
    whole = deduce(position)
    known = deduce(position, seconds=looks, clock=Clock())
    assert not known.possible & ~whole.possible
    # Whatever is neither possible nor undecided counts as proved.
    assert not whole.possible & ~(known.possible | known.undecided)
    assert known.complete == (not known.undecided)


def test_it_stops_when_told_and_goes_on_later():
    position = Game(Random(3), 5, 5).position(0.3, 0.4)
    answers = []
    reasoner = Reasoner(position)
    early = reasoner.work(progress=answers.append, cancelled=lambda: len(answers) >= 2)
    assert len(answers) == 2
    assert early == answers[-1]
    assert early.undecided
    assert reasoner.work() == deduce(position)


def test_progress_only_ever_settles():
    answers = []
    deduce(Game(Random(3), 5, 5).position(0.3, 0.4), progress=answers.append)
    undecided = [known.undecided.bit_count() for known in answers]
    assert undecided == sorted(undecided, reverse=True)
    assert undecided[-1] == 0


def test_a_certain_value_needs_a_proof():
    text = ".. D2 .. R2 ..\n.. .. .. R5 R1\n.. .. G1 G. ..\n.. .. .. S4 S.\nD1 S. G1 G. .."
    position = drawn(text, {"D": 4, "S": 5, "G": 8, "R": 8})
    space = position.board.space("sun/condor")
    known = deduce(position)
    assert known.certain_terrain(space) is Terrain.ROCK
    assert known.certain_crop(space) is Crop.CORN
    answers = []
    deduce(position, progress=answers.append, cancelled=lambda: bool(answers))
    assert answers[0].undecided_crops(position.board.space("river/condor"))
    assert answers[0].certain_crop(position.board.space("river/condor")) is None
