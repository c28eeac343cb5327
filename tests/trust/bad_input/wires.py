"""What comes over a wire: the puck's serial line at both ends, and the lines between table and coach."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from companion.table.coach.mailbox import Mailbox
from companion.table.coach.questions import (
    Advice,
    Follow,
    HintWanted,
    JudgementWanted,
    NewsWanted,
    WarningWanted,
)
from companion.table.coach.wire import write_advice, write_cancel, write_failure, write_message
from companion.table.coach.worker import Inbox
from companion.tiwanaku.pieces import Crop, Terrain
from companion.words import TN, T
from firmware import codec
from firmware.oled import Oled
from firmware.puck import Puck as Firmware
from hardware.inputs import InputQueue, Reporter
from hardware.puck_link import PuckLink
from hardware.virtual.clock import VirtualClock
from hardware.virtual.panel import VirtualPanel
from tests.games import Game
from tests.trust.bad_input.reader import Bench, Reader
from tests.trust.bad_input.trees import Form

_STEP = 0.03
_PART = 0.2


def _with_crc(data: bytes, random: Random) -> bytes:
    """Most lines get a CRC that fits what became of them."""
    lines = []
    for line in data.split(b"\n"):
        body = line[:-5] if line[-5:-4] == b" " else line
        lines.append(body + b" %04X" % codec.crc16(body) if body and random.random() < 0.9 else line)
    return b"\n".join(lines)


def _pieces(data: bytes) -> Iterator[bytes]:
    """As they come off a line: some, then some more."""
    for start in range(0, len(data), 200):
        yield data[start : start + 200]


@contextmanager
def _host(folder: Path) -> Iterator[Bench]:
    clock = VirtualClock()
    queue = InputQueue()
    link = PuckLink(Reporter(queue.put, clock), clock)
    random = Random(1)
    hello = codec.encode({"t": "hello", "n": 1, "v": codec.VERSION, "i": "5E1F", "w": 128, "h": 64})
    states = b"".join(
        codec.encode(
            {"t": "state", "n": n, "i": "5E1F", "p": n, "b": [n, 0, 1], "o": 1, "l": 2, "x": "1D0F22A7"}
        )
        for n in (2, 3, 4)
    )

    def read(data: bytes) -> None:
        link.connected()
        link.receive(hello)
        for piece in _pieces(data + b"\n"):
            link.receive(piece)
            link.show(random.randbytes(8) + bytes(1016))
            sent = link.due()
            for line in sent.splitlines():
                codec.decode(line)
            clock.advance(_STEP)
        _ = link.text, link.silent, link.picture_right
        link.lost()
        queue.drain()

    yield Bench([hello + states, states, hello.replace(b'"v":1', b'"v":2') + states], read, _with_crc)


@contextmanager
def _puck(folder: Path) -> Iterator[Bench]:
    clock, panel, coming = VirtualClock(), VirtualPanel(), bytearray()

    def milliseconds() -> int:
        return round(clock() * 1000)

    def received() -> bytes:
        taken = bytes(coming)
        coming.clear()
        return taken

    def send(line: bytes) -> None:
        codec.decode(line)

    oled = Oled(panel, milliseconds, panel.address)
    firmware = Firmware(lambda: 3, lambda: [False, True, False], oled, received, send, milliseconds, 77)
    picture = Random(2).randbytes(1024)
    numbered = enumerate(
        ({"t": "hello", "v": 1}, *(codec.part(*each) for each in codec.parts(b"", picture)[:4]))
    )
    lines = [codec.encode({**message, "n": number}) for number, message in numbered]
    show = codec.encode({"t": "show", "n": 9, "x": codec.picture_id(picture), "l": 2})

    def read(data: bytes) -> None:
        for piece in _pieces(data + b"\n"):
            coming.extend(piece)
            firmware.step()
            clock.advance(_STEP)
        clock.advance(_PART)
        firmware.step()

    yield Bench([b"".join(lines) + show, lines[0] + show, lines[1] + show], read, _with_crc)


@contextmanager
def _questions(folder: Path) -> Iterator[Bench]:
    random = Random(3)
    seeds = [write_cancel(3)]
    for rows, columns in ((5, 5), (5, 9)):
        game = Game(random, rows, columns)
        position, before = game.any_position(), game.any_position()
        space = position.board.spaces[3]
        asked = (
            HintWanted(position, 2),
            NewsWanted(position, before),
            WarningWanted(position, space, Crop.CORN),
            JudgementWanted(position, space, Crop.CHILI, Crop.CORN),
            Follow(position),
        )
        seeds += [write_message(number, message) for number, message in enumerate(asked)]

    def read(data: bytes) -> None:
        inbox = Inbox()
        inbox.take_in(data)
        inbox.next(wait=False)

    yield Bench(seeds, read)


@contextmanager
def _advice(folder: Path) -> Iterator[Bench]:
    position = Game(Random(4), 5, 9).any_position()
    space = position.board.spaces[7]
    inner = T("{space} is {terrain}.", space=space, terrain=Terrain.SAND)
    advices = (
        Advice(
            inner,
            TN("{count} step: {steps}", "{count} steps: {steps}", 2, steps=[inner, Crop.CORN, 3]),
            space,
            False,
        ),
        Advice(None, None, None, True),
    )
    seeds = [write_advice(1, advice) for advice in advices] + [write_failure(1, "ValueError")]

    def read(data: bytes) -> None:
        mailbox = Mailbox()
        mailbox.ask(1, HintWanted(position, 1), lambda advice: None, 0.0)
        mailbox.answered(data)

    yield Bench(seeds, read)


READERS = (
    Reader(
        "puck to host",
        _host,
        80_000,
        tokens=(b'"i":"5E1F"', b'"t":"state"', b'"v":2', b"\n"),
        largest=4_000,
        guided=40,
    ),
    Reader(
        "host to puck",
        _puck,
        90_000,
        tokens=(b'"t":"show"', b'"t":"part"', b'"o":1000', b"\n"),
        largest=4_000,
        guided=40,
    ),
    Reader("coach questions", _questions, 100_000, Form.JSON),
    Reader("coach advice", _advice, 80_000, Form.JSON),
)
