"""Learning from a handful of examples: which label a vector has, how surely, and whether it is like anything known.

Two simple judges are added up, since each is blind where the other sees:

- kernel ridge regression, which finds what tells the labels apart;
- the nearest example of each label, measured by how much that label's examples differ among themselves: a label that
  looks different every time (a house with or without a tower on it) may also look different the next time.

How far sums may be trusted is found by leaving every example out once (in closed form, no second learning): a
temperature turns sums into probabilities, and the distances within and between labels say how far away from all
examples a thing is more likely something never seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

_RIDGE = 0.1
_NEAREST_WEIGHT = 0.3
_SPREAD_POWER = 0.5  # how far a label's own spread replaces the common one
_SPREAD_PRIOR = 6.0  # examples that the common spread is worth
_TEMPERATURES = np.geomspace(0.04, 1.2, 18)
_USUAL_TEMPERATURE = 0.22
_TEMPERATURE_PRIOR = (
    0.35  # how strongly the usual temperature holds against what the examples say, per e-fold
)
_CAUTION = 1.25  # the next picture differs more than the examples do among themselves
_NEW_PRIOR = 0.05
_NEW_DEVIATION = 0.5
_USUAL_DEVIATION = 0.8
_MOST_DEVIATION = 1.2
_GAP = 1.7  # by which a new thing is usually stranger than a known one
_LEAST_GAP = 1.0
_GAP_PRIOR = 15.0  # examples that the usual gap is worth
_RIDGE_WEIGHT = 2.0  # of the regression's sum in strangeness, beside the logarithm of the distance
_VARIANT_FACTOR = 2.5  # a second piece differs more than one piece under another lamp
_FAR = 1e9


@dataclass(frozen=True)
class Examples:
    """Vectors that were learnt: several variants of each patch, patch after patch, label by label."""

    vectors: Floats  # one row a variant
    labels: Indices  # of each patch
    variants: int

    @property
    def row_labels(self) -> Indices:
        """The label of each row."""
        return np.repeat(self.labels, self.variants)

    @property
    def row_patches(self) -> Indices:
        """The patch of each row."""
        return np.repeat(np.arange(len(self.labels)), self.variants)


@dataclass(frozen=True)
class Judgement:
    """Sums and distances of some vectors: one row a vector, one column a label."""

    probabilities: Doubles  # among the known labels, each row sums to one
    known: Doubles  # that the thing is one of the known labels at all


@dataclass(frozen=True)
class Spread:
    """A normal distribution."""

    mean: float
    deviation: float

    def log_density(self, values: Doubles) -> Doubles:
        """The logarithm of its density, but for a constant."""
        return np.asarray(-0.5 * ((values - self.mean) / self.deviation) ** 2 - np.log(self.deviation))


@dataclass(frozen=True)
class Learner:
    """What was learnt from examples; build it with :func:`fit`."""

    examples: Examples
    width: float
    weights: Doubles
    spreads: Doubles
    temperature: float
    usual: Spread  # strangeness of known things
    new: Spread  # strangeness of things never seen

    def judge(self, vectors: Floats) -> Judgement:
        """Probabilities of the labels for each vector, and of being known at all."""
        distances = _distances(vectors, self.examples.vectors)
        ridge = np.exp(-distances / self.width) @ self.weights
        nearest = _nearest(distances, self.examples.row_labels, len(self.spreads))
        sums = ridge - _NEAREST_WEIGHT * nearest / self.spreads
        return Judgement(_softmax(sums / self.temperature), self._known(_strangeness(sums, ridge, nearest)))

    def _known(self, strangeness: Doubles) -> Doubles:
        usual = self.usual.log_density(np.maximum(strangeness, self.usual.mean)) + np.log(1 - _NEW_PRIOR)
        new = self.new.log_density(np.minimum(strangeness, self.new.mean)) + np.log(_NEW_PRIOR)
        return np.asarray(1 / (1 + np.exp(np.clip(new - usual, -50, 50))))


def fit(examples: Examples) -> Learner:
    """Learn from examples of at least one label; labels are numbered from 0 without gaps."""
    rows, patches = examples.row_labels, examples.row_patches
    count = int(np.max(examples.labels)) + 1
    distances = _distances(examples.vectors, examples.vectors)
    width = max(float(np.median(distances)), 1e-3)
    share = np.bincount(rows, minlength=count)[rows] * count / len(rows)
    inverse = np.asarray(np.linalg.inv(np.exp(-distances / width) + _RIDGE * np.diag(share)), np.float64)
    targets = np.eye(count)[rows] - 1 / count
    weights = inverse @ targets

    same_patch = patches[:, None] == patches[None, :]
    nearest = _nearest(np.where(same_patch, _FAR, distances), rows, count)  # the patch itself left out
    spreads = _spreads(nearest, rows, distances, same_patch)
    # The originals only: variants were made by us, pictures to come are not.
    originals = np.arange(0, len(rows), examples.variants)
    tested = originals[nearest[originals, rows[originals]] < _FAR]
    ridge = targets - _left_out(inverse, weights, patches)
    sums = ridge - _NEAREST_WEIGHT * nearest / spreads
    temperature = _temperature(sums[tested], rows[tested])
    own = np.eye(count, dtype=bool)[rows[tested]]
    strange = np.log(np.maximum(nearest[tested][own], 1e-6)) - _RIDGE_WEIGHT * ridge[tested][own]
    if count > 1:
        new = _spread_of_new(inverse, weights, targets, nearest, spreads, rows)
    else:
        new = Spread(
            _usual_of_variants(inverse, weights, targets, distances, rows, same_patch) + _GAP, _NEW_DEVIATION
        )
    usual = _spread_of_usual(strange, new)
    return Learner(examples, width, weights, spreads, temperature, usual, new)


def redundant(vectors: Floats, keep: int) -> Indices:
    """Which rows to keep of too many: of the two most alike the older goes, until few enough are left."""
    distances = _distances(vectors, vectors)
    np.fill_diagonal(distances, np.inf)
    kept = np.ones(len(vectors), bool)
    for _ in range(len(vectors) - keep):
        first, second = np.unravel_index(int(np.argmin(distances)), distances.shape)
        gone = min(int(first), int(second))
        kept[gone] = False
        distances[gone, :] = distances[:, gone] = np.inf
    return np.flatnonzero(kept)


def _distances(some: Floats, others: Floats) -> Doubles:
    squares = (some * some).sum(1)[:, None] + (others * others).sum(1)[None, :] - 2 * (some @ others.T)
    return np.asarray(np.maximum(squares, 0), np.float64)


def _nearest(distances: Doubles, labels: Indices, count: int) -> Doubles:
    return np.stack([distances[:, labels == label].min(axis=1) for label in range(count)], axis=1)


def _spreads(
    nearest: Doubles, rows: Indices, distances: Doubles, same_patch: npt.NDArray[np.bool_]
) -> Doubles:
    """How far an example of a label is from the next of the same label, held towards what is common."""
    count = nearest.shape[1]
    own = nearest[np.arange(len(rows)), rows]
    measured = own[own < _FAR]
    # With one patch a label all we know is how its variants differ.
    varied = distances[same_patch & (distances > 0)]
    if len(measured):
        common = float(np.median(measured))
    else:
        common = _VARIANT_FACTOR * float(np.median(varied)) if len(varied) else 0.1
    common = max(common, 1e-3)
    spreads = np.full(count, common)
    for label in range(count):
        mine = own[(rows == label) & (own < _FAR)]
        if len(mine):
            number = len(mine) / max(1, int(same_patch[0].sum()))
            mean = (float(mine.mean()) * number + common * _SPREAD_PRIOR) / (number + _SPREAD_PRIOR)
            spreads[label] = mean**_SPREAD_POWER * common ** (1 - _SPREAD_POWER)
    return spreads


def _left_out(inverse: Doubles, weights: Doubles, groups: Indices) -> Doubles:
    """What ridge regression misses each target by when its whole group is left out of learning."""
    residuals = np.empty_like(weights)
    for group in range(int(np.max(groups)) + 1):
        rows = np.flatnonzero(groups == group)
        residuals[rows] = np.linalg.solve(inverse[np.ix_(rows, rows)], weights[rows])
    return residuals


def _strangeness(sums: Doubles, ridge: Doubles, nearest: Doubles) -> Doubles:
    """How unlike anything known: far from the examples of the best label, and not told apart by the regression."""
    best = np.arange(len(sums)), sums.argmax(axis=1)
    return np.asarray(np.log(np.maximum(nearest[best], 1e-6)) - _RIDGE_WEIGHT * ridge[best])


def _usual_of_variants(
    inverse: Doubles,
    weights: Doubles,
    targets: Doubles,
    distances: Doubles,
    rows: Indices,
    same_patch: npt.NDArray[np.bool_],
) -> float:
    """How strange known things are, told from the variants where there is but one label."""
    own = np.arange(len(rows)), rows
    ridge = (targets - _left_out(inverse, weights, np.arange(len(rows))))[own]
    varied = np.where(same_patch & ~np.eye(len(rows), dtype=bool), distances, _FAR).min(axis=1)
    varied = np.clip(varied * _VARIANT_FACTOR, 1e-3, 2.0)
    return float(np.median(np.log(varied) - _RIDGE_WEIGHT * ridge))


def _spread_of_new(
    inverse: Doubles, weights: Doubles, targets: Doubles, nearest: Doubles, spreads: Doubles, rows: Indices
) -> Spread:
    """How strange the examples of each label are to somebody who never learnt that label."""
    ridge = targets - _left_out(inverse, weights, rows)
    sums = ridge - _NEAREST_WEIGHT * nearest / spreads
    sums[np.arange(len(rows)), rows] = -np.inf
    strange = _strangeness(sums, ridge, nearest)
    return Spread(float(np.median(strange)), max(float(strange.std()), _NEW_DEVIATION))


def _spread_of_usual(measured: Doubles, new: Spread) -> Spread:
    """How strange known things are: as the examples say, held towards a usual gap below things never seen.

    What is new can be measured well even with one patch a label, what is usual only with several.
    """
    number = len(measured)
    share = number / (number + _GAP_PRIOR)
    mean = new.mean - _GAP
    deviation = _USUAL_DEVIATION
    if number:
        mean = share * float(np.median(measured)) + (1 - share) * mean
        deviation = share * float(measured.std()) + (1 - share) * deviation
    return Spread(min(mean, new.mean - _LEAST_GAP), min(max(deviation, _NEW_DEVIATION), _MOST_DEVIATION))


def _temperature(sums: Doubles, labels: Indices) -> float:
    """The temperature under which the left-out examples were least surprising, with caution."""
    best, least = _USUAL_TEMPERATURE, np.inf
    for temperature in _TEMPERATURES:
        chances = _softmax(sums / temperature)
        surprise = (
            -np.log(np.maximum(chances[np.arange(len(labels)), labels], 1e-9)).sum() if len(labels) else 0
        )
        surprise += _TEMPERATURE_PRIOR * 20 * np.log(temperature / _USUAL_TEMPERATURE) ** 2
        if surprise < least:
            best, least = float(temperature), float(surprise)
    return best * _CAUTION


def _softmax(sums: Doubles) -> Doubles:
    shifted = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))
