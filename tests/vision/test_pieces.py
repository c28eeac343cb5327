"""PieceModel: a few examples in, calibrated labels out, and "never seen" for what was never seen."""

import io
import json
import zipfile

import cv2
import numpy as np
import pytest

from companion.errors import Unreadable
from vision.pieces import MOST_PATCHES, PieceModel
from vision.pieces_file import load_model, model_bytes, parse_model, save_model

KINDS = {"grass": (70, 170, 110), "dirt": (50, 90, 140), "rock": (140, 120, 110), "sand": (120, 200, 220)}


def piece(kind, seed, side=80, light=1.0):
    """A patch with a colour, a motif of its kind and noise of its own."""
    chance = np.random.default_rng(seed)
    patch = np.full((side, side, 3), KINDS[kind], np.float32)
    for _ in range(12):
        x, y = (int(v) for v in chance.integers(0, side, 2))
        if kind in ("grass", "sand"):
            cv2.line(patch, (x, y), (x + 6, y - 9), (40, 90, 60), 2)
        else:
            cv2.circle(patch, (x, y), 7, (60, 60, 60), 1)
    return np.clip(patch * light + chance.normal(0, 5, patch.shape), 0, 255).astype(np.uint8)


def stranger(seed):
    chance = np.random.default_rng(seed)
    patch = np.full((80, 80, 3), (200, 30, 190), np.uint8)
    cv2.rectangle(patch, (20, 20), (60, 60), tuple(int(v) for v in chance.integers(0, 255, 3)), -1)
    return patch


@pytest.fixture(scope="module")
def model():
    model = PieceModel()
    examples = [(kind, seed, light) for kind in KINDS for seed, light in enumerate((0.8, 0.95, 1.1))]
    model.learn(
        [piece(kind, seed, light=light) for kind, seed, light in examples], [kind for kind, *_ in examples]
    )
    return model


def test_before_anything_was_learnt_everything_is_unknown():
    judgement = PieceModel().judge(piece("grass", 0))
    assert (judgement.ranking, judgement.unknown, judgement.label) == ((), 1.0, None)
    assert PieceModel().classify(piece("grass", 0)) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("light", [0.75, 1.0, 1.15])
def test_other_examples_of_a_kind_are_recognised(model, kind, light):
    ranking = model.classify(piece(kind, 99, light=light))
    assert ranking[0][0] == kind
    assert ranking[0][1] > 0.5


def test_probabilities_are_sorted_and_leave_room_for_the_unknown(model):
    judgement = model.judge(piece("dirt", 7))
    chances = [chance for _, chance in judgement.ranking]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) + judgement.unknown == pytest.approx(1)
    assert {label for label, _ in judgement.ranking} == set(KINDS)


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_never_seen_is_unknown_and_not_the_nearest(model, seed):
    judgement = model.judge(stranger(seed))
    assert judgement.label is None
    assert judgement.probability < 0.5


def test_a_name_given_to_an_unknown_piece_is_learnt_on_the_spot():
    model = PieceModel()
    model.learn([piece(kind, 0) for kind in KINDS], list(KINDS))
    model.learn([stranger(0)], ["shrine"])
    assert model.judge(stranger(0)).label == "shrine"
    assert model.judge(piece("grass", 5)).label == "grass"


def test_a_piece_turned_by_a_quarter_looks_the_same(model):
    patch = piece("rock", 4)
    straight, turned = model.judge(patch), model.judge(np.ascontiguousarray(np.rot90(patch)))
    assert turned.label == straight.label
    assert turned.probability == pytest.approx(straight.probability, abs=0.03)


def test_many_at_once_gives_what_one_by_one_gives(model):
    patches = [piece(kind, 20, side) for kind, side in zip(KINDS, (31, 64, 100, 157), strict=True)]
    together = model.classify_many(patches)
    for patch, ranking in zip(patches, together, strict=True):
        alone = model.classify(patch)
        assert [label for label, _ in alone] == [label for label, _ in ranking]
        assert [p for _, p in alone] == pytest.approx([p for _, p in ranking], abs=1e-4)
    assert model.classify_many([]) == []


def test_learning_the_same_twice_from_nothing_gives_the_same_model():
    def learnt():
        model = PieceModel()
        model.learn([piece(kind, 1) for kind in KINDS], list(KINDS))
        return model.classify(piece("sand", 3))

    assert learnt() == learnt()


