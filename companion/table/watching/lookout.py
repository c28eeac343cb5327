"""Looks at the table with a camera for as long as it is open, on a thread of its own.

The desk tells it of the game and of answers (``told``, ``answered``: they only take note), pictures come from a steady
camera. Everything else happens in :meth:`Lookout.step`, which tests and simulated games call themselves.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.errors import Unreadable
from companion.table import wheel
from companion.table.inbox import Waiting
from companion.table.referee import RefereeSettings
from companion.table.watching.umpire import SET_UP, Umpire, Watched, same_game
from companion.tiwanaku.game import Event, Record
from companion.tiwanaku.game.codec import Data
from companion.tiwanaku.position import Position
from hardware.camera import Frame
from hardware.inputs import Clock
from hardware.steady_camera import SteadyCamera
from vision.eye import Eye, Sight
from vision.pose import Picture

log = logging.getLogger(__name__)

PAUSE = 0.5
"""Seconds to wait for a picture before time is told without one."""
STUCK = 60.0
"""Seconds after which no picture is only hard to read."""


@dataclass(frozen=True)
class Seen:
    """The newest picture and what the eye made of it, for whoever shows the camera."""

    frame: Frame
    sight: Sight


Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class _Marked:
    """The grid's outer corners, as somebody marked them in a picture."""

    corners: Corners | None


_Heard = Record | wheel.NotSo | wheel.Settle | RefereeSettings | _Marked


class Lookout:
    """The camera's place at a table.

    ``eye_for`` makes the eye of a game; ``remarks`` are those the journal has of the game in play; ``teach`` shows it a board for the first time; ``learnt`` hears when it has learnt, ``closed`` when it
    has stopped.
    """

    def __init__(
        self,
        eye_for: Callable[[Record], Eye],
        put: Callable[[Waiting], None],
        *,
        settings: RefereeSettings | None = None,
        remark: Callable[[Data], None] = lambda data: None,
        remarks: Callable[[], Iterable[Data]] = tuple,
        show: Callable[[Watched], None] = lambda watched: None,
        teach: Callable[[Picture, Position], bool] | None = None,
        learnt: Callable[[], None] = lambda: None,
        closed: Callable[[], None] = lambda: None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._eye_for = eye_for
        self._teach = teach
        self._learnt = learnt
        self._closed = closed
        self._clock = clock
        self._remarks = remarks
        self._eye: Eye | None = None
        self._game: Record | None = None
        self._heard: queue.SimpleQueue[_Heard] = queue.SimpleQueue()
        self._umpire = Umpire(put, settings=settings, learn=self._learn, remark=remark, show=show)
        self._seen: Seen | None = None
        self._camera: SteadyCamera | None = None
        self._stepped_at = clock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    # For everybody, from any thread -------------------------------------------------------------------

    def told(self, record: Record, events: tuple[Event, ...] = ()) -> None:
        """The game as it stands: a listener of the desk."""
        self._heard.put(record)

    def answered(self, answer: wheel.NotSo | wheel.Settle) -> None:
        """What somebody said to a question or an alert: a watcher of the desk."""
        self._heard.put(answer)

    def mark_corners(self, corners: Corners | None) -> None:
        """Somebody marked the grid's outer corners in the newest picture; None: find the board anew."""
        self._heard.put(_Marked(corners))

    def vouch_for_set_up(self) -> None:
        """Somebody says that the table is set up, whatever the eye can make of it."""
        self._heard.put(wheel.Settle(SET_UP))

    def settings_are(self, settings: RefereeSettings) -> None:
        """How patient the referee shall be."""
        self._heard.put(settings)

    @property
    def watched(self) -> Watched:
        """How the table stands beside the game."""
        return self._umpire.watched

    @property
    def seen(self) -> Seen | None:
        """The newest picture that was looked at."""
        return self._seen

    @property
    def camera(self) -> SteadyCamera | None:
        """The camera it looks through, once it was started."""
        return self._camera

    @property
    def alive(self) -> bool:
        """Whether its thread and the camera's are there and not stuck; a camera that is merely away is waited for."""
        return (
            self._thread is not None
            and self._thread.is_alive()
            and self._clock() - self._stepped_at < STUCK
            and (self._camera is None or self._camera.alive)
        )

    # One step ----------------------------------------------------------------------------------------

    def step(self, frame: Frame | None) -> None:
        """Hear what was said, then look at a picture, or only at the clock."""
        self._hear()
        if frame is None or self._eye is None:
            self._umpire.time_is(self._clock())
            return
        sight = self._eye.look(frame)
        self._seen = Seen(frame, sight)
        self._umpire.saw(sight, self._clock())

    def _hear(self) -> None:
        while True:
            try:
                heard = self._heard.get_nowait()
            except queue.Empty:
                return
            now = self._clock()
            match heard:
                case Record():
                    self._follow(heard, now)
                case _Marked(corners):
                    self._mark(corners)
                case RefereeSettings():
                    self._umpire.settings_are(heard, now)
                case _:
                    self._umpire.answered(heard, now)

    def _follow(self, record: Record, now: float) -> None:
        if self._eye is None or self._game is None or not same_game(self._game, record):
            self._eye = self._eye_for(record)
        self._game = record
        if record.state.agreed is not None:
            self._eye.expect(record.state.position())
        self._umpire.game_is(record, now, self._remarks())

    def _mark(self, corners: Corners | None) -> None:
        if self._eye is None or self._seen is None:
            return
        try:
            self._eye.mark(self._seen.frame.picture, corners)
        except Unreadable as error:
            log.info("the corners were not taken: %s", error)
            return
        self._learnt()

    def _learn(self, position: Position) -> bool:
        if self._eye is None or self._seen is None:
            return False
        if self._eye.confirm(position):
            self._learnt()
            return True
        if self._seen.sight.pose is not None or self._teach is None:
            return False
        learnt = self._teach(self._seen.frame.picture, position)
        if learnt:
            self._learnt()
        return learnt

    # The thread --------------------------------------------------------------------------------------

    def start(self, camera: SteadyCamera) -> None:
        """Look at what this camera sees, until it is closed."""
        self._camera = camera
        camera.start()
        self._thread = threading.Thread(target=self._run, args=(camera,), name="lookout", daemon=True)
        self._thread.start()

    def _run(self, camera: SteadyCamera) -> None:
        while not self._closing.is_set():
            try:
                self.step(camera.next(PAUSE))
                self._stepped_at = self._clock()
            except Exception:
                # One picture, or one deed, that it cannot cope with must not end the evening.
                log.exception("the lookout failed on a picture")
                self._stepped_at = self._clock()

    def close(self) -> None:
        """Stop looking, and let go of the camera."""
        self._closing.set()
        if self._camera is not None:
            self._camera.close()
        if self._thread is not None:
            self._thread.join(timeout=5.0)
        self._closed()
