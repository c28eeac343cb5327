"""Setting up: the table beside the back of the disc, with the eye and without."""

from __future__ import annotations

from random import Random

import pytest

from companion.table.referee import Motion, Scene, SetUpCheck, Wanted, set_up_position
from companion.tiwanaku.board import Board
from companion.tiwanaku.game import Mode, Record, before_set_up
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import LANGUAGES, language
from tests.table.referee.players import simulated
from tests.table.referee.readings import Noise, Tabletop, reading_of
from tests.tiwanaku.game.table import SETUPS, begun, scenario
from vision.reading import Opinion, Reading, SpaceReading

SEED = 3


class Setting:
    """A table that is set up under the eye."""

    def __init__(self, name: str) -> None:
        self.scenario = scenario(SEED)
        self.setup = SETUPS[name]
        self.check = SetUpCheck.begin(self.scenario.back(), self.setup)
        self.top = Tabletop.of(before_set_up(self.scenario.back()))
        self.right = Tabletop.of(begun(self.scenario, self.setup)[1])
        self.now = 0.0

    @property
    def board(self) -> Board:
        return self.scenario.board

    def look(self, noise: Noise = Noise(), seconds: float = 2.0) -> SetUpCheck:  # noqa: B008 (never changed)
        rng, scene, end = Random(1), Scene(Motion.STILL, self.now), self.now + seconds
        while self.now < end:
            self.check = self.check.looked(scene, reading_of(self.top, rng, noise), self.now)
            self.now += 0.2
        return self.check

    def wanted(self) -> dict[int, Wanted]:
        return {task.space.index: task.wanted for task in self.check.tasks}


@pytest.mark.parametrize("name", ["competitive-2", "solo-hard", "together-2-easy"])
def test_space_by_space_until_it_is_right(name):
    there = Setting(name)
    there.look()
    start = {space.index for space in there.scenario.start}
    assert there.wanted() == dict.fromkeys(start, Wanted.LAY_TILE)
    left = sorted(start)
    while left:
        index = left.pop(0)
        there.top.terrains[index] = there.right.terrains[index]
        there.look()
        assert there.wanted()[index] is Wanted.LAY_CROP
        there.top.crops[index] = there.right.crops[index]
        there.look()
        if there.right.meeples[index]:
            assert there.wanted()[index] is Wanted.STAND_MEEPLE
            there.top.meeples[index] = there.right.meeples[index]
            there.look()
        assert set(there.wanted()) == set(left)
    assert there.check.is_right
    assert set_up_position(there.scenario.back(), there.setup).terrains == tuple(there.right.terrains)


def test_wrong_pieces_are_named_with_the_right_ones():
    there = Setting("solo-hard")
    there.top = there.right.copy()
    start = [space.index for space in there.scenario.start]
    bare = [index for index, terrain in enumerate(there.top.terrains) if terrain is None]
    free = next(index for index in start if there.top.meeples[index] is None)
    standing = next(index for index in start if there.top.meeples[index] is not None)
    there.top.terrains[free] = next(each for each in Terrain if each is not there.right.terrains[free])
    there.top.meeples[standing] = there.setup.colours[0]
    there.top.terrains[bare[0]] = Terrain.GRASS
    there.top.meeples[bare[1]] = Colour.WHITE
    there.look()
    assert there.wanted() == {
        free: Wanted.CHANGE_TILE,
        standing: Wanted.CHANGE_MEEPLE,
        bare[0]: Wanted.TAKE_TILE,
        bare[1]: Wanted.TAKE_MEEPLE,
    }
    space = there.board.spaces[free]
    seen, right = there.top.terrains[free], there.right.terrains[free]
    text = next(task.text for task in there.check.tasks if task.space == space)
    assert str(text) == f"{space}: lay {right.value} there instead of {seen.value}."
    for task in there.check.tasks:
        assert len({language(code).say(task.text) for code in LANGUAGES}) == len(LANGUAGES)


