"""Where the patches of the rim are seen now, each looked for around its old place, and what most of them agree on."""

from __future__ import annotations

import cv2
import numpy as np

from vision.finding.motion import Motion, fit_motion
from vision.finding.rim import MARGIN, SCALE, SIDE, Floats, Integers, Look, Rim, halved_grey
from vision.pose import BoardPose, Doubles, Picture

REACH = 1.5  # spaces that a patch may have gone
_PEAKS = 3  # places that each patch may claim
_PAIRS = 1000
_MANY = 40
_MOST_TURN = 14.0  # degrees
_MOST_STRETCH = 1.12
_LEAST_CLAIM = 0.35
_GOOD = 0.6  # correlation from which on a patch counts as found
_NEAR = 4  # pixels
_TOLERANCE = 0.03  # spaces


def search_motion(rim: Rim, picture: Picture, pose: BoardPose) -> Doubles | None:
    """A first guess how the board has moved since it lay at ``pose``."""
    wide = pose.rectify(picture, SCALE, MARGIN + REACH)
    chosen = _chosen(rim)
    maps = _claims(rim.corners[chosen], halved_grey(rim.grey), halved_grey(wide))
    return _vote(rim.places[chosen], maps)


def refine_motion(rim: Rim, picture: Picture, pose: BoardPose) -> Motion | None:
    """The rest of a motion, where the pose fits but for a fraction of a space."""
    margin = MARGIN + _NEAR / SCALE
    straight = pose.rectify(picture, SCALE, margin)
    grey = (
        straight if straight.ndim == 2 else np.asarray(cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY), np.uint8)
    )
    chosen = _chosen(rim)
    corners, places = rim.corners[chosen], rim.places[chosen]
    shift, quality = np.zeros((len(corners), 2)), np.zeros(len(corners))
    for number, (left, top) in enumerate(corners.tolist()):
        window = grey[top : top + SIDE + 2 * _NEAR, left : left + SIDE + 2 * _NEAR]
        alike = _compare(window, rim.grey[top : top + SIDE, left : left + SIDE])
        y, x = divmod(int(alike.argmax()), alike.shape[1])
        if 0 < x < 2 * _NEAR and 0 < y < 2 * _NEAR:
            quality[number] = alike[y, x]
            shift[number] = (
                x - _NEAR + _vertex(*alike[y, x - 1 : x + 2].tolist()),
                y - _NEAR + _vertex(*alike[y - 1 : y + 2, x].tolist()),
            )
    return fit_motion(places, places + shift / SCALE, quality > _GOOD, _TOLERANCE)


def finish_motion(rim: Rim, look: Look) -> Motion | None:
    """The last hundredths of a space, from how the patches look where they are thought to be."""
    alike = np.einsum("ij,ij->i", look.shapes, rim.look.shapes)
    return fit_motion(rim.places, rim.places + rim.drift(look), (alike > _GOOD) & ~look.faint, _TOLERANCE / 2)


def _chosen(rim: Rim) -> slice:
    """Of a rim with many patches every second is enough until the last step."""
    return slice(None, None, 2 if len(rim.corners) > _MANY else 1)


def _claims(corners: Integers, own: Picture, small: Picture) -> Floats:
    """For every patch how well it fits at every place within reach."""
    reach, side = round(REACH * SCALE / 2), SIDE // 2
    maps = np.zeros((len(corners), 2 * reach + 1, 2 * reach + 1), np.float32)
    for number, (left, top) in enumerate((corners // 2).tolist()):
        window = small[top : top + side + 2 * reach, left : left + side + 2 * reach]
        patch = own[top : top + side, left : left + side]
        alike = _compare(window, patch)
        maps[number, : alike.shape[0], : alike.shape[1]] = alike
    return maps


def _vote(places: Doubles, maps: Floats) -> Doubles | None:
    """The turn and push that the claims support most, tried with pairs of claims."""
    reach = maps.shape[1] // 2
    unit = SCALE / 2
    numbers, goals = _peaks(places, maps)
    if len(numbers) < 2:
        return None
    chance = np.random.default_rng(1)
    a, b = chance.integers(0, len(numbers), (2, _PAIRS))
    here = places[numbers[b]] - places[numbers[a]]
    there = goals[b] - goals[a]
    length = np.linalg.norm(here, axis=1)
    stretch = np.linalg.norm(there, axis=1) / np.maximum(length, 1e-6)
    turn = np.arctan2(there[:, 1], there[:, 0]) - np.arctan2(here[:, 1], here[:, 0])
    turn = (turn + np.pi) % (2 * np.pi) - np.pi
    fine = (length > 2) & (np.abs(turn) < np.radians(_MOST_TURN))
    fine &= (stretch < _MOST_STRETCH) & (stretch > 1 / _MOST_STRETCH)
    a, turn, stretch = a[fine], turn[fine], stretch[fine]
    if not len(a):
        return None
    cosine, sine = stretch * np.cos(turn), stretch * np.sin(turn)
    x, y = places[numbers[a]].T
    push_x, push_y = goals[a, 0] - cosine * x + sine * y, goals[a, 1] - sine * x - cosine * y
    # Where every guess sends every patch, and what the patch says to it.
    px, py = places.T
    to_x = (
        np.rint((cosine[:, None] * px - sine[:, None] * py + push_x[:, None] - px) * unit).astype(int) + reach
    )
    to_y = (
        np.rint((sine[:, None] * px + cosine[:, None] * py + push_y[:, None] - py) * unit).astype(int) + reach
    )
    inside = (to_x >= 0) & (to_y >= 0) & (to_x <= 2 * reach) & (to_y <= 2 * reach)
    said = maps[np.arange(len(places)), np.clip(to_y, 0, 2 * reach), np.clip(to_x, 0, 2 * reach)]
    votes = np.where(inside, np.maximum(said - 0.2, 0), 0).sum(axis=1)
    best = int(votes.argmax())
    c, s = cosine[best], sine[best]
    return np.array([[c, -s, push_x[best]], [s, c, push_y[best]], [0, 0, 1.0]])


def _peaks(places: Doubles, maps: Floats) -> tuple[np.ndarray, Doubles]:
    """The best places of every patch: its number, and where it claims to be."""
    reach = maps.shape[1] // 2
    top = np.array([np.asarray(cv2.dilate(each, np.ones((5, 5), np.uint8))) for each in maps])
    claims = np.where((maps == top) & (maps > _LEAST_CLAIM), maps, 0).reshape(len(maps), -1)
    order = np.argsort(-claims, axis=1)[:, :_PEAKS]
    numbers = np.repeat(np.arange(len(maps)), _PEAKS)
    order = order.ravel()
    real = claims[numbers, order] > 0
    numbers, order = numbers[real], order[real]
    shift = np.stack([order % (2 * reach + 1), order // (2 * reach + 1)], axis=1) - reach
    return numbers, places[numbers] + shift / (SCALE / 2)


def _compare(window: Picture, patch: Picture) -> Floats:
    """Correlation of a patch with a window at every place; flat windows correlate with nothing."""
    alike = np.asarray(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED), np.float32)
    # Where nothing is to be seen OpenCV divides by nearly nothing.
    return np.where(np.abs(alike) <= 1.0, alike, 0).astype(np.float32)


def _vertex(before: float, at: float, after: float) -> float:
    """Where between its neighbours a parabola through three values is highest."""
    bow = before - 2 * at + after
    return 0.0 if bow > -1e-6 else max(-0.5, min(0.5, 0.5 * (before - after) / bow))