def test_labels_may_be_anything_hashable():
    model = PieceModel()
    model.learn([piece("grass", 0), piece("rock", 0)], [("grass", 1), 7])
    assert model.judge(piece("rock", 3)).ranking[0][0] == 7


def test_it_remembers_a_limited_number_of_patches_and_still_knows_all_labels():
    model = PieceModel()
    for start in range(0, MOST_PATCHES, 100):
        model.learn([piece("grass", start + n, 16) for n in range(110)], ["grass"] * 110)
    model.learn([piece("rock", 1)], ["rock"])
    assert len(model.examples()[1]) <= MOST_PATCHES
    assert model.judge(piece("rock", 2)).ranking[0][0] == "rock"


@pytest.mark.parametrize(
    "patch",
    [np.zeros((0, 5, 3), np.uint8), np.zeros((5, 5), np.uint8), np.zeros((5, 5, 3), np.float32)],
    ids=["empty", "grey", "floats"],
)
def test_what_is_no_patch_is_refused(model, patch):
    with pytest.raises(ValueError, match="a patch is a BGR picture"):
        model.classify(patch)


def test_patches_and_labels_must_match():
    with pytest.raises(ValueError, match="1 patches with 2 labels"):
        PieceModel().learn([piece("grass", 0)], ["grass", "rock"])


def test_a_model_survives_its_file(model, tmp_path):
    path = tmp_path / "table.pieces"
    save_model(model, path)
    again = load_model(path)
    assert again.labels == model.labels
    assert again.classify(piece("dirt", 31)) == model.classify(piece("dirt", 31))
    again.learn([stranger(0)], ["shrine"])
    assert again.judge(stranger(0)).label == "shrine"


def test_an_empty_model_survives_its_file():
    assert parse_model(model_bytes(PieceModel()), "new").labels == ()


def test_only_text_labels_go_into_a_file():
    model = PieceModel()
    model.learn([piece("grass", 0)], [3])
    with pytest.raises(TypeError):
        model_bytes(model)


def archive(model, **changes):
    """A model's file with some of its arrays exchanged."""
    with np.load(io.BytesIO(model_bytes(model))) as arrays:
        content = {key: arrays[key] for key in arrays.files}
    content.update(changes)
    file = io.BytesIO()
    np.savez(file, **{key: value for key, value in content.items() if value is not None})
    return file.getvalue()


def text(value):
    return np.frombuffer(json.dumps(value).encode(), np.uint8)


BAD_ARRAYS = {
    "a later format": {"format": np.array(2)},
    "no labels": {"labels": None},
    "labels that are no list": {"labels": text("grass")},
    "a label twice": {"labels": text(["a", "a", "b", "c"])},
    "too few labels": {"labels": text(["a", "b"])},
    "labels that are no text": {"labels": np.array([255, 254], np.uint8)},
    "vectors of another length": {"vectors": np.zeros((12, 3, 5), np.float16)},
    "vectors of no numbers": {"vectors": np.full((12, 3, 2652), np.nan, np.float16)},
    "numbers out of range": {"of": np.full(12, 9, np.int64)},
    "numbers of another kind": {"of": np.zeros(12, np.float32)},
    "pickled objects": {"of": np.array([{}] * 12, object)},
    "something more": {"more": np.zeros(1)},
}


@pytest.mark.parametrize("changes", BAD_ARRAYS.values(), ids=BAD_ARRAYS)
def test_a_file_that_is_not_exactly_a_model_is_unreadable(model, changes):
    with pytest.raises(Unreadable):
        parse_model(archive(model, **changes), "table.pieces")


def test_garbage_and_torn_files_are_unreadable(model, tmp_path):
    whole = model_bytes(model)
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0xFF
    for content in (b"", b"PK", b"x" * 500, whole[:-30], whole[: len(whole) // 2], bytes(damaged)):
        with pytest.raises(Unreadable):
            parse_model(content, "table.pieces")
    with pytest.raises(Unreadable):
        load_model(tmp_path / "missing")


def test_an_archive_that_would_unpack_to_gigabytes_is_refused_before_it_does():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("vectors.npy", bytes(80 * 1024 * 1024))
    with pytest.raises(Unreadable):
        parse_model(file.getvalue(), "bomb")
