"""What pieces look like, learnt from a few examples and never from known art.

>>> import numpy as np
>>> def patch(blue, green, red):
...     return np.full((40, 40, 3), (blue, green, red), np.uint8)
>>> model = PieceModel()
>>> model.learn([patch(60, 180, 80), patch(40, 90, 140)], ["grass", "dirt"])
>>> model.classify(patch(62, 178, 84))[0][0]
'grass'
>>> model.judge(patch(230, 30, 200)).label is None   # never seen: no label, not the nearest one
True
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.features import LENGTH, Picture, features, features_of, variants
from vision.learner import Examples, Floats, Indices, Learner, fit, redundant

VARIANTS = 3  # the patch itself and two changes of it
MOST_PATCHES = 300
LEAST_PATCHES_OF_A_LABEL = 8


@dataclass(frozen=True)
class Judgement:
    """What a model thinks of one patch: the labels, best first, and how likely it is none of them."""

    ranking: tuple[tuple[Hashable, float], ...]
    unknown: float

    @property
    def label(self) -> Hashable | None:
        """The likeliest label, or None where "never seen" is likelier."""
        if not self.ranking or self.ranking[0][1] < self.unknown:
            return None
        return self.ranking[0][0]

    @property
    def probability(self) -> float:
        """That the likeliest label is right; 0 where nothing was learnt yet."""
        return self.ranking[0][1] if self.ranking else 0.0


class PieceModel:
    """A few-shot learner: patches with labels in, calibrated probabilities out.

    Probabilities of a patch's labels sum to less than one; the rest is the probability that it is a piece never
    seen. Learning again goes on from what is known; of a label with very many patches the most alike are forgotten.
    """

    def __init__(self) -> None:
        self._labels: list[Hashable] = []
        self._vectors: Floats = np.zeros((0, VARIANTS, LENGTH), np.float32)
        self._of: Indices = np.zeros(0, np.int64)
        self._learner: Learner | None = None

    @classmethod
    def of_examples(cls, labels: Sequence[Hashable], vectors: Floats, of: Indices) -> PieceModel:
        """A model that knows these examples, as :meth:`examples` gave them."""
        model = cls()
        model._labels, model._vectors, model._of = list(labels), vectors, of
        model._fit()
        return model

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The labels known, in the order they were first seen."""
        return tuple(self._labels)

    def examples(self) -> tuple[Floats, Indices]:
        """The vectors learnt (patch, variant, feature) and the number of each patch's label."""
        return self._vectors, self._of

    def learn(self, patches: Sequence[Picture], labels: Sequence[Hashable]) -> None:
        """Learn these patches, or go on learning."""
        if len(patches) != len(labels):
            raise ValueError(f"{len(patches)} patches with {len(labels)} labels")
        if not len(patches):
            return
        vectors = np.stack([features_of([patch, *variants(patch, VARIANTS - 1)]) for patch in patches])
        numbers = {label: number for number, label in enumerate(self._labels)}
        of = np.array([numbers.setdefault(label, len(numbers)) for label in labels], np.int64)
        self._labels = list(numbers)
        self._vectors = np.concatenate([self._vectors, vectors])
        self._of = np.concatenate([self._of, of])
        self._forget()
        self._fit()

    def classify(self, patch: Picture) -> list[tuple[Hashable, float]]:
        """The labels with their probabilities, best first; nothing before anything was learnt."""
        return list(self.judge(patch).ranking)

    def classify_many(self, patches: Sequence[Picture]) -> list[list[tuple[Hashable, float]]]:
        """As :meth:`classify`, for many patches at once, which is faster."""
        return [list(judgement.ranking) for judgement in self.judge_many(patches)]

    def judge(self, patch: Picture) -> Judgement:
        """The labels and the probability of something never seen."""
        return self._judge(features(patch)[None])[0]

    def judge_many(self, patches: Sequence[Picture]) -> list[Judgement]:
        """As :meth:`judge`, for many patches at once, which is faster."""
        return self._judge(features_of(patches))

    def _judge(self, vectors: Floats) -> list[Judgement]:
        learner, labels = self._learner, self._labels
        if learner is None or not len(vectors):
            return [Judgement((), 1.0)] * len(vectors)
        judged = learner.judge(vectors)
        chances = judged.probabilities * judged.known[:, None]
        order = np.argsort(-chances, axis=1, kind="stable")
        return [
            Judgement(tuple((labels[number], float(row[number])) for number in best), float(1 - known))
            for row, best, known in zip(chances, order, judged.known, strict=True)
        ]

    def _forget(self) -> None:
        most = max(LEAST_PATCHES_OF_A_LABEL, MOST_PATCHES // len(self._labels))
        kept = []
        for number in range(len(self._labels)):
            mine = np.flatnonzero(self._of == number)
            if len(mine) > most:
                mine = mine[redundant(self._vectors[mine, 0], most)]
            kept.append(mine)
        keep = np.sort(np.concatenate(kept))
        self._vectors, self._of = self._vectors[keep], self._of[keep]

    def _fit(self) -> None:
        rows = self._vectors.reshape(-1, LENGTH)
        self._learner = fit(Examples(rows, self._of, VARIANTS)) if len(rows) else None
