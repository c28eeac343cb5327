"""What the host and the puck say to each other, without any port: bytes in, events out, lines to send.

    ABSENT --port open--> GREETING --hello of our version--> READY
       ^                     |                                 |
       |                     +--hello of another--> MISMATCH   |
       |                                                |      |
       +------- port lost, or no sound line for 0.8 s --+------+

All that counts is absolute (position, edges, picture), so nothing needs to be said twice to be right in the end:
whatever got lost is seen in the next state, ten times a second.
"""

from __future__ import annotations

import enum
import logging
from typing import Any

from companion.words import T, Text
from firmware import codec
from hardware.display import Light, Picture
from hardware.inputs import Button, Clock, Reporter

log = logging.getLogger(__name__)

BUTTONS = (Button.PUSH, Button.LEFT, Button.RIGHT)
"""In the order of the puck's edge counters."""

SILENCE = 0.8
GREET_EVERY = 0.2
RESEND_AFTER = 0.25
KEEP_ALIVE = 0.5


class Phase(enum.Enum):
    """Where the conversation is."""

    ABSENT = "absent"
    GREETING = "greeting"
    READY = "ready"
    MISMATCH = "mismatch"


class PuckLink:
    """One conversation with the puck, over as many connections as it takes."""

    def __init__(self, report: Reporter, clock: Clock) -> None:
        self._report = report
        self._clock = clock
        self.phase = Phase.ABSENT
        self.position = 0
        """Sum of all steps reported, as whoever listens has it."""
        self.bad_lines = 0
        self.display_present = False
        """Whether the puck's own display answers the puck."""
        self.version: int = codec.VERSION
        """What the puck speaks; ours until it has said so."""
        self._gibberish = False
        self._lines = codec.Lines()
        self._number = 0
        # The run of the puck that the absolute values below belong to.
        self._run = ""
        self._puck_position: int | None = None
        self._edges: list[int] | None = None
        # The picture: wanted, the draft as the puck should have it, and what the puck says that it shows.
        self._wanted = Picture.blank().data
        self._wanted_id = codec.picture_id(self._wanted)
        self._light = Light.FULL
        self._draft: bytes | None = None
        self._sent: tuple[str, Light] | None = None
        self._shown: tuple[str, Light] | None = None
        self._heard_at = self._sent_at = self._greeted_at = clock()

    # ------------------------------------------------------------------ the connection

    def connected(self) -> None:
        """A port was opened: greet."""
        self.phase = Phase.GREETING
        self._gibberish = False
        self._lines = codec.Lines()
        self._edges = None
        self._draft = self._sent = self._shown = None
        self._heard_at = self._clock()
        self._greeted_at = self._clock() - GREET_EVERY

    def lost(self) -> None:
        """The port is gone. What was held is let go, so that no window stays open."""
        self.phase = Phase.ABSENT
        self.display_present = False
        self._report.let_go()

    @property
    def silent(self) -> bool:
        """Whether nothing sensible has come for too long."""
        return self.phase is not Phase.ABSENT and self._clock() - self._heard_at >= SILENCE

    @property
    def text(self) -> Text:
        """How it is going, and what to do about it."""
        if self.phase is Phase.READY:
            if self.display_present:
                return T("The puck is there.")
            return T(
                "The puck is there, but its display does not answer: check the four wires between Pico and display, "
                "and the address in firmware/config.py."
            )
        if self.phase is Phase.MISMATCH:
            return T(
                "The puck has firmware of version {theirs}, this program needs version {ours}: copy the folder firmware of "
                "this program onto the puck, as firmware/README.md says.",
                theirs=self.version,
                ours=codec.VERSION,
            )
        if self._gibberish:
            return T(
                "Something answers on the puck's port, but not as a puck does: copy the folder firmware of this program "
                "onto it, as firmware/README.md says."
            )
        return T(
            "The puck is not connected: check its USB cable, which must be one for data, not for charging only."
        )

    # ------------------------------------------------------------------ hearing

    def receive(self, data: bytes) -> None:
        """Bytes came in."""
        if self.phase is Phase.GREETING:
            self._gibberish = True
        for line in self._lines.feed(data):
            try:
                message: Any = codec.decode(line)
            except codec.BadLine:
                self.bad_lines += 1
                continue
            self._heard_at = self._clock()
            self._gibberish = False
            if message["t"] == "hello" and "i" in message:
                self._hello(message)
            elif message["t"] == "state" and self.phase is Phase.READY:
                self._state(message)

    def _hello(self, message: Any) -> None:
        self.version = message["v"]
        if self.version != codec.VERSION:
            if self.phase is not Phase.MISMATCH:
                log.warning("the puck speaks version %s, we speak %s", self.version, codec.VERSION)
            self.phase = Phase.MISMATCH
            self._report.let_go()
            return
        self.phase = Phase.READY
        if message["i"] != self._run:
            # The puck has started anew, at position zero, with nothing to show: count from there.
            self._run = message["i"]
            self._puck_position = self._edges = None
            self._draft = self._sent = self._shown = None

    def _state(self, message: Any) -> None:
        if message["i"] != self._run:
            # It has started anew and its hello got lost.
            self.phase = Phase.GREETING
            return
        self.display_present = message["o"] == 1
        if self._puck_position is not None:
            steps = message["p"] - self._puck_position
            self.position += steps
            self._report.turned(steps)
        self._puck_position = message["p"]
        self._buttons(message["b"])
        self._shown = (message["x"], Light(message["l"]))

    def _buttons(self, edges: list[int]) -> None:
        before, self._edges = self._edges, edges
        for place, button in enumerate(BUTTONS):
            if before is None:
                # Presses from before the connection are history; what is held now counts from now.
                self._report.button(button, down=bool(edges[place] % 2))
                continue
            moved = (edges[place] - before[place]) % codec.EDGES
            # A press whose line got lost is made up for; more than one in between is a mishap, not a message.
            for flip in range(min(moved, 2 + moved % 2)):
                self._report.button(button, down=bool((before[place] + flip + 1) % 2))

    # ------------------------------------------------------------------ saying

    def show(self, data: bytes) -> None:
        """The picture wanted from now on."""
        if data != self._wanted:
            self._wanted, self._wanted_id = data, codec.picture_id(data)

    def light(self, light: Light) -> None:
        """The light wanted from now on."""
        self._light = light

    @property
    def picture_right(self) -> bool:
        """Whether the puck says that it shows what is wanted."""
        return self._shown == (self._wanted_id, self._light)

    def due(self) -> bytes:
        """What is to be sent now."""
        now = self._clock()
        if self.phase in (Phase.GREETING, Phase.MISMATCH):
            if now - self._greeted_at < GREET_EVERY:
                return b""
            self._greeted_at = now
            return self._line({"t": "hello", "v": codec.VERSION})
        if self.phase is not Phase.READY:
            return b""
        wanted = (self._wanted_id, self._light)
        if self._shown == wanted:
            self._sent = wanted
            return self._send_show() if now - self._sent_at >= KEEP_ALIVE else b""
        if self._sent is not None and self._sent != self._shown:
            # One picture at a time is on its way; meanwhile newer ones replace each other here.
            if now - self._sent_at < RESEND_AFTER:
                return b""
            self._draft = None
        return self._send_picture()

    def farewell(self) -> bytes:
        """What to send last: a blank picture, whatever is still on its way."""
        if self.phase is not Phase.READY:
            return b""
        self.show(bytes(len(self._wanted)))
        self._draft = None
        return self._send_picture()

    def _send_picture(self) -> bytes:
        lines = b"".join(
            self._line(codec.part(*each)) for each in codec.parts(self._draft or b"", self._wanted)
        )
        self._draft = self._wanted
        return lines + self._send_show()

    def _send_show(self) -> bytes:
        self._sent = (self._wanted_id, self._light)
        self._sent_at = self._clock()
        return self._line({"t": "show", "x": self._wanted_id, "l": int(self._light)})

    def _line(self, message: dict[str, object]) -> bytes:
        self._number = (self._number + 1) % codec.SEQUENCE
        return codec.encode({**message, "n": self._number})
