"""PieceModel on real photographs: needs ../shared/photos/kingdomino beside the project, and says so where it is missing."""

import numpy as np
import pytest

from tests.vision import photos
from vision.pieces import PieceModel

pytestmark = pytest.mark.skipif(
    not photos.FOLDER.is_dir(), reason=f"no real photographs here: {photos.FOLDER} does not exist"
)
ROUNDS = 10


@pytest.fixture(scope="module")
def pictures():
    return photos.load()


def measure(split, pictures):
    """Accuracy of each round, and of all rounds together how often a confident answer was right."""
    accuracies, confident = [], []
    for seed in range(ROUNDS):
        taught, asked = split(pictures, seed)
        model = photos.teach(PieceModel(), taught)
        answers = model.classify_many([photo.patch for photo in asked])
        right = [answer[0][0] == photo.label for answer, photo in zip(answers, asked, strict=True)]
        accuracies.append(np.mean(right))
        confident += [ok for ok, answer in zip(right, answers, strict=True) if answer[0][1] > 0.9]
    return np.mean(accuracies), np.mean(confident), len(confident)


def test_taught_on_six_boards_it_reads_the_others(pictures):
    accuracy, confident, count = measure(photos.by_boards, pictures)
    assert accuracy >= 0.990
    assert confident >= 0.998
    assert count > 0.9 * ROUNDS * 740


def test_taught_three_patches_of_each_terrain_it_reads_the_rest(pictures):
    accuracy, confident, _ = measure(photos.by_labels, pictures)
    assert accuracy >= 0.975
    assert confident >= 0.998


@pytest.mark.parametrize("label", ["Lake", "Mine", "Forest", "Field"])
def test_a_terrain_never_taught_is_something_unknown(pictures, label):
    taught, asked = photos.by_boards(pictures, 1)
    model = photos.teach(PieceModel(), [photo for photo in taught if photo.label != label])
    judged = model.judge_many([photo.patch for photo in asked if photo.label == label])
    assert np.mean([judgement.label is None for judgement in judged]) > 0.9
    assert np.mean([judgement.probability > 0.9 for judgement in judged]) < 0.02
