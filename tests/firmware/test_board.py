"""The parts of the board that a rig cannot show: the USB line, the main loop."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


class Stop(Exception):  # noqa: N818
    """Ends the endless loop."""


class Pin:
    IN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 4, 8

    def __init__(self, *arguments: object) -> None:
        pass

    def irq(self, handler: object, trigger: int, hard: bool) -> None:
        pass

    def value(self) -> int:
        return 1


class I2C:
    def __init__(self, *arguments: object, **named: object) -> None:
        pass

    def writeto(self, address: int, data: bytes) -> None:
        raise OSError(5)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    for name in ("machine", "micropython"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    machine, micropython = sys.modules["machine"], sys.modules["micropython"]
    monkeypatch.setattr(machine, "Pin", Pin, raising=False)
    monkeypatch.setattr(machine, "I2C", I2C, raising=False)
    monkeypatch.setattr(micropython, "kbd_intr", lambda code: None, raising=False)
    monkeypatch.setattr("time.ticks_ms", lambda: 0, raising=False)
    monkeypatch.setattr("time.ticks_diff", lambda later, earlier: 0, raising=False)
    yield importlib.import_module("firmware.board")
    sys.modules.pop("firmware.board", None)


class Stream:
    """Standard input of a puck: one byte at a time, and only if there is one."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.buffer = self

    def read(self, count: int) -> bytes:
        assert count == 1, "more would wait"
        assert self.data, "nothing there would wait"
        first, self.data = self.data[:1], self.data[1:]
        return first

    def write(self, data: bytes) -> None:
        self.data += data


class Poll:
    def register(self, stream: Stream, what: int) -> None:
        self._stream = stream

    def poll(self, wait: int) -> list[object]:
        assert wait == 0
        return [self._stream] if self._stream.data else []


@pytest.fixture
def streams(board: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Stream, Stream]:
    incoming, outgoing = Stream(b"x" * 300), Stream(b"")
    monkeypatch.setattr(board, "sys", SimpleNamespace(stdin=incoming, stdout=outgoing))
    monkeypatch.setattr(board.select, "poll", Poll)
    return incoming, outgoing


def test_the_usb_line_takes_what_is_there_and_never_waits(board: Any, streams: tuple[Stream, Stream]) -> None:
    line = board.UsbLine()
    assert [len(line.receive()) for _ in range(3)] == [256, 44, 0]
    line.send(b"hello\n")
    assert streams[1].data == b"hello\n"


def test_the_main_loop_feeds_its_watchdog(
    board: Any, streams: tuple[Stream, Stream], monkeypatch: pytest.MonkeyPatch
) -> None:
    fed = 0

    class Watchdog:
        def __init__(self, timeout: int) -> None:
            assert timeout == 2000

        def feed(self) -> None:
            nonlocal fed
            fed += 1
            if fed == 5:
                raise Stop

    monkeypatch.setattr(board.machine, "WDT", Watchdog, raising=False)
    with pytest.raises(Stop):
        board.main()
    assert streams[1].data.startswith(b'{"t":"hello"')


def test_both_windows_held_at_the_start_leave_the_puck_at_its_prompt(
    board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pin, "value", lambda self: 0)
    board.main()
