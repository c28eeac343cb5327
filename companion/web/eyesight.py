"""The camera and the referee of a table, as the page needs them: a :class:`~companion.table.watching.lookout.Lookout` behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.table import wheel
from companion.table.referee import Motion
from companion.tiwanaku.board import Space
from companion.web.jobs import Cancelled, Progress
from companion.web.ports import (
    AlertShown,
    CameraReading,
    DifferenceShown,
    LookedAt,
    Point,
    ProposalShown,
)
from companion.words import Text

if TYPE_CHECKING:
    from companion.table.watching.lookout import Lookout
    from companion.table.watching.umpire import Watched

_QUALITY = 80


class WatchedReferee:
    """What people on their phones say to the referee."""

    def __init__(self, lookout: Lookout) -> None:
        self._lookout = lookout

    def accept(self, alert: str) -> None:
        """We did it on purpose."""
        self._lookout.answered(wheel.Settle(alert))

    def done(self, alert: str) -> None:
        """It was put right: the next look tells; nothing to do."""

    def decline(self) -> None:
        """That is not what was done."""
        self._lookout.answered(wheel.NotSo())


class WatchedCamera:
    """The picture above the table."""

    def __init__(self, lookout: Lookout) -> None:
        self._lookout = lookout

    def frame(self) -> bytes | None:
        """The latest picture as a JPEG."""
        import cv2

        seen = self._lookout.seen
        if seen is None:
            return None
        fine, content = cv2.imencode(".jpg", seen.frame.picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        return content.tobytes() if fine else None

    def reading(self) -> CameraReading:
        """What is seen in it."""
        seen = self._lookout.seen
        if seen is None:
            return CameraReading((0, 0))
        pose, reading = seen.sight.pose, seen.sight.reading
        return CameraReading(
            size=seen.frame.size,
            corners=None if pose is None else tuple((float(x), float(y)) for x, y in pose.corners),
            grid=None if reading is None else reading.grid,
            meeples={}
            if reading is None
            else {str(space): colour.value for space, colour in reading.meeples.items()},
            unsure=() if reading is None else tuple(str(space) for space in reading.unsure),
        )

    def set_corners(self, corners: tuple[Point, ...] | None) -> None:
        """Where the board's corners are; None: find them anew."""
        self._lookout.mark_corners(corners)

    def check(self, progress: Progress, cancelled: Cancelled) -> Sequence[tuple[Space | None, Text]]:
        """The set-up check: what is still to be done, and where."""
        return [(task.space, task.text) for task in self._lookout.watched.tasks]


def looked_at(watched: Watched) -> LookedAt:
    """What the umpire says, as the page shows it."""
    return LookedAt(
        watching=watched.scene.motion is not Motion.NO_BOARD,
        blind=watched.blind,
        alerts=tuple(
            AlertShown(key, alert.kind.value, alert.spaces, alert.text, alert.remedy)
            for key, alert in watched.alerts
        ),
        proposals=tuple(
            ProposalShown(str(number), each.text, each.command, each.space, each.asks_wheel)
            for number, each in enumerate(watched.proposals)
        ),
        differences=tuple(
            DifferenceShown(each.space, each.what.value, each.sort.value, each.text)
            for each in watched.differences
        ),
    )
