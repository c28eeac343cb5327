"""What the puck does, apart from pins and wires: `step` it as often as possible.

    silent --valid line--> host there --no valid line for 2 s--> silent
                           shows what the host asks for          shows nothing: whatever was on the display
                                                                 may be a secret that nobody can close any more

The host is told the whole state whenever it changed and ten times a second besides. Everything in it is absolute.
"""

from firmware import codec
from firmware.oled import FULL, SIZE, WIDTH

BEAT = 100
SETTLE = 10
HOST_SILENT = 2000
BLANK = bytes(SIZE)


class Puck:
    """Knob, three buttons, display and serial line, put together.

    `position()` gives the knob's absolute position; `buttons()` gives three truths, as the contacts are at this moment;
    `oled` is an `Oled`; `receive()` gives what came in, `send(bytes)` takes what goes out; `now()` gives milliseconds;
    `run` is a number that differs from one start of the puck to the next.
    """

    def __init__(self, position, buttons, oled, receive, send, now, run):
        self._position = position
        self._buttons = buttons
        self._oled = oled
        self._receive = receive
        self._send = send
        self._now = now
        self._run = "%04X" % (run & 0xFFFF)
        self._lines = codec.Lines()
        self._number = 0
        self._edges = [0, 0, 0]
        self._moving_since = [None, None, None]
        self._draft = bytearray(SIZE)
        self._draft_used = False
        self._picture = BLANK
        self._picture_id = codec.picture_id(BLANK)
        self._light = FULL
        self._told = None
        self._told_at = now()
        self._heard_at = now()
        self._host = False
        self._say_hello()

    def step(self) -> None:
        """Listen, look, tell, draw: one round of a few milliseconds at most."""
        for line in self._lines.feed(self._receive()):
            try:
                message = codec.decode(line)
            except codec.BadLine:
                continue
            self._hear(message)
        if self._host and self._now() - self._heard_at >= HOST_SILENT:
            self._host = False
            self._show(BLANK)
        self._settle_buttons()
        state = self._state()
        if state != self._told or self._now() - self._told_at >= BEAT:
            self._tell("state", state)
            self._told = state
            self._told_at = self._now()
        self._oled.step()

    def _hear(self, message: dict) -> None:
        kind = message["t"]
        self._heard_at = self._now()
        self._host = True
        if kind == "hello":
            self._say_hello()
        elif kind == "part":
            self._take_part(message["o"], codec.part_data(message))
        elif kind == "show":
            if message["l"] != self._light:
                self._light = message["l"]
                self._oled.light(self._light)
            # A part may have been lost: then this is another picture, and the host sees from our state that it
            # is still to come.
            if self._draft_used and message["x"] == codec.picture_id(self._draft):
                self._show(bytes(self._draft))
                self._draft_used = False

    def _take_part(self, place: int, data: bytes) -> None:
        if place + len(data) <= SIZE:
            self._draft[place : place + len(data)] = data
            self._draft_used = True

    def _show(self, picture: bytes) -> None:
        self._picture = picture
        self._picture_id = codec.picture_id(picture)
        self._draft[:] = picture
        self._oled.show(picture)

    def _settle_buttons(self) -> None:
        """A contact counts once it has been different for ten milliseconds without a break."""
        down = self._buttons()
        for each in range(3):
            if bool(down[each]) == bool(self._edges[each] & 1):
                self._moving_since[each] = None
            elif self._moving_since[each] is None:
                self._moving_since[each] = self._now()
            elif self._now() - self._moving_since[each] >= SETTLE:
                self._moving_since[each] = None
                self._edges[each] = (self._edges[each] + 1) % codec.EDGES

    def _state(self) -> dict[str, object]:
        return {
            "i": self._run,
            "p": self._position(),
            "b": list(self._edges),
            "o": 1 if self._oled.present else 0,
            "l": self._light,
            "x": self._picture_id,
        }

    def _say_hello(self) -> None:
        self._tell("hello", {"v": codec.VERSION, "i": self._run, "w": WIDTH, "h": 8 * SIZE // WIDTH})

    def _tell(self, kind: str, values: dict[str, object]) -> None:
        message = {"t": kind, "n": self._number}
        message.update(values)
        self._number = (self._number + 1) % codec.SEQUENCE
        self._send(codec.encode(message))