def test_wrong_and_stray_crops():
    there = Setting("competitive-2")
    there.top = there.right.copy()
    first, second, third = (space.index for space in there.scenario.start[:3])
    there.top.crops[first] = next(each for each in Crop if each is not there.right.crops[first])
    there.top.crops[second] = None
    bare = there.top.terrains.index(None)
    there.top.crops[bare] = Crop.CORN
    there.look()
    assert there.wanted() == {
        first: Wanted.CHANGE_CROP,
        second: Wanted.LAY_CROP,
        bare: Wanted.TAKE_CROP,
    }
    assert third not in there.wanted()


def test_without_a_camera_the_same_is_done_by_hand():
    there = Setting("solo-hard")
    for space in sorted(there.scenario.start, key=lambda space: space.index):
        task = there.check.tasks[0]
        assert task.space == space
        assert str(there.scenario.terrains[space.index].text) in str(task.text)
        assert not there.check.is_right
        there.check = there.check.by_hand(space)
    assert there.check.is_right
    assert not there.check.again(there.scenario.start[0]).is_right


def test_an_entry_by_hand_holds_against_the_eye():
    there = Setting("competitive-2")
    there.top = there.right.copy()
    space = there.scenario.start[0]
    there.top.terrains[space.index] = None
    there.look()
    assert set(there.wanted()) == {space.index}
    there.check = there.check.by_hand(space)
    there.look()
    assert there.check.is_right


def test_what_cannot_be_made_out_is_asked_for():
    there = Setting("competitive-2")
    there.top = there.right.copy()
    space = there.scenario.start[0]
    there.look(Noise(hidden=frozenset({("terrain", space.index), ("crop", space.index)})))
    assert there.wanted() == {space.index: Wanted.LOOK}
    there.look()
    assert there.check.is_right


def test_pieces_that_were_never_learnt_are_asked_for():
    there = Setting("competitive-2")
    nothing = SpaceReading(Opinion(None, 0.99), Opinion(None, 0.99), Opinion(None, 0.99))
    unknown = SpaceReading(Opinion(None, 0.9, unknown=True), Opinion(None, 0.99), Opinion(None, 0.99))
    spaces = tuple(
        unknown if space in there.scenario.start else nothing for space in there.scenario.board.spaces
    )
    check = there.check.looked(Scene(Motion.STILL, 0.0), Reading(there.board, spaces), 2.0)
    assert {task.space for task in check.tasks} == set(there.scenario.start)
    assert {task.wanted for task in check.tasks} == {Wanted.LOOK}


def test_nothing_is_judged_while_hands_are_at_work():
    there = Setting("competitive-2")
    reading = reading_of(there.right, Random(1), Noise())
    moving = there.check.looked(Scene(Motion.MOVING, 0.0), reading, 5.0)
    assert moving.tasks == there.check.tasks
    early = there.check.looked(Scene(Motion.STILL, 5.0), reading, 5.2)
    assert not early.is_right
    assert early.looked(Scene(Motion.STILL, 5.0), reading, 6.0).is_right


def test_a_game_goes_on_when_its_table_is_laid_out_again():
    _, _, record = simulated(Mode.COMPETITIVE, 3, 4)
    game = Record.restore(record.back, record.entries[: len(record.entries) // 2]).state
    by_hand, by_eye = SetUpCheck.resume(game), SetUpCheck.resume(game)
    laid = {i for i in range(len(game.terrains)) if game.terrains[i] or game.meeples[i]}
    assert {task.space.index for task in by_hand.tasks} == laid
    scene, rng, empty = Scene(Motion.STILL, 0.0), Random(1), Tabletop.of(before_set_up(record.back))
    by_eye = by_eye.looked(scene, reading_of(empty, rng, Noise()), 1.0)
    assert {task.space.index for task in by_eye.tasks} == laid
    again = Scene(Motion.STILL, 5.0)
    for at in (6.0, 6.2, 6.4, 6.6, 6.8):
        by_eye = by_eye.looked(again, reading_of(Tabletop.of(game), rng, Noise()), at)
    assert by_eye.is_right
