"""Reading: taught by one picture, the reader sees later positions of the same table, and says what it cannot see."""

import random
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.vision_scenes import Table, found_pose, true_pose
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import BOX, Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.reader import PieceKnowledge, Reader, teach_in
from vision.reader.reader import least_fits
from vision.sim import Camera, Disturbances, Hand, Light, Renderer, Scene

SIZE = (1280, 720)
LAMP = Light(0.88)


class Bench:
    """One box on one board, photographed."""

    def __init__(self, style, board="short", seed=5):
        self.style, self.board, self.seed = style, official_board(board), seed
        self._renderer = Renderer()
        self._chance = random.Random(seed)
        self._number = 0

    def shoot(self, position, light=LAMP, camera=None, crowds=(), **trouble):
        """A picture and where the board lies in it, about."""
        self._number += 1
        disturbances = Disturbances(placement=self._number, **trouble)
        scene = Scene(
            position, self.style, camera or Camera(), light, disturbances, seed=self.seed, crowds=crowds
        )
        picture = self._renderer.render(scene, SIZE, self._number)
        return picture, found_pose(true_pose(scene, SIZE), self._chance)

    def taught(self, *positions):
        knowledge = PieceKnowledge()
        for position in positions or (teach_in(self.board),):
            knowledge.learn(*self.shoot(position), position)
        return Reader(self.board, knowledge)

    def position(self, text, meeples=None):
        """Rows of tokens as in a position file; what is missing is empty."""
        position = Position.empty(self.board, dict(BOX.terrains))
        for row, line in enumerate(text.split("/")):
            for column, token in enumerate(line.split()):
                terrain = None if token[0] == "." else Terrain.of_letter(token[0])
                crop = None if token[1] == "." else Crop(int(token[1]))
                position = position.with_space(self.board.at(row, column), terrain, crop)
        standing = {self.board.space(place): colour for place, colour in (meeples or {}).items()}
        return replace(position, meeples=standing)


@pytest.fixture(scope="module")
def classic():
    bench = Bench("classic")
    return bench, bench.taught()


FULL = "D. S3 .. G5 R./.. R1 D4 S. G2/S5 .. G3 .. D2/R4 S1 .. D5 ../G. .. R3 S2 G4"


def wrong(position, reading):
    """What is said, and not so; a crop under a meeple may be unseen."""
    found = []
    for space in position.board.spaces:
        read = reading.at(space)
        crop_hidden = space in position.meeples and not read.crop.seen
        truth = position.terrain(space), position.crop(space), position.meeples.get(space)
        said = read.terrain.value, read.crop.value, read.meeple.value
        for opinion, value, true in zip((read.terrain, read.crop, read.meeple), said, truth, strict=True):
            if (value != true or opinion.unknown) and not (opinion is read.crop and crop_hidden):
                found.append((str(space), true, opinion))
    return found


def shows(reading, place, token):
    return reading.at(reading.board.space(place)).token == token


def falsely_sure(position, reading):
    return [
        (str(space), opinion)
        for space in position.board.spaces
        for opinion, true in zip(
            (reading.at(space).terrain, reading.at(space).crop, reading.at(space).meeple),
            (position.terrain(space), position.crop(space), position.meeples.get(space)),
            strict=True,
        )
        if opinion.sure and opinion.value != true
    ]


def test_a_taught_reader_reads_every_piece_of_a_later_position(classic):
    bench, reader = classic
    meeples = {"river/condor": Colour.WHITE, "fire/condor": Colour.GREEN, "fire/snake": Colour.YELLOW}
    position = bench.position(FULL, meeples)
    reading = reader.read(*bench.shoot(position))
    assert wrong(position, reading) == []
    assert len(reading.unsure) <= 3
    assert reading.meeples == position.meeples


@pytest.mark.parametrize(
    "light",
    [
        Light(0.22),
        Light(0.88, warmth=0.9),
        Light(0.8, warmth=-0.8),
        Light(0.7, 0.0, 0.45, (0.9, 0.3), 0.2, 0.3),
    ],
    ids=["dimmed to a quarter", "warm", "cold", "from elsewhere"],
)
def test_the_lamp_may_change(classic, light):
    bench, reader = classic
    position = bench.position(FULL, {"fire/condor": Colour.BLUE})
    reading = reader.read(*bench.shoot(position, light))
    assert wrong(position, reading) == []


def test_the_camera_may_be_moved(classic):
    bench, reader = classic
    position = bench.position(FULL, {"fire/condor": Colour.PURPLE})
    reading = reader.read(*bench.shoot(position, camera=Camera(13.5, -1.2, 2.4, 4.0, 0.75)))
    assert wrong(position, reading) == []


