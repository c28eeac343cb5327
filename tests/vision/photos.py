"""Real photographs of another game's boards, where they lie beside the project."""

import csv
import random
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

FOLDER = Path(__file__).parents[2].parent / "shared" / "photos" / "kingdomino"
CELL = 100


class Photo(NamedTuple):
    board: int
    patch: np.ndarray
    label: str


def load(folder=FOLDER):
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["unanimous"] == "1"]
    pictures = {n: cv2.imread(str(folder / "boards" / f"{n}.jpg")) for n in {row["board"] for row in rows}}
    photos = []
    for row in rows:
        y, x = int(row["row"]) * CELL, int(row["col"]) * CELL
        patch = pictures[row["board"]][y : y + CELL, x : x + CELL]
        photos.append(Photo(int(row["board"]), patch, row["terrain"]))
    return photos


def by_boards(photos, seed, boards=6):
    """Patches of some boards to teach, those of the others to test; every label is taught."""
    chance = random.Random(seed)
    labels = {photo.label for photo in photos}
    while True:
        chosen = set(chance.sample(sorted({photo.board for photo in photos}), boards))
        taught = [photo for photo in photos if photo.board in chosen]
        if {photo.label for photo in taught} == labels:
            return taught, [photo for photo in photos if photo.board not in chosen]


def by_labels(photos, seed, each=3):
    """A few patches of each label to teach, all others to test."""
    chance = random.Random(seed)
    taught = set()
    for label in sorted({photo.label for photo in photos}):
        taught.update(chance.sample([i for i, photo in enumerate(photos) if photo.label == label], each))
    return [photos[i] for i in sorted(taught)], [photo for i, photo in enumerate(photos) if i not in taught]


def teach(model, photos):
    model.learn([photo.patch for photo in photos], [photo.label for photo in photos])
    return model
