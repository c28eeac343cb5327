"""A wheel in the terminal: keys for hands, characters for the display."""

from __future__ import annotations

import os
import select
import shutil
import sys
import termios
import threading
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from companion.table.wheel import BACK_TIME
from companion.words import Language, T, Text
from hardware.display import Light, Picture
from hardware.inputs import Button, Clock
from hardware.virtual.controls import VirtualControls

KEYS = {
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\r": "enter",
    "\n": "enter",
    "\x7f": "b",
    "\x03": "q",
}
_LONGEST = max(map(len, KEYS))
_HALVES = (" ", "▀", "▄", "█")
_BRAILLE = 0x2800
# The bits of a braille character's dots: rows from above, left column first.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def in_half_blocks(picture: Picture) -> list[str]:
    """A picture in characters of two pixels each.

    >>> in_half_blocks(Picture.from_text("#.#.", "##.."))[0]
    '█▄▀ '
    """
    width, height = picture.size
    return [
        "".join(_HALVES[picture.lit(x, y) + 2 * picture.lit(x, y + 1)] for x in range(width))
        for y in range(0, height, 2)
    ]


def in_braille(picture: Picture) -> list[str]:
    """A picture in characters of eight pixels each, for narrow terminals.

    >>> in_braille(Picture.from_text("#.", ".#"))[0]
    '⠑'
    """
    width, height = picture.size
    return [
        "".join(chr(_BRAILLE + _braille(picture, x, y)) for x in range(0, width, 2))
        for y in range(0, height, 4)
    ]


def _braille(picture: Picture, x: int, y: int) -> int:
    return sum(
        dot
        for row, dots in enumerate(_DOTS)
        for column, dot in enumerate(dots)
        if picture.lit(x + column, y + row)
    )


def frame(picture: Picture, width: int, height: int, below: Sequence[str]) -> str:
    """What the terminal shows: the picture as large as it fits, and lines below it."""
    large = width >= picture.width + 2 and height >= picture.height // 2 + 2 + len(below)
    rows = in_half_blocks(picture) if large else in_braille(picture)
    rule = "─" * len(rows[0])
    lines = [f"╭{rule}╮", *(f"│{row}│" for row in rows), f"╰{rule}╯", *below]
    # Cut rather than wrapped, each line cleared to its end, and what is below cleared as well.
    return "\x1b[H" + "".join(f"{line[:width]}\x1b[K\r\n" for line in lines[: height - 1]) + "\x1b[J"


def read_keys(text: str) -> tuple[list[str], str]:
    """The keys in what was typed, and the beginning of one that is not complete.

    >>> read_keys("d\\x1b[Cq\\x1b[")
    (['d', 'right', 'q'], '\\x1b[')
    """
    keys = []
    while text:
        found = next((code for code in KEYS if text.startswith(code)), None)
        if found is None and len(text) < _LONGEST and any(code.startswith(text) for code in KEYS):
            break
        keys.append(KEYS[found] if found else text[0])
        text = text[len(found) if found else 1 :]
    return keys, text


class Keys:
    """Keys as hands. A terminal tells no release, so ``d`` and ``v`` press, and the next key lets go."""

    def __init__(self, controls: VirtualControls, quit_: Callable[[], None], clock: Clock) -> None:
        self._controls = controls
        self._quit = quit_
        self._clock = clock
        self._let_go_at: float | None = None

    def key(self, key: str) -> None:
        """A key was pressed."""
        if key == "q":
            self._let_go()
            self._quit()
            return
        if self._controls.held:
            self._let_go()
            return
        match key:
            case "left":
                self._controls.turn(-1)
            case "right":
                self._controls.turn(1)
            case "enter":
                self._controls.press(Button.PUSH)
                self._controls.release(Button.PUSH)
            case "b":
                self._controls.press(Button.PUSH)
                self._let_go_at = self._clock() + BACK_TIME + 0.1
            case "d":
                self._controls.press(Button.LEFT)
            case "v":
                self._controls.press(Button.RIGHT)

    def time_goes_on(self) -> None:
        """Let go of the knob when it was down long enough to go back."""
        if self._let_go_at is not None and self._clock() >= self._let_go_at:
            self._let_go()

    def _let_go(self) -> None:
        self._let_go_at = None
        for button in self._controls.held:
            self._controls.release(button)


def help_lines(words: Language) -> list[str]:
    """What the keys do."""
    return [
        words.say(T("← →: turn    Enter: push the knob    b: knob kept down, the way back    q: quit")),
        words.say(T("d: hold Discovery    v: hold Divination    then any key lets go")),
    ]


@contextmanager
def raw_terminal() -> Iterator[None]:
    """The terminal gives keys as they come and shows nothing by itself; afterwards it is as before."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        sys.stdout.write("\x1b[?1049h\x1b[?25l\x1b[2J")
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()


def watcher(
    words: Language, notices: Callable[[], Sequence[Text]] = tuple
) -> Callable[[Picture, Light], None]:
    """Shows a virtual display's pictures in the terminal, and below them what is wrong for as long as it is."""
    keys = help_lines(words)

    def show(picture: Picture, light: Light) -> None:
        seen = picture if light is not Light.OFF else Picture.blank(picture.size)
        width, height = shutil.get_terminal_size()
        below = [*keys, *(words.say(notice) for notice in notices())]
        sys.stdout.write(frame(seen, width, height, below))
        sys.stdout.flush()

    return show


def start_reading(keys: Keys) -> threading.Thread:
    """Listen to the keyboard, on a thread of its own."""
    thread = threading.Thread(target=_read, args=(keys,), name="keyboard", daemon=True)
    thread.start()
    return thread


def _read(keys: Keys) -> None:
    descriptor, rest = sys.stdin.fileno(), ""
    while True:
        ready, _, _ = select.select([descriptor], [], [], 0.05)
        if ready:
            typed = os.read(descriptor, 64)
            if not typed:
                keys.key("q")
                return
            found, rest = read_keys(rest + typed.decode("utf-8", "replace"))
            for key in found:
                keys.key(key)
        keys.time_goes_on()