@pytest.mark.parametrize("style", ["pale", "wooden", "night"])
def test_other_boxes_are_read_as_well(style):
    table = Table(style, "long", 3, SIZE)
    lesson = table.taught()
    knowledge = PieceKnowledge()
    knowledge.learn(lesson.picture, lesson.pose, lesson.position)
    chance = random.Random(style)
    bench = Bench(style, "long", table.seed)
    spaces = [chance.choice(("..", "D.", "S4", "G5", "R3", "G.", "S.", "R2")) for _ in range(45)]
    position = bench.position("/".join(" ".join(spaces[row * 9 : row * 9 + 9]) for row in range(5)))
    reading = Reader(bench.board, knowledge).read(*bench.shoot(position))
    assert len(wrong(position, reading)) <= 1
    assert falsely_sure(position, reading) == []


def test_a_small_disc_under_a_meeple_is_unseen_and_a_large_one_is_not(classic):
    bench, reader = classic
    standing = {"river/condor": Colour.BLUE, "mountain/condor": Colour.GREEN}
    position = bench.position("R1 .. S5", standing)
    reading = reader.read(*bench.shoot(position))
    hidden, open_to_see = (reading.at(bench.board.space(place)) for place in standing)
    assert not hidden.crop.seen
    assert hidden.crop.value is None
    assert hidden.terrain.value is Terrain.ROCK
    assert open_to_see.crop.value is Crop.QUINOA


def test_pieces_never_seen_are_not_taken_for_others():
    bench = Bench("classic", seed=8)
    start = bench.position("S3 .. .. .. G1/.. .. .. .. ../.. .. D4")
    reader = bench.taught(start)
    position = bench.position("S3 .. R. .. G1/.. R. .. S. ../S5 .. D4 .. R2")
    reading = reader.read(*bench.shoot(position))
    assert falsely_sure(position, reading) == []
    new = [space for space in bench.board.spaces if position.terrain(space) is Terrain.ROCK]
    assert all(reading.at(space).terrain.unknown for space in new[:2])  # bare ones
    assert shows(reading, "fire/lizard", "S.")
    assert shows(reading, "mountain/llama", "D4")


def test_going_on_learning_makes_unknown_pieces_known():
    bench = Bench("classic", seed=8)
    start = bench.position("S3 .. .. .. G1")
    reader = bench.taught(start)
    position = bench.position("S3 .. R. .. G1/.. R. .. R.")
    before = reader.read(*bench.shoot(position))
    reader.knowledge.learn(*bench.shoot(position, Light(0.5, 0.6)), position)
    after = reader.read(*bench.shoot(position))
    place = bench.board.space("leaf/lizard")
    assert before.at(place).terrain.value is None
    assert after.at(place).terrain.value is Terrain.ROCK
    assert falsely_sure(position, after) == []


def test_what_a_hand_covers_is_unseen_and_the_rest_is_read(classic):
    bench, reader = classic
    position = bench.position(FULL)
    reading = reader.read(*bench.shoot(position, hand=Hand(1.5, 2.5, 90)))
    assert falsely_sure(position, reading) == []
    below = reading.at(bench.board.space("leaf/snake"))
    assert not below.terrain.seen
    assert not below.crop.seen
    assert not below.meeple.seen
    assert shows(reading, "sun/condor", "R.")


def test_knowledge_survives_being_kept(classic):
    bench, reader = classic
    kept = {key: array.copy() for key, array in reader.knowledge.to_arrays().items()}
    again = Reader(bench.board, PieceKnowledge.from_arrays(kept))
    picture, pose = bench.shoot(bench.position(FULL, {"fire/condor": Colour.GREEN}))
    first, second = reader.read(picture, pose), again.read(picture, pose)
    assert first.grid == second.grid
    assert first.meeples == second.meeples


def test_arrays_that_hold_no_knowledge_are_refused(classic):
    _, reader = classic
    arrays = reader.knowledge.to_arrays()
    for damage in (
        {"cover": np.zeros(3)},
        {"bins DIRT": np.array([10**9])},
        {"print CORN": np.zeros((4, 4))},
        {"ground 5 5": np.zeros((7, 7, 4))},
        {"bins GOLD": np.array([1]), "counts GOLD": np.array([1.0])},
    ):
        with pytest.raises(ValueError, match=r"."):
            PieceKnowledge.from_arrays({**arrays, **damage})
    with pytest.raises(ValueError, match=r"."):
        PieceKnowledge.from_arrays({})


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_of_nothing_is_read_as_nothing_sure(classic, level):
    bench, reader = classic
    _, pose = bench.shoot(bench.position(""))
    reading = reader.read(np.full((SIZE[1], SIZE[0], 3), level, np.uint8), pose)
    assert not any(reading.at(space).sure for space in bench.board.spaces)


def test_what_lies_outside_of_the_picture_is_not_read(classic):
    bench, reader = classic
    position = bench.position(FULL)
    picture, pose = bench.shoot(position)
    cut = round(float(pose.pixels([(2.5, 2.0)])[0][1]))
    reading = reader.read(picture[cut:].copy(), _lower(pose, cut))
    assert falsely_sure(position, reading) == []
    assert not reading.at(bench.board.space("river/condor")).terrain.sure
    assert shows(reading, "river/turtle", "G.")


def _lower(pose, pixels):
    shift = np.array([[1, 0, 0], [0, 1, -pixels], [0, 0, 1.0]])
    return replace(pose, homography=shift @ pose.homography, bend=0.0)


def test_who_was_taught_nothing_is_sure_of_nothing(classic):
    bench, _ = classic
    reading = Reader(bench.board, PieceKnowledge()).read(*bench.shoot(bench.position(FULL)))
    assert not any(reading.at(space).sure for space in bench.board.spaces)


def test_the_other_side_of_the_board_needs_no_second_teach_in(classic):
    _, reader = classic
    knowledge = PieceKnowledge.from_arrays(reader.knowledge.to_arrays())
    bench = Bench("classic", "long")
    start = bench.position("S3 .. .. .. .. .. .. .. G1/../.. .. .. .. D4")
    knowledge.learn(*bench.shoot(start, Light(0.5, 0.7)), start)
    later = bench.position(
        "S3 .. R. .. D. .. G5 .. G1/.. R2 .. S. ../.. .. G. .. D4", {"fire/lizard": Colour.BLUE}
    )
    reading = Reader(bench.board, knowledge).read(*bench.shoot(later))
    assert wrong(later, reading) == []


def test_a_board_never_seen_is_read_without_being_sure(classic):
    _, reader = classic
    bench = Bench("classic", "long")
    reading = Reader(bench.board, reader.knowledge).read(*bench.shoot(bench.position("S3 .. R. .. D.")))
    assert not any(reading.at(space).sure for space in bench.board.spaces)


@pytest.mark.parametrize("style", ["classic", "icons", "night", "wooden"])
def test_discs_on_the_bare_board_have_no_tile_below(style):
    bench = Bench(style)
    position = bench.position(".1 .2 .. .3 .4/.. G1 .. S4 ../.5 .. .. .. .5/R5 .. .1 .. D5")
    reading = bench.taught().read(*bench.shoot(position))
    assert falsely_sure(position, reading) == []
    for place, token in (
        ("river/condor", ".1"),
        ("leaf/condor", ".2"),
        ("fire/condor", ".3"),
        ("sun/condor", ".4"),
    ):
        assert shows(reading, place, token)
        assert reading.at(bench.board.space(place)).terrain.sure, place
    for place in ("river/llama", "sun/llama"):  # only corners tell
        assert shows(reading, place, ".5")


@pytest.mark.parametrize("style", ["classic", "dark", "stickers", "worn"])
def test_two_meeples_on_one_space_are_something_unknown(style):
    bench = Bench(style)
    alone = {"leaf/condor": Colour.BLUE, "fire/lizard": Colour.GREEN, "mountain/snake": Colour.YELLOW}
    first = {"river/lizard": Colour.BLUE, "sun/llama": Colour.GREEN, "mountain/llama": Colour.PURPLE}
    second = {"river/lizard": Colour.BLUE, "sun/llama": Colour.WHITE, "mountain/llama": Colour.YELLOW}
    position = bench.position("R. S. G. D. R3/D. R. R. S. ../S. .. R. .. D./.. .. S.", alone | first)
    crowds = tuple((bench.board.space(place), colour) for place, colour in second.items())
    reading = bench.taught().read(*bench.shoot(position, crowds=crowds))
    for place in first:
        assert reading.at(bench.board.space(place)).meeple.unknown, place
    for place, colour in alone.items():
        assert reading.at(bench.board.space(place)).meeple.value is colour


@pytest.mark.parametrize("brightness", [0.5, 1.0])
def test_white_meeples_on_a_white_board_are_never_surely_absent(brightness):
    bench = Bench("pale")
    places = ("river/turtle", "leaf/llama", "sun/condor", "fire/snake", "mountain/lizard")
    position = bench.position("G. S. .. D./R. .. .. ../.. .. .. G3", dict.fromkeys(places, Colour.WHITE))
    reader = bench.taught()
    for lamp in ((0.2, -0.1), (0.6, 0.2), (0.9, 0.0)):
        reading = reader.read(*bench.shoot(position, Light(brightness, lamp=lamp)))
        assert falsely_sure(position, reading) == []
        bare = [space for space in bench.board.spaces if space not in position.meeples]
        sure = [space for space in bare if reading.at(space).meeple.sure]
        assert len(sure) > 0.8 * len(bare), "what is bare is still seen to be bare"


def fits_of(chilies, others):
    """What is wanted of spaces with chilies and of others, whose prints are explained so well."""
    fits = np.array([*chilies, *others], np.float32)
    crops = np.array([Crop.CHILI.level] * len(chilies) + [0] * len(others))
    found = least_fits(fits, np.ones(len(fits), bool), crops)
    return found[: len(chilies)], found[len(chilies) :]


def test_prints_that_are_hard_to_describe_are_believed_all_the_same():
    usual = fits_of([0.9] * 3, [0.9] * 8)[1][0]
    chilies, others = fits_of([0.45] * 3, [0.9] * 8)
    assert (chilies < 0.45).all()
    assert (others == usual).all()
    assert (fits_of([0.45] * 2, [0.9] * 8)[0] == usual).all(), "two may both be something else"
    assert (fits_of([], [0.5] * 8)[1] < 0.5).all()
